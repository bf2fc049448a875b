#!/usr/bin/env python3
"""timm.py PROGRAM FOLDER [NAME]...: every model that timm lists beside the parameters that it states.

FOLDER is timm's repository with its source and `results`, whose tables of speed state the parameters in millions, to the
second place. Each model is made as timm's benchmark.py --reparam makes it and trained for a step at the smallest size that the table
has. NAME: only models whose name holds it.
"""
import csv
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

PROGRAM = '''
import timm
import torch
from timm.utils.model import reparameterize_model


def model_of(cfg):
    return reparameterize_model(timm.create_model(cfg["model"], in_chans=3, drop_rate=0.0))


def state_of(cfg, model):
    return {"optimizer": torch.optim.SGD(model.parameters(), lr=1e-3)}


def total(outputs):
    if isinstance(outputs, (list, tuple)):
        return sum(total(each) for each in outputs)
    return outputs.float().sum()


def step(cfg, model, optimizer, inputs):
    total(model(inputs[0])).backward()
    optimizer.step()
    optimizer.zero_grad()
'''
RECIPES = '''torch: "2.11"
recipes:
  - name: models
    configs: [configs/*.json]
    model: models.model_of(cfg)
    setup: models.state_of(cfg, model)
    inputs: ["float32[2, 3, cfg.size, cfg.size]"]
    step: models.step
'''


def listed(folder):
    """name -> (size, parameters in millions), out of the table that lists most models."""
    tables = [list(csv.DictReader(path.open())) for path in sorted(folder.glob("results/benchmark-infer-*.csv"))]
    found = {}
    for row in max(tables, key=lambda rows: len({row["model"] for row in rows})):
        size = int(row["infer_img_size"])
        if row["model"] not in found or size < found[row["model"]][0]:
            found[row["model"]] = size, float(row["param_count"])
    return found


def lay_out(folder, models):
    (folder / "configs").mkdir()
    (folder / "models.py").write_text(PROGRAM)
    (folder / "vramlint.yaml").write_text(RECIPES)
    for name, (size, _) in models.items():
        (folder / "configs" / f"{name}.json").write_text(json.dumps({"model": name, "size": size}))


def checked(program, source, models):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lay_out(folder, models)
        command = [program, "check", "--root", ".", "--python-path", source, "--format", "json", "--fail-on", "never", "configs"]
        return json.loads(subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=False).stdout)


def verdict(config, millions, blamed):
    found = (config["parameters"] or {}).get("total")
    if blamed:
        return "blamed: " + blamed
    if found is None or round(found / 1e6, 2) != millions:
        return f"{millions} million listed, {found} found"
    if config["status"] != "estimated":
        reasons = [each["reason"] for each in config["unknowns"]] + config["not_checked"]
        return config["status"] + ": " + (reasons or ["no reason"])[0]
    return ""


def main():
    program, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    names = sys.argv[3:]
    models = {name: of for name, of in listed(source).items() if not names or any(each in name for each in names)}
    outcome = checked(program, source, models)
    blamed = {pathlib.Path(each["config"] or each["file"]).stem: each["message"] for each in outcome["findings"] if each["level"] == "error" and each["rule"] != "peak-memory-exceeds-device"}
    good = 0
    for config in outcome["configs"]:
        name = pathlib.Path(config["path"]).stem
        said = verdict(config, models[name][1], blamed.get(name))
        good += not said
        if said:
            print(f"{name:40} {said}")
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    print(f"{good} of {len(models)} models as listed ({100 * good / len(models):.1f} %), {seconds / len(models):.3f} s of user time each")
    return 1 if good < 0.98 * len(models) else 0


if __name__ == "__main__":
    sys.exit(main())
