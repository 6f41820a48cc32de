"""Explanations: smallest sets of causes, steps, contradictions, repairs and certificates.

Example::

    with deduce(record, view="Ann", at=40) as deduction, Explainer(deduction) as explainer:
        explanation = explainer.why(card_at("5H", "Doug"))
        explanation.verdict     # "proven", "open" or "refuted"
        explanation.because     # (EventCause(12), OwnCause("2H", "Ann"), …)
        explainer.why(card_at("5H", "Doug", holds=False))
        explainer.why(whole_claim("low hearts", holdings), limit=10, alternatives=3)

    for conflict in conflicts(record):
        suggestions(record, conflict)

    document = certificate(explanation)
    verify(document, record)        # what is wrong with it: ()

Begin with ``why``, which puts the two groups ``smallest`` and ``steps`` together; ``explanation``
and ``evidence`` have the data that all modules share. ``conflict``, ``slips`` and ``repairs`` are
about records that contradict themselves, ``certificate`` and ``verification`` about explanations
that others check. ``consistency`` answers by exact tables what the SAT solver cannot count, and
``limits`` lists how far every search goes.
"""

from tracker.explain.certificate import certificate
from tracker.explain.conflict import Conflict, conflicts
from tracker.explain.evidence import Weights
from tracker.explain.explanation import (
    Conclusion,
    Consequences,
    Explanation,
    HowMany,
    Step,
    card_at,
    whole_claim,
)
from tracker.explain.repairs import Suggestion, suggestions
from tracker.explain.verification import verify
from tracker.explain.why import Explainer

__all__ = [
    "Conclusion",
    "Conflict",
    "Consequences",
    "Explainer",
    "Explanation",
    "HowMany",
    "Step",
    "Suggestion",
    "Weights",
    "card_at",
    "certificate",
    "conflicts",
    "suggestions",
    "verify",
    "whole_claim",
]
