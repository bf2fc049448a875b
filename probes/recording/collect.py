"""One file of the answers that the probe gave: python3 collect.py FOLDER [--side-by-side] > FILE.json

FOLDER/NAME.json holds the last line that it printed for the graph or trace NAME; empty ones are left out. Of runs that
shared the device nothing is known of the process: what the device holds is of all of them.
"""
import argparse
import json
import pathlib
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--side-by-side", action="store_true")
    options = parser.parse_args()
    lines = []
    for path in sorted(options.folder.glob("*.json")):
        text = path.read_text(encoding="utf-8").strip()
        if not text:
            print(f"{path.stem}: left out: {path.with_suffix('.txt').read_text(encoding='utf-8').strip()[-200:]}", file=sys.stderr)
            continue
        record = json.loads(text)
        if options.side_by_side:
            record.update({key: None for key in ("context", "process") if key in record})
        lines.append(f"{json.dumps(path.stem)}: {json.dumps(record)}")
    print('{"records": {\n' + ",\n".join(lines) + "\n}}")


main()
