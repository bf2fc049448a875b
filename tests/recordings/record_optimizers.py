"""What optimizer steps of real PyTorch allocate, on the CPU: /usr/bin/python3 record_optimizers.py > 1.13.1-cpu/optimizers.json

For every case four parameters with gradients, and two figures from torch's memory profiler, every block rounded up to
512 bytes as CUDA's allocator does:
    held    what has been allocated and not freed from before the optimizer is made until the last step begins: its states
    first   the highest rise within the first step, over what was allocated when it began
    rise    the same within the last of `steps` steps
Smaller blocks than 1024 bytes are Python numbers, step counters and the profiler's own; the first two stay in host memory
where the parameters are on a GPU. They are left out.
"""
import json

import torch
from torch.autograd.profiler import profile

SHAPES = [[256, 256], [256, 128], [1000], [3, 7, 5, 5]]


def cases():
    for foreach in (False, True):
        for name, options in (
            ("SGD", {}), ("SGD", {"momentum": 0.9}), ("SGD", {"weight_decay": 0.1}),
            ("SGD", {"momentum": 0.9, "weight_decay": 0.1}), ("SGD", {"momentum": 0.9, "nesterov": True}),
            ("SGD", {"momentum": 0.9, "nesterov": True, "weight_decay": 0.1}), ("SGD", {"maximize": True}),
            ("SGD", {"maximize": True, "momentum": 0.9, "weight_decay": 0.1}),
            ("Adam", {}), ("Adam", {"weight_decay": 0.1}), ("Adam", {"amsgrad": True}), ("Adam", {"maximize": True}),
            ("Adam", {"maximize": True, "weight_decay": 0.1, "amsgrad": True}),
            ("AdamW", {}), ("AdamW", {"amsgrad": True}), ("AdamW", {"maximize": True}),
            ("NAdam", {}), ("NAdam", {"weight_decay": 0.1}), ("RAdam", {}), ("RAdam", {"weight_decay": 0.1}),
            ("Adamax", {}), ("Adamax", {"weight_decay": 0.1}), ("Adamax", {"maximize": True}),
            ("RMSprop", {}), ("RMSprop", {"momentum": 0.9}), ("RMSprop", {"centered": True}),
            ("RMSprop", {"weight_decay": 0.1, "momentum": 0.9, "centered": True}), ("RMSprop", {"maximize": True}),
            ("Adagrad", {}), ("Adagrad", {"weight_decay": 0.1}), ("Adagrad", {"maximize": True}),
            ("Adadelta", {}), ("Adadelta", {"weight_decay": 0.1}), ("Adadelta", {"maximize": True}),
            ("ASGD", {}), ("ASGD", {"weight_decay": 0.1}), ("ASGD", {"maximize": True}),
            ("Rprop", {}), ("Rprop", {"maximize": True}),
        ):
            yield name, options, foreach
    yield "LBFGS", {"history_size": 3}, None
    yield "LBFGS", {"history_size": 5, "max_iter": 4}, None


def blocks(profiler):
    """Signed sizes, in the order they came and went."""
    for event in profiler.kineto_results.events():
        if event.name() == "[memory]" and abs(event.nbytes()) >= 1024:
            size = (abs(event.nbytes()) + 511) // 512 * 512
            yield size if event.nbytes() > 0 else -size


def rise(profiler):
    level = peak = 0
    for size in blocks(profiler):
        level += size
        peak = max(peak, level)
    return peak


def measure(name, options, foreach, steps):
    parameters = [torch.nn.Parameter(torch.randn(shape)) for shape in SHAPES]
    for parameter in parameters:
        parameter.grad = torch.randn_like(parameter)
    loss = torch.zeros(())

    def closure():
        for parameter in parameters:
            parameter.grad.mul_(0.9).add_(1e-3)
        return loss

    extra = {"closure": closure} if name == "LBFGS" else {}
    first = None
    with profile(profile_memory=True) as before:
        options = dict(options, lr=0.01)
        optimizer = getattr(torch.optim, name)(parameters, **options, **({} if foreach is None else {"foreach": foreach}))
    held = sum(blocks(before))
    for _ in range(steps - 1):
        with profile(profile_memory=True) as step:
            optimizer.step(**extra)
        first = rise(step) if first is None else first
        held += sum(blocks(step))
    with profile(profile_memory=True) as last:
        optimizer.step(**extra)
    return {"held": held, "first": first, "rise": rise(last)}


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    records = []
    for name, options, foreach in cases():
        steps = 12
        record = {"optimizer": name.lower(), "options": options}
        if foreach is not None:
            record["foreach"] = foreach
        records.append(dict(record, **measure(name, options, foreach, steps)))
    print(json.dumps({"torch": torch.__version__, "device": "cpu", "shapes": SHAPES, "dtype": "float32"})[:-1] + ', "steps": [')
    print(",\n".join("  " + json.dumps(record) for record in records))
    print("]}")


if __name__ == "__main__":
    main()
