"""Allocators' histories of training programs, and the steps that vramlint simulates of the same programs.

A folder of histories holds GROUP__CASE.json.gz; the programs' own folder holds configs/GROUP/CASE.yaml.
"""
import difflib
import gzip
import json
import pathlib
import subprocess
import sys

ALLOCATE, FREE = 0, 1


def real_requests(history):
    steps = [place for place, kind in history["marks"] if kind == "step"]
    if len(steps) < 2:
        return []
    return [(ALLOCATE if action == "alloc" else FREE, size, block)
            for action, block, size, _ in history["events"][steps[0]:steps[1]]
            if action in ("alloc", "free_requested") and size]


def simulated_requests(trace):
    """Requests of the steady step but the workspaces, and beside them (place, allocation) before each workspace."""
    sizes, workspaces, requests, anchors = {}, set(), [], []
    last = None
    for at, event in enumerate(trace["events"]):
        if "allocate" in event:
            sizes[event["allocate"]] = event["bytes"]
            if at < trace["steady"]:
                continue
            if event["op"] == "cudnn workspace":
                workspaces.add(event["allocate"])
                anchors.append((len(requests) - 1, last))
            elif event["bytes"]:
                requests.append((ALLOCATE, event["bytes"]))
                last = event
        elif "free" in event and at >= trace["steady"] and event["free"] not in workspaces and sizes[event["free"]]:
            requests.append((FREE, sizes[event["free"]]))
    return requests, anchors


def alike(simulated, real):
    """For each simulated request that the GPU's program has too, in the same order: its place there."""
    matcher = difflib.SequenceMatcher(None, [one[:2] for one in simulated], [one[:2] for one in real], autojunk=False)
    return {a + i: b + i for a, b, count in matcher.get_matching_blocks() for i in range(count)}


def dump(vramlint, project, stage, config):
    said = subprocess.run([vramlint, "dump", stage, "--format", "json", config], cwd=project, capture_output=True, text=True)
    return json.loads(said.stdout)["phases"][0] if said.returncode == 0 else None


def each(vramlint, project, histories):
    """Name, history, and a way to ask for a stage's dump, for every history whose program can be estimated."""
    for path in sorted(pathlib.Path(histories).glob("*.json.gz")):
        config = "configs/" + path.name.removesuffix(".json.gz").replace("__", "/") + ".yaml"
        if "bench" in config or not (pathlib.Path(project) / config).exists():
            continue
        trace = dump(vramlint, project, "trace", config)
        if not trace:
            print(config, "is not estimated", file=sys.stderr)
            continue
        with gzip.open(path, "rt") as file:
            yield config, json.load(file), trace
