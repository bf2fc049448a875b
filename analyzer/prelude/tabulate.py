"""A table is a text."""
import _run

tabulate_formats = ["plain", "simple", "github", "grid", "pipe", "html", "latex"]
PRESERVE_WHITESPACE = False


def tabulate(tabular_data, headers=(), **options):
    return _run.unknown("the text of a table is not modelled")
