"""mmcv 2's KeyMapper: steps that work under other names than the results have."""
from mmcv.transforms import BaseTransform


class _Ignored:
    """What is not there, or shall not be seen by the steps inside."""


class KeyMapper(BaseTransform):
    def __init__(self, transforms=None, mapping=None, remapping=None, auto_remap=None, allow_nonexist_keys=False):
        from mmengine.dataset import Compose

        self.allow_nonexist_keys = allow_nonexist_keys
        self.mapping = mapping
        self.auto_remap = remapping is None if auto_remap is None else auto_remap
        if self.auto_remap and remapping is not None:
            raise ValueError("KeyMapper: ``remapping`` must be None if`auto_remap` is set True.")
        self.remapping = mapping if self.auto_remap else remapping
        steps = [] if transforms is None else transforms
        self.transforms = Compose(steps if isinstance(steps, (list, tuple)) else [steps])

    def __iter__(self):
        return iter(self.transforms.transforms)

    def _taken(self, data, outer):
        if isinstance(outer, dict):
            return {name: self._taken(data, each) for name, each in outer.items()}
        if isinstance(outer, (tuple, list)):
            return type(outer)([self._taken(data, each) for each in outer])
        if outer is ...:
            return _Ignored
        return data.get(outer, _Ignored if self.allow_nonexist_keys else None)

    def _named(self, data, outer):
        found = {}
        if isinstance(outer, dict):
            for name, each in outer.items():
                assert name in data
                found.update(self._named(data[name], each))
        elif isinstance(outer, (tuple, list)):
            assert len(data) == len(outer)
            for one, each in zip(data, outer):
                found.update(self._named(one, each))
        elif outer is not ... and data is not _Ignored:
            found[outer] = data
        return found

    def transform(self, results):
        inputs = {**results, **(self._taken(results, self.mapping) if self.mapping is not None else {})}
        made = self.transforms({name: value for name, value in inputs.items() if value is not _Ignored})
        if made is None:
            raise ValueError(f"Transforms wrapped by {type(self).__name__} should not return None.")
        made = {**inputs, **made}
        if self.remapping is None:
            named = {name: value for name, value in made.items() if value is not _Ignored}
        else:
            named = self._named(made, self.remapping)
        results.update(named)
        return results
