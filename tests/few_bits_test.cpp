// Weights of 4 and 8 bits as bitsandbytes packs them (nn/modules.py, functional.py, autograd/_functions.py [0.49]), and
// checkpoints that transformers loads so.
#include <gtest/gtest.h>

#include "open_world.h"
#include "transformers_stand_in.h"

namespace vramlint::tests {
namespace {

/// A layer of 1,024 to 512 behind one that is trained; `made` is an expression.
std::string behind_a_layer(const std::string& made) {
  return "import bitsandbytes as bnb\nimport torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(8, 1024), " +
         made +
         ").cuda()\nopt = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.1)\n"
         "for step in range(9):\n    opt.zero_grad()\n    net(torch.zeros(4, 8).cuda()).sum().backward()\n    "
         "opt.step()\n";
}

/// What the layer's backward is given from outside, by type: "float32[4,1024]".
std::vector<std::string> kept(const std::string& made) {
  const ScratchFolder folder(
      {{"vramlint.yaml", "recipes:\n  - {configs: [a.py], script: a.py}\n"}, {"a.py", behind_a_layer(made)}});
  const ProgramRun run = run_program(folder.path(), {"dump", "graph", "--format", "json", "a.py"});
  const nlohmann::json phase = nlohmann::json::parse(run.output).at("phases").at(0);
  std::vector<std::string> types;
  for (const auto& id : phase.at("programs").at(0).at("captured")) {
    const auto& tensor = phase.at("tensors").at(id.get<size_t>());
    types.push_back(tensor.at("dtype").get<std::string>() + tensor.at("shape").dump());
  }
  return types;
}

int64_t buffers(const Said& said) { return said.config["breakdown"]["buffer"].get<int64_t>(); }
int64_t weights(const Said& said) { return said.config["parameters"]["bytes"].get<int64_t>(); }
// 4 * (8 * 1,024 + 1,024) bytes of the first layer.
constexpr int64_t kFirst = 36'864;

// Two elements a byte; 8,192 blocks of 64 elements with a scale of four bytes, and a table of 16 values in a block of
// 512. Nested scales have a byte each, 32 of four bytes above them (512), a table of 256 values and an offset (512).
TEST(FewBits, FourBitsAreTwoElementsAByteAndTheirScales) {
  const Said plain =
      said_of_script(behind_a_layer("bnb.nn.Linear4bit(1024, 512, bias=False, compress_statistics=False)"));
  ASSERT_EQ(plain.status(), "estimated") << plain.config << plain.findings;
  EXPECT_EQ(weights(plain), kFirst + 262'144);
  EXPECT_EQ(buffers(plain), 32'768 + 512);
  const Said nested = said_of_script(behind_a_layer("bnb.nn.LinearNF4(1024, 512, bias=False)"));
  EXPECT_EQ(weights(nested), kFirst + 262'144);
  EXPECT_EQ(buffers(nested), 8'192 + 512 + 1'024 + 512 + 512);
}

// The weight of 4 bits is made whole in either direction and what goes in is not kept; LLM.int8() keeps it.
TEST(FewBits, WhatGoesInIsKeptWithEightBitsAlone) {
  const std::string eight = "bnb.nn.Linear8bitLt(1024, 512, bias=False, has_fp16_weights=False, threshold=6.0)";
  const Said said = said_of_script(behind_a_layer(eight));
  ASSERT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(weights(said), kFirst + 524'288);
  EXPECT_EQ(buffers(said), 2'048);
  EXPECT_EQ(kept(eight), std::vector<std::string>{"float32[4,1024]"});
  EXPECT_EQ(kept("bnb.nn.Linear4bit(1024, 512, bias=False)"), std::vector<std::string>{"uint8[262144,1]"});
}

const char* const kBlocks =
    "        self.blocks = nn.ModuleList([nn.Linear(1024, 1024) for _ in range(3)])\n"
    "        self.head = nn.Linear(1024, 8)\n";

/// A quantizer in the place of the library's: it leaves the head as it is.
const char* const kQuantizers = R"(import bitsandbytes as bnb
import torch


class AutoQuantizationConfig:
    @staticmethod
    def from_dict(values):
        from transformers import BitsAndBytesConfig
        return BitsAndBytesConfig(**values)


class AutoHfQuantizer:
    @staticmethod
    def from_config(config, pre_quantized):
        return AutoHfQuantizer(config)

    def __init__(self, config):
        self.config = config

    def update_dtype(self, dtype):
        return dtype

    def preprocess_model(self, model, **options):
        for name, module in list(model.named_modules()):
            if type(module) is torch.nn.Linear and name != "head":
                with torch.device("meta"):
                    made = bnb.nn.Linear4bit(module.in_features, module.out_features, True, torch.bfloat16,
                                             compress_statistics=False, quant_type="nf4")
                made.requires_grad_(False)
                model.set_submodule(name, made)

    def postprocess_model(self, model):
        return model
)";

Said tuned(const std::string& config, const std::string& asked, const std::string& method = "bitsandbytes") {
  const std::string tune =
      "import torch\nfrom transformers import BitsAndBytesConfig\nfrom transformers.modeling_utils import "
      "PreTrainedModel\n"
      "model = PreTrainedModel.from_pretrained('base'" +
      asked +
      ")\nfor block in model.blocks:\n    block.requires_grad_(False)\n"
      "opt = torch.optim.SGD(model.head.parameters(), lr=1e-4)\nfor step in range(9):\n"
      "    x = torch.zeros(4, 1024, dtype=torch.bfloat16).cuda()\n    for block in model.blocks:\n        x = "
      "block(x)\n"
      "    model.head(x).sum().backward()\n    opt.step()\n    opt.zero_grad()\n";
  const ScratchFolder folder(
      {{"a.py", tune},
       {"base/config.json", config},
       {"vramlint.yaml", "torch: '2.6'\nrecipes:\n  - {name: tune, configs: [a.py], script: a.py}\n"},
       {"site/transformers/__init__.py",
        "__version__ = '5.0.0'\n\n\nclass BitsAndBytesConfig:\n    def __init__(self, **values):\n"
        "        self.quant_method = '" +
            method + "'\n        self.__dict__.update(values)\n"},
       {"site/transformers/modeling_utils.py", modeling_utils(kBlocks)},
       {"site/transformers/quantizers/__init__.py", ""},
       {"site/transformers/quantizers/auto.py", kQuantizers}});
  return said_by(run_program(folder.path(), {"check", "a.py", "--root", ".", "--site-packages", "site", "--format",
                                             "json", "--fail-on", "never"}));
}

// Three blocks of 1,024 * 1,024 / 2 bytes and a bias of 2 * 1,024 each, the head's 2 * (1,024 * 8 + 8); scales of 4
// bytes for 64 elements and a table in a block of 512.
constexpr int64_t kPacked = 3 * (524'288 + 2'048) + 16'400;
constexpr int64_t kScales = 3 * (65'536 + 512);

TEST(FewBits, ACheckpointIsPackedAsItIsLoaded) {
  const std::string plain = R"({"dtype": "bfloat16"})";
  for (const std::string asked :
       {", quantization_config=BitsAndBytesConfig(load_in_4bit=True)", ", load_in_4bit=True"}) {
    const Said said = tuned(plain, asked);
    ASSERT_EQ(said.status(), "estimated") << said.config << said.findings;
    EXPECT_EQ(weights(said), kPacked) << asked;
    EXPECT_EQ(buffers(said), kScales) << asked;
  }
  const Said packed = tuned(R"({"dtype": "bfloat16", "quantization_config": {"load_in_4bit": true}})", "");
  EXPECT_EQ(weights(packed), kPacked);
}

TEST(FewBits, AnotherWayToPackIsNotTakenForNone) {
  const Said said =
      tuned(R"({"dtype": "bfloat16", "quantization_config": {"bits": 4}})", ", device_map='auto'", "gptq");
  EXPECT_NE(said.status(), "estimated");
  EXPECT_TRUE(said.lists("weights that are quantized by BitsAndBytesConfig are not described")) << said.config;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
