"""Text and JSON to a record and back.

``tracker.notation.text`` is the notation that people write, ``tracker.notation.record_json`` the
same record as JSON. Both have ``load``, ``loads``, ``dump`` and ``dumps``.
"""
