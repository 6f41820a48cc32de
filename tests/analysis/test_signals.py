"""Signals, against their definition; what would follow from them, against all deals."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.analysis.kripke import Kripke
from tests.cli.running import run, run_json
from tests.strategies import SEATS, SHY, tiny_books
from tracker.analysis.conclusions import why
from tracker.analysis.odds import Odds
from tracker.analysis.signals import (
    HoldersLeaning,
    Signal,
    Signals,
    assuming,
    claim_leaning,
    leanings,
    reading,
    signals,
)
from tracker.errors import ContradictionError
from tracker.explain.certificate import CertificateError, certificate
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import View
from tracker.notation import text
from tracker.play.simulator import random_game


def by_definition(
    record: Record, seen: Callable[[int], Kripke]
) -> Iterator[tuple[int, Seat, Card, bool, int]]:
    """Look back from each ask: what was a teammate last refused in this half-suit?"""
    book_of = record.deck.book_of
    asks = [(n, e) for n, e in enumerate(record.events, 1) if isinstance(e, Ask)]
    kripkes = {n: seen(n - 1) for n, _ in asks}
    asks = [(n, e) for n, e in asks if not e.irregular and kripkes[n].state.is_open(e.card)]
    for n, ask in asks:
        before = [(m, e) for m, e in asks if m < n and book_of[e.card] == book_of[ask.card]]
        mates = set(record.table.team_of[ask.asker]) - {ask.asker}
        own = max((m for m, e in before if e.asker == ask.asker), default=0)
        refused = [(m, e) for m, e in before if e.asker in mates and e.answer == "no" and m > own]
        if refused and is_open(kripkes[n], refused[-1][1].card, ask.asker):
            m, first = refused[-1]
            yield n, ask.asker, first.card, first.card != ask.card, m


def is_open(kripke: Kripke, card: Card, seat: Seat) -> bool:
    holders = {kripke.state.located.get(card, deal[card]) for deal in kripke.deals}
    return seat in holders and len(holders) > 1


def certain(deals: list[Deal], kripke: Kripke) -> dict[Card, Seat]:
    found = {}
    for card in kripke.record.table.cards:
        holders = {kripke.state.located.get(card, deal[card]) for deal in deals}
        if kripke.state.is_open(card) and len(holders) == 1:
            found[card] = holders.pop()
    return found


def check_reading(record: Record, view: View, at: int) -> int:
    """What follows with the signals and not without; how many conclusions there were."""
    found, kripke = reading(record, view=view, at=at), Kripke(record, at)
    plain = kripke.of(view)
    held = [one for one in found.signals.signals if one.holds and one.seat not in view.seats]

    def fitting(numbers: tuple[int, ...]) -> list[Deal]:
        said = [one for one in held if one.event in numbers]
        return [deal for deal in plain if all(deal[one.card] == one.seat for one in said)]

    deals = fitting(tuple(one.event for one in held))
    if found.leaning is None:
        assert not deals
        return 0
    expected = certain(deals, kripke).items() - certain(plain, kripke).items()
    assert {(one.card, one.seat) for one in found.leaning} == expected
    for one in found.leaning:
        assert certain(fitting(one.signals), kripke)[one.card] == one.seat
        for number in one.signals:
            fewer = fitting(tuple(n for n in one.signals if n != number))
            assert one.card not in certain(fewer, kripke)
    return len(found.leaning)


def fits(deal: Deal, signals: Iterable[Signal]) -> bool:
    return all(deal[one.card] == one.seat for one in signals)


def check_assumed(record: Record, view: View, at: int) -> int:
    """Both engines obey what is assumed; how many conclusions lean on it, each minimally."""
    kripke = Kripke(record, at)
    said = [
        one for one in signals(record, at=at).signals if one.holds and one.seat not in view.seats
    ]
    plain, left = kripke.of(view), [deal for deal in kripke.of(view) if fits(deal, said)]
    if not left:
        with pytest.raises(ContradictionError, match="was not kept"):
            assuming(record, view=view, at=at)
        return 0
    with assuming(record, view=view, at=at) as found, deduce(record, view=view, at=at) as without:
        assert Odds(found).posterior.count == len(left)
        assert Odds(without).posterior.count == len(plain)
        assert found.all_holders() == holders(left, kripke)
        leaning = {one.card: one for one in leanings(found, without)}
        assert leaning.keys() == {
            card for card, seats in holders(left, kripke).items() if seats != without.holders(card)
        }
        for one in leaning.values():
            check_needed(one, said, plain, kripke)
        for verdict in found.claims():
            needed = claim_leaning(found, without, verdict)
            assert bool(needed) == (without.claim(verdict.book, verdict.team) != verdict)
    return len(leaning)


def check_needed(
    one: HoldersLeaning, said: Sequence[Signal], plain: Sequence[Deal], kripke: Kripke
) -> None:
    """The signals named are enough, and none of them can be left out."""
    needed = [signal for signal in said if signal.event in one.signals]
    for left_out in (None, *needed):
        some = [signal for signal in needed if signal is not left_out]
        seats = holders([deal for deal in plain if fits(deal, some)], kripke)[one.card]
        assert (set(seats) <= set(one.holders)) == (left_out is None)


def holders(deals: Sequence[Deal], kripke: Kripke) -> dict[Card, tuple[Seat, ...]]:
    """Who has each card in play in some of the deals, in seat order."""
    return {
        card: tuple(
            seat
            for seat in kripke.record.seats
            if any(kripke.state.located.get(card, deal[card]) == seat for deal in deals)
        )
        for card in kripke.record.table.cards
        if kripke.state.is_open(card)
    }


def check_signals(record: Record, seen: Callable[[int], Kripke] | None = None) -> Signals:
    """Compare all signals with their definition."""
    found, seen = signals(record), seen or partial(Kripke, record)
    listed = [(one.event, one.seat, one.card, one.holds, one.after) for one in found.signals]
    assert listed == list(by_definition(record, seen))
    hands = {hand.seat: hand.cards for hand in record.hands}
    for one in found.signals:
        assert one.true == ((one.card in hands[one.seat]) == one.holds)
    return found


def games(rng: random.Random, count: int) -> Iterator[Record]:
    """Games in which one team has most of the cards, and claims late: they ask on and on."""
    books, rules = tiny_books([5, 3]), Rules().with_values({"deck": "custom"})
    sizes = dict(zip(SEATS[:4], (3, 1, 3, 1), strict=True))
    for _ in range(count):
        yield random_game(
            rng, SEATS[:4], rules, books=books, sizes=sizes, dealer=SEATS[0], manners=SHY, limit=12
        )


def test_signals_and_what_leans_on_them() -> None:
    rng = random.Random(61)
    listed = leaning = assumed = 0
    for record in games(rng, 24):
        found = check_signals(record).signals
        listed += len(found)
        for hands in ((), (rng.choice(record.hands),)):
            at = found[-1].event if found else len(record.events)
            leaning += check_reading(record, View(hands), at)
            assumed += check_assumed(record, View(hands), at)
    assert listed > 5
    assert leaning > 1
    assert assumed > leaning


EXAMPLE = """\
# Ann is refused the 3H; Carl, who is asked in turn, asks for the 4H: so he would have the 3H.
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 2S

Ann asks Bob 3H: no
Bob asks Carl 4S: no
Carl asks Dora 4H: no
"""


def test_a_signal_is_no_fact_and_says_on_what_it_leans() -> None:
    record = text.loads(EXAMPLE.replace("dealer: Ann", "dealer: Ann\nturn: Ann"))
    (one,) = signals(record).signals
    assert (one.event, one.seat, one.card, one.holds, one.after) == (3, "Carl", "3H", True, 1)
    found = reading(record, view="Ann")
    assert found.leaning is not None
    (lean,) = found.leaning
    assert (lean.card, lean.seat, lean.signals) == ("3H", "Carl", (3,))


SIGNALLED = EXAMPLE.replace("dealer: Ann", "dealer: Ann\nturn: Ann")
ASSUME = ("--assume", "convention=salahuddin")


@pytest.fixture
def signalled(tmp_path: Path) -> Path:
    path = tmp_path / "signal.lit"
    path.write_text(SIGNALLED)
    return path


@pytest.mark.parametrize("command", ["show", "claims", "deals"])
def test_without_the_option_nothing_leans_on_a_convention(command: str, signalled: Path) -> None:
    plain = run_json(command, signalled, "--as", "Ann")
    assumed = run_json(command, signalled, "--as", "Ann", *ASSUME)
    assert "assume" not in plain
    assert (assumed["assume"], assumed["signals"]) == ("convention=salahuddin", [3])
    assert "convention" not in run(command, signalled, "--as", "Ann").stdout
    assert "which no record says" in run(command, signalled, "--as", "Ann", *ASSUME).stdout


def test_cards_and_claims_say_on_what_they_lean(signalled: Path) -> None:
    cards = run_json("show", signalled, "--as", "Ann", *ASSUME)["cards"]
    assert {card for card, shown in cards.items() if shown["leans"]} == {"3H"}
    assert (cards["3H"]["holders"], cards["3H"]["leans"]) == (["Carl"], [3])
    assert "leaning on the signal of event 3" in run("show", signalled, *ASSUME).stdout


CLAIM = """\
# Everyone has seen the 6H with Carl, so he need not have the 3H: but that is what he would say.
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H 6H
book blacks: 2S 3S 4S 5S 6S
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 2 Bob 3 Carl 2 Dora 3
hand Ann: 2H 5H
turn: Ann

Carl shows 6H
Ann asks Bob 3H: no
Bob asks Carl 4S: no
Carl asks Dora 4H: yes
"""


def test_a_claim_says_on_what_it_leans(tmp_path: Path) -> None:
    path = tmp_path / "claim.lit"
    path.write_text(CLAIM)
    plain = run_json("claims", path, "--as", "Ann")["claims"]
    assumed = run_json("claims", path, "--as", "Ann", *ASSUME)["claims"]
    assert [(one["book"], one["verdict"]) for one in plain] == [
        ("reds", "open"),
        ("blacks", "impossible"),
    ]
    assert [(one["book"], one["verdict"], one["leans"]) for one in assumed] == [
        ("reds", "proven", [4]),
        ("blacks", "impossible", []),
    ]
    said = run("claims", path, "--as", "Ann", *ASSUME).stdout
    assert "reds, Ann Carl: proven, leaning on the signal of event 4" in said


def test_why_names_the_signal_among_the_causes(signalled: Path) -> None:
    asked = ("why", signalled, "3H", "Carl", "--as", "Ann")
    assert run(*asked).exit_code == 1
    found = run_json(*asked, *ASSUME)
    assert found["verdict"] == "proven"
    assert found["because"] == [{"signal": 3, "card": "3H", "seat": "Carl"}]
    assert found["leans"] == [3]
    assert "assumed to be a signal" in run(*asked, *ASSUME).stdout
    other = run_json("why", signalled, "4H", "Carl", "--lacks", *ASSUME)
    assert (other["verdict"], other["leans"]) == ("proven", [])
    refused = run(*asked, *ASSUME, "--certificate", "-")
    assert refused.exit_code == 2
    assert "--certificate" in refused.stderr
    leans = why(text.loads(SIGNALLED), "3H", "Carl", view="Ann", assume=True)
    with pytest.raises(CertificateError, match="leans on a convention"):
        certificate(leans)


def test_a_convention_that_was_not_kept_is_no_fault_of_the_record(signalled: Path) -> None:
    """It comes out later that Carl never had the 3H."""
    signalled.write_text(SIGNALLED + "Dora shows 3H\n")
    assert run("show", signalled, "--as", "Ann").exit_code == 0
    broken = run("show", signalled, *ASSUME, "--as", "Ann")
    assert broken.exit_code == 3
    assert "was not kept" in broken.stderr
    assert run_json("signals", signalled, *ASSUME)["kept"] is False


def test_the_command_says_that_it_is_no_fact() -> None:
    said = run("signals", "samples/pagat-six.lit", "--at", "20").stdout
    assert "had they agreed on it" in said
    assert "No fact" in said
    wrong = run("signals", "samples/pagat-six.lit", "--as", "Tom")
    assert wrong.exit_code == 2
    assert "goes with --assume" in wrong.stderr


LEANING_SIZES = """\
rules: pagat, reveal=nothing
seats: Ann Bob Carl Dora
dealer: Ann

Ann asks Bob 5H: yes
Ann asks Bob 4H: yes
Ann asks Dora 3H: no
Dora asks Ann 9C: no
Ann asks Bob 3H: no
Bob asks Ann 10C: no
Ann asks Bob 6H: no
Bob asks Ann 2H: yes
Bob asks Carl 9D: no
Carl asks Bob 2H: yes
Carl claims low hearts: Ann 4H 5H, Carl rest: opponents
"""


def test_hand_sizes_and_the_turn_are_told_without_any_signal(tmp_path: Path) -> None:
    file = tmp_path / "sizes.lit"
    file.write_text(LEANING_SIZES, encoding="utf-8")
    assumed = run_json("show", file, *ASSUME)
    plain = run_json("show", file)
    assert assumed["cards"] != plain["cards"]
    assert (assumed["sizes"], assumed["turn"]) == (plain["sizes"], plain["turn"])
    assert "Carl ?" in run("show", file, *ASSUME).stdout


def test_nothing_after_the_moment_is_looked_at() -> None:
    head = "rules: pagat\nseats: Ann Bob Carl Dora\ndealer: Ann\n\n"
    record = text.loads(f"{head}Ann asks Bob 5H: yes\nAnn asks Bob 5H: no\nAnn asks Bob 6H: no\n")
    assert signals(record, at=1).signals == ()


def test_what_is_proven_anyway_leans_on_no_signal() -> None:
    record = text.loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H\nbook blacks: 2S 3S 4S 5S\n"
        "seats: Ann Bob Carl Dora\ndealer: Ann\nhand Ann: 2H 2S\nturn: Ann\n\n"
        "Ann asks Dora 3H: no\nDora asks Carl 3S: no\nCarl asks Bob 4H: no\n"
        "Bob asks Ann 5S: no\nAnn asks Bob 3H: no\n"
    )
    found = why(record, "3H", "Carl", view="Ann", assume=True)
    assert found.verdict == "proven"
    assert found.because == why(record, "3H", "Carl", view="Ann").because


def test_a_record_that_contradicts_itself_is_no_broken_convention() -> None:
    """Whether there were signals or not: the error is that of the record, and names its event."""
    shown = f"{SIGNALLED}Dora shows 2H\n"
    for contradictory in (shown, shown.replace("Carl asks Dora 4H: no\n", "")):
        record = text.loads(contradictory)
        with pytest.raises(ContradictionError, match="contradicts itself") as caught:
            assuming(record, view="Ann")
        assert caught.value.event == len(record.events)
