"""Find the smallest set of causes that proves a conclusion.

The conclusion's opposite is supposed. A set of causes is a proof if no deal fits both: in the
field's words, a group of clauses that is unsatisfiable. A smallest proof is a smallest minimal
unsatisfiable subset (MUS).

Read the modules in this order:

* ``fact_groups``: the facts in groups, one for each cause, and whether some groups leave a deal;
* ``smallest_mus``: the search for a smallest proof, by implicit hitting sets;
* ``counterexample``: deals near a given deal, with which the search begins; and where a conclusion
  is open, a deal in which it is false.
"""
