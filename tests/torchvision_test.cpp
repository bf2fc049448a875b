// Every classification model of torchvision that is described here has as many parameters as torchvision 0.26 states of
// its weights (`num_params` of torchvision/models/*.py).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "program.h"

namespace vramlint::tests {
namespace {

constexpr std::pair<const char*, int64_t> kModels[] = {
    {"alexnet", 61100840},
    {"convnext_base", 88591464},
    {"convnext_large", 197767336},
    {"convnext_small", 50223688},
    {"convnext_tiny", 28589128},
    {"densenet121", 7978856},
    {"densenet161", 28681000},
    {"densenet169", 14149480},
    {"densenet201", 20013928},
    {"efficientnet_b0", 5288548},
    {"efficientnet_b1", 7794184},
    {"efficientnet_b2", 9109994},
    {"efficientnet_b3", 12233232},
    {"efficientnet_b4", 19341616},
    {"efficientnet_b5", 30389784},
    {"efficientnet_b6", 43040704},
    {"efficientnet_b7", 66347960},
    {"efficientnet_v2_l", 118515272},
    {"efficientnet_v2_m", 54139356},
    {"efficientnet_v2_s", 21458488},
    {"mobilenet_v2", 3504872},
    {"mobilenet_v3_large", 5483032},
    {"mobilenet_v3_small", 2542856},
    {"resnet101", 44549160},
    {"resnet152", 60192808},
    {"resnet18", 11689512},
    {"resnet34", 21797672},
    {"resnet50", 25557032},
    {"resnext101_32x8d", 88791336},
    {"resnext101_64x4d", 83455272},
    {"resnext50_32x4d", 25028904},
    {"squeezenet1_0", 1248424},
    {"squeezenet1_1", 1235496},
    {"swin_b", 87768224},
    {"swin_s", 49606258},
    {"swin_t", 28288354},
    {"vgg11", 132863336},
    {"vgg11_bn", 132868840},
    {"vgg13", 133047848},
    {"vgg13_bn", 133053736},
    {"vgg16", 138357544},
    {"vgg16_bn", 138365992},
    {"vgg19", 143667240},
    {"vgg19_bn", 143678248},
    {"vit_b_16", 86567656},
    {"vit_b_32", 88224232},
    {"vit_h_14", 632045800},
    {"vit_l_16", 304326632},
    {"vit_l_32", 306535400},
    {"wide_resnet101_2", 126886696},
    {"wide_resnet50_2", 68883240},
};

TEST(Torchvision, ModelsHaveTheParametersThatTheirWeightsState) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "device: h100\nrecipes:\n  - name: net\n    configs: [\"config/*.yaml\"]\n    model: m.make(cfg.name)\n"
             "    inputs: [\"float32[1, 3, 224, 224]\"]\n    loss: mean\n    optimizer: sgd\n");
  folder.put("m.py",
             "import torchvision\n\n\ndef make(name):\n    return getattr(torchvision.models, name)(weights=None)\n");
  for (const auto& [name, count] : kModels)
    folder.put("config/" + std::string(name) + ".yaml", "name: " + std::string(name) + "\n");
  const ProgramRun run = run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "config"});
  const nlohmann::json all = nlohmann::json::parse(run.output, nullptr, false);
  ASSERT_FALSE(all.is_discarded()) << run.output << run.errors;
  ASSERT_EQ(all["configs"].size(), std::size(kModels));
  for (const auto& [name, count] : kModels) {
    SCOPED_TRACE(name);
    const std::string path = "config/" + std::string(name) + ".yaml";
    for (const nlohmann::json& config : all["configs"]) {
      if (config["path"] != path) continue;
      EXPECT_EQ(config["status"], "estimated");
      EXPECT_EQ(config["parameters"]["total"].get<int64_t>(), count);
    }
  }
}

}  // namespace
}  // namespace vramlint::tests
