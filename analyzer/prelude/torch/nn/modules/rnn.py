# Recurrent layers over the whole sequence, and their cells: weights as torch/nn/modules/rnn.py documents them.
import _vramlint
import torch
from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from torch.nn.utils.rnn import PackedSequence, _sizes

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


class RNNBase(Module):
    __constants__ = ["mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout",
                     "bidirectional", "proj_size"]

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__()
        if dropout < 0 or dropout > 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element being "
                             "zeroed")
        if not 0 <= proj_size < hidden_size:
            raise ValueError("proj_size should be a positive integer or zero, and has to be smaller than hidden_size")
        if num_layers <= 0 and _vramlint.torch_at_least(2, 0):
            raise ValueError("num_layers must be greater than zero")
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        directions = 2 if bidirectional else 1
        out = proj_size if proj_size > 0 else hidden_size
        rows = _GATES[mode] * hidden_size
        self._names = []
        for layer in range(num_layers):
            for direction in range(directions):
                suffix = f"_l{layer}" + ("_reverse" if direction else "")
                width = input_size if layer == 0 else out * directions
                self._add("weight_ih" + suffix, (rows, width), dtype)
                self._add("weight_hh" + suffix, (rows, out), dtype)
                if bias:
                    self._add("bias_ih" + suffix, (rows,), dtype)
                    self._add("bias_hh" + suffix, (rows,), dtype)
                if proj_size > 0:
                    self._add("weight_hr" + suffix, (proj_size, hidden_size), dtype)

    def _add(self, name, shape, dtype):
        setattr(self, name, Parameter(torch.empty(shape, dtype=dtype)))
        self._names.append(name)

    def reset_parameters(self):
        return None

    def flatten_parameters(self):
        return None

    @property
    def _flat_weights(self):
        return [getattr(self, name) for name in self._names]

    @property
    def _flat_weights_names(self):
        return list(self._names)

    @property
    def _all_weights(self):
        each = len(self._names) // (self.num_layers * (2 if self.bidirectional else 1))
        return [self._names[at:at + each] for at in range(0, len(self._names), each)]

    @property
    def all_weights(self):
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def _zeros(self, input, width):
        batch = input.size(0 if self.batch_first else 1)
        count = self.num_layers * (2 if self.bidirectional else 1)
        return torch.zeros(count, batch, width, dtype=input.dtype, device=input.device)

    def _check_width(self, input):
        if input.size(-1) != self.input_size:
            raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got "
                               f"{input.size(-1)}")

    def _run(self, name, input, hx):
        return _vramlint.op(name, input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
                            self.training, self.bidirectional, self.batch_first)

    def _run_packed(self, name, packed, hx, widths):
        # All steps in a row: what is given and kept has the same size, for cuDNN keeps as much for each step.
        data, sizes, order = packed.data, _sizes(packed), packed.sorted_indices
        self._check_width(data)
        count = self.num_layers * (2 if self.bidirectional else 1)
        if hx is None:
            states = [torch.zeros(count, sizes[0], width, dtype=data.dtype, device=data.device) for width in widths]
        else:
            states = list(hx) if len(widths) > 1 else [hx]
            if order is not None:
                states = [state.index_select(1, order) for state in states]
        level = sizes[-1] == sizes[0]
        rows = data.view(len(sizes), sizes[0], -1) if level else data.unsqueeze(1)
        given = states if level else [state[:, :1] for state in states]
        result = _vramlint.op(name, rows, given if len(widths) > 1 else given[0], self._flat_weights, self.bias,
                              self.num_layers, self.dropout, self.training, self.bidirectional, False)
        ends = [end if level else end.expand(-1, sizes[0], -1).clone() for end in result[1:]]
        if packed.unsorted_indices is not None:
            ends = [end.index_select(1, packed.unsorted_indices) for end in ends]
        output = PackedSequence(result[0].flatten(0, 1), packed.batch_sizes, order, packed.unsorted_indices)
        return output, tuple(ends) if len(widths) > 1 else ends[0]

    def _widen(self, input):
        if input.dim() not in (2, 3):
            raise RuntimeError(f"{type(self).__name__}: Expected input to be 2-D or 3-D but received {input.dim()}-D tensor")
        return input.unsqueeze(0 if self.batch_first else 1)


class LSTM(RNNBase):
    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def forward(self, input, hx=None):
        if _vramlint.is_known(input) and isinstance(input, PackedSequence):
            out = self.proj_size if self.proj_size > 0 else self.hidden_size
            return self._run_packed("lstm", input, hx, (out, self.hidden_size))
        batched = input.dim() == 3
        if not batched:
            input = self._widen(input)
        if hx is None:
            out = self.proj_size if self.proj_size > 0 else self.hidden_size
            h_zeros = self._zeros(input, out)
            c_zeros = self._zeros(input, self.hidden_size)
            hx = (h_zeros, c_zeros)
        elif not batched:
            hx = (hx[0].unsqueeze(1), hx[1].unsqueeze(1))
        self._check_width(input)
        result = self._run("lstm", input, (hx[0], hx[1]))
        output = result[0]
        hidden = result[1:]
        if not batched:
            return output.squeeze(0 if self.batch_first else 1), (hidden[0].squeeze(1), hidden[1].squeeze(1))
        return output, hidden


class _Plain(RNNBase):
    _operator = "gru"

    def forward(self, input, hx=None):
        if _vramlint.is_known(input) and isinstance(input, PackedSequence):
            return self._run_packed(self._operator, input, hx, (self.hidden_size,))
        batched = input.dim() == 3
        if not batched:
            input = self._widen(input)
        if hx is None:
            hx = self._zeros(input, self.hidden_size)
        elif not batched:
            hx = hx.unsqueeze(1)
        self._check_width(input)
        result = self._run(self._operator, input, hx)
        output, hidden = result[0], result[1]
        if not batched:
            return output.squeeze(0 if self.batch_first else 1), hidden.squeeze(1)
        return output, hidden


class GRU(_Plain):
    def __init__(self, *args, **kwargs):
        if kwargs.get("proj_size"):
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)


class RNN(_Plain):
    def __init__(self, *args, nonlinearity="tanh", **kwargs):
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        if kwargs.get("proj_size"):
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("RNN_TANH" if nonlinearity == "tanh" else "RNN_RELU", *args, **kwargs)
        self.nonlinearity = nonlinearity
        self._operator = "rnn_" + nonlinearity


class RNNCellBase(Module):
    __constants__ = ["input_size", "hidden_size", "bias"]

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        self.weight_ih = Parameter(torch.empty((rows, input_size), dtype=dtype))
        self.weight_hh = Parameter(torch.empty((rows, hidden_size), dtype=dtype))
        if bias:
            self.bias_ih = Parameter(torch.empty(rows, dtype=dtype))
            self.bias_hh = Parameter(torch.empty(rows, dtype=dtype))
        else:
            self.register_parameter("bias_ih", None)
            self.register_parameter("bias_hh", None)

    def reset_parameters(self):
        return None

    def _check_rank(self, input):
        if input.dim() not in (1, 2):
            text = f"{type(self).__name__}: Expected input to be 1-D or 2-D but received {input.dim()}-D tensor"
            raise ValueError(text) if _vramlint.torch_at_least(2, 0) else AssertionError(text)

    def _start(self, input):
        return torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)

    def _weights(self):
        return self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh

    def _run(self, name, input, hx):
        self._check_rank(input)
        if input.dim() == 2:
            return _vramlint.op(name, input, self._start(input) if hx is None else hx, *self._weights())
        input = input.unsqueeze(0)
        hx = self._start(input) if hx is None else hx.unsqueeze(0)
        return _vramlint.op(name, input, hx, *self._weights()).squeeze(0)


class LSTMCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        self._check_rank(input)
        batched = input.dim() == 2
        if not batched:
            input = input.unsqueeze(0)
        if hx is None:
            zeros = self._start(input)
            hx = (zeros, zeros)
        elif not batched:
            hx = (hx[0].unsqueeze(0), hx[1].unsqueeze(0))
        hidden, cell = _vramlint.op("lstm_cell", input, hx, *self._weights())
        return (hidden, cell) if batched else (hidden.squeeze(0), cell.squeeze(0))


class GRUCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        return self._run("gru_cell", input, hx)


class RNNCell(RNNCellBase):
    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._run("rnn_tanh_cell" if self.nonlinearity == "tanh" else "rnn_relu_cell", input, hx)
