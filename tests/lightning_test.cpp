// Programs that Lightning's Trainer trains, whose source is not at hand: each takes what the same step by hand takes.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr const char* kHead = R"(import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
import pytorch_lightning as pl


class Images(Dataset):
    def __len__(self):
        return 512

    def __getitem__(self, index):
        return {"image": torch.zeros(3, 128, 128), "label": 1}


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 16, 3)
        self.wide = nn.Linear(16, 40000)

    def forward(self, x):
        return self.wide(torch.relu(self.conv(x)).mean((2, 3)))


loss_of = nn.functional.cross_entropy
)";
constexpr int64_t kParameters = 3 * 16 * 9 + 16 + 16 * 40000 + 40000;

Said program(const std::string& text, const std::vector<std::string>& more = {}) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
  folder.put("train.py", kHead + text);
  std::vector<std::string> words = {"check", "--format", "json", "--fail-on", "never", "train.py"};
  words.insert(words.end(), more.begin(), more.end());
  return said_by(run_program(folder.path(), words));
}

struct Fitted {
  std::string trainer, step = "        return loss_of(self.layers(batch['image']), batch['label'])\n",
                       optimizers = "torch.optim.Adam(self.parameters())", more = {};

  Said said(const std::vector<std::string>& words = {}) const {
    return program(
        "\n\nclass Net(pl.LightningModule):\n    def __init__(self):\n        super().__init__()\n"
        "        self.layers = Layers()\n" +
            more + "\n    def training_step(self, batch, batch_idx):\n" + step +
            "\n    def configure_optimizers(self):\n        return " + optimizers + "\n\n\npl.Trainer(max_epochs=3, " +
            trainer + ").fit(Net(), DataLoader(Images(), batch_size=4, shuffle=True))\n",
        words);
  }
};

/// `made` before the loop; `round` at its head a batch `x` and its labels `y` on the GPU.
Said by_hand(const std::string& made, const std::string& round) {
  return program("\n\nlayers = Layers().cuda()\n" + made +
                 "for batch in DataLoader(Images(), batch_size=4, shuffle=True):\n"
                 "    x, y = batch['image'].cuda(), batch['label'].cuda()\n" +
                 round);
}

constexpr const char* kAdam = "optimizer = torch.optim.Adam(layers.parameters())\n";
constexpr const char* kRound =
    "    loss = loss_of(layers(x), y)\n    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n";

void expect_alike(const Said& fitted, const Said& hand) {
  ASSERT_EQ(hand.status(), "estimated") << hand.findings << hand.config["unknowns"];
  ASSERT_EQ(fitted.status(), "estimated") << fitted.findings << fitted.config["unknowns"];
  EXPECT_EQ(fitted.mistakes(), 0) << fitted.findings;
  EXPECT_EQ(fitted.parameters(), hand.parameters());
  EXPECT_EQ(fitted.config["peak"]["allocated"], hand.config["peak"]["allocated"]);
}

TEST(Lightning, OneOptimizer) {
  const Said hand = by_hand(kAdam, kRound);
  EXPECT_EQ(hand.parameters(), kParameters);
  for (const char* trainer :
       {"gpus=1", "accelerator='gpu', devices=1", "devices='auto', strategy='auto', precision=32"})
    expect_alike(Fitted{trainer}.said(), hand);
  for (const char* optimizers : {"[torch.optim.Adam(self.parameters())], []",
                                 "{'optimizer': torch.optim.Adam(self.parameters()), 'lr_scheduler': None}"})
    expect_alike(
        Fitted{"gpus=1", "        return {'loss': loss_of(self.layers(batch['image']), batch['label'])}\n", optimizers}
            .said(),
        hand);
}

TEST(Lightning, Precision) {
  const std::string half =
      "    with torch.autocast('cuda', dtype=torch.bfloat16):\n        loss = loss_of(layers(x), y)\n";
  expect_alike(Fitted{"precision='bf16-mixed'"}.said(),
               by_hand(kAdam, half + "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n"));
  const std::string scaled =
      "    with torch.autocast('cuda', dtype=torch.float16):\n        loss = loss_of(layers(x), y)\n"
      "    optimizer.zero_grad()\n    scaler.scale(loss).backward()\n    scaler.unscale_(optimizer)\n"
      "    nn.utils.clip_grad_norm_(layers.parameters(), 1.0)\n    scaler.step(optimizer)\n    scaler.update()\n";
  expect_alike(Fitted{"precision=16, gradient_clip_val=1.0"}.said(),
               by_hand(std::string(kAdam) + "scaler = torch.cuda.amp.GradScaler()\n", scaled));
}

/// The program's own loop, with what Fabric makes of its parts.
Said with_fabric(const std::string& options, const std::string& before_step = "") {
  return program(
      "import lightning as L\n\n\ndef main(fabric, rate):\n    with fabric.init_module():\n        layers = Layers()\n"
      "    optimizer = torch.optim.Adam(layers.parameters(), lr=rate)\n"
      "    layers, optimizer = fabric.setup(layers, optimizer)\n"
      "    loader = fabric.setup_dataloaders(DataLoader(Images(), batch_size=4, shuffle=True))\n"
      "    for batch in loader:\n        x, y = batch['image'], batch['label']\n"
      "        loss = loss_of(layers(x), y)\n        optimizer.zero_grad()\n        fabric.backward(loss)\n" +
      before_step + "        optimizer.step()\n\n\nfabric = L.Fabric(" + options +
      ")\nfabric.seed_everything(1)\nfabric.launch(main, 0.1)\n");
}

TEST(Lightning, Fabric) {
  expect_alike(with_fabric("devices=1"), by_hand(kAdam, kRound));
  const std::string cast =
      "def outputs(x):\n    with torch.autocast('cuda', dtype=torch.bfloat16):\n        out = layers(x)\n"
      "    return out.float()\n\n\n";
  expect_alike(with_fabric("devices=1, precision='bf16-mixed'"),
               by_hand(std::string(kAdam) + cast,
                       "    loss = loss_of(outputs(x), y)\n    optimizer.zero_grad()\n    loss.backward()\n"
                       "    optimizer.step()\n"));
  const std::string clips = "        fabric.clip_gradients(layers, optimizer, max_norm=1.0)\n";
  expect_alike(with_fabric("devices=1", clips),
               by_hand(kAdam,
                       "    loss = loss_of(layers(x), y)\n    optimizer.zero_grad()\n    loss.backward()\n"
                       "    nn.utils.clip_grad_norm_(layers.parameters(), 1.0)\n    optimizer.step()\n"));
  const Said whole = with_fabric("devices=1, precision='bf16-true'");
  EXPECT_EQ(whole.status(), "estimated") << whole.findings << whole.config["unknowns"];
  EXPECT_EQ(whole.config["parameters"]["bytes"], 2 * kParameters);
}

TEST(Lightning, SeveralGpus) {
  const Said hand = by_hand(std::string("torch.distributed.init_process_group('nccl')\nlayers = "
                                        "nn.parallel.DistributedDataParallel(layers, device_ids=[0])\n") +
                                kAdam,
                            kRound);
  expect_alike(Fitted{"devices=2, strategy='ddp'"}.said(), hand);
  expect_alike(Fitted{"gpus='0,1'"}.said(), hand);
}

TEST(Lightning, AccumulatesAndValidates) {
  const std::string validation =
      "\n    def validation_step(self, batch, batch_idx):\n        self.log('v', loss_of(self.layers(batch['image']), "
      "batch['label']))\n\n    def val_dataloader(self):\n        return DataLoader(Images(), batch_size=64)\n\n"
      "    def train_dataloader(self):\n        return DataLoader(Images(), batch_size=4)\n";
  Fitted fitted{"accumulate_grad_batches=2"};
  const Said plain = fitted.said();
  EXPECT_EQ(plain.status(), "estimated") << plain.findings << plain.config["unknowns"];
  fitted.more = validation;
  const Said whole = fitted.said();
  EXPECT_EQ(whole.status(), "estimated") << whole.findings << whole.config["unknowns"];
  EXPECT_EQ(whole.mistakes(), 0) << whole.findings;
}

// The second network trains on what the first makes; of the first nothing is kept for the second's gradients.
TEST(Lightning, OptimizersInTurn) {
  const std::string step =
      "        g, d = self.optimizers()\n        out = self.layers(batch['image'])\n        g.zero_grad()\n"
      "        self.manual_backward(out.sum())\n        g.step()\n        d.zero_grad()\n"
      "        self.manual_backward(self.judge(out.detach()).sum())\n        d.step()\n";
  const std::string more = "        self.judge = nn.Linear(40000, 4)\n        self.automatic_optimization = False\n";
  const std::string optimizers =
      "torch.optim.Adam(self.layers.parameters()), torch.optim.SGD(self.judge.parameters(), 0.1)";
  const Said hand =
      by_hand(std::string("judge = nn.Linear(40000, 4).cuda()\nd = torch.optim.SGD(judge.parameters(), 0.1)\n") + kAdam,
              "    out = layers(x)\n    optimizer.zero_grad()\n    out.sum().backward()\n    optimizer.step()\n    "
              "d.zero_grad()\n"
              "    judge(out.detach()).sum().backward()\n    d.step()\n");
  expect_alike(Fitted{"gpus=1", step, optimizers, more}.said(), hand);
}

TEST(Lightning, WhatIsNotDescribedIsSaid) {
  const Said spread = Fitted{"devices=2, strategy='deepspeed_stage_2'"}.said();
  EXPECT_EQ(spread.status(), "not_estimable");
  EXPECT_EQ(spread.mistakes(), 0) << spread.findings;
  EXPECT_NE(spread.findings.dump().find("the strategy deepspeed_stage_2 is not described"), std::string::npos)
      << spread.findings;
  EXPECT_TRUE(Fitted{"accelerator='cpu'"}.said().assumes("told to train on the CPU"));
  const Said wrong = Fitted{"gpus=1", "        return self.layers(batch['image'].view(4, -1)).sum()\n"}.said();
  EXPECT_EQ(wrong.mistakes(), 1) << wrong.findings;
}

// Of a config that such a program reads it is known what nothing reads, however many epochs there are.
TEST(Lightning, KeysThatItsProgramDoesNotReadAreTold) {
  const ScratchFolder folder;
  folder.put(
      "vramlint.yaml",
      "torch: \"2.4\"\nrecipes:\n  - configs: [config.yaml]\n    script: {path: train.py, args: [\"{config}\"]}\n");
  folder.put("config.yaml", "width: 16\nepochs: 100000000\nforgotten: 1\n");
  folder.put("train.py", std::string(kHead) +
                             "import sys\nimport yaml\ncfg = yaml.safe_load(open(sys.argv[1]))\n"
                             "class Net(pl.LightningModule):\n    def __init__(self):\n        super().__init__()\n"
                             "        self.layers = nn.Conv2d(3, cfg['width'], 3)\n"
                             "    def training_step(self, batch, batch_idx):\n"
                             "        return self.layers(batch['image']).mean()\n"
                             "    def configure_optimizers(self):\n        return torch.optim.Adam(self.parameters())\n"
                             "pl.Trainer(max_epochs=cfg['epochs']).fit(Net(), DataLoader(Images(), batch_size=4))\n");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "config.yaml"}));
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  std::vector<std::string> unread;
  for (const auto& finding : said.findings)
    if (finding["rule"] == "unused-config-key") unread.push_back(finding["message"].get<std::string>());
  ASSERT_EQ(unread.size(), 1U) << said.findings << said.config["not_checked"];
  EXPECT_NE(unread[0].find("`forgotten`"), std::string::npos) << unread[0];
}

// 64 MiB of ones beside the layers once 20 steps have come before: 16 x 1,024 x 1,024 floats.
TEST(Lightning, ABranchOnTheGlobalStepGoesTheOtherWayInALaterRound) {
  const std::string step =
      "        loss = loss_of(self.layers(batch['image']), batch['label'])\n        if self.global_step > 20:\n"
      "            loss = loss + torch.ones(16, 1024, 1024, device='cuda').sum()\n        return loss\n";
  const Said said = Fitted{"accelerator='gpu', devices=1", step}.said();
  ASSERT_EQ(said.phases(), (std::vector<std::string>{"train", "later"})) << said.config << said.findings;
  EXPECT_GE(said.allocated(1) - said.allocated(0), int64_t{48} << 20);
}

// In the evaluation loop's no_grad: the activations of 64 pictures are not kept, as they are in on_train_epoch_end.
TEST(Lightning, NoGradientsAreRecordedInAHookOfTheValidation) {
  const auto peak = [](const std::string& hook) {
    Fitted fitted{"accelerator='gpu', devices=1"};
    fitted.more = "\n    def validation_step(self, batch, batch_idx):\n        pass\n\n    def " + hook +
                  "(self):\n        self.kept = self.layers(torch.rand(64, 3, 256, 256, device=self.device))\n\n"
                  "    def val_dataloader(self):\n        return DataLoader(Images(), batch_size=4)\n\n"
                  "    def train_dataloader(self):\n        return DataLoader(Images(), batch_size=4)\n";
    const Said said = fitted.said();
    EXPECT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
    return said.allocated();
  };
  EXPECT_LT(peak("on_validation_end"), peak("on_train_epoch_end"));
}

// loops/optimization, from_training_step_output: hooks are given a dict, whatever training_step gives.
TEST(Lightning, HooksAreGivenADict) {
  const std::string hooks =
      "\n    def on_train_batch_end(self, outputs, batch, batch_idx):\n        print(outputs['loss'].item())\n";
  const Said hand = by_hand(kAdam, kRound);
  Fitted fitted{"gpus=1", "        return loss_of(self.layers(batch['image']), batch['label'])\n"};
  fitted.more = hooks;
  expect_alike(fitted.said(), hand);
  fitted.step = "        return {'loss': loss_of(self.layers(batch['image']), batch['label']), 'n': 1}\n";
  fitted.more = hooks + "        print(outputs['n'] + 1)\n";
  expect_alike(fitted.said(), hand);
}

TEST(Lightning, StepsClippingAndBackwardOfTheModulesOwn) {
  const std::string clip = "    nn.utils.clip_grad_norm_(layers.parameters(), 1.0)\n";
  const Said hand =
      by_hand(kAdam, "    loss = loss_of(layers(x), y)\n    optimizer.zero_grad()\n    loss.backward()\n" + clip +
                         "    optimizer.step()\n");
  Fitted fitted{"gpus=1"};
  for (const char* step :
       {"    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_closure):\n"
        "        optimizer.step(closure=optimizer_closure)\n        optimizer.param_groups[0]['lr'] = 0.1\n",
        "    def optimizer_step(self, *args, **kwargs):\n        super().optimizer_step(*args, **kwargs)\n",
        "    def optimizer_step(self, epoch, i, optimizer, optimizer_idx, closure, on_tpu, using_native_amp, "
        "using_lbfgs):\n        optimizer.step(closure=closure)\n\n"
        "    def backward(self, loss, optimizer, optimizer_idx):\n        loss.backward()\n"}) {
    fitted.more = std::string("\n") + step +
                  "\n    def optimizer_zero_grad(self, epoch, batch_idx, optimizer):\n"
                  "        optimizer.zero_grad(set_to_none=True)\n\n"
                  "    def configure_gradient_clipping(self, optimizer, *given, **named):\n"
                  "        self.clip_gradients(optimizer, gradient_clip_val=1.0, gradient_clip_algorithm='norm')\n";
    expect_alike(fitted.said(), hand);
  }
}

TEST(Lightning, SchedulersThatConfigureOptimizersMadeAreGivenBack) {
  Fitted fitted{"gpus=1",
                "        opt, sch = self.optimizers(), self.lr_schedulers()\n"
                "        loss = loss_of(self.layers(batch['image']), batch['label'])\n        opt.zero_grad()\n"
                "        self.manual_backward(loss)\n        opt.step()\n        sch.step()\n"};
  fitted.more =
      "        self.automatic_optimization = False\n\n    def made(self):\n"
      "        opt = torch.optim.Adam(self.parameters())\n        sch = torch.optim.lr_scheduler.StepLR(opt, 1)\n";
  const Said hand = by_hand(kAdam, kRound);
  for (const char* made :
       {"[opt], [sch]", "[opt], [{'scheduler': sch, 'interval': 'step'}]", "{'optimizer': opt, 'lr_scheduler': sch}",
        "[{'optimizer': opt, 'lr_scheduler': {'scheduler': sch}}]"}) {
    Fitted each = fitted;
    each.more += std::string("        return ") + made + "\n";
    each.optimizers = "self.made()";
    expect_alike(each.said(), hand);
  }
}

// pytorch/trainer/connectors/callback_connector.py (2.4), _attach_model_logging_functions.
TEST(Lightning, CallbacksLogByTheModule) {
  const std::string watches =
      "class Watch(pl.Callback):\n    def on_train_batch_start(self, trainer, module, batch, at):\n"
      "        self.log('rate', 0.1)\n        self.log_dict({'at': at})\n";
  const Said said =
      said_of_script("import torch\nimport pytorch_lightning as pl\n" + watches +
                     "class Net(pl.LightningModule):\n    def __init__(self):\n        super().__init__()\n"
                     "        self.net = torch.nn.Linear(64, 8)\n    def training_step(self, batch, at):\n"
                     "        return self.net(batch[0]).mean()\n    def configure_optimizers(self):\n"
                     "        return torch.optim.SGD(self.parameters(), lr=0.1)\n"
                     "data = torch.utils.data.TensorDataset(torch.zeros(100, 64))\n"
                     "pl.Trainer(max_epochs=2, accelerator='gpu', devices=1, callbacks=[Watch()]).fit(\n"
                     "    Net(), torch.utils.data.DataLoader(data, batch_size=4))\n");
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.parameters(), 64 * 8 + 8);
}

}  // namespace
}  // namespace vramlint::tests
