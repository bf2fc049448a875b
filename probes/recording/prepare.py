"""Dumps the graphs and traces that a machine with a GPU is to run: python3 prepare.py VRAMLINT TORCH FOLDER

For every model of tests/models, as the program VRAMLINT understands it for that version of torch: FOLDER/NAME.graph.json,
with the optimizer that is to step, and FOLDER/NAME.trace.json. The folder can be carried to another machine.
"""
import ast
import json
import pathlib
import re
import subprocess
import sys
import tempfile

MODELS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "models"
OPTIMIZER = "adam"


def header(path):
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) in ("CFG", "INPUTS"):
            found[node.targets[0].id] = ast.literal_eval(node.value)
    return found["CFG"], found["INPUTS"]


def yaml_of(value):
    """JSON is YAML, but for numbers such as 1e-06: without a point those are text."""
    return re.sub(r"(?<=[ \[:]\d)e-", ".0e-", json.dumps(value))


def project_of(path, folder):
    """A config and a recipe for one model file."""
    config, inputs = header(path)
    (folder / f"{path.stem}.yaml").write_text(yaml_of(config), encoding="utf-8")
    recipe = {
        "name": path.stem,
        "configs": [f"{path.stem}.yaml"],
        "model": f"{path.stem}.build(cfg)",
        "inputs": [dtype + json.dumps(shape) for dtype, shape in inputs],
        "loss": f"{path.stem}.loss(outputs)",
        "optimizer": OPTIMIZER,
    }
    (folder / "recipe.yaml").write_text(json.dumps({"recipes": [recipe]}), encoding="utf-8")


def dump(program, stage, path, folder, torch):
    command = [program, "dump", stage, str(folder / f"{path.stem}.yaml"), "--recipe", str(folder / "recipe.yaml"),
               "--root", str(folder), "--torch", torch, "--format", "json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(answer.stdout)
    except ValueError:
        return None, answer.stderr.strip()
    return (found, "") if found.get("phases") else (None, found.get("reason", "there is no " + stage))


def main(program, torch, target):
    target = pathlib.Path(target)
    target.mkdir(parents=True, exist_ok=True)
    made = 0
    for path in sorted(MODELS.glob("*.py")):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / path.name).write_bytes(path.read_bytes())
            project_of(path, folder)
            graph, reason = dump(program, "graph", path, folder, torch)
            trace, other = dump(program, "trace", path, folder, torch) if graph else (None, "")
        if not graph or not trace:
            print(f"{path.name}: left out: {reason or other}", file=sys.stderr)
            continue
        graph["experiment"] = {"optimizer": {"name": OPTIMIZER}, "settings": OPTIMIZER}
        (target / f"{path.stem}.graph.json").write_text(json.dumps(graph), encoding="utf-8")
        (target / f"{path.stem}.trace.json").write_text(json.dumps(trace), encoding="utf-8")
        made += 1
    print(f"{made} models in {target}, for torch {torch}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
