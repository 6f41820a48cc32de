"""The sample games of the repository: what the simulator makes of some seeds.

``python -m tests.play.samples DIRECTORY`` writes them; they come out the same every time.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tracker.game.cards import SUITS, Book
from tracker.game.record import HeaderComment, Record
from tracker.notation.record_files import dump
from tracker.play.policies import PEOPLE, Manners
from tracker.play.simulator import deal, header, play_on, start_at

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
    header: Record
    seed: int
    manners: Manners = PEOPLE
    starts_at: int = 0
    """How many events are left out at the start: the record then starts in mid-game."""
    limit: int | None = None
    """The number of events after which play stops; None: at the end of the game."""


SAMPLES: Final = (
    Sample("pagat-six", "Six at the kitchen table", header("Marta Tom Priya Lars Zoe Yusuf"), 4),
    Sample("long-six", "A long evening", header("Nora Emil Ravi Ines Joel Mei"), 114),
    Sample(
        "wikipedia-four",
        "Two against two",
        header("Omar Greta Luis Hana", "wikipedia-2006"),
        43,
    ),
    Sample(
        "canadian-six",
        "With the eights and the jokers",
        header("Chloé Piotr Amara Sven Rosa Kenji", "canadian-54"),
        5,
    ),
    Sample(
        "india-eight",
        "Fifty-two cards, eight players",
        header("Anil Bea Chandra Dov Esther Farid Gita Hugo", "india-52"),
        21,
    ),
    Sample("quartets-four", "Thirteen quartets", header("Wim Ana Juri Leni", "quartets"), 36),
    Sample(
        "hidden-six",
        "Nobody shows a card",
        header(
            "Ulla Marco Sita Viktor Pia Dele",
            rules={"deck": "no7", "reveal": "nothing", "announce-last": "yes"},
        ),
        16,
        manners=_ABSENT_MINDED,
    ),
    Sample(
        "surrender-six",
        "Asking for one's own",
        header(
            "Tara Nils Uma Boris Lin Paolo",
            rules={"own-card-asks": "surrender", "must-claim": "yes", "first-turn": "left"},
        ),
        12,
        manners=_SLY,
    ),
    Sample(
        "challenge-eight",
        "Challenges and forced claims",
        header(
            "Iris Jakub Kofi Lotte Mika Nadia Oskar Petra",
            rules={"challenge": "yes", "forced-claims": "yes", "wrong-split": "opponents"},
        ),
        34,
        manners=_SLY,
    ),
    Sample(
        "quartets-ten",
        "Ten players, an uneven deal",
        header(
            "Ada Ben Cyd Dan Eli Fay Gil Hal Isa Jon",
            "quartets",
            rules={"claims": "any-time", "hand-sizes": "empty-only"},
        ),
        12,
    ),
    Sample(
        "no2-twelve",
        "Twelve players, sitting as two halves",
        replace(
            header(
                "Aki Bob Cem Deb Edo Flo Gus Hue Ivo Jan Kim Lou",
                rules={"deck": "no2", "endgame": "any-player"},
            ),
            teams=(
                ("Aki", "Bob", "Cem", "Deb", "Edo", "Flo"),
                ("Gus", "Hue", "Ivo", "Jan", "Kim", "Lou"),
            ),
        ),
        20,
    ),
    Sample(
        "skat-four",
        "Eight quartets from a pack of thirty-two",
        header("Inge Karl Heidi Uwe", rules={"high-points": "2"}, books=_SKAT),
        9,
        manners=_ABSENT_MINDED,
    ),
    Sample(
        "midgame-six",
        "From the sixtieth event on",
        header("Marta Tom Priya Lars Zoe Yusuf"),
        4,
        starts_at=60,
    ),
    Sample(
        "unfinished-six",
        "Stopped in the middle",
        header("Sara Finn Beata Igor Noor Theo"),
        4,
        limit=70,
    ),
)


def sample_record(sample: Sample) -> Record:
    """The game of a sample, played from its seed."""
    rng = random.Random(sample.seed)
    game = play_on(rng, deal(rng, sample.header), manners=sample.manners, limit=sample.limit)
    if sample.starts_at:
        game = start_at(game, sample.starts_at)
    made = "Legal play at random, made by `python -m tests.play.samples samples`"
    comment = HeaderComment("title", above=(f"{made} (seed {sample.seed}).",))
    return replace(game, tags=(("title", sample.title),), header_comments=(comment,))


def write_samples(directory: Path) -> None:
    """Write all the samples as ``NAME.lit``."""
    directory.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        dump(sample_record(sample), directory / f"{sample.name}.lit")


def main() -> None:
    """Write the samples where the command line says."""
    parser = argparse.ArgumentParser("python -m tests.play.samples", description=__doc__)
    parser.add_argument("directory", type=Path, help="where to write NAME.lit")
    write_samples(parser.parse_args().directory)


if __name__ == "__main__":
    main()
