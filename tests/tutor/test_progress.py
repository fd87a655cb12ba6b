"""Progress: one streak on every screen, boards with fair ranks."""

from datetime import timedelta

from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.progress import Board
from bot.core.standings import Period
from bot.tutor import closing, opening, progress
from tests.builders import NINE, a_classroom, a_person
from tests.tutor.school import click, make_visible, pass_time, right_letters, the_open

DAY = timedelta(days=1)


def play(tx: Connection, classroom: Classroom, day: int, *right: str, wrong: tuple[str, ...] = ()) -> None:
    """One day's question with these right and wrong answers."""
    pass_time(tx, classroom.id, NINE + day * DAY)
    posting = the_open(tx, classroom.id)
    for person in right:
        click(tx, posting, person, right_letters(posting))
    for person in wrong:
        click(tx, posting, person, right_letters(posting, 1))


def lines(board: Board) -> list[tuple[int, str, int]]:
    return [(place.rank, place.score.name, place.score.correct) for place in board.places]


def test_equal_scores_share_a_rank_and_the_next_is_left_out(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 0, "ada", "ben", "chloe")
    play(tx, classroom, 1, "ada", "ben")

    board = progress.top(tx, classroom, a_person().key, Period.ALL, NINE + DAY)

    assert lines(board) == [(1, "Ada", 2), (1, "Ben", 2), (3, "Chloe", 1)]


def test_the_week_begins_on_monday_on_the_classrooms_clock(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 6, "ada")
    play(tx, classroom, 7, "ben")

    board = progress.top(tx, classroom, a_person().key, Period.WEEK, NINE + 7 * DAY)

    assert lines(board) == [(1, "Ben", 1)]


def test_the_month_begins_on_its_first(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 0, "ada")
    play(tx, classroom, 1, "ben")

    board = progress.top(tx, classroom, a_person().key, Period.MONTH, NINE + DAY)

    assert lines(board) == [(1, "Ben", 1)]


def test_ones_own_rank_is_always_shown(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 0, *(f"learner{n:02}" for n in range(25)), wrong=("ada",))

    for period in Period:
        board = progress.top(tx, classroom, a_person().key, period, NINE)
        assert board.own is not None
        assert (board.own.rank, board.own.score.correct) == (26, 0)


def test_late_and_void_answers_are_on_no_board(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 0, "ada")
    closing.void(tx, classroom, 1, NINE)
    pass_time(tx, classroom.id, NINE + DAY)
    late = the_open(tx, classroom.id)
    pass_time(tx, classroom.id, NINE + 2 * DAY)
    click(tx, late, "ben", right_letters(late), after=24 * 60)

    boards = [progress.top(tx, classroom, a_person().key, period, NINE + 2 * DAY) for period in Period]

    assert [lines(board) for board in boards] == [[], [], []]


def test_extra_questions_count_on_the_board_and_leave_the_streak_alone(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 0, "ada")
    extra = opening.ask_extra(tx, classroom, topic=None, minutes=None, now=NINE)
    make_visible(tx, classroom.id, NINE)

    click(tx, extra, "ada", right_letters(extra))

    me = progress.me(tx, classroom, a_person().key, NINE)
    assert (me.standing.streak.current, me.standing.correct) == (1, 2)


def test_a_missed_extra_question_breaks_nothing(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 0, "ada")
    opening.ask_extra(tx, classroom, topic=None, minutes=30, now=NINE)
    make_visible(tx, classroom.id, NINE)

    play(tx, classroom, 1, "ada")

    assert progress.me(tx, classroom, a_person().key, NINE).standing.streak.current == 2


def test_a_streak_shows_its_full_length_while_today_is_open(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 0, "ada")

    pass_time(tx, classroom.id, NINE + DAY)

    assert progress.me(tx, classroom, a_person().key, NINE).standing.streak.current == 1


def test_days_on_which_the_bot_was_down_break_no_streak(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 0, "ada")
    now = NINE + 5 * DAY + timedelta(hours=1)
    closing.close_due(tx, now)
    opening.claim_due(tx, now)
    make_visible(tx, classroom.id, now)

    click(tx, the_open(tx, classroom.id), "ada")

    assert progress.me(tx, classroom, a_person().key, now).standing.streak.current == 2


def test_the_streaks_story_ends_with_the_streak_that_me_shows(tx: Connection) -> None:
    classroom = a_classroom(tx)
    for day in range(9):
        play(tx, classroom, day, *(("ada",) if day != 5 else ()))

    story = progress.streak(tx, classroom, a_person().key)

    assert story.streak == progress.me(tx, classroom, a_person().key, NINE).standing.streak
    assert [step.number for step in story.steps] == list(range(1, 10))


def test_who_never_came_sees_how_many_are_ranked(tx: Connection) -> None:
    classroom = a_classroom(tx)
    play(tx, classroom, 0, "ada", "ben")

    boards = [progress.top(tx, classroom, a_person("stranger").key, period, NINE) for period in Period]

    assert [(board.ranked, board.own) for board in boards] == [(2, None)] * 3


def test_who_never_came_has_an_empty_progress(tx: Connection) -> None:
    classroom = a_classroom(tx)

    me = progress.me(tx, classroom, a_person("stranger").key, NINE)

    assert (me.rank, me.standing.answered, me.topics) == (0, 0, ())
