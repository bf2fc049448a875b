// What programs ask of libraries beside their main paths: callbacks of Lightning, its command line, distributions.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// Of a program beside its config, called with the given arguments.
Said configured(const std::string& program, const std::string& config, const std::string& args) {
  const ScratchFolder folder;
  folder.put(
      "vramlint.yaml",
      "torch: \"2.4\"\nrecipes:\n  - configs: [config.yaml]\n    script: {path: train.py, args: " + args + "}\n");
  folder.put("config.yaml", config);
  folder.put("train.py", program);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "config.yaml"}));
}

int64_t allocated(const Said& said) { return said.config["peak"]["allocated"]["point"].get<int64_t>(); }

constexpr int64_t kMiB = int64_t{1} << 20;

/// A backbone of 4096 x 4096 weights, 64 MiB, and a head of 4 x 4096, 64 KiB; batches of one row.
Said fitted(const std::string& callbacks, const std::string& more = "") {
  return said_of_script(
      "import lightning as L\nimport torch\nfrom lightning.pytorch import callbacks as c\nfrom torch import nn\n"
      "from torch.utils.data import DataLoader, TensorDataset\n"
      "class Net(L.LightningModule):\n    def __init__(self):\n        super().__init__()\n"
      "        self.backbone = nn.Linear(4096, 4096, bias=False)\n        self.head = nn.Linear(4096, 4, bias=False)\n"
      "    def training_step(self, batch, i):\n        return self.head(self.backbone(batch[0])).mean()\n"
      "    def configure_optimizers(self):\n"
      "        return torch.optim.SGD([p for p in self.parameters() if p.requires_grad], lr=0.1)\n" +
      more + "x = torch.zeros(10, 4096)\ntrainer = L.Trainer(max_epochs=4, callbacks=" + callbacks +
      ")\ntrainer.fit(Net(), DataLoader(TensorDataset(x)))\n");
}

// The copy takes 64 MiB, and an update of it by decay * average + (1 - decay) * value two results and their sum: three
// times 64 MiB beside what holds the peak otherwise, which lies in the step.
TEST(LibraryGaps, AveragedCopiesOfLightningAreHeld) {
  const int64_t plain = allocated(fitted("[]"));
  for (const char* one : {"[c.EMAWeightAveraging()]", "c.WeightAveraging(device='cuda')"}) {
    const Said said = fitted(one);
    EXPECT_EQ(said.status(), "estimated") << one << said.config["unknowns"] << said.findings;
    EXPECT_GE(allocated(said), plain + 64 * kMiB) << one;
  }
  EXPECT_LT(allocated(fitted("[c.WeightAveraging(device='cpu'), c.Timer()]")), plain + kMiB);
  EXPECT_EQ(allocated(fitted("[c.StochasticWeightAveraging(1e-2)]")), plain);
  EXPECT_GE(allocated(fitted("[c.StochasticWeightAveraging(1e-2, swa_epoch_start=1, device=None)]")),
            plain + 64 * kMiB);
}

// Without the backbone's gradient of 64 MiB; with what unfreezes it in a later epoch it is there.
TEST(LibraryGaps, WhatACallbackFreezesHasNoGradient) {
  const std::string never =
      "class Freeze(c.BaseFinetuning):\n    def freeze_before_training(self, net):\n        self.freeze(net.backbone)\n"
      "    def finetune_function(self, net, epoch, optimizer):\n        pass\n";
  const int64_t plain = allocated(fitted("[]"));
  const Said frozen = fitted("[Freeze()]", never);
  EXPECT_EQ(frozen.status(), "estimated") << frozen.config["unknowns"] << frozen.findings;
  EXPECT_LE(allocated(frozen), plain - 63 * kMiB);
  EXPECT_GE(allocated(fitted("[c.BackboneFinetuning(2)]")), plain - kMiB);
}

TEST(LibraryGaps, CallbacksThatAreNotKnownLeaveTheFiguresOpen) {
  for (const char* one : {"[c.ModelPruning('l1_unstructured')]", "[other.Callback()]"}) {
    const Said said = fitted(one, "import other\n");
    EXPECT_EQ(said.status(), "partial") << one << said.config;
    EXPECT_TRUE(said.lists("may lower or raise the figures")) << said.config["unknowns"];
  }
}

const std::string kCli =
    "import lightning as L\nimport torch\nfrom lightning.pytorch.cli import LightningCLI, OptimizerCallable\n"
    "from torch import nn\nfrom torch.utils.data import DataLoader, TensorDataset\n"
    "class Net(L.LightningModule):\n"
    "    def __init__(self, width: int = 8, rows: int = 1, optimizer: OptimizerCallable = torch.optim.SGD):\n"
    "        super().__init__()\n        self.layer, self.made = nn.Linear(width, rows, bias=False), optimizer\n"
    "    def training_step(self, batch, i):\n        return self.layer(batch[0]).mean()\n"
    "    def configure_optimizers(self):\n        return self.made(self.parameters())\n"
    "class Data(L.LightningDataModule):\n    def __init__(self, size: int = 2, width: int = 8):\n"
    "        super().__init__()\n        self.size, self.width = size, width\n"
    "    def train_dataloader(self):\n"
    "        return DataLoader(TensorDataset(torch.zeros(64, self.width)), batch_size=self.size)\n";

TEST(LibraryGaps, CommandLineOfLightning) {
  const std::string config =
      "seed_everything: 1\ntrainer:\n  devices: 1\n  max_epochs: 3\n  callbacks:\n"
      "    - {class_path: lightning.pytorch.callbacks.Timer}\nmodel:\n  width: 512\n  optimizer:\n"
      "    class_path: torch.optim.Adam\n    init_args: {lr: 0.1}\ndata: {width: 512, size: 4}\n";
  const Said said =
      configured(kCli + "LightningCLI(Net, Data)\n", config, "[fit, --config, config.yaml, --model.rows=2]");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 512 * 2);
  EXPECT_EQ(states(said), 2 * 512 * 2 * 4);  // Adam's two, in float32
}

// `rows` is linked to the data's size, 4; the class is named by the config.
TEST(LibraryGaps, CommandLineOfLightningThatTheProgramRuns) {
  const std::string config = "model:\n  class_path: Net\n  init_args: {width: 512}\ndata: {width: 512, size: 4}\n";
  const Said said = configured(kCli +
                                   "class Mine(LightningCLI):\n    def add_arguments_to_parser(self, parser):\n"
                                   "        parser.link_arguments('data.size', 'model.rows')\n"
                                   "cli = Mine(None, Data, run=False, trainer_defaults={'max_epochs': 3})\n"
                                   "cli.trainer.fit(cli.model, cli.datamodule)\n",
                               config, "[--config=config.yaml]");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 512 * 4);
}

// What the program adds to the command line, files by default and before the subcommand, links between what is made:
// (128 + 1) * 64 parameters, and Adam's two states of them, in blocks of 512 bytes: 32,768 and 256 -> 512.
TEST(LibraryGaps, CommandLineOfLightningThatTheProgramExtends) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "torch: \"2.4\"\nrecipes:\n  - configs: [c.yaml]\n    script: {path: a.py, args: [-c, c.yaml, fit]}\n");
  folder.put("d.yaml", "data: {batch_size: 8, length: 128}\nmodel: {width: 128}\noptimizer: {lr: 0.1}\n");
  folder.put("c.yaml", "fit:\n  data: {batch_size: 16}\n");
  folder.put("a.py", R"(import lightning as L
import torch
from lightning.pytorch.cli import LightningCLI
from lightning.pytorch.callbacks import EarlyStopping, LearningRateMonitor
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

class Net(L.LightningModule):
    def __init__(self, width: int = 8, rows: int = 3):
        super().__init__()
        assert rows == 64, rows
        self.model = nn.Linear(width, rows)
    def training_step(self, batch, batch_idx):
        return self.model(batch[0]).sum()

class Data(L.LightningDataModule):
    def __init__(self, batch_size: int = 32, length: int = 8):
        super().__init__()
        self.batch_size, self.length = batch_size, length
        self.classes = 64
    def train_dataloader(self):
        return DataLoader(TensorDataset(torch.zeros(1000, self.length)), batch_size=self.batch_size)

class Mine(LightningCLI):
    def add_arguments_to_parser(self, parser):
        parser.add_lightning_class_args(EarlyStopping, "early")
        parser.set_defaults({"early.monitor": "x"})
        parser.add_optimizer_args(torch.optim.Adam)
        parser.add_lr_scheduler_args(torch.optim.lr_scheduler.StepLR)
        parser.link_arguments("data.classes", "model.rows", apply_on="instantiate")
        parser.add_argument("--mail", default="a@b")
    def before_fit(self):
        assert self.config.fit.mail == "a@b"
        assert self.config["fit"]["data"]["batch_size"] == 16
        assert len(self.trainer.callbacks) == 2, self.trainer.callbacks
        self.ran = True
    def after_fit(self):
        assert self.ran

if __name__ == "__main__":
    Mine(Net, Data, trainer_defaults={"callbacks": [LearningRateMonitor()], "max_epochs": 3}, parser_kwargs={"fit": {"default_config_files": ["d.yaml"]}})
)");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "c.yaml"}));
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), (128 + 1) * 64);
  EXPECT_EQ(states(said), 2 * (32'768 + 512));
}

/// Bytes of what a forward keeps for backward in `made` of a [1024, 1024] parameter `w`, 4 MiB.
double saved(const std::string& made) {
  const Said said = said_of_script(
      "import torch\nimport torch.distributions as d\nnet = torch.nn.Linear(1024, 1024, bias=False).cuda()\n"
      "w = net.weight\n"
      "x = torch.ones(1024, 1024, device='cuda')\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in "
      "range(9):\n"
      "    loss = (" +
      made + ").sum() + x.sum()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << made << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  return said.config["phases"][0]["saved_for_backward"]["point"].get<double>() / (4.0 * kMiB);
}

// In tensors of 4 MiB, as derivatives.yaml (2.4) names what each operator keeps; w and x are counted where they stand.
TEST(LibraryGaps, DistributionsKeepWhatTheirOperatorsKeep) {
  EXPECT_EQ(saved("d.Exponential(w).log_prob(x)"), 0);  // log keeps w; the product w and x
  // The inverse of the map divides x - 0, made anew, by w; the base multiplies the quotient by its rate, made of ones;
  // the logarithm of |w| keeps what it takes.
  EXPECT_EQ(
      saved("d.TransformedDistribution(d.Exponential(torch.ones_like(w)), [d.AffineTransform(0., w)]).log_prob(x)"), 3);
  // What is drawn, both as the operand of the division and for the gradient of the draw.
  EXPECT_EQ(saved("d.Gamma(w, w).rsample()"), 1);
  for (const char* made :
       {"d.StudentT(w, w, w).log_prob(x)", "d.NegativeBinomial(w, logits=w).log_prob(x)", "d.Gamma(w, w).rsample()",
        "d.Beta(w, w).log_prob(x)", "d.Dirichlet(w).rsample()", "d.Gumbel(w, w).rsample()",
        "d.RelaxedOneHotCategorical(torch.tensor(0.5), logits=w).rsample()", "d.Gamma(w, w).entropy()",
        "d.MixtureSameFamily(d.Categorical(logits=w), d.Independent(d.Normal(w[..., None], 1.), 1)).log_prob(x[:, :1])",
        "d.Independent(d.Laplace(w, w), 1).expand((1024,)).log_prob(x)", "d.Binomial(3, logits=w).log_prob(x)"})
    EXPECT_GT(saved(made), 0) << made;
}

// Every assertion of the program is of what torchvision makes of it. A batch: 4 x 3 x 96 x 128 in float32, 4 x 5 masks
// in bytes, boxes and labels.
TEST(LibraryGaps, TransformsOfPicturesWithTheirMasksAndBoxes) {
  const Said said = said_of_script(R"(import torch
from torch import nn
from torchvision import tv_tensors
from torchvision.transforms import v2

t = v2.Compose([v2.ToImage(), v2.RandomPhotometricDistort(p=1), v2.RandomZoomOut(fill={tv_tensors.Image: 0, "others": 0}), v2.RandomIoUCrop(),
                v2.RandomHorizontalFlip(p=0.5), v2.Resize((96, 128)), v2.ToDtype(torch.float32, scale=True),
                v2.ConvertBoundingBoxFormat("CXCYWH"), v2.Normalize([0.5] * 3, [0.5] * 3)])

class Set(torch.utils.data.Dataset):
    def __len__(self):
        return 100
    def __getitem__(self, i):
        from PIL import Image
        img = Image.new("RGB", (640, 480))
        boxes = tv_tensors.BoundingBoxes(torch.zeros(5, 4), format="XYXY", canvas_size=(480, 640))
        masks = tv_tensors.Mask(torch.zeros(5, 480, 640, dtype=torch.uint8))
        img, target = t(img, {"boxes": boxes, "masks": masks, "labels": torch.zeros(5, dtype=torch.int64)})
        assert target["boxes"].canvas_size == (96, 128)
        assert target["boxes"].format == tv_tensors.BoundingBoxFormat.CXCYWH
        assert isinstance(target["masks"], tv_tensors.Mask)
        assert isinstance(img, tv_tensors.Image), type(img)
        return img, target["masks"], target["boxes"], target["labels"]

net = nn.Conv2d(3, 8, 3).cuda()
opt = torch.optim.SGD(net.parameters(), 0.1)
for img, masks, boxes, labels in torch.utils.data.DataLoader(Set(), batch_size=4):
    img, masks = img.cuda(), masks.cuda()
    assert img.dtype == torch.float32 and masks.dtype == torch.uint8
    assert img.shape == (4, 3, 96, 128)
    assert masks.shape == (4, 5, 96, 128)
    loss = net(img).mean() + masks.float().mean() + boxes.cuda().mean()
    opt.zero_grad(); loss.backward(); opt.step()
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"], 4 * (3 * 96 * 128 * 4 + 5 * 96 * 128));  // the rest fits into a block
}

TEST(LibraryGaps, TransformsOfTypesAndOfWholeBatches) {
  const ScratchFolder folder;
  folder.put(
      "vramlint.yaml",
      "torch: \"2.4\"\nrecipes:\n  - {configs: [a.py], script: a.py}\ndata: {\"*.png\": \"uint8[480, 640, 3]\"}\n");
  folder.put("a.py", R"(import torch
from torch import nn
from torchvision import tv_tensors
from torchvision.io import read_image, ImageReadMode
from torchvision.transforms import v2
import torchvision.transforms.v2.functional as F

t = v2.Compose([v2.RandomShortestSize([300, 480], max_size=800), v2.CenterCrop(64), v2.SanitizeBoundingBoxes(), v2.ToDtype({tv_tensors.Image: torch.float32, tv_tensors.Mask: torch.int64, "others": None}, scale=True), v2.ToPureTensor()])
u = v2.Compose([v2.RandomResizedCrop(32), v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])
mix = v2.RandomChoice([v2.CutMix(num_classes=10), v2.MixUp(num_classes=10)])
class Set(torch.utils.data.Dataset):
    def __len__(self):
        return 100
    def __getitem__(self, i):
        img = read_image("a.png", mode=ImageReadMode.RGB)
        assert F.get_size(img) == [480, 640]
        img = tv_tensors.Image(img)
        boxes = tv_tensors.BoundingBoxes([[0, 0, 10, 10]], format="XYWH", canvas_size=F.get_size(img))
        masks = tv_tensors.Mask(torch.zeros(1, 480, 640, dtype=torch.uint8))
        img, target = t(img, {"boxes": boxes, "masks": masks, "labels": torch.zeros(1, dtype=torch.int64), "image_id": 3})
        assert type(img) is torch.Tensor and img.dtype == torch.float32
        assert target["masks"].dtype == torch.int64
        assert target["image_id"] == 3
        x = u(read_image("a.png", ImageReadMode.GRAY))
        assert x.shape == (1, 32, 32) and x.dtype == torch.float32, x.shape
        return img, target["masks"].shape[-1], torch.tensor(1)

net = nn.Conv2d(3, 8, 3).cuda()
opt = torch.optim.SGD(net.parameters(), 0.1)
for img, masks, label in torch.utils.data.DataLoader(Set(), batch_size=4):
    img, label = mix(img, label)
    assert label.shape == (4, 10)
    assert img.shape == (4, 3, 64, 64)
    loss = net(img.cuda()).mean() + label.cuda().mean()
    opt.zero_grad(); loss.backward(); opt.step()
)");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

// A layer's parameters are the elements of the three results: 64 x 8, 8 and 32 x 8; 20 x 5, 5 and 64 x 5.
TEST(LibraryGaps, LowRanks) {
  const Said said = said_of_script(
      "import torch\nu, s, v = torch.svd_lowrank(torch.zeros(64, 32), q=8, niter=4)\n"
      "n = u.numel() + s.numel() + v.numel()\nu, s, v = torch.pca_lowrank(torch.zeros(20, 64), q=5)\n"
      "net = torch.nn.Linear(n + u.numel() + s.numel() + v.numel(), 1, bias=False).cuda()\n"
      "assert not net._backward_pre_hooks\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(9):\n"
      "    opt.zero_grad()\n    net(torch.zeros(4, net.in_features).cuda()).sum().backward()\n    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.parameters(), 64 * 8 + 8 + 32 * 8 + 20 * 5 + 5 + 64 * 5);
}

// A library that asks for `label` beside the `labels` that a function has made does not find it.
TEST(LibraryGaps, LabelsAreThereByOneName) {
  const Said said = said_of_script(
      "import torch\nfrom datasets import load_dataset\ndef made(row):\n"
      "    return {'input_ids': [1, 2] * len(row['text'][:0] + 'ab'), 'labels': [1] * 24}\n"
      "ds = load_dataset('json', data_files='a.json')['train'].map(made, remove_columns=['text'])\n"
      "assert 'label' not in ds.column_names and 'label' not in ds[0] and 'labels' in ds[0]\n"
      "net = torch.nn.Linear(len(ds[0]['labels']), 1, bias=False).cuda()\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(9):\n"
      "    opt.zero_grad()\n    net(torch.zeros(4, net.in_features).cuda()).sum().backward()\n    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.parameters(), 24);
}

// A parameter of no module lies where its data lie: 4 MiB, and twice as much in Adam's states.
TEST(LibraryGaps, ParametersOfNoModule) {
  for (const char* data : {"torch.ones(1024, 1024, device='cuda')", "torch.ones(1024, 1024).cuda()"}) {
    const Said said = said_of_script(std::string("import torch\nw = torch.nn.Parameter(") + data +
                                     ")\nopt = torch.optim.Adam([w], lr=0.1)\nfor step in range(9):\n"
                                     "    loss = (w.exp() + 3).sum()\n    opt.zero_grad()\n    loss.backward()\n"
                                     "    opt.step()\n");
    EXPECT_EQ(said.status(), "estimated") << data << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 1024 * 1024) << data;
    EXPECT_EQ(states(said), 8 * kMiB) << data;
  }
}

// torch.optim's own Adafactor, of 2.5, keeps a number a row and one a column in the parameter's type, here 2 * 2 KiB.
TEST(LibraryGaps, AdafactorOfTorch) {
  const auto trained = [](const char* torch) {
    const ScratchFolder folder;
    folder.put("vramlint.yaml",
               std::string("torch: \"") + torch + "\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
    folder.put("train.py",
               "import torch\nnet = torch.nn.Linear(1024, 1024, bias=False).cuda().half()\n"
               "opt = torch.optim.Adafactor(net.parameters(), lr=0.1)\nfor step in range(9):\n"
               "    opt.zero_grad()\n    net(torch.zeros(4, 1024).cuda().half()).sum().backward()\n    opt.step()\n");
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  };
  const Said there = trained("2.5");
  EXPECT_EQ(there.status(), "estimated") << there.config["unknowns"] << there.findings;
  EXPECT_EQ(states(there), 2 * 2048);
  EXPECT_TRUE(trained("2.4").lists("no attribute 'Adafactor'"));
}

}  // namespace
}  // namespace vramlint::tests
