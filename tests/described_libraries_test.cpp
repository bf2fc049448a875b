// Libraries that are described as far as sizes go: torchvision's data sets, diffusers' autoencoder, bitsandbytes'
// optimizers.
#include <gtest/gtest.h>

#include "data_program.h"

namespace vramlint::tests {
namespace {

Said trained(const std::string& statements, const std::string& optimizer = "torch.optim.SGD(net.parameters(), lr=0.1)",
             const std::string& batch = "torch.zeros(4, width)") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
  folder.put("train.py", "import torch\nimport torch.nn as nn\nwidth = 8\n" + statements + "\nnet.cuda()\nopt = " +
                             optimizer + "\nfor step in range(9):\n    opt.zero_grad()\n    loss = net(" + batch +
                             ".cuda()).sum()\n    loss.backward()\n    opt.step()\n");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

/// A layer of one row for each element of the array and one for each class.
Said shaped(const std::string& made, const std::string& array) {
  return trained("from torchvision import datasets\nds = datasets." + made + "\nwidth = int(torch.Size(tuple(" + array +
                 ".shape)).numel() // 1000)\nnet = nn.Linear(width, len(ds.classes), bias=False)\n");
}

// Sizes of the arrays: the headers of the sets' files, as their pages state them.
TEST(DescribedLibraries, DataSetsHaveTheirArrays) {
  const struct {
    const char *made, *array;
    int64_t elements, classes;
  } cases[] = {
      {"MNIST('d', train=True)", "ds.data", 60000 * 28 * 28, 10},
      {"FashionMNIST('d', train=False)", "ds.data", 10000 * 28 * 28, 10},
      {"MNIST('d')", "ds.targets", 60000, 10},
      {"EMNIST('d', 'letters')", "ds.data", 124800 * 28 * 28, 27},
      {"CIFAR10('d')", "ds.data", 50000 * 32 * 32 * 3, 10},
      {"CIFAR100('d', train=False)", "ds.data", 10000 * 32 * 32 * 3, 100},
      {"SVHN('d', split='train')", "ds.data", 73257 * 3 * 32 * 32, 10},
      {"STL10('d', split='unlabeled')", "ds.data", int64_t{100000} * 3 * 96 * 96, 10},
  };
  for (const auto& one : cases) {
    const Said said = shaped(one.made, one.array);
    EXPECT_EQ(said.status(), "estimated") << one.made << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), one.elements / 1000 * one.classes) << one.made;
  }
  EXPECT_EQ(shaped("MNIST('d')", "torch.zeros(8000)").parameters(), 8 * 10);
}

TEST(DescribedLibraries, DataSetsThatAreTheSameForAllHaveTheirClasses) {
  for (const auto& [made, classes] : {std::pair{"ImageNet('d')", 1000},
                                      {"Food101('d')", 101},
                                      {"Flowers102('d')", 102},
                                      {"OxfordIIITPet('d')", 37},
                                      {"Places365('d')", 365},
                                      {"DTD('d')", 47}})
    EXPECT_EQ(shaped(made, "torch.zeros(8000)").parameters(), 8 * classes) << made;
}

// An array that the program puts in the place of the set's says how many there are.
TEST(DescribedLibraries, APartOfADataSetIsAsLongAsItsArray) {
  const Said said = trained(
      "from torchvision import datasets\nds = datasets.CIFAR10('d')\nassert len(ds) == 50000\nds.data = ds.data[:12]\n"
      "net = nn.Linear(width, len(ds))\n");
  EXPECT_EQ(said.parameters(), 8 * 12 + 12);
}

// Of Stable Diffusion: 34,163,592 in the encoder, 49,490,179 in the decoder, 72 and 20 between them. An eighth as wide.
TEST(DescribedLibraries, TheAutoencoderOfStableDiffusion) {
  const std::string made =
      "from diffusers.models import AutoencoderKL\n"
      "vae = AutoencoderKL.from_pretrained('stabilityai/sd-vae-ft-mse').cuda()\nvae.requires_grad_(False)\n"
      "count = sum([p.numel() for p in vae.parameters()])\n";
  EXPECT_EQ(trained(made + "width = 1\nnet = nn.Linear(width, count, bias=False)\n").parameters(),
            34'163'592 + 49'490'179 + 72 + 20);
  const Said shapes =
      trained(made +
              "with torch.no_grad():\n    z = vae.encode(torch.zeros(2, 3, 64, 128).cuda()).latent_dist.sample()\n"
              "    x = vae.decode(z).sample\nwidth = z.numel()\nnet = nn.Linear(width, x.numel(), bias=False)\n");
  EXPECT_EQ(shapes.parameters(), int64_t{2 * 4 * 8 * 16} * (2 * 3 * 64 * 128));
}

// A weight of 128 x 64: two states of a byte each, 8,192; of every 256 of them a scale, 128 bytes in a block of 512;
// two tables of 1,024 bytes. Paged states of 100,000 elements and more lie outside of the allocator, and the manager's
// word on a layer's weight counts before the optimizer's: 4 bytes an element.
TEST(DescribedLibraries, StatesOfEightBits) {
  const std::string layer = "import bitsandbytes as bnb\nwidth = 128\nnet = nn.Linear(width, 64, bias=False)\n";
  const Said said = trained(layer, "bnb.optim.AdamW8bit(net.parameters(), lr=1e-3)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(states(said), 2 * 8192 + 2 * 512 + 2 * 1024);
  EXPECT_EQ(states(trained(layer, "bnb.optim.PagedAdamW8bit(net.parameters())")), 2 * 8192 + 2 * 512 + 2 * 1024);
  EXPECT_EQ(states(trained(layer, "bnb.optim.Lion8bit(net.parameters())")), 8192 + 512 + 1024);
  EXPECT_EQ(states(trained(layer, "bnb.optim.Adam(net.parameters(), min_8bit_size=16384, optim_bits=8)")), 8 * 8192);
  EXPECT_EQ(
      states(trained(layer + "bnb.optim.GlobalOptimManager.get_instance().register_module_override(net, 'weight', "
                             "{'optim_bits': 32})\n",
                     "bnb.optim.AdamW8bit(net.parameters())")),
      8 * 8192);
  const std::string wide = "import bitsandbytes as bnb\nwidth = 2048\nnet = nn.Linear(width, 64, bias=False)\n";
  EXPECT_EQ(states(trained(wide, "bnb.optim.PagedAdamW8bit(net.parameters())")), 2 * 2048 + 2 * 1024);
  EXPECT_EQ(states(trained(wide, "bnb.optim.PagedAdamW32bit(net.parameters())")), 0);
}

// A Fabric's optimizer is one of its own class, too; its strategy is an object, and a counter of whole numbers takes
// whole numbers that are not known.
TEST(DescribedLibraries, AFabricsOptimizerIsAnOptimizer) {
  const Said said = trained(
      "import other\nfrom lightning.fabric import Fabric\nfrom lightning.fabric.plugins import BitsandbytesPrecision\n"
      "from torch.optim.lr_scheduler import LambdaLR, SequentialLR\nfabric = Fabric(devices=1)\n"
      "net = fabric.setup(nn.Linear(width, 8))\nmade = None\n"
      "if not isinstance(fabric.strategy.precision, BitsandbytesPrecision):\n"
      "    made = torch.optim.AdamW(net.parameters())\nmade = fabric.setup_optimizers(made)\n"
      "assert isinstance(made, torch.optim.AdamW)\n"
      "schedule = SequentialLR(made, [LambdaLR(made, lambda step: 1.0) for _ in range(2)], milestones=[3])\n"
      "seen = torch.tensor(0).cuda()\nseen += other.count().item()\n",
      "made");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 72);
}

// A square of any size has its smallest edge, and so both, as the resize says.
TEST(DescribedLibraries, SquaresThatAreResizedAreSquares) {
  const Said said = Program{.data = R"(import albumentations as A
import numpy as np

class Pictures(Dataset):
    def __len__(self):
        return 64
    def __getitem__(self, index):
        x = np.array(Image.open('a.png').convert('RGB'))
        side = int(min(x.shape[:2]) * random.random())
        x = A.RandomCrop(height=side, width=side)(image=x)['image']
        return torch.from_numpy(A.SmallestMaxSize(max_size=32)(image=x)['image']).permute(2, 0, 1).float()

loader = DataLoader(Pictures(), batch_size=4)
)"}
                        .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);  // float32
}

// `for entry in os.scandir(folder)`, `for root, folders, names in os.walk(folder)`: entries like those of any folder.
TEST(DescribedLibraries, FoldersThatAreNotAtHandAreWalked) {
  for (const char* way : {"for root, _, found in os.walk('d'): self.names += [os.path.join(root, f) for f in found]",
                          "self.names = [entry.path for entry in os.scandir('d')]"}) {
    const Said said =
        Program{.data = "class Pictures(Dataset):\n    def __init__(self):\n        self.names = []\n        " +
                        std::string(way) +
                        "\n    def __len__(self):\n        return len(self.names)\n"
                        "    def __getitem__(self, index):\n        x = Image.open(self.names[index])\n"
                        "        return T.ToTensor()(x.convert('RGB').resize((32, 32)))\n\n"
                        "loader = DataLoader(Pictures(), batch_size=4)\n"}
            .check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4) << way;
  }
}

// scipy's reference, 1.14: a filter's order and one more coefficients, twice as many for a band; ceil(1000 * 3 / 2);
// 1000 + 10 - 1. Whatever is drawn of a normal distribution cut at -1.2 and 0, with a scale of 0.25 around 1, lies
// between 0.7 and 1: at most all of 16 rows are kept, 4 x 16 x 8 floats, which the layer keeps.
TEST(DescribedLibraries, FiltersAndDistributionsOfScipy) {
  const Said said = trained(
      "import numpy as np\nfrom scipy import signal, stats\n"
      "b, a = signal.butter(4, 0.1, btype='highpass')\nassert b.shape == (5,) and a.shape == (5,)\n"
      "assert signal.butter(3, [0.1, 0.2], 'bandpass', output='sos').shape == (3, 6)\n"
      "y = signal.lfilter([1, -0.97], [1], np.zeros((3, 1000), np.float32))\n"
      "assert y.shape == (3, 1000) and y.dtype == np.float64\n"
      "assert signal.resample_poly(y, 3, 2, axis=1).shape == (3, 1500)\n"
      "assert signal.fftconvolve(y, np.zeros((1, 10))).shape == (3, 1009)\n"
      "assert signal.windows.hann(16).shape == (16,) and stats.norm.rvs(size=(2, 3)).shape == (2, 3)\n"
      "assert float(stats.pearsonr([1, 2], [3, 4])[0]) <= 1\n"
      "rates = stats.truncnorm(-1.2, 0, loc=1.0, scale=0.25)\n"
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(8, 8)\n"
      "    def forward(self, x):\n        kept = int(np.ceil(16 * rates.rvs(1)[0]))\n        return self.a(x[:, "
      ":kept])\n"
      "net = Net()",
      "torch.optim.SGD(net.parameters(), lr=0.1)", "torch.zeros(4, 16, 8)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["saved_for_backward"], 4 * 16 * 8 * 4);
}

// Kept are the layer's input and output, 4 x 16 floats each, and a number of each row that a kernel writes.
TEST(DescribedLibraries, KernelsOfTritonWriteIntoWhatIsThere) {
  const Said said = trained(
      "import triton\nimport triton.language as tl\n"
      "@triton.autotune(configs=[triton.Config({'BLOCK': n}, num_warps=4) for n in (64, 128)], key=['n'])\n"
      "@triton.jit\ndef kernel(x, y, n, BLOCK: tl.constexpr):\n    tl.store(y, tl.load(x + tl.arange(0, BLOCK)))\n"
      "class Scaled(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n"
      "        y, rows = torch.empty_like(x), torch.empty(len(x), device=x.device)\n"
      "        assert triton.next_power_of_2(17) == 32\n"
      "        kernel[lambda meta: (triton.cdiv(x.numel(), meta['BLOCK']),)](x, y, 16)\n"
      "        ctx.save_for_backward(x, rows)\n        return y\n"
      "    @staticmethod\n    def backward(ctx, grad):\n        made = torch.empty_like(grad)\n"
      "        kernel[(1,)](grad, made, 16, num_warps=8)\n        return made\n"
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(16, 16)\n"
      "    def forward(self, x):\n        return Scaled.apply(self.a(x))\nnet = Net()",
      "torch.optim.SGD(net.parameters(), lr=0.1)", "torch.zeros(4, 16)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["saved_for_backward"], 2 * 4 * 16 * 4 + 4 * 4);
  EXPECT_TRUE(said.assumes("what Triton takes to measure")) << said.config["assumptions"];
}

}  // namespace
}  // namespace vramlint::tests
