import yaml


class Settings:
    def __init__(self, path="config/segment.yaml"):
        self.values = self._load(path)

    def _load(self, path):
        with open(path) as file:
            return yaml.safe_load(file)

    def get(self, key, default=None):
        value = self.values
        for part in key.split("."):
            value = value.get(part, default)
        return value
