"""The sample games of the repository: what the simulator makes of some seeds.

``python -m tracker.play.samples DIRECTORY`` writes them; they come out the same every time.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tracker.game.cards import SUITS, Book
from tracker.game.events import Seat
from tracker.game.record import HeaderComment, Record
from tracker.game.rules import PRESETS
from tracker.notation.record_files import dump
from tracker.play.midgame import start_at
from tracker.play.players import PEOPLE, Manners
from tracker.play.simulator import deal, play_on

_ABSENT_MINDED: Final = replace(PEOPLE, attention=0.8, misnaming=0.2, overreach=0.1, accident=0.01)
_SLY: Final = replace(PEOPLE, bluff=0.15, curiosity=0.02, challenge=0.03, overreach=0.05)

_SKAT: Final = tuple(
    Book(f"{half} {name}", tuple(rank + suit for rank in ranks.split()))
    for suit, name in zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True)
    for half, ranks in (("low", "7 8 9 10"), ("high", "J Q K A"))
)


@dataclass(frozen=True)
class Sample:
    """One game: its table, its seed and its players' manners."""

    name: str
    """Of the file, without ``.lit``."""
    title: str
    seats: str
    """Names, clockwise; the first deals."""
    seed: int
    preset: str = "pagat"
    overrides: tuple[tuple[str, str], ...] = ()
    books: tuple[Book, ...] = ()
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]] | None = None
    manners: Manners = PEOPLE
    starts_at: int = 0
    """Events left out at the start: a record that starts in mid-game."""
    limit: int | None = None
    """Events after which play stops in mid-game."""


SAMPLES: Final = (
    Sample("pagat-six", "Six at the kitchen table", "Marta Tom Priya Lars Zoe Yusuf", 4),
    Sample("long-six", "A long evening", "Nora Emil Ravi Ines Joel Mei", 114),
    Sample("wikipedia-four", "Two against two", "Omar Greta Luis Hana", 43, "wikipedia-2006"),
    Sample(
        "canadian-six",
        "With the eights and the jokers",
        "Chloé Piotr Amara Sven Rosa Kenji",
        5,
        "canadian-54",
    ),
    Sample(
        "india-eight",
        "Fifty-two cards, eight players",
        "Anil Bea Chandra Dov Esther Farid Gita Hugo",
        21,
        "india-52",
    ),
    Sample("quartets-four", "Thirteen quartets", "Wim Ana Juri Leni", 36, "quartets"),
    Sample(
        "hidden-six",
        "Nobody shows a card",
        "Ulla Marco Sita Viktor Pia Dele",
        16,
        overrides=(("deck", "no7"), ("reveal", "nothing"), ("announce-last", "yes")),
        manners=_ABSENT_MINDED,
    ),
    Sample(
        "surrender-six",
        "Asking for one's own",
        "Tara Nils Uma Boris Lin Paolo",
        12,
        overrides=(("own-card-asks", "surrender"), ("must-claim", "yes"), ("first-turn", "left")),
        manners=_SLY,
    ),
    Sample(
        "challenge-eight",
        "Challenges and forced claims",
        "Iris Jakub Kofi Lotte Mika Nadia Oskar Petra",
        34,
        overrides=(("challenge", "yes"), ("forced-claims", "yes"), ("wrong-split", "opponents")),
        manners=_SLY,
    ),
    Sample(
        "quartets-ten",
        "Ten players, an uneven deal",
        "Ada Ben Cyd Dan Eli Fay Gil Hal Isa Jon",
        12,
        "quartets",
        overrides=(("claims", "any-time"), ("hand-sizes", "empty-only")),
    ),
    Sample(
        "no2-twelve",
        "Twelve players, sitting as two halves",
        "Aki Bob Cem Deb Edo Flo Gus Hue Ivo Jan Kim Lou",
        20,
        overrides=(("deck", "no2"), ("endgame", "any-player")),
        teams=(
            ("Aki", "Bob", "Cem", "Deb", "Edo", "Flo"),
            ("Gus", "Hue", "Ivo", "Jan", "Kim", "Lou"),
        ),
    ),
    Sample(
        "skat-four",
        "Eight quartets from a pack of thirty-two",
        "Inge Karl Heidi Uwe",
        9,
        overrides=(("deck", "custom"), ("high-points", "2")),
        books=_SKAT,
        manners=_ABSENT_MINDED,
    ),
    Sample(
        "midgame-six",
        "From the sixtieth event on",
        "Marta Tom Priya Lars Zoe Yusuf",
        4,
        starts_at=60,
    ),
    Sample(
        "unfinished-six",
        "Stopped in the middle",
        "Sara Finn Beata Igor Noor Theo",
        4,
        limit=70,
    ),
)


def sample_record(sample: Sample) -> Record:
    """The game of a sample, played from its seed."""
    rng = random.Random(sample.seed)
    seats = tuple(sample.seats.split())
    header = Record(
        seats=seats,
        rules=PRESETS[sample.preset].with_values(dict(sample.overrides)),
        preset=sample.preset,
        books=sample.books,
        teams=sample.teams,
        dealer=seats[0],
    )
    game = play_on(rng, deal(rng, header), manners=sample.manners, limit=sample.limit)
    if sample.starts_at:
        game = start_at(game, sample.starts_at)
    return replace(
        game,
        tags=(("title", sample.title),),
        header_comments=(HeaderComment("title", above=_how_made(sample)),),
    )


def _how_made(sample: Sample) -> tuple[str, ...]:
    how = "Legal play at random, made by `python -m tracker.play.samples samples`"
    return (f"{how} (seed {sample.seed}).",)


def write_samples(directory: Path) -> None:
    """Write all the samples as ``NAME.lit``."""
    directory.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        dump(sample_record(sample), directory / f"{sample.name}.lit")


def main() -> None:
    """Write the samples where the command line says."""
    parser = argparse.ArgumentParser("python -m tracker.play.samples", description=__doc__)
    parser.add_argument("directory", type=Path, help="where to write NAME.lit")
    write_samples(parser.parse_args().directory)


if __name__ == "__main__":
    main()
