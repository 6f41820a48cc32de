"""The yardstick for smallest explanations: PySAT's OptUx, an optimal MUS extractor.

Each cause is a soft unit clause, its facts are hard clauses guarded by it; hand sizes are encoded
by a sequential counter, for OptUx's solvers know clauses only. OptUx may run for ever on counting
arguments, so it works in a process that can be ended.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from multiprocessing.connection import Connection

from pysat.card import CardEnc, EncType
from pysat.examples.optux import OptUx
from pysat.formula import WCNF, IDPool

from tracker.explain.evidence import Evidence
from tracker.knowledge.facts import Clause, Count, Fact


def formula(grounds: Evidence, supposed: tuple[Fact, ...]) -> WCNF:
    """The causes as soft clauses, all else hard."""
    pool, coded = IDPool(), WCNF()
    for card in grounds.cards:
        at = [pool.id((card, seat)) for seat in grounds.seats]
        coded.append(at)
        for i, one in enumerate(at):
            coded.extend([[-one, -other] for other in at[:i]])
    for fact in supposed:
        _guarded(coded, pool, fact, [])
    for cause, facts in grounds.by_cause().items():
        switch = pool.id(cause)
        for fact in facts:
            _guarded(coded, pool, fact, [-switch])
        coded.append([switch], weight=1)
    return coded


def _guarded(coded: WCNF, pool: IDPool, fact: Fact, guard: list[int]) -> None:
    if isinstance(fact, Clause):
        literals = [
            pool.id((card, seat)) * (1 if holds else -1) for card, seat, holds in fact.literals
        ]
        coded.append([*guard, *literals])
        return
    for clause in _count(pool, fact):
        coded.append([*guard, *clause])


def _count(pool: IDPool, fact: Count) -> list[list[int]]:
    lits = [pool.id((card, fact.seat)) for card in fact.cards]
    how = {"vpool": pool, "encoding": EncType.seqcounter}
    most = CardEnc.atmost(lits, bound=fact.most, **how).clauses
    least = CardEnc.atleast(lits, bound=fact.least, **how).clauses
    return [*most, *least]


def smallest_size(
    grounds: Evidence, supposed: tuple[Fact, ...], limit: float
) -> tuple[int | None, float, float]:
    """The number of causes in a smallest proof, as OptUx finds it.

    Args:
        grounds: what the view knows.
        supposed: the opposite of the conclusion.
        limit: seconds.

    Returns:
        The number, none where the time ran out; the seconds it took, the encoding included; and the
        seconds of processor time.
    """
    start, spent = time.perf_counter(), _of_children()
    receiver, sender = multiprocessing.Pipe(duplex=False)
    worker = multiprocessing.Process(target=_work, args=(grounds, supposed, sender))
    worker.start()
    size = None
    try:
        if receiver.poll(limit):
            size = receiver.recv()
    finally:
        worker.kill()
        worker.join()
    return size, time.perf_counter() - start, _of_children() - spent


def _of_children() -> float:
    """The processor time of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _work(grounds: Evidence, supposed: tuple[Fact, ...], sender: Connection) -> None:
    with OptUx(formula(grounds, supposed), solver="g4", adapt=True, minz=True) as extractor:
        found = extractor.compute()
        sender.send(len(found) if found is not None else 0)
