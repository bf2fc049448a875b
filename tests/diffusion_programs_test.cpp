// What programs that train with diffusers, accelerate and transformers ask for: models in folders of a pipeline,
// weights that take the place of others, operators of the program's own, and packages that it refuses to go on without.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr const char* kSteps =
    "net.cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(9):\n    opt.zero_grad()\n"
    "    loss = run(torch.zeros(4, 64).cuda()).sum()\n    loss.backward()\n    opt.step()\n";

/// `statements` make `net`, which takes 64 numbers, unless they say what `run` is.
Said trained(const std::string& statements, const std::vector<std::pair<std::string, std::string>>& files = {},
             const std::string& args = "", const std::vector<std::string>& options = {}) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - configs: [a.py]\n    script: {path: a.py, args: [" + args +
                 "]}\n");
  for (const auto& [path, text] : files) folder.put(path, text);
  folder.put("a.py", "import torch\nfrom torch import nn\nrun = lambda x: net(x)\n" + statements + kSteps);
  std::vector<std::string> words{"check", "--format", "json", "--fail-on", "never", "a.py"};
  words.insert(words.end(), options.begin(), options.end());
  return said_by(run_program(folder.path(), words));
}

// CPython: names with one line below in front are members, those with one at each end are not.
TEST(DiffusionPrograms, MembersOfAnEnumerationMayBeHidden) {
  expect_parameters(trained("import enum\nclass Kind(str, enum.Enum):\n    OPEN = 'open'\n    _SHUT = 'shut'\n"
                            "    _ignore_ = ()\nnet = nn.Linear(64, len(Kind) * len(Kind._SHUT.value))\n"),
                    64 * 8 + 8);
}

constexpr const char* kOwn =
    "@torch.library.custom_op('own::twice', mutates_args=())\ndef twice(x: torch.Tensor) -> torch.Tensor:\n"
    "    return x * 2\n@twice.register_fake\ndef _(x):\n    return torch.empty_like(x)\nnet = nn.Linear(64, 8)\n";

// The context keeps the result of 4 rows of 8 floats for the product with the gradient; the layer keeps its input.
TEST(DiffusionPrograms, OperatorsOfTheProgramKeepWhatTheirContextSaves) {
  const Said said =
      trained(std::string(kOwn) +
              "def keep(ctx, inputs, output):\n    ctx.save_for_backward(output)\n"
              "def back(ctx, grad):\n    return grad * ctx.saved_tensors[0]\n"
              "twice.register_autograd(back, setup_context=keep)\nrun = lambda x: torch.ops.own.twice(net(x))\n");
  expect_parameters(said, 64 * 8 + 8);
  EXPECT_EQ(said.config["saved_for_backward"], 4 * 64 * 4 + 4 * 8 * 4);
}

// torch/_library/autograd.py (2.4): without a formula the backward raises.
TEST(DiffusionPrograms, OperatorsWithoutABackwardFailThere) {
  const Said said = trained(std::string(kOwn) + "run = lambda x: twice(net(x))\n");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_NE(said.findings.dump().find("no autograd formula was registered"), std::string::npos) << said.findings;
  EXPECT_EQ(said.mistakes(), 1) << said.findings;
}

// torchvision registers its operators' shapes so: Library.impl takes an operator for its name (torch/library.py, 2.4).
TEST(DiffusionPrograms, AnImplementationIsRegisteredForAnOperator) {
  expect_parameters(trained("lib = torch.library.Library('torchvision', 'IMPL', 'Meta')\n"
                            "lib.impl(getattr(getattr(torch.ops.torchvision, 'roi_align'), 'default'), lambda *x: x)\n"
                            "net = nn.Linear(64, len(torch.ops.torchvision.nms.__name__))\n"),
                    64 * 3 + 3);
}

TEST(DiffusionPrograms, WeightsThatTakeThePlaceOfOthersAreAsLarge) {
  expect_parameters(trained("from accelerate import init_empty_weights\nfrom accelerate.logging import get_logger\n"
                            "from accelerate.utils import is_torch_version, set_module_tensor_to_device\n"
                            "from safetensors.torch import load_file\nlogger = get_logger(__name__, log_level='INFO')\n"
                            "logger.info('***** %d *****', 3, main_process_only=False)\n"
                            "with init_empty_weights():\n    net = nn.Sequential(nn.Linear(64, 8))\n"
                            "assert is_torch_version('>=', '2.0')\nbest = None\n"
                            "files = ['a.safetensors'] if best is None else [best]\nfor file in files:\n"
                            "    for name, weight in load_file(file).items():\n        if name not in "
                            "net.state_dict():\n            continue\n"
                            "        set_module_tensor_to_device(net, name, 'cpu', value=weight, dtype=torch.float32)\n"
                            "set_module_tensor_to_device(net, '0.weight', 'cpu', value=torch.zeros(8, 64))\n"),
                    64 * 8 + 8);
}

TEST(DiffusionPrograms, APackageThatTheProgramRefusesToGoOnWithoutIsThere) {
  const Said said = trained(
      "import importlib.util\ndef made():\n    if importlib.util.find_spec('tensorboard') is None:\n"
      "        raise ImportError('Make sure to install tensorboard if you want to log.')\n    return nn.Linear(64, 8)\n"
      "net = made()\n");
  expect_parameters(said, 64 * 8 + 8);
  EXPECT_TRUE(said.assumes("`tensorboard` is taken to be installed")) << said.config["assumptions"];
}

TEST(DiffusionPrograms, ValuesOfOptionsMayHoldBlanks) {
  expect_parameters(trained("import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--prompt')\n"
                            "net = nn.Linear(64, len(parser.parse_args().prompt))\n",
                            {}, "\"--prompt=a photo\""),
                    64 * 7 + 7);
}

// A tokenizer lies beside the text's encoder: 77 tokens, as its files say; a word alone is one.
TEST(DiffusionPrograms, TokenizersGoByTheFolderOfThePipeline) {
  const std::string statements =
      "from transformers import AutoTokenizer\n"
      "words = AutoTokenizer.from_pretrained('sd', subfolder='tokenizer')\n"
      "long = words(['a photo'], padding='max_length', max_length=words.model_max_length, "
      "return_tensors='pt').input_ids\n"
      "alone = words.encode('toy', add_special_tokens=False)\n"
      "if len(alone) > 1:\n    raise ValueError('no single token')\nnet = nn.Linear(64, long.shape[1])\n";
  const std::string encoder = "{\"model_type\": \"clip_text_model\", \"max_position_embeddings\": 60}";
  expect_parameters(trained(statements, {{"sd/tokenizer/tokenizer_config.json", "{\"model_max_length\": 77}"},
                                         {"sd/text_encoder/config.json", encoder}}),
                    64 * 77 + 77);
  expect_parameters(trained(statements, {{"sd/text_encoder/config.json", encoder}}), 64 * 60 + 60);
}

/// A package that makes models of configs as transformers does.
const std::vector<std::pair<std::string, std::string>> kPackage = {
    {"site/transformers/__init__.py", "__version__ = '5.0.0'\nfrom .modeling_utils import PreTrainedModel\n"},
    {"site/transformers/configuration_utils.py",
     "import json, os\nclass PreTrainedConfig:\n    def __init__(self, width=3):\n        self.width = width\n"
     "    @classmethod\n    def from_pretrained(cls, name, return_unused_kwargs=False, subfolder='', **options):\n"
     "        with open(os.path.join(name, subfolder, 'config.json')) as file:\n"
     "            return cls(**json.load(file)), options\n"},
    {"site/transformers/modeling_utils.py",
     "import torch\nfrom .configuration_utils import PreTrainedConfig\nclass PreTrainedModel(torch.nn.Module):\n"
     "    config_class = PreTrainedConfig\n    def __init__(self, config):\n        super().__init__()\n"
     "        self.layer = torch.nn.Linear(64, config.width)\n    def forward(self, x):\n        return self.layer(x)\n"
     "    @classmethod\n    def _from_config(cls, config, **options):\n        return cls(config)\n"},
    {"sd/config.json", "{\"width\": 5}"},
    {"sd/text_encoder/config.json", "{\"width\": 7}"},
};

TEST(DiffusionPrograms, AConfigInAFolderOfThePipelineIsThatModels) {
  const std::string loaded = "from transformers import PreTrainedModel\nnet = PreTrainedModel.from_pretrained('sd'";
  const std::vector<std::string> options{"--python-path", "site"};
  expect_parameters(trained(loaded + ")\n", kPackage, "", options), 64 * 5 + 5);
  expect_parameters(trained(loaded + ", subfolder='text_encoder')\n", kPackage, "", options), 64 * 7 + 7);
}

// Where accelerate is installed its own source is read: ours has less.
TEST(DiffusionPrograms, AnInstalledAccelerateIsRead) {
  expect_parameters(trained("import accelerate\nnet = nn.Linear(64, accelerate.WIDTH)\n",
                            {{"site/accelerate/__init__.py", "WIDTH = 9\n"}}, "", {"--site-packages", "site"}),
                    64 * 9 + 9);
}

}  // namespace
}  // namespace vramlint::tests
