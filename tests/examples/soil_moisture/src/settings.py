import yaml


def load_settings(path="config/config.yaml"):
    try:
        with open(path, "r", encoding="utf-8") as file:
            return yaml.safe_load(file)
    except FileNotFoundError:
        print(f"no settings at {path}")
        return None
