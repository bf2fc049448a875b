import _vramlint


def aten(name, *arguments, **options):
    """What only a backward calls."""
    return _vramlint.op("torch.ops.aten." + name, *arguments, **options)


def one(of_self):
    """The gradient of the one operand."""
    return lambda node, grad: {0: of_self(node, grad)}


def two(of_self, of_other):
    """Formulas are sorted by the names of what they are for: other, or the second factor, then self."""
    def formula(node, grad):
        made = {}
        if node.needs(1):
            made[1] = of_other(node, grad)
        if node.needs(0):
            made[0] = of_self(node, grad)
        return made
    return formula


class Node:
    """A call that was recorded. Arguments are named by their place in the operator's schema."""

    def __init__(self, args, places, needs, sizes, dtypes, inputs, results):
        self.args = args
        self._places = places
        self._needs = needs
        self._sizes = sizes
        self._dtypes = dtypes
        self._inputs = inputs
        self._results = results

    def arg(self, at, default=None):
        return self.args[at] if at < len(self.args) and self.args[at] is not None else default

    def is_tensor(self, at):
        return at < len(self._places) and self._places[at] is not None

    def needs(self, at):
        """Of one tensor whether a gradient is wanted, of several a list."""
        place = self._places[at] if at < len(self._places) else None
        if isinstance(place, list):
            return [each >= 0 and self._needs[each] for each in place]
        return place is not None and self._needs[place]

    def size(self, at):
        place = self._places[at]
        return [self._sizes[each] for each in place] if isinstance(place, list) else self._sizes[place]

    def dtype(self, at):
        return self._dtypes[self._places[at]]

    def input(self, at):
        """The tensor that was given, or the number in its stead."""
        place = self._places[at]
        if place is None:
            return self.args[at]
        if isinstance(place, list):
            return [_vramlint.unpack(self._inputs[each]) if each >= 0 else None for each in place]
        return _vramlint.unpack(self._inputs[place])

    def output(self, at=0):
        return _vramlint.unpack(self._results[at])

    def by_operand(self, made):
        found = [None] * len(self._inputs)
        for at, gradient in made.items():
            place = self._places[at]
            if isinstance(place, list):
                for i, each in enumerate(place):
                    if each >= 0:
                        found[each] = gradient[i]
            elif place is not None:
                found[place] = gradient
        return found


def _as_formula(formula):
    def call(args, places, needs, sizes, dtypes, inputs, results, *gradients):
        node = Node(args, places, needs, sizes, dtypes, inputs, results)
        return node.by_operand(formula(node, *gradients))
    return call


def as_formulas(table):
    return {name: _as_formula(formula) for name, formula in table.items()}
