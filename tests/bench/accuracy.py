#!/usr/bin/env python3
"""accuracy.py PROGRAM TRUTH [--update]: estimates beside what a GPU measured.

TRUTH holds training programs with their configs (laid out by its layout.sh) and peaks.jsonl, a row a case: bytes that
torch.cuda reported as allocated and reserved at most, and NVML for the process. --update writes every pair of figures to
tests/measured/h100/accuracy.tsv and the table of docs/accuracy.md anew.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
record = root / "tests/measured/h100/accuracy.tsv"
page = root / "docs/accuracy.md"
metrics = {"allocated": "peak_allocated", "reserved": "peak_reserved", "process": "process"}


def estimated(program, truth):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["bash", str(truth / "layout.sh"), folder], check=True, stdout=subprocess.DEVNULL)
        command = [program, "check", "--root", ".", "--format", "json", "--fail-on", "never", "configs"]
        run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return json.loads(run.stdout)["configs"]


def group_of(case):
    """DDP, FSDP and torch.compile are not said by these recipes: their rows are no estimate of what ran."""
    folder, _, name = case.partition("/")
    kind = name.split("-")[0]
    if kind in ("parallel", "compiled"):
        return None
    group = kind if folder == "vision" else folder
    return group + ", cudnn.benchmark" if "-bench" in name else group


def trained(row):
    """The loss scaler skips steps whose gradients overflow: a program that never stepped has no optimizer's states."""
    return any(mark[0] == "step" for mark in row["marks"])


def rows_of(configs, truth):
    measured = {row["case"]: row for row in map(json.loads, (truth / "peaks.jsonl").read_text().splitlines())}
    for config in sorted(configs, key=lambda config: config["path"]):
        case = config["path"].removeprefix("configs/").removesuffix(".yaml")
        row = measured.get(case)
        if row is None or row["out_of_memory"] or group_of(case) is None or not trained(row):
            continue
        for metric, column in metrics.items():
            interval = config["peak"][metric] if config["status"] == "estimated" else {}
            figures = [interval.get(end, "") for end in ("low", "point", "high")]
            yield "\t".join(map(str, [group_of(case), case, metric, row[column], *figures]))


def table_of(lines):
    """Nearest-rank percentiles of |estimate / measured - 1|."""
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in lines:
        group, _, metric, measured, low, point, high = line.split("\t")
        entry = groups[group][metric]
        entry.append((abs(int(point) / int(measured) - 1), int(low) <= int(measured) <= int(high)) if point else None)
    yield "| programs | estimated | allocated | reserved | process | inside of the interval |"
    yield "|---|---|---|---|---|---|"
    for group in sorted(groups):
        cells, inside = [], []
        for metric in metrics:
            found = sorted(entry for entry in groups[group][metric] if entry)
            rank = lambda share: found[max(0, -(-len(found) * share // 100) - 1)][0] * 100
            cells.append(f"{rank(50):.1f} / {rank(90):.1f} %" if found else "–")
            inside.append(f"{100 * sum(entry[1] for entry in found) / len(found):.0f}" if found else "–")
        every = groups[group]["process"]
        yield (f"| {group} | {sum(entry is not None for entry in every)} of {len(every)} | " + " | ".join(cells) +
               f" | {' / '.join(inside)} %" + " |")


def main():
    program, truth = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    lines = list(rows_of(estimated(program, truth), truth))
    table = "\n".join(table_of(lines))
    print(table)
    if "--update" in sys.argv[3:]:
        record.write_text("".join(line + "\n" for line in lines))
        text = page.read_text()
        begin = text.index("| programs |")
        end = text.index("\n\n", begin)
        page.write_text(text[:begin] + table + text[end:])


main()
