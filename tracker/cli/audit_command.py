"""``tracker audit``: every claim judged at the moment it was made."""

from __future__ import annotations

import click

from tracker.cli.options import file_argument, json_option, read_record, warn, write_json


@click.command("audit")
@file_argument
@json_option
def command(file: str, as_json: bool) -> None:
    """Judge every claim at the moment it was made, in the claimant's view.

    Also lists claims that could have been proven and were not made, and asks whose answer the
    asker could have known.
    """
    from tracker.analysis.audit import audit

    record = read_record(file)
    warn(record, len(record.events))
    found = audit(record)
    if as_json:
        from tracker.render.documents import audit_document

        write_json(audit_document(found))
        return
    from tracker.cli.console import output
    from tracker.render.audit import audit_report

    output().print(audit_report(found, record))
