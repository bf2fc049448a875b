// Programs on data sets of the hub: rows that nobody has seen, tokenizers without their vocabulary, and what such
// programs ask of Python beside them.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr const char* kTokens =
    "import torch\nfrom datasets import load_dataset\nfrom transformers import AutoTokenizer\n"
    "tokenizer = AutoTokenizer.from_pretrained('a/b')\n"
    "def tokenized(rows):\n    return tokenizer(rows['text'], truncation=True, max_length=64)\n";

/// A program with a loader of `data`, four rows a batch, put together by `collate`.
Said with_rows(const std::string& data, const std::string& collate) {
  return said_of_script(kTokens + data +
                        "model = torch.nn.Sequential(torch.nn.Embedding(1000, 64), torch.nn.Linear(64, 10)).cuda()\n"
                        "optimizer = torch.optim.AdamW(model.parameters())\n" +
                        collate +
                        "loader = torch.utils.data.DataLoader(data, batch_size=4, shuffle=True, collate_fn=collate)\n"
                        "assert loader.batch_sampler.batch_size == 4 and loader.sampler is not None\n"
                        "for batch in loader:\n    loss = model(batch['input_ids'].cuda()).mean()\n"
                        "    loss.backward()\n    optimizer.step()\n    optimizer.zero_grad()\n");
}

constexpr const char* kPad = "def collate(rows):\n    return tokenizer.pad(rows, return_tensors='pt')\n";

// Of 4 × 64 tokens the linear layer keeps its input, 4 · 64 · 64 · 4 bytes. The numbers that the embedding keeps are
// the batch, an input, which is not counted as kept.
constexpr int64_t kKept = 4 * 64 * 64 * 4;

void expect_kept(const Said& said) {
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.config["saved_for_backward"], kKept) << said.config;
  EXPECT_TRUE(said.assumes("how long texts are is not known: 64 tokens each")) << said.config["assumptions"];
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(HubData, MappedTextsAreAsLongAsTheyMayBe) {
  const std::string rows = "data = load_dataset('c/d', split='train')\n";
  expect_kept(with_rows(rows + "data = data.map(tokenized, batched=True, remove_columns=['text'])\n", kPad));
  expect_kept(with_rows(rows + "data = data.map(tokenized, batched=True, remove_columns=data.column_names)\n", kPad));
  expect_kept(
      with_rows("data = load_dataset('c/d')\ndata = data.map(tokenized, batched=True)['train']\n"
                "data.set_format('torch', columns=['input_ids'])\n",
                "def collate(rows):\n    return torch.utils.data.default_collate(rows)\n"));
}

TEST(HubData, ACollatorTakesEachRowApart) {
  expect_kept(
      with_rows("data = load_dataset('c/d', split='train').map(tokenized, batched=True, remove_columns=['text'])\n",
                "def collate(rows):\n    labels = [row.pop('label') for row in rows]\n"
                "    batch = tokenizer.pad(rows, return_tensors='pt')\n"
                "    batch['labels'] = torch.tensor(labels)\n    return batch\n"));
}

// As Hugging Face's Trainer does: what the model does not take is left out, of columns that nobody has named as well.
TEST(HubData, ColumnsThatTheModelDoesNotTakeAreLeftOut) {
  const std::string rows =
      "data = load_dataset('c/d', split='train').map(tokenized, batched=True)\n"
      "taken = ['input_ids', 'attention_mask', 'position_ids', 'inputs_embeds', 'label', 'labels']\n"
      "ignored = list(set(data.column_names) - set(taken))\n"
      "columns = [name for name in taken if name in data.column_names]\n"
      "assert 'text' in ignored and 'position_ids' not in columns\ndata = data.remove_columns(ignored)\n";
  const std::string pad =
      "def collate(rows):\n    batch = tokenizer.pad(rows, return_tensors='pt')\n    assert 'text' not in batch\n";
  expect_kept(with_rows(rows, pad + "    return batch\n"));
  const Said labelled = with_rows(rows, pad +
                                            "    if 'label' in batch:\n        batch['labels'] = batch['label']\n"
                                            "    assert batch['labels'].shape == (4,)\n    return batch\n");
  expect_kept(labelled);
  EXPECT_TRUE(labelled.assumes("the data set is taken to have a column `label`")) << labelled.config["assumptions"];
}

TEST(HubData, WhatIsNotKnownIsWrittenAsJson) {
  expect_kept(with_rows(
      "import json\ndata = load_dataset('c/d', split='train').map(tokenized, batched=True, remove_columns=['text'])\n"
      "json.dumps({'rows': len(data), 'log': [{'loss': data[0]['score'], 'step': 1}]}, indent=2, sort_keys=True)\n",
      kPad));
}

TEST(HubData, WhatAnUnknownConditionFillsIsFilled) {
  expect_kept(
      with_rows("def kept(rows):\n    texts = []\n    for text in rows['text']:\n        if text:\n"
                "            texts.append(text)\n    return tokenized({'text': texts})\n"
                "data = load_dataset('c/d', split='train').map(kept, batched=True, remove_columns=['text'])\n",
                kPad));
}

TEST(HubData, ATokenizersNumbersChangeNoSizes) {
  expect_kept(
      with_rows("data = load_dataset('c/d', split='train').map(tokenized, batched=True, remove_columns=['text'])\n"
                "torch.nn.Embedding(10, 4, padding_idx=tokenizer.pad_token_id)\n",
                kPad));
}

/// A program that trains where `said` holds.
Said where(const std::string& lines) {
  return said_of_script(
      "import torch\n" + lines +
      "model = torch.nn.Linear(8, 8).cuda()\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
      "for i in range(100):\n    optimizer.zero_grad()\n"
      "    model(torch.rand(2, 8).cuda()).mean().backward()\n    optimizer.step()\n");
}

TEST(HubPrograms, WhatAListIsOfIsAsked) {
  const Said said = where(
      "from typing import List, Optional, get_args, get_origin\n"
      "class Words(List[str]):\n    pass\n"
      "assert get_args(list[int]) == (int,) and get_origin(list[int]) is list\n"
      "assert Optional[List[str]].__args__[0].__args__ == (str,)\n"
      "assert isinstance(Words(), list) and dict[str, int](a=1) == {'a': 1} and list[int] == list[int]\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
}

TEST(HubPrograms, AUnionIsAKindOfItsOwn) {
  const Said said = where(
      "import types\nfrom typing import Optional, Union, get_origin\n"
      "kind = dict[str, int] | str | None\n"
      "assert str in kind.__args__ and type(None) in kind.__args__ and isinstance(kind, types.UnionType)\n"
      "assert (bool | None) == (bool | None) and get_origin(int | None) is types.UnionType\n"
      "assert isinstance(None, int | None) and isinstance(3, Optional[int]) and not isinstance('', Union[int, "
      "float])\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
}

TEST(HubPrograms, AnEnumerationHasMembersThatAreNotKnown) {
  const Said said = where(
      "from enum import Enum\nfrom elsewhere import single\nclass Kind(Enum):\n    SINGLE = single\n    DOUBLE = 8\n"
      "    @property\n    def size(self):\n        return self.value\n"
      "assert Kind.DOUBLE.value == 8 and Kind.SINGLE.name == 'SINGLE' and len(list(Kind)) == 2 and Kind(8) is "
      "Kind.DOUBLE\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
}

TEST(HubPrograms, AnAddressIsTakenApart) {
  const Said said = where(
      "from urllib.parse import urlparse\nassert urlparse('a/b').scheme == ''\n"
      "parts = urlparse('https://x.org:80/a/b?c=d#e')\n"
      "assert (parts.scheme, parts.netloc, parts.path, parts.query, parts.fragment) == "
      "('https', 'x.org:80', '/a/b', 'c=d', 'e') and parts.hostname == 'x.org'\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
}

TEST(HubPrograms, NetworksThatAreNotDescribedAreThoseThatAreInstalled) {
  const ScratchFolder folder;
  folder.put("project/vramlint.yaml",
             "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - {configs: [a.py], script: a.py}\n");
  folder.put("site/torchvision/__init__.py", "");
  folder.put("site/torchvision/_utils.py", "WIDTH = 16\n");
  folder.put("site/torchvision/models/__init__.py", "from torchvision.models.own import own_net\n");
  folder.put(
      "site/torchvision/models/own.py",
      "import torch\nfrom torchvision._utils import WIDTH\ndef own_net():\n    return torch.nn.Linear(8, WIDTH)\n");
  folder.put(
      "project/a.py",
      "import torch\nimport torchvision\nmodel = torchvision.models.own_net().cuda()\n"
      "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nfor i in range(100):\n    optimizer.zero_grad()\n"
      "    model(torch.rand(2, 8).cuda()).mean().backward()\n    optimizer.step()\n");
  const Said said = said_by(run_program(folder.path() / "project", {"check", "--format", "json", "--fail-on", "never",
                                                                    "--site-packages", "../site", "a.py"}));
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.parameters(), 8 * 16 + 16);
}

TEST(HubPrograms, DataOfTheCommandLineAreNoConfig) {
  const ScratchFolder folder;
  folder.put("data/talks.json", "[\n  {\"text\": \"a\"}\n]\n");
  folder.put(
      "train.py",
      "import argparse\nimport torch\nparser = argparse.ArgumentParser()\nparser.add_argument('--data')\n"
      "args = parser.parse_args()\nmodel = torch.nn.Linear(8, 8).cuda()\n"
      "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nfor i in range(100):\n    optimizer.zero_grad()\n"
      "    model(torch.rand(2, 8).cuda()).mean().backward()\n    optimizer.step()\n");
  const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--", "--data", "data/talks.json"});
  EXPECT_NE(run.output.find("configs: [train.py]"), std::string::npos) << run.output << run.errors;
}

TEST(HubPrograms, AVariableWithoutWhichTheProgramGoesOnIsUnset) {
  const Said said = where(
      "import os\ndef flag(key):\n    try:\n        value = os.environ[key]\n    except KeyError:\n        return "
      "False\n"
      "    if value not in ('yes', 'no'):\n        raise ValueError(key)\n    return value == 'yes'\n"
      "assert flag('RUN_SLOW') is False\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
  EXPECT_TRUE(said.assumes("environment variable RUN_SLOW is taken to be unset")) << said.config["assumptions"];
}

TEST(HubPrograms, AFieldOfAnUnknownKindIsAFieldAllTheSame) {
  const Said said = where(
      "from dataclasses import dataclass\nfrom elsewhere import Base\n@dataclass\nclass Collator:\n    tokenizer: "
      "Base\n"
      "    most: int = 3\n    def __post_init__(self):\n        self.more = self.most + 1\n"
      "assert Collator(None).more == 4\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
}

// TRL's trainers begin so.
TEST(HubData, TheFirstOfItsRowsIsAnyOfThem) {
  expect_kept(
      with_rows("data = load_dataset('c/d', split='train')\nrow = next(iter(data))\n"
                "if 'messages' in row:\n    data = data.rename_column('messages', 'text')\n"
                "data = data.map(tokenized, batched=True, remove_columns=['text'])\n",
                kPad));
}

// `max_steps` beside a data set of which nobody knows the length: how many epochs there are is not known, and each is
// the same training. A second one would find the loss's input of the first there, which nothing refers to.
TEST(HubData, EpochsOfUnknownNumberAreOneTraining) {
  const std::string rows =
      "data = load_dataset('c/d', split='train').map(tokenized, batched=True, remove_columns=['text'])\n";
  const Said said = said_of_script(
      kTokens + rows + kPad +
      "model = torch.nn.Sequential(torch.nn.Embedding(1000, 64), torch.nn.Linear(64, 10)).cuda()\n"
      "optimizer = torch.optim.AdamW(model.parameters())\n"
      "loader = torch.utils.data.DataLoader(data, batch_size=4, collate_fn=collate)\nsteps = 4000\n"
      "def epoch(batches, updates):\n    it = iter(batches)\n    for update in range(updates):\n"
      "        loss = model(next(it)['input_ids'].cuda()).mean()\n        loss.backward()\n"
      "        optimizer.step()\n        optimizer.zero_grad()\n"
      "for number in range(steps // len(loader) + int(steps % len(loader) > 0)):\n    epoch(loader, len(loader))\n");
  EXPECT_NE(said.status(), "not_estimable") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config.dump().find("next training"), std::string::npos) << said.config["assumptions"];
}

}  // namespace
}  // namespace vramlint::tests
