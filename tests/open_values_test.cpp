// What programs compute before they make a model, as CPython 3.11, numpy 1.24 and PyTorch 1.13 do. Each value is the
// width of a layer with four outputs: `width * 4 + 4` parameters.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// train.py computes `width` by `statements`.
Said with_width(const std::string& statements, const std::string& recipe = "") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "device: rtx3090\nrecipes:\n  - configs: [train.py]\n    script: train.py\n" + recipe);
  folder.put("train.py", statements + R"(
import torch
model = torch.nn.Linear(width, 4).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(10):
    model(torch.zeros(2, width, device="cuda")).sum().backward()
    optimizer.step()
)");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

void expect_width(const std::string& statements, int64_t width) {
  SCOPED_TRACE(statements);
  const Said said = with_width(statements);
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.parameters(), width * 4 + 4);
}

TEST(OpenValues, LiteralsOutOfTexts) {
  expect_width("import ast\nwidth = ast.literal_eval(' [3, (4, {\"a\": -5})]')[1][1]['a'] + 13", 8);
  for (const char* text : {"a", "1 + 1", "len([1])", "f(2)", "[x for x in (1,)]"})
    expect_width("import ast\ntry:\n    width = ast.literal_eval('" + std::string(text) +
                     "') and 2\nexcept ValueError:\n    width = 8",
                 8);
  expect_width("import ast\ntry:\n    width = ast.literal_eval('1 2')\nexcept SyntaxError:\n    width = 8", 8);
}

TEST(OpenValues, WhatIsNotKnownMayBeInAList) {
  const std::string head = "import torch\nv = torch.randint(9, (1,)).item()\nl = list(range(9))\n";
  expect_width(head + "l.remove(v)\nwidth = len(l)", 8);
  expect_width(head + "at = l.index(v)\nwidth = 8 if at is not None else 2", 8);
  expect_width(head + "l[3] = v\nl.remove(3)\nwidth = len(l)", 8);
  expect_width("try:\n    [1, 2].remove(3)\n    width = 2\nexcept ValueError:\n    width = 8", 8);
}

/// The figures stand, and say that they may be others.
void expect_hedged(const std::string& statements, const std::string& reason) {
  const Said said = with_width("import json\n" + statements);
  EXPECT_EQ(said.status(), "partial") << statements << said.config["assumptions"];
  EXPECT_TRUE(said.lists(reason)) << statements << said.config["unknowns"];
}

TEST(OpenValues, SettingsMayBeReplacedByWhatIsNotKnown) {
  const std::string over = "may have been replaced", file = "json.load(open('/settings/run.json'))";
  expect_hedged("c = {'width': 8}\nc.update(" + file + ")\nwidth = c['width']", over);
  expect_hedged("c = {**{'width': 8}, **" + file + "}\nwidth = c['width']", over);
  expect_hedged("c = {'width': 8}\nc.update(" + file + ")\nwidth = dict(c).get('width', 4)", over);
  const std::string args = "from argparse import Namespace\na = Namespace(width=8)\n";
  expect_hedged("from collections import ChainMap\nwidth = ChainMap(" + file + ", {'width': 8})['width']", over);
  expect_hedged("c = {'width': 8}\nc.update(" + file + ")\nwidth = sum(c.values())", over);
  expect_hedged(args + "vars(a).update(" + file + ")\nwidth = a.width", over);
  expect_hedged(args + "a.__dict__.update(" + file + ")\nwidth = a.width", over);
  // What is put there afterwards, or read before, is what it is.
  expect_width("import json\nc = {'width': 8}\nwidth = c['width']\nc.update(" + file + ")", 8);
  expect_width("import json\nc = {}\nc.update(" + file + ")\nc['width'] = 8\nwidth = c['width']", 8);
}

TEST(OpenValues, AListThatIsExtendedByWhatIsNotKnownIsLonger) {
  const std::string longer = "what a list is extended with is not counted";
  const std::string begin = "v = [8]\nv.extend(json.load(open('/settings/run.json')))\n";
  expect_hedged("v = [8]\nv += json.load(open('/settings/run.json'))\nwidth = max(v)", longer);
  for (const char* last : {"width = max(v)", "width = v[-1]", "width = sum(v[:])", "for width in v[0:]:\n    pass"})
    expect_hedged(begin + last, longer);
  expect_width("import json\n" + begin + "width = v[0]", 8);
  expect_width("import json\n" + begin + "width = v[:1][-1]", 8);
}

// What lies on the GPU of a size that only a file tells is not counted as a few bytes.
TEST(OpenValues, WhatIsKeptOfAFilesLengthIsAskedFor) {
  const std::string rows =
      "import numpy as np\nimport torch\nwidth = 8\n"
      "rows = len(np.fromfile('/data/x.bin', dtype=np.uint8).reshape(-1, 27648))\n";
  for (const char* kept : {"torch.FloatTensor(rows, 128).cuda()", "torch.zeros(rows, 128, device='cuda')",
                           "torch.Tensor(rows, 128).cuda()"}) {
    const Said said = with_width(rows + "bank = " + kept);
    EXPECT_EQ(said.status(), "partial") << kept << said.config["assumptions"];
    EXPECT_TRUE(said.lists("only the data tells the sizes of float32[?, 128]")) << kept << said.config["unknowns"];
    EXPECT_NE(said.config["unknowns"].dump().find("*.bin"), std::string::npos) << said.config["unknowns"];
  }
  const Said said = with_width("import torch, other\nwidth = 8\nbank = torch.zeros(other.count(), 128).cuda()");
  EXPECT_TRUE(said.lists("what is moved to the GPU here is not counted: module other is not on the search path"))
      << said.config["unknowns"];
  const Said told =
      with_width(rows + "bank = torch.zeros(rows, 128).cuda()", "    data: {'*.bin': 'uint8[27648000]'}\n");
  EXPECT_EQ(told.status(), "estimated") << told.config["unknowns"];
}

// numpy's functions of two take tensors of the host, too.
TEST(OpenValues, FunctionsOfTwoTakeTensors) {
  const std::string head = "import numpy as np\nimport torch\nt = torch.rand(8, 3)\n";
  for (const char* made : {"np.arctan2(t, t)", "np.hypot(t[:, 0], t[:, 1])", "np.clip(t, 0, 1)", "np.maximum(t, 0.5)"})
    expect_width(head + "width = " + made + ".shape[0]", 8);
}

TEST(OpenValues, WhatTheHubHasIsThere) {
  expect_width(
      "try:\n    from huggingface_hub import HfApi, hf_hub_download, model_info, snapshot_download\n    width = 8\n"
      "except ImportError:\n    width = 2\n",
      8);
}

// A parameter that is moved where no gradients are recorded is a leaf of its own: 8 * 4 numbers, and a row of 4 biases.
TEST(OpenValues, AParameterMovedWithoutGradientsIsANewLeaf) {
  const Said said = with_width(R"(
import torch
width = 8
with torch.no_grad():
    rows = torch.nn.Parameter(torch.empty(1 << 20, 8)).to("cuda")
rows.requires_grad = True
loose = torch.optim.SGD([rows], lr=0.1)
rows.sum().backward()
rows.grad.data = rows.grad.data / 2
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(OpenValues, ArraysOfUnknownLengthAreListed) {
  const Said said = with_width(R"(
import numpy as np
import torch
found = np.unique(torch.randint(0, 40, (64,)))
listed = list(np.nonzero(np.random.rand(9) > 0.5)[0])
for each in found:
    pass
width = 8
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
}

TEST(OpenValues, ItemsThatAreNotKnownAreNoNumber) {
  expect_width(
      "import torch\ndigits = [int(c) for c in '%03d' % torch.randint(99, (1,)).item()]\nwidth = 8\n"
      "try:\n    torch.tensor(digits[:-1])[:1]\nexcept IndexError:\n    width = 2",
      8);
}

TEST(OpenValues, OperatorsTakeListsOfTensors) {
  expect_width(
      "import torch\na = [torch.ones(2), torch.ones(3)]\nb = torch._foreach_mul(a, [2.0, 3.0])\n"
      "assert torch._foreach_add_(a, b, alpha=0.5) is None and torch._foreach_zero_(b) is None\n"
      "torch._foreach_lerp_(a, b, weight=0.5)\ntorch._foreach_addcdiv_(a, b, b, [1.0, 2.0])\n"
      "width = sum(x.numel() for x in torch._foreach_sqrt(a)) + len(torch._foreach_norm(a)) + 1",
      8);
}

TEST(OpenValues, HintsOfAClassAreThoseOfItsBasesToo) {
  expect_width(
      "import typing\n\nclass A:\n    a: int\n    b: 'int'\n\nclass B(A):\n    b: str\n    c: None\n\n"
      "hints = typing.get_type_hints(B)\nassert list(hints) == ['a', 'b', 'c']\n"
      "assert hints['b'] is str and hints['c'] is type(None)\n"
      "width = 8 if typing.get_type_hints(A)['b'] is int else 2",
      8);
}

TEST(OpenValues, PowersOfNumbersAreNumbers) {
  expect_width("import numpy as np\nwidth = int(np.power(2, 3)) if np.power(4.0, -0.5) == 0.5 else 2", 8);
  // As many positions as FastSpeech 2 has in a table are made within the steps of an evaluation.
  expect_width(
      "import numpy as np\ntable = np.array([[p / np.power(10000, 2 * (j // 2) / 512) for j in range(512)]"
      " for p in range(400)])\nwidth = table.shape[0]",
      400);
}

TEST(OpenValues, DataThatAreShuffledAreStillThere) {
  const Said said = with_width(
      "import random\nlines = ['a%d' % i for i in range(200)]\nrandom.shuffle(lines)\n"
      "width = len([line for line in lines if line.startswith('a')])");
  EXPECT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.parameters(), 804);
  EXPECT_TRUE(said.assumes("a list that is shuffled is taken to stay in its order"));
}

TEST(OpenValues, AShortListThatIsShuffledIsAChoice) {
  const Said said = with_width("import random\nwidths = [8, 16]\nrandom.shuffle(widths)\nwidth = widths[0]");
  EXPECT_NE(said.status(), "estimated") << said.config;
}

TEST(OpenValues, TextsThatAreAsciiStay) {
  expect_width("import unidecode\nwidth = len(unidecode.unidecode('eight ch'))", 8);
}

TEST(OpenValues, TransformsHaveTheirSettings) {
  expect_width(
      "from torchvision import transforms\n\nclass Cut(transforms.RandomResizedCrop):\n    pass\n\n"
      "cut = Cut(8, (0.5, 1.0))\nassert cut.scale == (0.5, 1.0) and transforms.RandomHorizontalFlip().p == 0.5\n"
      "assert transforms.RandomHorizontalFlip(0.3).p == 0.3 and transforms.RandomGrayscale(p=0.2).p == 0.2\n"
      "width = cut.size[0]",
      8);
}

TEST(OpenValues, PicturesOfABatchSideBySide) {
  // torchvision.utils.make_grid: 10 pictures of 30 x 20 in rows of 4, 2 between and around them: 3 rows of 32 and 2
  // more, 4 columns of 22 and 2 more.
  expect_width(
      "import torch\nfrom torchvision.utils import make_grid\ngrid = make_grid(torch.zeros(10, 1, 30, 20), nrow=4)\n"
      "assert grid.shape[0] == 3 and grid.shape[1] == 98\nwidth = grid.shape[2]",
      90);
}

TEST(OpenValues, ACallThatDependsOnWhatIsNotKnownEnds) {
  expect_width(R"(
import other
import torch
from enum import Enum
class Kind(Enum):
    A = "a"
class Known(torch.optim.Optimizer): pass
def depth(name, node, steps=None):
    name = Kind(name)
    if steps is not None:
        return 4
    if node is not None and isinstance(node, Known):
        parts = node.parts
        made = {}
        for one in parts.keys():
            made[one] = depth(name, node=parts[one], steps=steps)
        def hook(p):
            made[p].step()
        for one in parts.keys():
            if one.requires_grad:
                one.register_post_accumulate_grad_hook(hook)
        return torch.zeros(8, device="cuda")
    return torch.zeros(8, device="cuda")
width = depth("a", other.tree()).shape[0])",
               8);
}

TEST(OpenValues, WhatAnOpenClassMayHaveIsNotKnown) {
  const Said said = with_width(
      "import other\n\nclass Data(other.Data):\n    pass\n\ndata = Data()\n"
      "data[0], len(data), data(1)\nfor one in data:\n    pass\nwidth = 8");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_FALSE(said.lists("TypeError")) << said.config;
  EXPECT_EQ(said.parameters(), 36);
}

TEST(OpenValues, ArraysInADictThatOneArmMakes) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "device: rtx3090\nrecipes:\n  - configs: [train.py]\n    script: train.py\n"
             "    data: {\"*.jpg\": \"uint8[48, 64, 3]\"}\n");
  folder.put("train.py", R"(
import numpy as np
import skimage.io
import torch
from torch.utils.data import DataLoader, Dataset

class Pictures(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, index):
        sample = flipped({"img": skimage.io.imread("%d.jpg" % index).astype(np.float32)})
        return torch.from_numpy(sample["img"].copy()).permute(2, 0, 1)

def flipped(sample):
    if np.random.rand() < 0.5:
        sample = {"img": sample["img"][:, ::-1, :]}
    return sample

model = torch.nn.Conv2d(3, 4, 3).cuda()
optimizer = torch.optim.Adam(model.parameters())
for x in DataLoader(Pictures(), batch_size=2):
    model(x.cuda()).sum().backward()
    optimizer.step()
)");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  EXPECT_EQ(said.status(), "estimated") << said.config;
}

TEST(OpenValues, TokenizersGoByTheConfigOfTheirModel) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "device: rtx3090\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
  folder.put("model/config.json", "{\"vocab_size\": 95}\n");
  folder.put("train.py", R"(
import torch
from transformers import AutoTokenizer
tokenizer = AutoTokenizer.from_pretrained("model", model_max_length=64)
if tokenizer.pad_token is None:
    tokenizer.pad_token = tokenizer.eos_token
added = tokenizer.add_special_tokens({"pad_token": "[PAD]", "additional_special_tokens": ["<a>", "<b>"]})
model = torch.nn.Embedding(len(tokenizer), added).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(10):
    model(torch.zeros(2, tokenizer.model_max_length, dtype=torch.int64, device="cuda")).sum().backward()
    optimizer.step()
)");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  ASSERT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.parameters(), 98 * 3);
}

// numpy.diag and scipy.linalg keep float32; what stands in bytes; a context that is one of two and has a name.
TEST(OpenValues, SmallPartsOfLibrariesAndOfPython) {
  expect_width("import numpy as np\nwidth = 8 if np.diag(np.ones((2, 2), np.float32)).dtype == np.float32 else 4", 8);
  expect_width(
      "from scipy.linalg import sqrtm\nimport numpy as np\nroot, _ = sqrtm(np.eye(8), disp=False)\n"
      "width = root.shape[0]",
      8);
  expect_width("width = len(b'image-%09d' % 7) - 7", 8);
  expect_width("import contextlib\nwith open(__file__) if False else contextlib.nullcontext(8) as width:\n    pass", 8);
  expect_width("import torch\nx = torch.tensor([9.0, 2.0])\nwidth = torch.clamp(x, 0.0, 8.0, out=x).shape[0] + 6", 8);
  expect_width(
      "from sklearn.preprocessing import label_binarize\n"
      "width = label_binarize([0, 1, 2], classes=range(8)).shape[1]",
      8);
  expect_width(
      "from torch.distributed.elastic.multiprocessing.errors import record\n"
      "from torch.utils import model_zoo\nwidth = record(lambda: 8)() if model_zoo.load_url else 4",
      8);
}

// A word at a place by chance is a text, and how long it is nobody knows; it had been a number.
TEST(OpenValues, AnItemOfManyTextsIsAText) {
  for (const char* count : {"2", "3000"}) {
    const Said said = with_width("import torch\nwords = ['ab', 'abcd.txt'] * " + std::string(count) +
                                 "\nword = words[torch.randperm(len(words)).tolist()[0]]\n"
                                 "width = torch.tensor([ord(c) for c in word]).numel()");
    EXPECT_NE(said.status(), "estimated") << said.config;
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
  }
}

// aten/src/ATen/native/Convolution.cpp up to 1.10: conv1d takes a weight of four dimensions, and numbers for both of
// its two.
TEST(OpenValues, AConvolutionHadAsManyDimensionsAsItsWeight) {
  const std::string gate =
      "import torch\nx = torch.nn.functional.conv1d(torch.zeros(2, 4, 5, 10), torch.zeros(8, 4, 1, 2), dilation=3)\n"
      "width = x.shape[3] + 1";  // 10 - 3 * (2 - 1) = 7
  EXPECT_EQ(with_width(gate, "torch: \"1.5\"\n").parameters(), 8 * 4 + 4);
  EXPECT_NE(with_width(gate, "torch: \"2.4\"\n").status(), "estimated");
}

TEST(OpenValues, AnObjectHasTheEntriesThatItsBaseHas) {
  expect_width(
      "class A:\n    def __init__(self):\n        self.width = 2\n"
      "class B(A):\n    def __init__(self):\n        super().__init__()\n"
      "        for name in super().__dict__:\n            self.__dict__[name] = 8\nwidth = B().width",
      8);
}

// A shape that a method of what is not known is given says nothing of a length.
TEST(OpenValues, AShapeIsNoListOfSamples) {
  const std::string unknown = "import pickle\nd = pickle.load(open('/data/a', 'rb'))['data']\n";
  expect_width(unknown + "n = len(d.reshape((50, 3, 2, 2)))\nwidth = 8 if n != 4 else 2", 8);
}

}  // namespace
}  // namespace vramlint::tests
