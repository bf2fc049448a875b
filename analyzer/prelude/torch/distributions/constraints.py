"""What the values of a distribution may be: here, only over how many dimensions one value extends (constraints.py, 2.4)."""


class Constraint:
    is_discrete = False

    def __init__(self, event_dim=0):
        self.event_dim = event_dim

    def check(self, value):
        import torch

        return torch.ones(value.shape[:value.dim() - self.event_dim], dtype=torch.bool, device=value.device)


class _Independent(Constraint):
    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        super().__init__(base_constraint.event_dim + reinterpreted_batch_ndims)
        self.base_constraint = base_constraint


class _Bounded(Constraint):
    def __init__(self, *bounds):
        super().__init__()
        self.bounds = bounds


def dependent_property(*given, **options):
    return property(given[0]) if given else property


independent = _Independent
interval = half_open_interval = greater_than = greater_than_eq = less_than = integer_interval = _Bounded
real = positive = nonnegative = boolean = unit_interval = nonnegative_integer = positive_integer = dependent = Constraint()
real_vector = simplex = one_hot = Constraint(1)
lower_cholesky = corr_cholesky = positive_definite = square = symmetric = Constraint(2)
