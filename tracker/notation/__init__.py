"""Records as text, as JSON, and from the logs of other programs.

To use, one module for each form:

* ``record_files``: files and texts in any form to records, and back;
* ``text``: the notation that people write, and a single statement of it (``parse_event``);
* ``games``: a text of many games;
* ``record_json``: the JSON form;
* ``foreign``: the logs of other programs.

To read the text form from the bottom up: ``source`` (bytes to text, to statements and comments),
``problems`` (words that know their place, and what is wrong with them), ``names`` (what a word
means), ``words`` (which words are one part of a statement), ``holdings`` and ``statements`` (the
templates of events), ``header`` (line by line), ``text`` (all of it, and back to canonical text).

What people type is read by ``typed``: as the notation, as a short ask, or as a sentence. All three
fill the slots of the templates of ``statements``. Of a sentence, ``spoken_parts`` makes parts of
its words, ``grammar`` reads them by the rules in ``speech.txt``, and ``sentences`` makes the slots.

For the JSON form, ``json_document`` reads any document, ``json_schema`` judges its shape, and what
it says goes into header lines and the slots of statements, which are read as those of the text.
"""
