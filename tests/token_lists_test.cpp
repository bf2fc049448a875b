// Texts as numbers: how many tokens a text has is not known, and yet windows, cuts and filled up samples are as long as
// the program makes them.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A program with tokens of GPT-2, whose `batches` are tensors on the host.
Said with_tokens(const std::string& statements, const std::string& batches, const std::string& shape) {
  return said_of_script(
      "import json\nimport numpy as np\nimport tiktoken\nimport torch\n"
      "from torch.utils.data import DataLoader, Dataset\n"
      "enc = tiktoken.get_encoding('gpt2')\n" +
      statements +
      "net = torch.nn.Embedding(enc.n_vocab, 64).cuda()\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor epoch in range(3):\n    for x in " +
      batches + ":\n        assert x.shape == (" + shape +
      ")\n        loss = net(x.cuda()).sum()\n        opt.zero_grad()\n        loss.backward()\n"
      "        opt.step()\n");
}

/// The assertion is decided, not assumed.
void expect_batches(const std::string& statements, const std::string& batches, const std::string& shape) {
  const Said said = with_tokens(statements, batches, shape);
  ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_FALSE(said.assumes("the assertion holds")) << said.config["assumptions"];
  EXPECT_EQ(said.parameters(), 50257 * 64);
}

const std::string kData =
    "class Data(Dataset):\n    def __init__(self, n):\n        self.parts = []\n"
    "        ids = enc.encode(open('book.txt').read(), allowed_special={'<|endoftext|>'})\n"
    "        for i in range(0, len(ids) - n, n):\n            self.parts.append(torch.tensor(ids[i:i + n]))\n"
    "    def __len__(self):\n        return len(self.parts)\n    def __getitem__(self, i):\n        return "
    "self.parts[i]\n";

TEST(TokenLists, WindowsOfATextAreAsLongAsTheyAreCut) {
  expect_batches(kData, "DataLoader(Data(256), batch_size=8)", "8, 256");
  EXPECT_TRUE(with_tokens(kData, "DataLoader(Data(256), batch_size=8)", "8, 256").assumes("as many elements"));
  expect_batches(
      "ids = enc.encode(open('book.txt').read())\n"
      "rows = [torch.tensor(ids[i:i + 100]) for i in range(0, len(ids), 100)]\n",
      "[torch.stack([rows[0], rows[7]])] * 9", "2, 100");
}

TEST(TokenLists, WhatIsFilledUpIsAsLongAsItIsFilledUpTo) {
  const std::string lines =
      "lines = open('lines.txt').read().split('\\n')\n"
      "class Data(Dataset):\n    def __len__(self):\n        return len(lines)\n    def __getitem__(self, i):\n";
  for (const char* made :
       {"ids = [1] + enc.encode(lines[i])[:62] + [2]\n        return torch.tensor(ids + [0] * (64 - len(ids)))",
        "ids = enc.encode(lines[i])[:64]\n        ids += [enc.eot_token] * (64 - len(ids))\n"
        "        return torch.tensor(ids)",
        "ids = enc.encode(lines[i])\n        many = min(len(ids), 64)\n"
        "        return torch.tensor(ids[:many] + (64 - many) * [0], dtype=torch.long)"}) {
    SCOPED_TRACE(made);
    expect_batches(lines + "        " + made + "\n", "DataLoader(Data(), batch_size=4)", "4, 64");
  }
}

// The longest of a batch says how long all are, and the program how long at most.
TEST(TokenLists, SamplesOfABatchAreFilledUpToTheLongest) {
  const std::string program =
      "class Data(Dataset):\n    def __init__(self, entries):\n        self.ids = []\n        for entry in entries:\n"
      "            self.ids.append(enc.encode(f\"{entry['asked']} {entry['said']}\"))\n"
      "    def __len__(self):\n        return len(self.ids)\n    def __getitem__(self, i):\n        return "
      "self.ids[i]\n"
      "def collate(batch):\n    most, rows = max(len(ids) + 1 for ids in batch), []\n    for ids in batch:\n"
      "        ids = ids.copy()\n        ids += [50256]\n        full = ids + [50256] * (most - len(ids))\n"
      "        rows.append(torch.tensor(full[:-1])[:128])\n    return torch.stack(rows)\n";
  expect_batches(program, "DataLoader(Data(json.load(open('asked.json'))), batch_size=4, collate_fn=collate)",
                 "4, 128");
}

TEST(TokenLists, ABufferIsAsLongAsWhatIsCutOutOfIt) {
  const std::string program =
      "with open('train.bin', 'rb') as file:\n    file.read(1024)\n"
      "    tokens = np.frombuffer(file.read(), dtype=np.uint16)\n"
      "def batches():\n    at = 0\n    while True:\n        part = torch.tensor(tokens[at:at + 513].astype(np.int32), "
      "dtype=torch.long)\n        at += 512\n        yield part[:-1].view(4, 128)\n";
  expect_batches(program, "batches()", "4, 128");
}

// The text of a whole file is as long as it is, whatever the model takes at most: 512 where nothing is said.
TEST(TokenLists, TheTokensOfAWholeFileAreCutIntoBlocksOfAnyLength) {
  const std::string program =
      "from transformers import AutoTokenizer\n"
      "class Data(Dataset):\n    def __init__(self, tokenizer, length):\n        with open('asked.txt') as file:\n"
      "            ids = tokenizer.encode(file.read().strip())\n"
      "        self.parts = [ids[i:i + length] for i in range(0, len(ids) - length + 1, length)]\n"
      "    def __len__(self):\n        return len(self.parts)\n"
      "    def __getitem__(self, i):\n        return torch.tensor(self.parts[i], dtype=torch.long)\n";
  expect_batches(program, "DataLoader(Data(AutoTokenizer.from_pretrained('gpt2'), 1024), batch_size=4)", "4, 1024");
}

// Weights that are read by hand: what takes the place of a parameter is as large.
TEST(TokenLists, AParameterThatTakesThePlaceOfAnotherStaysAsLarge) {
  const std::string program =
      "import elsewhere\nclass Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
      "        self.layer = torch.nn.Linear(300, 200)\n    def forward(self, x):\n        return self.layer(x)\n"
      "def assign(left, right):\n    if left.shape != right.shape:\n        raise ValueError('shapes differ')\n"
      "    return torch.nn.Parameter(torch.tensor(right))\n"
      "read, inner = {}, [{} for _ in range(2)]\nfor name in elsewhere.variables('model.ckpt'):\n    home = read\n"
      "    if name.startswith('h'):\n        home = inner[int(name[1])]\n"
      "    home[name] = elsewhere.load(name)\n"
      "model = Net()\nmodel.layer.weight = assign(model.layer.weight, read['w'])\n"
      "model.layer.bias = assign(model.layer.bias, read['b'])\nmodel.cuda()\n"
      "more = torch.optim.SGD(model.parameters(), lr=0.1)\nfor i in range(9):\n    more.zero_grad()\n"
      "    model(torch.zeros(4, 300).cuda()).sum().backward()\n    more.step()\n";
  const Said said = with_tokens(program, "[]", "1, 1");
  EXPECT_EQ(said.parameters(), 300 * 200 + 200) << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_FALSE(said.lists("KeyError")) << said.config["unknowns"];
  EXPECT_TRUE(said.assumes("taken to be as large"));
}

}  // namespace
}  // namespace vramlint::tests
