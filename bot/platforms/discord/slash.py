"""The catalogue as Discord's slash commands: two roots, every parameter an option of the kind that suits it."""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from keyword import iskeyword
from typing import Any

import aiohttp
import discord
import structlog
from discord import AppCommandOptionType, ChannelType, app_commands
from discord.app_commands import AppCommandChannel, Choice, Group, Range, Transform, Transformer

from bot.cards.blocks import FieldKind
from bot.commands.catalogue import Catalogue
from bot.commands.command import Command, Parameter, Root
from bot.platforms.discord.components import shortened
from bot.platforms.discord.people import Interaction

log = structlog.get_logger(__name__)

Typed = Callable[[Interaction, Command, Mapping[str, str]], None]
"""What happens when somebody sends a command with these options."""
Suggest = Callable[[Interaction, Parameter, str], Awaitable[Sequence[Choice[str]]]]
"""What is offered for a parameter while somebody types into it."""

SUGGESTED = frozenset({FieldKind.PACK, FieldKind.TOPIC, FieldKind.ZONE, FieldKind.DAYS, FieldKind.GROUP})
_HELP = {
    Root.TUTOR: "The questions, your answers and your progress",
    Root.CLASSROOM: "The channel's daily question, for staff",
}
_LONGEST = 100
_LONGEST_TYPED = 400
_LARGEST = 10**9


class _Written(Transformer):
    """A channel that messages can be written in, whether the bot sees it or not."""

    @property
    def type(self) -> AppCommandOptionType:
        return AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        return [ChannelType.text, ChannelType.news]

    async def transform(self, _interaction: Interaction, value: AppCommandChannel, /) -> AppCommandChannel:
        return value


def groups(catalogue: Catalogue, typed: Typed, suggest: Suggest) -> Iterable[Group]:
    """One group of commands for each root; staff's is shown to those who may manage the server."""
    for root in Root:
        manage = discord.Permissions(manage_guild=True) if root is Root.CLASSROOM else None
        group = Group(name=root, description=_HELP[root], guild_only=True, default_permissions=manage)
        for command in catalogue.commands:
            if command.root is root:
                group.add_command(_slash(command, typed, suggest))
        yield group


def _slash(command: Command, typed: Typed, suggest: Suggest) -> app_commands.Command[Any, Any, Any]:
    """One command; its parameters are read by the library from its callback's signature."""
    parameters = {_python_name(each): each for each in command.parameters}

    async def callback(interaction: Interaction, /, **options: Any) -> None:
        given = {parameters[name].name: _word(value) for name, value in options.items() if value is not None}
        typed(interaction, command, given)

    callback.__signature__ = _signature(command, parameters)  # type: ignore[attr-defined]
    if parameters:
        told = {name: shortened(_told(each), _LONGEST) for name, each in parameters.items()}
        callback = app_commands.describe(**told)(callback)
        callback = app_commands.rename(**{name: each.name for name, each in parameters.items()})(callback)
        callback = app_commands.choices(**{name: _choices(each) for name, each in parameters.items() if each.options})(
            callback
        )
        suggested = {name: _suggesting(each, suggest) for name, each in parameters.items() if each.kind in SUGGESTED}
        callback = app_commands.autocomplete(**suggested)(callback)
    return app_commands.Command(
        name=command.name, description=shortened(command.help, _LONGEST), callback=callback, parent=None
    )


def _signature(command: Command, parameters: Mapping[str, Parameter]) -> inspect.Signature:
    """What is required, unless the command means something without it; the library puts the required ones first."""
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    rest = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=_kind(each),
            default=inspect.Parameter.empty if each.required and not command.shows_when_bare else None,
        )
        for name, each in parameters.items()
    ]
    return inspect.Signature([first, *rest])


def _kind(parameter: Parameter) -> Any:
    match parameter.kind:
        case FieldKind.CHANNEL:
            return Transform[AppCommandChannel, _Written]
        case FieldKind.PERSON:
            return discord.User
        case FieldKind.NUMBER:
            return Range[int, 1, _LARGEST]
        case _:
            return str if parameter.options else Range[str, 1, _LONGEST_TYPED]


def _word(value: object) -> str:
    """What was chosen as the command takes it: things by their ids."""
    return str(value.id) if isinstance(value, discord.abc.Snowflake) else str(value)


def _python_name(parameter: Parameter) -> str:
    return f"{parameter.name}_" if iskeyword(parameter.name) else parameter.name


def _told(parameter: Parameter) -> str:
    picked = bool(parameter.options) or parameter.kind in {FieldKind.CHANNEL, FieldKind.PERSON, FieldKind.GROUP}
    return parameter.help if picked else f"{parameter.help}, for example {parameter.example}"


def _choices(parameter: Parameter) -> list[Choice[str]]:
    return [Choice(name=each, value=each) for each in parameter.options]


def _suggesting(
    parameter: Parameter, suggest: Suggest
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    async def suggesting(interaction: Interaction, current: str) -> list[Choice[str]]:
        offered = list(await suggest(interaction, parameter, current))
        await _offer(interaction, offered)
        return offered

    return suggesting


async def _offer(interaction: Interaction, choices: list[Choice[str]]) -> None:
    """Show them; whoever has typed on does not see them any more, which the library would call an error."""
    try:
        await interaction.response.autocomplete(choices)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("suggestions_not_shown", reason=str(error))
        interaction.response._response_type = discord.InteractionResponseType.autocomplete_result
