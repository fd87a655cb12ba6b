"""A bot of a few lines on the real discord.py, with which the loopback Discord is tried."""

import asyncio
import re
from typing import Any, Self

import discord
from discord import app_commands, ui

QUIET = discord.AllowedMentions.none()


class Answer(ui.DynamicItem[ui.Button[Any]], template=r"v1:answer:(?P<letter>[A-D])"):
    """A button that lives in its custom id; each letter answers in another way."""

    def __init__(self, letter: str) -> None:
        super().__init__(ui.Button(label=letter, custom_id=f"v1:answer:{letter}"))
        self.letter = letter

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(match["letter"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        response = interaction.response
        if self.letter == "A":
            await response.send_message("Correct", ephemeral=True)
        elif self.letter == "B":
            await response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(content="Not correct")
            await interaction.followup.send("And why", ephemeral=True)
        elif self.letter == "C":
            await response.edit_message(view=card("Closed", "A"))
        else:
            await response.send_modal(Report())


class Pick(ui.DynamicItem[ui.Select[Any] | ui.UserSelect[Any]], template=r"v1:pick:(?P<kind>option|person)"):
    """A select that tells what was chosen."""

    def __init__(self, kind: str) -> None:
        options = [discord.SelectOption(label=letter, value=letter.lower()) for letter in "ABC"]
        name = f"v1:pick:{kind}"
        if kind == "option":
            super().__init__(
                ui.Select(custom_id=name, options=options, placeholder="Choose two", min_values=2, max_values=2)
            )
        else:
            super().__init__(ui.UserSelect(custom_id=name))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(match["kind"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        chosen = ", ".join(getattr(each, "name", str(each)) for each in self.item.values)
        await interaction.response.send_message(f"You chose {chosen}", ephemeral=True)


class Report(ui.Modal, title="Report"):
    """A form with a text and a select."""

    reason = ui.Label[Any](text="Reason", component=ui.TextInput(custom_id="reason", max_length=20))
    kind = ui.Label[Any](
        text="Kind",
        component=ui.Select(custom_id="kind", options=[discord.SelectOption(label="Wrong key", value="key")]),
    )

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        assert isinstance(self.reason.component, ui.TextInput)
        assert isinstance(self.kind.component, ui.Select)
        said = f"Thanks: {self.reason.component.value} ({', '.join(self.kind.component.values)})"
        await interaction.response.send_message(said, ephemeral=True)


def card(text: str, letters: str = "ABCD") -> ui.LayoutView:
    """A message of Components V2: a text and a row of buttons."""
    row = ui.ActionRow[Any](*[Answer(letter) for letter in letters])
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(text), row))
    return view


def picker(kind: str) -> ui.LayoutView:
    """A message with one select."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.ActionRow[Any](Pick(kind)))
    return view


class SmallBot(discord.AutoShardedClient):
    """The button above and the commands /tutor me, /tutor week and /classroom."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=QUIET, guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(tutor())
        self.tree.add_command(classroom)
        self.heard: list[str] = []
        self.add_dynamic_items(Answer, Pick)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, also after a session was lost."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.heard.append(str(interaction.id))


def tutor() -> app_commands.Group:
    """What everybody may ask."""
    group = app_commands.Group(name="tutor", description="Your own progress", guild_only=True)

    @group.command(name="me", description="How you stand")
    async def me(interaction: discord.Interaction[Any], days: app_commands.Range[int, 1, 30] = 7) -> None:
        await interaction.response.send_message(f"{interaction.user.name}: {days} days", ephemeral=True)

    @group.command(name="week", description="A topic")
    async def week(interaction: discord.Interaction[Any], topic: str, person: discord.Member | None = None) -> None:
        name = person.name if person else "nobody"
        await interaction.response.send_message(f"{topic} for {name}", ephemeral=True)

    @week.autocomplete("topic")
    async def topics(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        del interaction
        await asyncio.sleep(0)
        return [app_commands.Choice(name=each.title(), value=each) for each in ("safety", "data") if typed in each]

    return group


@app_commands.command(description="For those who manage the server")
@app_commands.default_permissions(manage_guild=True)
async def classroom(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("Set up", ephemeral=True)
