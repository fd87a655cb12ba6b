"""Telling Discord which commands there are: done by hand once, and after an update that changes them."""

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.catalogue import Catalogue
from bot.commands.command import Command, Parameter
from bot.core.errors import TutorError
from bot.platforms.discord.people import Interaction
from bot.platforms.discord.slash import groups


async def sync_commands(client: discord.AutoShardedClient, catalogue: Catalogue, guild: int | None) -> int:
    """Replace the commands everywhere, or on one server alone for a trial; returns how many there are.

    Raises:
        TutorError: Discord refuses.
    """
    where = None if guild is None else discord.Object(guild)
    tree = app_commands.CommandTree(client)
    for group in groups(catalogue, _unheard, _nothing):
        tree.add_command(group, guild=where)
    try:
        await tree.sync(guild=where)
    except (discord.Forbidden, discord.NotFound) as error:
        raise TutorError("The bot is not on that server.", example="trapwise invite") from error
    except (discord.HTTPException, app_commands.AppCommandError) as error:
        raise TutorError(f"Discord does not take the commands ({error}).") from error
    return len(catalogue.commands)


def _unheard(_interaction: Interaction, _command: Command, _options: Mapping[str, str]) -> None:
    """Whoever tells Discord of commands does not hear them."""


async def _nothing(_interaction: Interaction, _parameter: Parameter, _typed: str) -> Sequence[Choice[str]]:
    return ()
