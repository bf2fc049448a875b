// Programs that train classifiers as timm's users write them, where its source is not at hand.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr const char* kTinyNet = R"(import timm
import torch
from timm.models.registry import register_model
from torch import nn


class Net(nn.Module):
    def __init__(self, num_classes=10, width=8):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3)
        self.head = nn.Linear(width, num_classes)

    def forward(self, x):
        return self.head(self.conv(x).mean((2, 3)))


@register_model
def tiny(pretrained=False, **options):
    return Net(**options)
)";

Said run(const std::string& program) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
  folder.put("net.py", kTinyNet);
  folder.put("train.py", program);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

// A convolution of 3 * 9 * 16 + 16 = 448 and a layer of 16 * 100 + 100 = 1,700 numbers.
TEST(OpenClassifiers, WhatTrainsThemIsDescribed) {
  const Said said = run(R"(
import argparse
import net
from timm.data import Mixup, create_transform
from timm.data.constants import IMAGENET_DEFAULT_MEAN
from timm.loss import LabelSmoothingCrossEntropy, SoftTargetCrossEntropy
from timm.models import create_model
from timm.optim import create_optimizer
from timm.scheduler import create_scheduler
from timm.utils import AverageMeter, ModelEma, NativeScaler, accuracy
from torch.utils.data import DataLoader
from torchvision.datasets import ImageFolder

args = argparse.Namespace(opt="adamw", lr=1e-3, weight_decay=0.05, momentum=0.9, opt_eps=1e-8, opt_betas=None,
                          sched="cosine", epochs=3, warmup_epochs=1, cooldown_epochs=0, min_lr=1e-5)
transform = create_transform(input_size=64, is_training=True, color_jitter=0.4, auto_augment="rand-m9-mstd0.5-inc1",
                             interpolation="bicubic", re_prob=0.25, re_mode="pixel", re_count=1)
loader = DataLoader(ImageFolder("data", transform), batch_size=4, drop_last=True)
mixup = Mixup(mixup_alpha=0.8, cutmix_alpha=1.0, label_smoothing=0.1, num_classes=100)
model = create_model("tiny", pretrained=False, width=16, num_classes=100, drop_rate=None).cuda()
assert sum(p.numel() for p in model.parameters()) == 448 + 1700
ema = ModelEma(model, decay=0.99)
optimizer = create_optimizer(args, model)
scaler, meter = NativeScaler(), AverageMeter()
scheduler, epochs = create_scheduler(args, optimizer)
criterion = SoftTargetCrossEntropy()
for epoch in range(epochs):
    for samples, targets in loader:
        samples, labels = samples.cuda(), targets.cuda()
        samples, targets = mixup(samples, labels)
        outputs = model(samples)
        assert samples.shape == (4, 3, 64, 64) and outputs.shape == targets.shape == (4, 100)
        loss = criterion(outputs, targets) + LabelSmoothingCrossEntropy(0.1)(outputs, labels)
        meter.update(loss.item())
        accuracy(outputs, labels, topk=(1, 5))
        optimizer.zero_grad()
        scaler(loss, optimizer, clip_grad=1.0, parameters=model.parameters())
        ema.update(model)
    scheduler.step(epoch)
)");
  ASSERT_EQ(said.status(), "estimated") << said.config << said.errors;
  EXPECT_EQ(said.parameters(), 448 + 1700);
  // Two states of each of four tensors, in blocks of 512 bytes: 432, 16, 1,600 and 100 numbers.
  EXPECT_EQ(states(said), 2 * (2048 + 512 + 6656 + 512));
}

// Eight bits come to the GPU, where they become float32; the next batch is there before the first has been used.
TEST(OpenClassifiers, ALoaderThatPrefetchesHoldsTwoBatches) {
  const std::string program = R"(
import net
from timm.data import create_dataset, create_loader
loader = create_loader(create_dataset("", root="data", split="train", is_training=True), input_size=(3, 64, 64),
                       batch_size=4, is_training=True, use_prefetcher=PREFETCHES, auto_augment="rand-m9")
model = net.Net().cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for samples, targets in loader:
    loss = nn.functional.cross_entropy(model(samples.cuda()), targets.cuda())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
)";
  const auto input = [&](const std::string& prefetches) {
    const Said said = run("import torch\nfrom torch import nn\nPREFETCHES = " + prefetches + "\n" + program);
    EXPECT_EQ(said.status(), "estimated") << said.config << said.errors;
    return said.config["peak"]["allocated"]["point"].get<int64_t>();
  };
  EXPECT_GE(input("True") - input("False"), 4 * 3 * 64 * 64 * 4);
}

// A patch embedding of 16 * 16 * 3 * 768 + 768, 197 places, a token for the class, 12 layers of 7,087,872, a norm and
// 768 * 1000 + 1000: ViT-B/16 has 86,567,656.
TEST(OpenClassifiers, ItsVisionTransformerCanBeDerivedFrom) {
  const Said said = run(R"(
import timm.models.vision_transformer
import torch

class Mine(timm.models.vision_transformer.VisionTransformer):
    def forward_features(self, x):
        x = self.patch_embed(x)
        x = torch.cat((self.cls_token.expand(x.shape[0], -1, -1), x), dim=1) + self.pos_embed
        for block in self.blocks:
            x = block(x)
        return self.norm(x)[:, 0]

model = Mine(patch_size=16, embed_dim=768, depth=12, num_heads=12, mlp_ratio=4, qkv_bias=True).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(10):
    out = model(torch.zeros(2, 3, 224, 224, device="cuda"))
    assert out.shape == (2, 1000)
    out.mean().backward()
    optimizer.step()
)");
  EXPECT_EQ(said.status(), "estimated") << said.config << said.errors;
  EXPECT_EQ(said.parameters(), 590592 + 197 * 768 + 768 + 12 * 7087872 + 1536 + 769000);
}

constexpr const char* kOneBlock = R"(
from timm.models.vision_transformer import Block
model = Block(64, 4, qkv_bias=True).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(10):
    model(torch.zeros(2, 256, 64, device="cuda")).mean().backward()
    optimizer.step()
)";

// Up to 0.6 attention has its maps, 2 * 4 of 256 * 256; fused it has a number for each of their rows.
TEST(OpenClassifiers, AnAssertionSaysWhichReleaseThereIs) {
  const Said newest = run(std::string("import timm, torch\n") + kOneBlock);
  const Said older =
      run(std::string("import timm, torch\nassert timm.__version__ == \"0.3.2\", \"another one\"\n") + kOneBlock);
  ASSERT_EQ(older.status(), "estimated") << older.config << older.errors;
  EXPECT_TRUE(older.assumes("`packages:` in vramlint.yaml says it"));
  const auto kept = [](const Said& said) { return said.config["saved_for_backward"].get<int64_t>(); };
  EXPECT_EQ(kept(older) - kept(newest), 2 * 4 * 256 * 256 * 4 - 2 * 4 * 256 * 4);
}

TEST(OpenClassifiers, ASchedulePerBatchIsALineOfNumbers) {
  const Said said = run(R"(
import net
import numpy as np
import torch
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

pictures = datasets.ImageFolder("data", transforms.Compose([transforms.RandomResizedCrop(64), transforms.ToTensor()]))
loader = DataLoader(pictures, batch_size=4, drop_last=True)
turns = np.arange(10 * len(loader) - 5)
rises = np.linspace(0, 1, 5 * len(loader))
shares = np.concatenate((rises, 1 + 0.5 * (1 + np.cos(np.pi * turns / len(turns)))))
rates = np.array([1 + 0.5 * np.cos(np.pi * turn / len(turns)) for turn in turns])
model = net.Net().cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
kept = [p.detach().clone() for p in model.parameters()]
for turn, (x, y) in enumerate(loader):
    loss = torch.nn.functional.cross_entropy(model(x.cuda()), y.cuda())
    for group in optimizer.param_groups:
        group["lr"] = rates[turn]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for now, then in zip(model.parameters(), kept):
            then.mul_(shares[turn]).add_((1 - shares[turn]) * now.detach())
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.errors;
}

}  // namespace
}  // namespace vramlint::tests
