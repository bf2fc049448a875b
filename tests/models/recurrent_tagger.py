"""A tagger: character convolutions and words into a bidirectional LSTM and a GRU with attention over time."""
import torch
import torch.nn as nn

CFG = {"vocab": 50, "chars": 20, "embed": 8, "hidden": 10, "layers": 2, "tags": 5}
INPUTS = [["int64", [3, 7]], ["int64", [3, 7, 6]]]


class CharacterCNN(nn.Module):
    def __init__(self, chars, width=6):
        super().__init__()
        self.embedding = nn.Embedding(chars, 4)
        self.convs = nn.ModuleList([nn.Conv1d(4, width, k, padding=k - 1) for k in (2, 3)])

    def forward(self, x):
        b, t, c = x.shape
        x = self.embedding(x.view(b * t, c)).permute(0, 2, 1)
        pooled = [conv(x).relu().max(dim=2).values for conv in self.convs]
        return torch.cat(pooled, dim=-1).view(b, t, -1)


class Tagger(nn.Module):
    def __init__(self, vocab, chars, embed, hidden, layers, tags):
        super().__init__()
        self.words, self.chars = nn.Embedding(vocab, embed), CharacterCNN(chars)
        self.rnn = nn.LSTM(embed + 12, hidden, num_layers=layers, batch_first=True, bidirectional=True)
        self.decoder = nn.GRU(input_size=2 * hidden, hidden_size=hidden, batch_first=True)
        self.attention = nn.Linear(hidden, 1)
        self.cell = nn.GRUCell(hidden, hidden)
        self.out = nn.Linear(2 * hidden, tags)

    def forward(self, words, characters):
        x = torch.cat((self.words(words), self.chars(characters)), -1)
        output, (h, c) = self.rnn(x)
        self.rnn.flatten_parameters()
        decoded, state = self.decoder(output)
        weights = torch.softmax(self.attention(torch.tanh(decoded)).squeeze(2), dim=1)
        context = torch.bmm(weights.unsqueeze(1), decoded).squeeze(1)
        context = self.cell(context, state[-1])
        return self.out(torch.cat([decoded, context.unsqueeze(1).expand_as(decoded)], dim=2))


def build(cfg):
    return Tagger(**cfg)


def loss(outputs):
    return nn.functional.cross_entropy(outputs.transpose(1, 2), torch.zeros(outputs.shape[:2], dtype=torch.long,
                                                                              device=outputs.device))
