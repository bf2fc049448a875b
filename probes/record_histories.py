#!/usr/bin/env python3
"""record_histories.py FOLDER PROGRAM.py CONFIG.yaml… [--workers N] [--import NAMES]

Runs a training program once a config on the GPU at hand, each run in a process of its own, and writes what its caching
allocator was asked for into FOLDER/GROUP__CASE.json.gz, GROUP being the config's folder: `events` of [action, number of the
allocation, bytes, place], the `places`, and `marks`: how many events lie before the end of each forward, backward and
optimizer step. Read by partings_of_histories.py and convolutions_of_histories.py.
"""
import argparse
import gzip
import importlib
import json
import multiprocessing
import pathlib
import runpy
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import torch

from marking import mark_training, start

MOST_EVENTS = 2_000_000


class Marks:
    def __init__(self):
        self.rows = []

    def set(self, kind):
        torch.cuda.synchronize()
        self.rows.append((time.time_ns() // 1000, kind))


def place_of(frames, program):
    def said(frame):
        return f"{pathlib.Path(frame['filename']).name}:{frame['line']} {frame['name']}"
    own = [frame for frame in frames if pathlib.Path(frame["filename"]).name == program.name]
    shown = frames[:1] + [frame for frame in own[:1] if frame is not frames[0]] if frames else []
    return " < ".join(said(frame) for frame in shown)


def events_of(trace, program):
    places, numbers, events, count = {}, {}, [], 0
    for entry in trace:
        action, place = entry["action"], place_of(entry.get("frames", []), program)
        at = places.setdefault(place, len(places))
        if action in ("alloc", "segment_alloc"):
            numbers[action[:3], entry["addr"]] = count
            count += action == "alloc"
        number = numbers.get(("seg" if action.startswith("seg") else "all", entry["addr"]), 0)
        events.append([action, number, entry["size"], at])
    return events, list(places)


def run(program, path, target, done):
    marks = Marks()
    error = ""
    try:
        mark_training(marks)
        torch.cuda.memory._record_memory_history(max_entries=MOST_EVENTS, context="all", stacks="python")
        sys.argv = [program, "--config", path]
        runpy.run_path(program, run_name="__main__")
    except Exception as reason:  # what was recorded until then may be what is looked for
        error = repr(reason)[:200]
    trace = torch.cuda.memory._snapshot()["device_traces"][0]
    events, places = events_of(trace, pathlib.Path(program))
    times = [entry["time_us"] for entry in trace]
    at = [[sum(time < mark for time in times), kind] for mark, kind in marks.rows]
    with gzip.open(target, "wt") as file:
        json.dump({"events": events, "places": places, "marks": at}, file, separators=(",", ":"))
    done.put(error)


def one(options, path, context):
    config = pathlib.Path(path)
    target = pathlib.Path(options.folder) / f"{config.parent.name}__{config.stem}.json.gz"
    done = context.Queue()
    child = context.Process(target=run, args=(options.program, path, target, done))
    start(child)
    try:
        said = done.get(timeout=150)
    except Exception:
        said = "no answer in time"
    child.kill()
    child.join()
    print(config.stem, said, file=sys.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("program")
    parser.add_argument("configs", nargs="+")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--import", dest="modules", default="", help="modules to import once, before the runs: a,b")
    options = parser.parse_args()
    pathlib.Path(options.folder).mkdir(parents=True, exist_ok=True)
    for name in filter(None, options.modules.split(",")):
        importlib.import_module(name)
    context = multiprocessing.get_context("fork")
    with ThreadPoolExecutor(options.workers) as pool:
        list(pool.map(lambda path: one(options, path, context), options.configs))


main()
