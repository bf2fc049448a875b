#!/usr/bin/env python3
"""record_programs.py PROGRAM.py CONFIG.yaml… [--workers N] [--import NAMES] > peaks.jsonl

Runs a training program once a config on the GPU at hand, each run in a process of its own, and writes a row a run: what
PyTorch's allocator had handed out and reserved at most, what NVML shows for the process at the end and how much of that lies
outside of the allocator, and marks before and after each backward and each optimizer step: the peak since the mark before,
what was allocated, what was reserved. PROGRAM takes --config FILE. Needs torch and nvidia-ml-py.
"""
import argparse
import importlib
import json
import multiprocessing
import os
import pathlib
import runpy
import sys
from concurrent.futures import ThreadPoolExecutor

import torch

from marking import mark_training, start

PROCESS_LIMIT = 150  # seconds


class Marks:
    def __init__(self):
        self.rows, self.allocated, self.reserved = [], 0, 0

    def set(self, kind):
        cuda = torch.cuda
        self.allocated = max(self.allocated, cuda.max_memory_allocated())
        self.reserved = max(self.reserved, cuda.max_memory_reserved())
        self.rows.append([kind, cuda.max_memory_allocated(), cuda.memory_allocated(), cuda.memory_reserved()])
        cuda.reset_peak_memory_stats()


def of_process():
    import pynvml
    pynvml.nvmlInit()
    card = pynvml.nvmlDeviceGetHandleByIndex(0)
    for process in pynvml.nvmlDeviceGetComputeRunningProcesses(card):
        if process.pid == os.getpid():
            return process.usedGpuMemory
    return None


def run(program, path, queue):
    os.dup2(2, 1)
    row = {"case": pathlib.Path(path).stem, "out_of_memory": False}
    marks = Marks()
    try:
        mark_training(marks)
        sys.argv = [program, "--config", path]
        runpy.run_path(program, run_name="__main__")
        marks.set("end")
    except torch.cuda.OutOfMemoryError:
        row["out_of_memory"] = True
    except Exception as error:
        row["error"] = repr(error)[:300]
    process = of_process() if torch.cuda.is_initialized() else None
    reserved = torch.cuda.memory_reserved() if torch.cuda.is_initialized() else 0
    queue.put({**row, "peak_allocated": marks.allocated, "peak_reserved": marks.reserved, "process": process,
               "outside": process and process - reserved, "marks": marks.rows})


def one(program, path):
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=run, args=(program, path, queue))
    start(child)
    try:
        row = queue.get(timeout=PROCESS_LIMIT)
    except Exception:
        row = {"case": pathlib.Path(path).stem, "error": "no answer in time"}
    child.kill()
    child.join()
    return row


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("configs", nargs="+")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--import", dest="modules", default="", help="modules to import once, before the runs: a,b")
    options = parser.parse_args()
    for name in filter(None, options.modules.split(",")):
        importlib.import_module(name)
    with ThreadPoolExecutor(options.workers) as pool:
        for row in pool.map(lambda path: one(options.program, path), options.configs):
            print(json.dumps(row, separators=(",", ":")), flush=True)
            print(row["case"], row.get("peak_allocated", 0) >> 20, "MiB", row.get("error", ""), file=sys.stderr)


main()
