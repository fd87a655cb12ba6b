"""The demo in a real browser, as a visitor clicks through it."""

import asyncio
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from bot.bank.files import load
from bot.cards.markdown import parser
from bot.settings import Settings
from tests.platforms.web.builders import Tags

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs chromium, chromium-browser or google-chrome on the PATH"),
    pytest.mark.xdist_group("browser"),
    pytest.mark.asyncio(loop_scope="module"),
]
expect.set_options(timeout=15_000)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        await opened.close()


@pytest_asyncio.fixture(loop_scope="module")
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """A running demo on an empty folder."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "demo", "--port", "0"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    yield (await process.stdout.readline()).decode().strip()
    process.terminate()
    assert await process.wait() == 0


class Visitors:
    """Opens the page as one person or another; whatever a browser complains of fails the test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self.complaints: list[str] = []

    async def come(self, person: str = "ada", *, size: tuple[int, int] = (1280, 900)) -> Page:
        page = await self._browser.new_page(viewport={"width": size[0], "height": size[1]}, timezone_id="Asia/Tokyo")
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", lambda request: self.complaints.append(f"{request.url} {request.failure}"))
        async with page.expect_response(re.compile("/events")):
            await page.goto(f"{self._address}/?as={person}")
        return page


@pytest_asyncio.fixture(loop_scope="module")
async def visitors(browser: Browser, address: str) -> AsyncIterator[Visitors]:
    opened = Visitors(browser, address)
    yield opened
    complaints = list(opened.complaints)
    for context in browser.contexts:
        await context.close()
    assert complaints == []


async def test_a_visitors_first_days(visitors: Visitors) -> None:
    ada, ben = await visitors.come("ada"), await visitors.come("ben")
    right, wrong = await _letters(ada)

    await _press(ada, right)
    await expect(_newest_private(ada).locator("h2").first).to_have_text("Correct")
    await _press(ben, wrong)
    await expect(_newest_private(ben).locator("h2").first).to_have_text("Not correct")
    await expect(_newest_private(ben)).to_contain_text(re.compile("Why people pick it:.*The trap", re.DOTALL))
    await expect(_newest_private(ben)).to_be_in_viewport()
    await expect(ada.locator("article.private")).to_have_count(1)
    await expect(_open_card(ada)).to_contain_text("2 answered")

    await _press(ben, right)
    await expect(_newest_private(ben).locator("h2").first).to_have_text("Already answered")

    await ada.get_by_role("button", name="Next question").click()
    first = ben.locator("#log > article").first
    await expect(first.locator("h2").first).to_contain_text("closed")
    await expect(first.locator(".thread")).to_contain_text("Answer to question 1")
    await expect(first.locator(".split")).to_have_count(await first.locator(".card").first.locator(".choice").count())
    await expect(ada.get_by_role("heading", name=re.compile("^Question 2 · "))).to_be_in_viewport()

    await _press(ada, (await _letters(ada))[0])
    await expect(ada.locator("article.private")).to_have_count(2)
    await ada.get_by_role("button", name="Next question").click()
    await expect(ada.get_by_role("heading", name=re.compile("^Question 3 · "))).to_be_in_viewport()
    await _type(ada, "/tutor streak")
    await expect(_newest_private(ada).locator("h2").first).to_have_text("Your streak: 2")
    await expect(_newest_private(ada)).to_contain_text("still open: streak 2")
    await _type(ben, "/tutor streak")
    await expect(_newest_private(ben)).to_contain_text("missed: the streak is back to 0")


async def test_an_admin_plans_a_week_through_the_dialog(visitors: Visitors) -> None:
    dana = await visitors.come("dana")

    await _type(dana, "/classroom week")
    dialog = dana.get_by_role("dialog", name="Plan a topic week")
    await dialog.get_by_label("Topic").select_option("fine-tuning")
    await dialog.get_by_label("Weeks").fill("99")
    await dialog.get_by_role("button", name="Plan it").click()
    await expect(dialog.get_by_role("status")).to_contain_text("“99”")
    assert re.search("422", visitors.complaints.pop())
    await expect(dialog.get_by_label("Weeks")).to_have_accessible_error_message(re.compile("^Weeks: “99”"))
    await expect(dialog.get_by_label("Weeks")).to_be_focused()
    await expect(dialog.get_by_role("status")).to_be_in_viewport(ratio=1)
    await expect(dialog.get_by_label("Topic")).not_to_have_attribute("aria-invalid", "true")
    await dialog.get_by_label("Weeks").fill("1")
    await dialog.get_by_role("button", name="Plan it").click()

    await expect(dialog).to_have_count(0)
    await expect(_newest_private(dana).locator("h2").first).to_have_text("Topic week 1 is planned")
    await _newest_private(dana).get_by_role("button", name="Cancel it").click()
    await expect(_newest_private(dana).locator("h2").first).to_contain_text("Topic week 1 is cancelled")


async def test_a_question_can_be_answered_by_keyboard_alone(visitors: Visitors) -> None:
    ada = await visitors.come("ada")
    right, _ = await _letters(ada)

    await _tab_to(ada, "#log")
    for letter in right:
        await _tab_to(ada, f"[name=letter][value={letter}]")
        if right[1:]:
            await ada.keyboard.press("Space")
    await ada.keyboard.press("Enter")
    await expect(_newest_private(ada).locator("h2").first).to_have_text("Correct")
    await expect(_open_card(ada)).to_contain_text("1 answered")
    await _tab_to(ada, "#command")
    await ada.keyboard.type("/tutor me")
    await ada.keyboard.press("Enter")

    await expect(_newest_private(ada).locator("h2").first).to_have_text("Your progress")


async def test_the_first_stop_leads_past_all_others_into_the_newest_question(visitors: Visitors) -> None:
    ada = await visitors.come("ada")

    for key in ("Tab", "Enter", "Tab"):
        await ada.keyboard.press(key)

    await expect(_open_card(ada).locator(":focus")).to_have_count(1)


async def test_a_reader_of_old_messages_is_told_of_a_new_one_and_led_there(visitors: Visitors) -> None:
    ada, ben = await visitors.come("ada", size=(320, 640)), await visitors.come("ben")
    cue = ada.get_by_role("button", name="New messages")
    for line in ("/tutor help", "/tutor me"):
        await _type(ada, line)
        await expect(ada.locator("article.own").last).to_contain_text(line)
    await expect(_newest_private(ada).locator("h2").first).to_have_text("Your progress")
    await ada.locator("#log").evaluate("log => log.scrollTo(0, 0)")
    await expect(cue).to_be_hidden()

    await ben.get_by_role("button", name="Next question").click()
    await expect(cue).to_be_visible()
    await expect(ada.get_by_role("heading", name=re.compile("^Question 2 · "))).not_to_be_in_viewport()
    await ada.keyboard.press("Shift+Tab")
    await expect(cue).to_be_focused()
    await ada.keyboard.press("Enter")

    await expect(ada.get_by_role("heading", name=re.compile("^Question 2 · "))).to_be_in_viewport()
    await expect(ada.locator("#log > article").last).to_be_focused()
    await expect(cue).to_be_hidden()


async def test_a_small_phone_keeps_half_of_its_height_for_messages(visitors: Visitors) -> None:
    ada = await visitors.come("ada", size=(320, 640))

    height = await ada.locator("#log").evaluate("log => log.clientHeight")

    assert height >= 320


async def test_a_phone_shows_everything_without_scrolling_sideways(visitors: Visitors) -> None:
    dana = await visitors.come("dana", size=(360, 740))

    await _press(dana, (await _letters(dana))[1])
    await expect(_newest_private(dana)).to_contain_text("The trap")
    for line in ("/tutor help", "/tutor me", "/tutor top", "/classroom show", "/classroom preview"):
        await _type(dana, line)
        await expect(dana.locator("article.own").last).to_contain_text(line)

    widths = await dana.locator("html, main, #log, .card").evaluate_all(
        "all => all.map((one) => one.scrollWidth - one.clientWidth)"
    )
    assert set(widths) == {0}


async def test_the_clock_and_every_message_are_in_the_readers_zone(visitors: Visitors) -> None:
    ada = await visitors.come("ada")

    await expect(ada.locator("#now")).to_contain_text("18:00 GMT+9")
    await expect(_open_card(ada).locator("header time")).to_contain_text("18:00")
    await ada.get_by_role("button", name="+1 hour").click()

    await expect(ada.locator("#now")).to_contain_text("19:00 GMT+9")
    await expect(ada.locator("#moved")).to_contain_text("19:00 GMT+9")


async def test_every_letter_has_a_name_and_its_choice_as_description(visitors: Visitors) -> None:
    ada = await visitors.come("ada")
    choices = await _open_card(ada).locator(".choice .prose").all_inner_texts()

    keys = _open_card(ada).locator("[name=letter]")

    for place, (letter, choice) in enumerate(zip("ABCDEFGHIJ", choices, strict=False)):
        await expect(keys.nth(place)).to_have_accessible_name(letter)
        await expect(keys.nth(place)).to_have_accessible_description(" ".join(choice.split()))
    await expect(ada.get_by_role("log", name="Messages in #genl-daily")).to_have_attribute("aria-live", "polite")


def _open_card(page: Page) -> Locator:
    return page.locator("#log > article:has(form[data-action='/answer'])").last


def _newest_private(page: Page) -> Locator:
    return page.locator("article.private:not(.own)").last


async def _letters(page: Page) -> tuple[list[str], list[str]]:
    """The right letters of the newest open question, and as many of which one is wrong."""
    card = _open_card(page)
    shown = _bare(await card.inner_text())
    questions = [question for pack in load(Settings().content_folder) for question in pack.questions]
    (question,) = [each for each in questions if _visible(each.stem) in shown]
    right = {_visible(choice.text) for choice in question.choices if choice.correct}
    choices = await card.locator(".choice .prose").all_inner_texts()
    letters = dict(zip("ABCDEFGHIJ", map(_bare, choices), strict=False))
    good = [letter for letter, text in letters.items() if text in right]
    bad = [letter for letter, text in letters.items() if text not in right]
    return good, [bad[0], *good[1:]]


def _visible(markdown: str) -> str:
    return _bare(Tags(parser().render(markdown)).text)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


async def _press(page: Page, letters: list[str]) -> None:
    form = _open_card(page).locator("form[data-action='/answer']")
    if letters[1:]:
        for letter in letters:
            await form.get_by_role("checkbox", name=letter, exact=True).check(force=True)
        await form.get_by_role("button", name="Submit").click()
    else:
        await form.get_by_role("button", name=letters[0], exact=True).click()


async def _type(page: Page, line: str) -> None:
    await page.locator("#command").fill(line)
    await page.locator("#command").press("Enter")


async def _tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there; a page has fewer than fifty stops."""
    for _ in range(50):
        await page.keyboard.press("Tab")
        if await page.locator(selector).evaluate_all("all => all.includes(document.activeElement)"):
            return
    raise AssertionError(selector)
