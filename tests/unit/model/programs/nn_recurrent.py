"""Recurrent layers, their cells, and packed sequences."""
import torch
from torch import nn
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pack_sequence, pad_packed_sequence, pad_sequence
from surface import show


def held(layer):
    return [f"{name} {tuple(value.shape)}" for name, value in layer.named_parameters()]


def read(layer, *names):
    return [getattr(layer, name) for name in names]


def packed_shapes(packed):
    return [packed.data, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices]


def run_packed(layer, lengths=(4, 3, 1), **options):
    packed = pack_padded_sequence(batch, torch.tensor(lengths), **options)
    output, hidden = layer(packed)
    return [type(output).__name__, packed_shapes(output), hidden]


def round_trip(layer, first, **options):
    packed = pack_padded_sequence(batch.transpose(0, 1) if first else batch, torch.tensor([4, 2, 1]),
    batch_first=first)
    padded, lengths = pad_packed_sequence(layer(packed)[0], batch_first=first, **options)
    return tuple(padded.shape), lengths.tolist()


steps = torch.randn(6, 3, 5)
batch = torch.randn(4, 3, 5)
flat = torch.randn(3, 5)
hidden = torch.zeros(1, 3, 7)
names = ("mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional",
    "proj_size")
show("lstm", lambda: [held(nn.LSTM(5, 7)), nn.LSTM(5, 7)(steps)])
show("lstm attributes", lambda: read(nn.LSTM(5, 7, 2, batch_first=True, dropout=0.1, bidirectional=True), *names))
show("lstm positional", lambda: read(nn.LSTM(5, 7, 2, False, True, 0.2, True), *names))
show("lstm layers", lambda: held(nn.LSTM(5, 7, num_layers=2, bidirectional=True, bias=False)))
show("lstm both ways", lambda: nn.LSTM(5, 7, 2, bidirectional=True)(steps))
show("lstm batch first", lambda: nn.LSTM(5, 7, batch_first=True)(steps)[0].shape)
show("lstm projection", lambda: [held(nn.LSTM(5, 7, proj_size=3)), nn.LSTM(5, 7, proj_size=3)(steps)])
show("lstm state", lambda: nn.LSTM(5, 7)(steps, (hidden, hidden)))
show("lstm state wrong", lambda: nn.LSTM(5, 7)(steps, (hidden[:, :2], hidden[:, :2])))
show("lstm state not a pair", lambda: nn.LSTM(5, 7)(steps, hidden))
show("lstm state layers wrong", lambda: nn.LSTM(5, 7, 2)(steps, (hidden, hidden)))
show("lstm one sequence", lambda: nn.LSTM(5, 7)(steps[:, 0]))
show("lstm one sequence state", lambda: nn.LSTM(5, 7)(steps[:, 0], (hidden[:, 0], hidden[:, 0])))
show("lstm wrong width", lambda: nn.LSTM(4, 7)(steps))
show("lstm wrong rank", lambda: nn.LSTM(5, 7)(steps[0, 0]))
show("lstm dropout wrong", lambda: nn.LSTM(5, 7, dropout=1.5))
show("lstm hidden wrong", lambda: nn.LSTM(5, 0))
show("lstm projection wrong", lambda: nn.LSTM(5, 7, proj_size=7))
show("lstm all weights", lambda: [len(nn.LSTM(5, 7, 2).all_weights), [len(w) for w in nn.LSTM(5, 7, 2).all_weights]])
show("lstm flatten", lambda: nn.LSTM(5, 7).flatten_parameters())
show("lstm flat weights", lambda: [len(nn.LSTM(5, 7)._flat_weights), nn.LSTM(5, 7)._flat_weights_names])
show("lstm eval", lambda: nn.LSTM(5, 7, 2, dropout=0.3).eval()(steps)[0])
show("lstm is a base", lambda: [isinstance(nn.LSTM(1, 1), nn.RNNBase), isinstance(nn.GRU(1, 1),
    nn.modules.rnn.RNNBase)])
show("lstm dtype", lambda: nn.LSTM(5, 7, dtype=torch.float64)(steps.double())[0])
show("gru", lambda: [held(nn.GRU(5, 7)), nn.GRU(5, 7)(steps)])
show("gru attributes", lambda: read(nn.GRU(input_size=5, hidden_size=7), *names))
show("gru state", lambda: nn.GRU(5, 7, batch_first=True)(steps.transpose(0, 1), hidden)[1])
show("gru both ways", lambda: nn.GRU(5, 7, 2, bidirectional=True)(steps))
show("gru one sequence", lambda: nn.GRU(5, 7)(steps[:, 0], hidden[:, 0]))
show("gru projection", lambda: nn.GRU(5, 7, proj_size=3))
show("gru state wrong", lambda: nn.GRU(5, 7)(steps, hidden[:, :2]))
show("rnn", lambda: [held(nn.RNN(5, 7)), nn.RNN(5, 7)(steps)])
show("rnn relu", lambda: [nn.RNN(5, 7, nonlinearity="relu")(steps), nn.RNN(5, 7, nonlinearity="relu").nonlinearity])
show("rnn attributes", lambda: read(nn.RNN(5, 7), *names))
show("rnn wrong", lambda: nn.RNN(5, 7, nonlinearity="gelu"))
show("lstm cell", lambda: [held(nn.LSTMCell(5, 7)), nn.LSTMCell(5, 7)(flat)])
show("lstm cell state", lambda: nn.LSTMCell(5, 7)(flat, (hidden[0], hidden[0])))
show("lstm cell one", lambda: nn.LSTMCell(5, 7)(flat[0]))
show("lstm cell wrong", lambda: nn.LSTMCell(4, 7)(flat))
show("lstm cell rank", lambda: nn.LSTMCell(5, 7)(steps))
show("lstm cell attributes", lambda: read(nn.LSTMCell(5, 7, bias=False), "input_size", "hidden_size", "bias"))
show("gru cell", lambda: [held(nn.GRUCell(5, 7, False)), nn.GRUCell(5, 7)(flat), nn.GRUCell(5, 7)(flat, hidden[0])])
show("rnn cell", lambda: [held(nn.RNNCell(5, 7)), nn.RNNCell(5, 7, nonlinearity="relu")(flat)])
show("rnn cell wrong", lambda: nn.RNNCell(5, 7, nonlinearity="gelu")(flat))
show("cell base", lambda: isinstance(nn.GRUCell(1, 1), nn.RNNCellBase))
show("cell dtype", lambda: nn.GRUCell(5, 7, dtype=torch.float64).weight_ih)
show("pad", lambda: pad_sequence([torch.zeros(3, 2), torch.zeros(5, 2)]))
show("pad batch first", lambda: pad_sequence([torch.zeros(3, 2), torch.zeros(5, 2)], batch_first=True,
    padding_value=-1))
show("pad integers", lambda: pad_sequence([torch.tensor([1, 2]), torch.tensor([3])], True))
show("pad gradient", lambda: pad_sequence([torch.zeros(3, requires_grad=True), torch.zeros(2)]).shape)
show("pack", lambda: packed_shapes(pack_padded_sequence(batch, torch.tensor([4, 2, 1]))))
show("pack list", lambda: packed_shapes(pack_padded_sequence(batch, [4, 4, 1])))
show("pack batch first", lambda: packed_shapes(pack_padded_sequence(batch.transpose(0, 1), [4, 2, 1],
    batch_first=True)))
show("pack unsorted", lambda: packed_shapes(pack_padded_sequence(batch, torch.tensor([1, 4, 2]),
    enforce_sorted=False)))
show("pack unsorted list", lambda: packed_shapes(pack_padded_sequence(batch, [1, 4, 2], enforce_sorted=False)))
show("pack wrong order", lambda: pack_padded_sequence(batch, torch.tensor([1, 4, 2])))
show("pack wrong count", lambda: pack_padded_sequence(batch, torch.tensor([4, 2])))
show("pack zero", lambda: pack_padded_sequence(batch, torch.tensor([4, 2, 0])))
show("pack batch sizes", lambda: pack_padded_sequence(batch, torch.tensor([4, 2, 1])).batch_sizes.tolist())
show("pack fields", lambda: [type(part).__name__ for part in pack_padded_sequence(batch, torch.tensor([4, 2, 1]))])
show("pack is a tuple", lambda: isinstance(pack_padded_sequence(batch, torch.tensor([4, 2, 1])), (tuple,
    PackedSequence)))
show("pack to", lambda: pack_padded_sequence(batch, torch.tensor([4, 2, 1])).double().data)
show("pack sequences", lambda: packed_shapes(pack_sequence([torch.zeros(4, 2), torch.zeros(3, 2)])))
show("pack sequences unsorted", lambda: packed_shapes(pack_sequence([torch.zeros(1, 2), torch.zeros(3, 2)],
    enforce_sorted=False)))
show("unpack", lambda: pad_packed_sequence(pack_padded_sequence(batch, torch.tensor([4, 2, 1]))))
show("unpack lengths", lambda: pad_packed_sequence(pack_padded_sequence(batch, torch.tensor([4, 2, 1])))[1].tolist())
show("unpack unsorted lengths", lambda: pad_packed_sequence(pack_padded_sequence(
    batch, torch.tensor([1, 4, 2]), enforce_sorted=False))[1].tolist())
show("unpack total", lambda: pad_packed_sequence(pack_padded_sequence(batch, [3, 2, 1]), True, -1.0, 9)[0])
show("unpack total wrong", lambda: pad_packed_sequence(pack_padded_sequence(batch, [3, 2, 1]), total_length=2))
show("packed lstm", lambda: run_packed(nn.LSTM(5, 7)))
show("packed lstm both ways", lambda: run_packed(nn.LSTM(5, 7, 2, bidirectional=True, dropout=0.1)))
show("packed lstm unsorted", lambda: run_packed(nn.LSTM(5, 7), (1, 4, 2), enforce_sorted=False))
show("packed gru", lambda: run_packed(nn.GRU(5, 7, 2)))
show("packed rnn", lambda: run_packed(nn.RNN(5, 7)))
show("round trip", lambda: round_trip(nn.LSTM(5, 7), False))
show("round trip batch first", lambda: round_trip(nn.GRU(5, 7, batch_first=True), True, total_length=6))
