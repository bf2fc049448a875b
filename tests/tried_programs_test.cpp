// What programs that train do beside the step: wrappers that carry batches to the GPU, sparse gradients, other readers
// of YAML, small parts of libraries.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

int64_t allocated(const Said& said) { return said.config["peak"]["allocated"]["point"].get<int64_t>(); }

const std::string kImports = "import numpy as np\nimport torch\nfrom torch import nn\n";

/// What follows `before`: a layer of `width` weights and biases, and its training.
std::string trained(const std::string& before, const std::string& width = "width") {
  return kImports + before + "\nnet = nn.Linear(" + width + ", 1).cuda()\n" +
         "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(100):\n    loss = net(torch.randn(64, " +
         width + ").cuda()).sum()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n";
}

/// Of train.py beside a.yaml.
Said configured(const std::string& program, const std::string& config) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - configs: [a.yaml]\n    script: {path: train.py, args: [--config, '{config}']}\n");
  folder.put("a.yaml", config);
  folder.put("train.py", program);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "a.yaml"}));
}

TEST(TriedPrograms, SeveralIndicesIntoAStackOfUnknownLengthEndNothing) {
  for (const char* index : {"perm[i], None, :3, :3", "0, None, :3, :3", "None, :3"}) {
    const Said said =
        said_of_script(kImports + "from unknown import poses\na = []\nfor x in poses:\n    a.append(torch.eye(4))\n" +
                       "a = torch.stack(a).cuda()\nperm = torch.randperm(len(poses))\nnet = nn.Linear(3, 3).cuda()\n" +
                       "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(100):\n    loss = net(a[" +
                       index + "]).sum()\n    loss.backward()\n    opt.step()\n");
    EXPECT_FALSE(said.config.is_null()) << index << said.errors;
    EXPECT_EQ(said.mistakes(), 0) << index << said.findings;
  }
}

// What lies on the host takes 100,000 * 4,096 * 4 = 1,562 MiB; a batch of it takes 64 * 4,096 * 4 = 1 MiB, weights and
// gradients half as much, the libraries' workspaces under 32 MiB.
TEST(TriedPrograms, WrappersCarryBatchesToTheGpu) {
  for (const char* wrapper : {"nn.DataParallel(layer)", "nn.parallel.DistributedDataParallel(layer, device_ids=[0])"}) {
    const Said said = said_of_script(
        kImports + "import torch.distributed as dist\ndist.init_process_group('nccl')\n" +
        "layer = nn.Linear(4096, 16).cuda()\nnet = " + wrapper +
        "\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nbig = torch.randn(100000, 4096)\nfor i in range(100):\n"
        "    loss = net(big[i:i + 64]).sum()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
    EXPECT_EQ(said.status(), "estimated") << wrapper << said.config["unknowns"] << said.findings;
    EXPECT_GT(allocated(said), kMiB) << wrapper;
    EXPECT_LT(allocated(said), 36 * kMiB) << wrapper;
  }
}

// Tensor - ndarray and Tensor / ndarray are tensors (PyTorch 1.13); 14 weights and a bias.
TEST(TriedPrograms, TensorsTakeArraysInArithmetic) {
  const Said said = said_of_script(
      trained("mean = torch.randn(400, 14).mean(dim=0).numpy()\n"
              "x = (torch.randn(400, 14) - mean) / np.ones(14, dtype=np.float32) // mean % mean ** mean\n"
              "assert isinstance(x, torch.Tensor)\nwidth = x.shape[1]"));
  expect_parameters(said, 15);
}

// YAML 1.2: `1e3` is 1000.0, `yes` a text, `010` ten and `0o10` eight (yaml.org/spec/1.2.2, 10.3.2).
TEST(TriedPrograms, RuamelReadsYamlOfTheLaterKind) {
  const std::string config = "width: 1e3\nword: yes\nten: 010\neight: 0o10\nclock: 1:30\n";
  for (const char* reader :
       {"import ruamel.yaml as yaml\ncfg = yaml.safe_load(file)", "import ruamel_yaml as yaml\ncfg = yaml.load(file)",
        "import ruamel.yaml as yaml\ncfg = yaml.load(file, Loader=yaml.Loader)",
        "from ruamel.yaml import YAML\ncfg = YAML(typ='safe').load(file)"}) {
    const Said said = configured(
        trained(std::string("import sys\nfile = open(sys.argv[2])\n") + reader +
                "\nassert cfg['word'] == 'yes' and cfg['clock'] == '1:30'\nwidth = int(cfg['width'] + cfg['ten'] + "
                "cfg['eight'])"),
        config);
    EXPECT_EQ(said.status(), "estimated") << reader << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 1000 + 10 + 8 + 1) << reader;
    for (const auto& finding : said.findings) EXPECT_NE(finding["rule"], "number-read-as-text") << reader;
  }
}

TEST(TriedPrograms, YacsIsFoundInAPackageAtTheRoot) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - configs: [a.yaml]\n    script: {path: tools/train.py, args: [--cfg, '{config}']}\n");
  folder.put("a.yaml", "WIDTH: 1e3\n");
  folder.put("pkg/__init__.py", "");
  folder.put("pkg/parser.py",
             "import sys\nfrom fvcore.common.config import CfgNode\n\n\ndef load():\n    cfg = CfgNode()\n"
             "    cfg.WIDTH = 1.0\n    cfg.merge_from_file(sys.argv[2])\n    return cfg\n");
  folder.put("tools/train.py", trained("from pkg.parser import load\nwidth = int(load().WIDTH)"));
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "a.yaml"}));
  expect_parameters(said, 1001);
  for (const auto& finding : said.findings) EXPECT_NE(finding["rule"], "number-read-as-text");
}

TEST(TriedPrograms, AKeyTwiceWithTheSameValueLosesNothing) {
  const std::string program = trained("import sys\nimport yaml\nwidth = yaml.safe_load(open(sys.argv[2]))['width']");
  const Said same = configured(program, "width: 8\nlr: 0.1\nwidth: 8\n");
  const Said other = configured(program, "width: 8\nlr: 0.1\nwidth: 9\n");
  EXPECT_EQ(same.mistakes(), 0) << same.findings;
  EXPECT_EQ(same.exit_code, 0);
  EXPECT_EQ(other.mistakes(), 1) << other.findings;
}

// 1,000,000 * 128 * 4 bytes = 488.3 MiB, the rows of a batch 4,096 * 128 * 4 bytes = 2 MiB.
TEST(TriedPrograms, GradientsOfSparseTablesAreTheRowsLookedUp) {
  const int64_t table = int64_t{1'000'000} * 128 * 4;
  const auto with = [](const std::string& optimizer) {
    return said_of_script(kImports + "table = nn.Embedding(1000000, 128, sparse=True).cuda()\nopt = torch.optim." +
                          optimizer +
                          "\nfor i in range(100):\n    loss = table(torch.randint(0, 1000000, (4096,)).cuda()).mean()\n"
                          "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  };
  const Said sgd = with("SGD(table.parameters(), lr=0.1)");
  const Said adagrad = with("Adagrad(table.parameters(), lr=0.1)");
  const Said adam = with("SparseAdam(list(table.parameters()))");
  for (const auto& [said, tables] : {std::pair(&sgd, 1), {&adagrad, 2}, {&adam, 3}}) {
    EXPECT_EQ(said->status(), "estimated") << said->config["unknowns"] << said->findings;
    EXPECT_GT(allocated(*said), tables * table + 2 * kMiB) << tables;
    EXPECT_LT(allocated(*said), tables * table + 48 * kMiB) << tables;
  }
}

TEST(TriedPrograms, SmallPartsOfLibraries) {
  for (const char* before :
       {"torch.set_printoptions(10)\nwidth = 64",
        "state = np.random.default_rng((1, 2)).bit_generator.state\nwidth = 64",
        "import builtins as __builtin__\nown = __builtin__.print\ndef print(*args, **kwargs):\n"
        "    if not kwargs.pop('force', False): own(*args)\n__builtin__.print = print\nprint('a', force=True)\nwidth = "
        "64",
        "import os\nplace = os.getenv('HOME') + '/data'\nplace = os.environ['HOME'] + '/data'\nwidth = 64"}) {
    const Said said = said_of_script(trained(before));
    EXPECT_EQ(said.status(), "estimated") << before << said.config["unknowns"] << said.findings;
  }
}

TEST(TriedPrograms, ProcessesTrain) {
  const Said said = said_of_script(
      kImports +
      "import multiprocessing as mp\ndef work(rank, size):\n    net = nn.Linear(size, 1).cuda()\n"
      "    opt = torch.optim.SGD(net.parameters(), lr=0.1)\n    for _ in range(100):\n"
      "        loss = net(torch.randn(64, size).cuda()).sum()\n        opt.zero_grad()\n        loss.backward()\n"
      "        opt.step()\nif __name__ == '__main__':\n    mp.set_start_method('spawn')\n"
      "    mp.Process(target=work, args=(0, 64)).start()\n");
  expect_parameters(said, 65);
}

TEST(TriedPrograms, ProcessesThatWaitForWordsAreLeftAlone) {
  const Said said = said_of_script(
      trained("import multiprocessing as mp\ndef work(pipe):\n    while True:\n        word = pipe.recv()\n"
              "        if word == 'stop':\n            break\nours, theirs = mp.Pipe()\n"
              "mp.Process(target=work, args=(theirs,)).start()\nwidth = 64"));
  expect_parameters(said, 65);
}

// A config of a class is an object of that class again: 1,024 weights and a bias.
TEST(TriedPrograms, ConfigsOfClassesAreObjectsAgain) {
  const Said said = configured(
      trained(
          "import sys\nfrom dataclasses import dataclass, field\nfrom omegaconf import OmegaConf\n@dataclass\n"
          "class Model:\n    dim: int = 512\n    def width(self):\n        return self.dim\n@dataclass\nclass Args:\n"
          "    model: Model = field(default_factory=Model)\n"
          "cfg = OmegaConf.merge(OmegaConf.structured(Args()), OmegaConf.load(sys.argv[2]))\n"
          "width = OmegaConf.to_object(cfg).model.width()"),
      "model: {dim: 1024}\n");
  expect_parameters(said, 1025);
}

// oc.select is the first where it is there, else the second: 1,024 + 512 + 1.
TEST(TriedPrograms, SelectsOfConfigs) {
  const Said said = configured(
      trained("import sys\nfrom omegaconf import OmegaConf\ncfg = OmegaConf.load(sys.argv[2])\nwidth = cfg.a + cfg.b"),
      "set: {x: 1024}\na: '${oc.select:set.x,512}'\nb: '${oc.select:set.y,512}'\n");
  expect_parameters(said, 1537);
}

/// What a loader yields is one layer's input. `data`: what the project says of files.
Said loaded(const std::string& dataset, const std::string& data) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "data: " + data + "\nrecipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("train.py", kImports + "from torch.utils.data import DataLoader, Dataset\n" + dataset +
                             "net = nn.Conv2d(3, 64, 3, padding=1).cuda()\n"
                             "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                             "for x in DataLoader(Data(), batch_size=4):\n    loss = net(x.cuda()).mean()\n"
                             "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

// The result of 4 * 64 * 512 * 512 * 4 bytes is 256 MiB.
TEST(TriedPrograms, WhatIsSaidOfPicturesCountsForThoseInADatabase) {
  const Said said = loaded(
      "from io import BytesIO\nimport lmdb\nfrom PIL import Image\nfrom torchvision import transforms\n"
      "class Data(Dataset):\n    def __init__(self):\n        self.env = lmdb.open('data')\n"
      "    def __len__(self):\n        return 1000\n    def __getitem__(self, i):\n"
      "        with self.env.begin(write=False) as txn:\n            data = txn.get(str(i).encode('utf-8'))\n"
      "        return transforms.ToTensor()(Image.open(BytesIO(data)).convert('RGB'))\n",
      "{'*.jpg': 'uint8[512, 512, 3]'}");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_GT(allocated(said), 256 * kMiB);
}

// `/a` and `a` are one array (docs.h5py.org, Groups).
TEST(TriedPrograms, NamesInHdf5MayBeginAtTheRoot) {
  for (const auto& [key, pattern] : {std::pair("/image", "image"), {"image", "/image"}, {"/image", "/image"}}) {
    const Said said = loaded(std::string("import h5py\nclass Data(Dataset):\n    def __len__(self):\n"
                                         "        return 1000\n    def __getitem__(self, i):\n"
                                         "        return torch.from_numpy(h5py.File('%d.hdf5' % i, 'r')['") +
                                 key + "'][:])\n",
                             std::string("{'*.hdf5:") + pattern + "': 'float32[3, 512, 512]'}");
    EXPECT_EQ(said.status(), "estimated") << key << said.config["unknowns"] << said.findings;
  }
}

// Two layers of 32 * 32 weights and 32 biases; steps of 16 rows.
TEST(TriedPrograms, GinBindsArguments) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "recipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("a.gin",
             "# sizes\nSIZE = 32\nNet.width = %SIZE\nm.Net.depths = [\n    1,  # first\n    1]\n"
             "train.net = @Net()\ntrain.rows = 8\n");
  folder.put("train.py", "import gin\n" + kImports +
                             "@gin.configurable\nclass Net(nn.Module):\n    def __init__(self, width, depths):\n"
                             "        super().__init__()\n"
                             "        self.layers = nn.Sequential(*[nn.Linear(width, width) for _ in depths])\n"
                             "        self.width = width\n    def forward(self, x):\n        return self.layers(x)\n"
                             "@gin.configurable('train')\ndef fit(net, rows=gin.REQUIRED):\n    net = net.cuda()\n"
                             "    opt = torch.optim.SGD(net.parameters(), lr=0.1)\n    for _ in range(100):\n"
                             "        loss = net(torch.randn(rows, net.width).cuda()).sum()\n        opt.zero_grad()\n"
                             "        loss.backward()\n        opt.step()\n"
                             "gin.parse_config_files_and_bindings(['a.gin'], ['train.rows = 16'])\nfit()\n");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "train.py"}));
  expect_parameters(said, 2 * (32 * 32 + 32));
}

// A single process gathers what it has: 64 weights and a bias.
TEST(TriedPrograms, LightningGathersOfAllProcesses) {
  const Said said = said_of_script(
      "import pytorch_lightning as pl\n" + kImports + "from torch.utils.data import DataLoader, TensorDataset\n" +
      "class Model(pl.LightningModule):\n    def __init__(self):\n        super().__init__()\n"
      "        self.net = nn.Linear(64, 1)\n    def training_step(self, batch, i):\n        x = self.net(batch[0])\n"
      "        return (x - self.all_gather(x).detach().mean()).mean()\n    def configure_optimizers(self):\n"
      "        return torch.optim.SGD(self.parameters(), lr=0.1)\n"
      "pl.Trainer(accelerator='gpu', devices=1).fit(Model(), DataLoader(TensorDataset(torch.randn(100, 64)), "
      "batch_size=8))\n");
  expect_parameters(said, 65);
}

TEST(TriedPrograms, WrappersOfUnknownClassesHandOn) {
  const std::string wrapper =
      "(far.Base):\n    def __init__(self, env):\n        self._env = env\n    def __getattr__(self, name):\n"
      "        return getattr(self._env, name)\n";
  const Said said = said_of_script(trained("import far\nclass First" + wrapper + "class Second" + wrapper +
                                           "env = Second(First(far.made()))\nenv.reset()\nwidth = 64"));
  EXPECT_NE(said.status(), "not estimable") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.parameters(), 65);
}

TEST(TriedPrograms, AConfigMayStandBehindItsOption) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - configs: [configs/a.py]\n    script: {path: train.py, args: ['--config={config}']}\n");
  folder.put("configs/a.py", "width = 64\n");
  folder.put(
      "train.py",
      trained("import argparse\nimport importlib.util\np = argparse.ArgumentParser()\np.add_argument('--config')\n"
              "spec = importlib.util.spec_from_file_location('c', p.parse_args().config)\n"
              "cfg = importlib.util.module_from_spec(spec)\nspec.loader.exec_module(cfg)\nwidth = cfg.width"));
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "configs/a.py"}));
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings << said.errors;
  EXPECT_EQ(said.parameters(), 65);
}

TEST(TriedPrograms, OfSeveralFilesTheOneCalledConfigIsIt) {
  const ScratchFolder folder;
  folder.put(".git/HEAD", "");
  folder.put("README.md", "# demo\n\n```sh\npython train.py --data data/coco.yaml --cfg models/a.yaml\n```\n");
  folder.put("data/coco.yaml", "size: 64\nbatch: 8\n");
  folder.put("models/a.yaml", "width: 64\n");
  folder.put(
      "train.py",
      trained("import argparse\nimport yaml\np = argparse.ArgumentParser()\np.add_argument('--cfg', default='')\n"
              "p.add_argument('--data', default='data/coco.yaml')\nargs = p.parse_args()\n"
              "width = yaml.safe_load(open(args.cfg))['width'] + yaml.safe_load(open(args.data))['size']"));
  const std::string recipe = run_program(folder.path(), {"init", "train.py", "--root", "."}).output;
  EXPECT_NE(recipe.find("args: ['--data', data/coco.yaml, '--cfg', '{config}']"), std::string::npos) << recipe;
  EXPECT_NE(recipe.find("configs: [models/a.yaml]"), std::string::npos) << recipe;
}

TEST(TriedPrograms, OldStoragesOfBytesAreThere) {
  const Said said = loaded(
      "from PIL import Image\nclass Data(Dataset):\n    def __len__(self):\n        return 1000\n"
      "    def __getitem__(self, i):\n        pic = Image.open('%d.jpg' % i).convert('RGB').resize((224, 224))\n"
      "        img = torch.ByteTensor(torch.ByteStorage.from_buffer(pic.tobytes()))\n"
      "        img = img.view(pic.size[1], pic.size[0], 3)\n"
      "        return img.transpose(0, 1).transpose(0, 2).contiguous().float().div(255)\n",
      "{}");
  EXPECT_EQ(said.findings.dump().find("ByteStorage"), std::string::npos) << said.findings;
  EXPECT_NE(said.findings.dump().find("what the loader yields is not known"), std::string::npos) << said.findings;
}

TEST(TriedPrograms, DataModulesAreMadeOfACommandLine) {
  const Said said =
      said_of_script("import argparse\nimport pytorch_lightning as pl\n" + kImports +
                     "from torch.utils.data import DataLoader, TensorDataset\nclass Data(pl.LightningDataModule):\n"
                     "    def __init__(self, size: int, rows=8):\n        super().__init__()\n        self.size, "
                     "self.rows = size, rows\n"
                     "    def train_dataloader(self):\n"
                     "        return DataLoader(TensorDataset(torch.randn(100, self.size)), batch_size=self.rows)\n"
                     "class Model(pl.LightningModule):\n    def __init__(self, size):\n        super().__init__()\n"
                     "        self.net = nn.Linear(size, 1)\n    def training_step(self, batch, i):\n"
                     "        return self.net(batch[0]).mean()\n    def configure_optimizers(self):\n"
                     "        return torch.optim.SGD(self.parameters(), lr=0.1)\n"
                     "args = Data.add_argparse_args(argparse.ArgumentParser()).parse_args(['--size', '64'])\n"
                     "data = Data.from_argparse_args(args, rows=16)\n"
                     "pl.Trainer(accelerator='gpu', devices=1).fit(Model(data.size), data)\n");
  expect_parameters(said, 65);
}

// Nobody has said how many GPUs there are; other assertions are as they were.
TEST(TriedPrograms, AnAssertionAboutTheNumberOfGpusHolds) {
  const Said wants = said_of_script(trained("assert 8 <= torch.cuda.device_count(), 'more GPUs'\nwidth = 64"));
  EXPECT_EQ(wants.status(), "estimated") << wants.config["unknowns"] << wants.findings;
  EXPECT_TRUE(wants.assumes("there are as many GPUs as the program wants"));
  EXPECT_NE(said_of_script(trained("width = 64\nassert width < 8")).status(), "estimated");
}

// The loader says how often the loop runs: batches of 8 * 3 * 256 * 256 * 4 bytes make 8 * 64 * 256 * 256 * 4 = 128
// MiB.
TEST(TriedPrograms, ALoaderBesideNumbersOfUnknownLengthYieldsItsBatches) {
  const Said said = said_of_script(
      kImports +
      "import os\nfrom torch.utils.data import DataLoader, Dataset\nclass Data(Dataset):\n"
      "    def __init__(self):\n        self.files = os.listdir('data')\n    def __len__(self):\n"
      "        return len(self.files)\n    def __getitem__(self, i):\n        return torch.zeros(3, 256, 256)\n"
      "net = nn.Conv2d(3, 64, 3, padding=1).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "loader = DataLoader(Data(), batch_size=8)\nfor i, x in zip(range(len(loader)), loader):\n"
      "    loss = net(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_GT(allocated(said), 128 * kMiB);
  EXPECT_LT(allocated(said), 200 * kMiB);
}

// One map, 8 samples of 1,024 x 1,024 float32, is the second network's: a setting of the first turns nothing of it, one
// of the same network may be meant to.
TEST(TriedPrograms, ASettingOfOneNetworkIsNotBlamedForTheAttentionOfAnother) {
  const std::string begin =
      "import argparse\nimport yaml\n" + kImports +
      "\nclass Net(nn.Module):\n    def __init__(self, cfg):\n        super().__init__()\n"
      "        self.attends = cfg['attn']\n        self.proj = nn.Linear(64, 64)\n\n    def forward(self, x):\n"
      "        x = self.proj(x)\n        return (x @ x.transpose(1, 2)).softmax(-1) @ x if self.attends else x\n\n"
      "parser = argparse.ArgumentParser()\nparser.add_argument('--config')\n"
      "cfg = yaml.safe_load(open(parser.parse_args().config))\n";
  const auto blames = [&](const std::string& made, const std::string& parameters, const std::string& called) {
    const std::string step = "opt = torch.optim.SGD(" + parameters +
                             ", lr=0.1)\nfor i in range(10):\n    loss = " + called +
                             ".mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n";
    const Said said = configured(begin + made + step, "first: {attn: false}\nsecond: {attn: true}\n");
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
    return said.findings.dump().find("attention-setting-leaves-attention") != std::string::npos;
  };
  const std::string x = "torch.randn(8, 1024, 64).cuda()";
  EXPECT_FALSE(blames("vae, unet = Net(cfg['first']).cuda(), Net(cfg['second']).cuda()\n",
                      "list(unet.parameters()) + list(vae.parameters())", "unet(vae(" + x + "))"));
  EXPECT_TRUE(blames("net = nn.Sequential(Net(cfg['first']), Net(cfg['second'])).cuda()\n", "net.parameters()",
                     "net(" + x + ")"));
}

}  // namespace
}  // namespace vramlint::tests
