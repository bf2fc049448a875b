"""What real PyTorch takes on a GPU: python3 figures.py models|libraries [--device N] > FILE.json

models     for every model of tests/models, three training steps with Adam: parameters, bytes saved for backward, and the
           allocator's peaks in the last step, the statistics reset before it.
libraries  what libraries take beside tensors: cuBLAS for a product, cublasLt for one with a bias, cuDNN for convolutions
           of several sizes and for an LSTM (its reserve), and what the process holds outside of the caching allocator.

Figures are bytes. The process's share is what nvidia-smi shows for the whole device, less what it showed before torch was
used, so nothing else should run there.
"""
import argparse
import ast
import contextlib
import gc
import importlib.util
import json
import pathlib
import subprocess
import sys
import weakref

import torch

sys.dont_write_bytecode = True
MODELS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "models"
STEPS = 3


def device_used(index):
    """Bytes in use on the device, of all processes; None where nvidia-smi does not tell."""
    command = ["nvidia-smi", f"--id={index}", "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
    try:
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()) << 20
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


def process_memory(index, before):
    """(all the process holds, what of it is outside of the caching allocator)"""
    torch.cuda.synchronize()
    now = device_used(index)
    if now is None or before is None:
        return None, None
    return now - before, now - before - torch.cuda.memory_reserved()


# ---------------------------------------------------------------------------------------------------------- models


class Config(dict):
    __getattr__ = dict.__getitem__


def config(value):
    if isinstance(value, dict):
        return Config((key, config(item)) for key, item in value.items())
    return [config(item) for item in value] if isinstance(value, list) else value


def load(path):
    literals = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) in ("CFG", "INPUTS"):
            literals[node.targets[0].id] = ast.literal_eval(node.value)
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[path.stem] = module
    specification.loader.exec_module(module)
    return module, config(literals["CFG"]), literals["INPUTS"]


def make_inputs(inputs):
    made = []
    for name, shape in inputs:
        dtype = getattr(torch, name)
        floating = dtype.is_floating_point or dtype.is_complex
        made.append(torch.randn(shape, dtype=dtype, device="cuda") if floating
                    else torch.randint(0, 2, shape, dtype=dtype, device="cuda"))
    return made


def storage(tensor):
    return tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()


class Held:
    """An alias of a saved tensor that lives as long as the node that keeps it."""

    def __init__(self, tensor):
        self.tensor = tensor.detach()


def saved_bytes(module, model, inputs):
    held = []

    def pack(tensor):
        one = Held(tensor)
        held.append(weakref.ref(one))
        return one

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda one: one.tensor):
        outputs = model(*inputs)
        value = module.loss(outputs)
    own = [*model.parameters(), *model.buffers(), *inputs]
    seen = {storage(tensor).data_ptr() for tensor in own}
    total = 0
    for one in (reference() for reference in held):
        if one is None or one.tensor.device.type != "cuda" or storage(one.tensor).data_ptr() in seen:
            continue
        seen.add(storage(one.tensor).data_ptr())
        total += storage(one.tensor).nbytes()
    del outputs, value
    return total


def measure_model(path):
    module, facts, specification = load(path)
    # From 2.0 on a device is a context: what a model makes while it runs is made there too.
    with torch.device("cuda") if hasattr(torch.device("cpu"), "__enter__") else contextlib.nullcontext():
        model = module.build(facts).to("cuda").train()
        inputs = make_inputs(specification)
        saved = saved_bytes(module, model, inputs)
        model.zero_grad(set_to_none=True)
        gc.collect()
        torch.cuda.empty_cache()
        optimizer = torch.optim.Adam(model.parameters())
        for step in range(STEPS):
            if step == STEPS - 1:
                torch.cuda.synchronize()
                torch.cuda.reset_peak_memory_stats()
            optimizer.zero_grad()
            outputs = model(*inputs)
            loss = module.loss(outputs)
            loss.backward()
            optimizer.step()
    return {"parameters": sum(p.numel() for p in model.parameters()), "saved": saved,
            "peak_allocated": torch.cuda.max_memory_allocated(), "peak_reserved": torch.cuda.max_memory_reserved()}


def record_models(_before, _index):
    figures = {}
    for path in sorted(MODELS.glob("*.py")):
        try:
            figures[path.name] = measure_model(path)
        except Exception as error:  # one model that does not run there is told, and leaves the others their figures
            figures[path.name] = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
        gc.collect()
        torch.cuda.empty_cache()
    return {"models": figures}


# ------------------------------------------------------------------------------------------------------- libraries


def rise(function):
    """(what the call leaves, result included; the most it held), over what stood before it."""
    torch.cuda.synchronize()
    before = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    result = function()
    torch.cuda.synchronize()
    return result, torch.cuda.memory_allocated() - before, torch.cuda.max_memory_allocated() - before


def size(tensor):
    return (tensor.numel() * tensor.element_size() + 511) // 512 * 512


def products():
    a, b = torch.randn(512, 512, device="cuda"), torch.randn(512, 512, device="cuda")
    bias = torch.randn(512, device="cuda")
    result, kept, _ = rise(lambda: a @ b)
    cublas = kept - size(result)
    result, kept, most = rise(lambda: torch.nn.functional.linear(a, b, bias))
    return {"cublas_kept": cublas, "cublaslt_kept": kept - size(result), "cublaslt_during": most - size(result)}


def convolutions():
    found = []
    for dtype in (torch.float32, torch.float16):
        for channels, width, kernel, batch in ((64, 56, 3, 8), (256, 28, 1, 8), (512, 14, 3, 8), (3, 224, 7, 8),
                                               (64, 128, 5, 2), (1024, 8, 3, 4)):
            x = torch.randn(batch, channels, width, width, device="cuda", dtype=dtype, requires_grad=True)
            layer = torch.nn.Conv2d(channels, 64, kernel, padding=kernel // 2, bias=False).to("cuda", dtype)
            result, _, forward = rise(lambda: layer(x))
            gradient = torch.ones_like(result)
            made = size(x) + size(layer.weight)
            _, _, backward = rise(lambda: torch.autograd.grad(result, (x, layer.weight), gradient))
            found.append({"dtype": str(dtype).split(".")[-1], "input": list(x.shape), "weight": list(layer.weight.shape),
                          "padding": kernel // 2, "forward": forward - size(result), "backward": backward - made})
    return found


def recurrent():
    found = []
    for steps, batch, width, layers, both in ((32, 16, 128, 1, False), (32, 16, 128, 2, False), (32, 16, 128, 2, True),
                                              (64, 16, 128, 1, False), (32, 32, 128, 1, False), (32, 16, 256, 1, False)):
        layer = torch.nn.LSTM(width, width, layers, bidirectional=both).to("cuda")
        x = torch.randn(steps, batch, width, device="cuda", requires_grad=True)
        (output, (h, c)), kept, most = rise(lambda: layer(x))
        results = size(output) + size(h) + size(c)
        found.append({"steps": steps, "batch": batch, "width": width, "layers": layers, "bidirectional": both,
                      "kept_beside_results": kept - results, "most_beside_results": most - results})
    return found


def record_libraries(before, index):
    torch.zeros(1, device="cuda")
    bare, outside = process_memory(index, before)
    figures = {"context_bare": outside, "process_bare": bare, "products": products(), "convolutions": convolutions(),
               "lstm": recurrent()}
    figures["context_used"] = process_memory(index, before)[1]
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["models", "libraries"])
    parser.add_argument("--device", type=int, default=0)
    options = parser.parse_args()
    before = device_used(options.device)
    torch.cuda.set_device(options.device)
    torch.backends.cudnn.benchmark = False
    torch.manual_seed(0)
    record = record_models if options.what == "models" else record_libraries
    major, minor = torch.cuda.get_device_capability()
    facts = torch.cuda.get_device_properties(options.device)
    json.dump({"torch": torch.__version__.split("+")[0], "cuda": torch.version.cuda, "device": facts.name,
               "compute_capability": f"{major}.{minor}", "memory": facts.total_memory,
               "multiprocessors": facts.multi_processor_count, "cudnn": torch.backends.cudnn.version(),
               **record(before, options.device)}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
