import _vramlint


class HydraConfig:
    @classmethod
    def get(cls):
        return _vramlint.unknown("what hydra says of its own run is not known")

    @classmethod
    def initialized(cls):
        return True

    @classmethod
    def instance(cls):
        return cls()

    def set_config(self, cfg):
        return None
