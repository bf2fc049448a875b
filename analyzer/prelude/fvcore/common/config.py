from yacs.config import CfgNode as _Node


class CfgNode(_Node):
    def merge_from_file(self, cfg_filename, allow_unsafe=False):
        self._merge(self.load_yaml_with_base(cfg_filename, allow_unsafe), [])
