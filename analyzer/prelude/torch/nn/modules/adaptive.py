# The adaptive softmax: frequent classes in the head, rare ones in narrower clusters (modules/adaptive.py, 1.13).
from torch._tensor import _named
from torch.nn import functional as F
from torch.nn.modules.container import ModuleList, Sequential
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module

_Result = _named("output", "loss")


class AdaptiveLogSoftmaxWithLoss(Module):
    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, dtype=None):
        super().__init__()
        cutoffs = list(cutoffs)
        if not cutoffs or cutoffs != sorted(set(cutoffs)) or min(cutoffs) <= 0 or max(cutoffs) > n_classes - 1 \
                or any(int(cutoff) != cutoff for cutoff in cutoffs):
            raise ValueError("cutoffs have to be whole numbers that rise from at least 1 to at most n_classes - 1")
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = cutoffs + [n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, dtype=dtype)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            width = int(in_features // div_value ** (i + 1))
            classes = self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(Sequential(Linear(in_features, width, bias=False, dtype=dtype),
                                        Linear(width, classes, bias=False, dtype=dtype)))

    def reset_parameters(self):
        return None

    def forward(self, input, target):
        self._check(input, target)
        single = target.dim() == 0
        if single:
            input, target = input.unsqueeze(0), target.unsqueeze(0)
        logs = input.new_zeros(target.size(0))
        columns = target.new_empty(target.size(0))
        for i, (first, last) in enumerate(zip([0] + self.cutoffs, self.cutoffs)):
            inside = (target >= first) & (target < last)
            rows = inside.nonzero().squeeze()
            if i == 0:
                columns.index_copy_(0, rows, target[inside])
            else:
                self._add_cluster(i, input.index_select(0, rows), target[inside] - first, rows, logs, columns)
        chosen = F.log_softmax(self.head(input), dim=1).gather(1, columns.unsqueeze(1))
        logs += chosen.squeeze()
        loss = (-logs).mean()
        return _Result((logs.squeeze(0) if single else logs, loss))

    def _check(self, input, target):
        if target.dim() > 1:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        if input.dim() != target.dim() + 1:
            raise RuntimeError(f"{target.dim()}D target tensor expects {target.dim() + 1}D input tensors, but found "
                               f"inputs with size {input.size()}")
        if target.dim() == 1 and input.size(0) != target.size(0):
            raise RuntimeError("Input and target should have the same size in the batch dimension.")

    def _add_cluster(self, i, part, target, rows, logs, columns):
        output = self.tail[i - 1](part)
        columns.index_fill_(0, rows, self.shortlist_size + i - 1)
        found = F.log_softmax(output, dim=1).gather(1, target.unsqueeze(1))
        logs.index_copy_(0, rows, found.squeeze(1))

    def _get_full_log_prob(self, input, head_output):
        out = input.new_empty((head_output.size(0), self.n_classes))
        head = F.log_softmax(head_output, dim=1)
        out[:, :self.shortlist_size] = head[:, :self.shortlist_size]
        for i, (start, stop) in enumerate(zip(self.cutoffs, self.cutoffs[1:])):
            cluster = F.log_softmax(self.tail[i](input), dim=1)
            out[:, start:stop] = cluster + head[:, self.shortlist_size + i].unsqueeze(1)
        return out

    def log_prob(self, input):
        return self._get_full_log_prob(input, self.head(input))

    def predict(self, input):
        import torch
        return torch.argmax(self.log_prob(input), dim=1)
