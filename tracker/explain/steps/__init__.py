"""Tell an explanation in steps, from a set of causes to the conclusion.

Read the modules in this order:

* ``stepwise``: the chain of inferences from the causes to the conclusion, by the easiest rules;
* ``propagation``: the easy rules, what a player sees at once; ``hall_sets`` finds the seats that
  share as many cards, for one of them;
* ``telling``: inferences as steps; an inference that takes too much becomes several steps;
* ``counting_steps``: an inference that joins half-suits, as steps that count hands; the numbers for
  each half-suit are from ``half_suit_bounds``.
"""
