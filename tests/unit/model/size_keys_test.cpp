// The keys that a size comes from after an operator: those of what set it, and never of something that happens to be as
// large. In most cases here a key of no concern has the value that the result has.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixture.h"

namespace vramlint::model {
namespace {

using Keys = std::vector<std::string>;

struct Case {
  const char* name;
  const char* body;  ///< of forward, which has `x` and `cfg`; ends with the size
  std::vector<std::pair<std::string, int64_t>> config;
  std::vector<std::string> input;
  Keys keys;
};

/// Keys of the size, as the exception that depends on it carries them.
Keys keys_of(const Case& one) {
  Recipe recipe;
  const std::string body = one.body;
  const size_t last = body.rfind('\n') == std::string::npos ? 0 : body.rfind('\n') + 1;
  std::string text =
      "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\nclass Net(nn.Module):\n"
      "    def __init__(self, cfg):\n        super().__init__()\n        self.cfg = cfg\n\n"
      "    def forward(self, x):\n        cfg = self.cfg\n";
  for (size_t at = 0; at < last;) {
    const size_t end = body.find('\n', at) + 1;
    text += "        " + body.substr(at, end - at);
    at = end;
  }
  text += "        if " + body.substr(last) + " > 0:\n            raise ValueError('seen')\n";
  recipe.files["net.py"] = text;
  recipe.model = "net.Net(cfg)";
  std::string input = "float32[";
  for (const std::string& size : one.input) input += (input.back() == '[' ? "" : ", ") + size;
  recipe.inputs = {input + "]"};
  recipe.loss = "sum";
  for (const auto& [key, value] : one.config) recipe.set(key, value);
  const BuildResult result = recipe.build();
  EXPECT_TRUE(result.failure);
  if (!result.failure) return {};
  EXPECT_EQ(result.failure->message, "ValueError: seen");
  Keys keys;
  for (const interp::OriginAtom& atom : result.failure->keys) keys.push_back(atom.key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

class SizeKeys : public testing::TestWithParam<Case> {};

TEST_P(SizeKeys, AreThoseThatSetIt) { EXPECT_EQ(keys_of(GetParam()), GetParam().keys); }

const std::vector<std::string> kImage = {"cfg.batch", "3", "cfg.size", "cfg.size"};

INSTANTIATE_TEST_SUITE_P(
    Operators, SizeKeys,
    testing::Values(
        Case{"ConvolutionBatch",
             "F.conv2d(x, torch.zeros(8, 3, 3, 3), stride=cfg.stride).shape[0]",
             {{"batch", 2}, {"stride", 2}, {"size", 16}},
             kImage,
             {"batch"}},
        // The window, its stride and its padding only take away from what the image brings: ((16 + 2 - 3) / 2) + 1 = 8.
        Case{"ConvolutionHeight",
             "F.conv2d(x, torch.zeros(8, 3, 3, 3), stride=cfg.stride, padding=1).shape[2]",
             {{"batch", 8}, {"stride", 2}, {"size", 16}},
             kImage,
             {"size"}},
        Case{"ConvolutionChannels",
             "nn.Conv2d(cfg.groups, cfg.width, 3, groups=cfg.groups)(x).shape[1]",
             {{"batch", 2}, {"size", 16}, {"groups", 8}, {"width", 8}},
             {"cfg.batch", "cfg.groups", "cfg.size", "cfg.size"},
             {"width"}},
        Case{
            "ConvolutionChannelsOfNoKey", "nn.Conv2d(3, 16, 3)(x).shape[1]", {{"batch", 16}, {"size", 16}}, kImage, {}},
        // A state that stands beside the batch's own sizes, by a number of the program's.
        Case{"ALiteralAmongAFactorysSizes",
             "torch.zeros(x.shape[0], 16, cfg.high, 7).shape[1]",
             {{"batch", 16}, {"size", 16}, {"high", 16}},
             kImage,
             {}},
        Case{"AKeyAmongAFactorysSizes",
             "torch.zeros(x.shape[0], 16, cfg.high, 7).shape[2]",
             {{"batch", 16}, {"size", 16}, {"high", 16}},
             kImage,
             {"high"}},
        Case{"PoolingHeight",
             "F.max_pool2d(x, cfg.kernel).shape[2]",
             {{"batch", 4}, {"size", 16}, {"kernel", 4}},
             kImage,
             {"size"}},
        Case{"AdaptivePooling",
             "F.adaptive_avg_pool2d(x, (cfg.high, cfg.wide)).shape[3]",
             {{"batch", 7}, {"size", 16}, {"high", 7}, {"wide", 7}},
             kImage,
             {"wide"}},
        Case{"InterpolateToASize",
             "F.interpolate(x, size=(cfg.high, 7)).shape[2]",
             {{"batch", 7}, {"size", 7}, {"high", 7}},
             kImage,
             {"high"}},
        Case{"InterpolateByAFactor",
             "F.interpolate(x, scale_factor=2).shape[2]",
             {{"batch", 32}, {"size", 16}},
             kImage,
             {"size"}},
        Case{"ViewOfHeads",
             "x.view(x.shape[0], x.shape[1], cfg.heads, x.shape[2] // cfg.heads).shape[2]",
             {{"frames", 4}, {"heads", 4}, {"width", 64}},
             {"2", "cfg.frames", "cfg.width"},
             {"heads"}},
        Case{"ViewBehindHeads",
             "x.view(x.shape[0], x.shape[1], cfg.heads, x.shape[2] // cfg.heads).shape[1]",
             {{"frames", 4}, {"heads", 4}, {"width", 64}},
             {"2", "cfg.frames", "cfg.width"},
             {"frames"}},
        Case{"ViewInferred",
             "x.view(x.shape[0], -1).shape[1]",
             {{"batch", 2}, {"size", 16}},
             {"cfg.batch", "2", "cfg.size"},
             {"size"}},
        Case{"ViewOfARowInferred",
             "x.view(-1, 64).shape[0]",
             {{"batch", 8}, {"frames", 8}, {"width", 64}},
             {"cfg.batch", "cfg.frames", "cfg.width"},
             {"batch", "frames"}},
        Case{"ViewAsLiterals",
             "x.view(4, 3, 64).shape[1]",
             {{"rows", 12}, {"width", 64}, {"other", 3}},
             {"cfg.rows", "cfg.width"},
             {"rows"}},
        Case{"Flatten",
             "x.flatten(1).shape[1]",
             {{"batch", 48}, {"channels", 3}, {"size", 16}},
             {"cfg.batch", "cfg.channels", "cfg.size"},
             {"channels", "size"}},
        // A factor of 1 makes nothing larger.
        Case{"FlattenOfASingleOne",
             "x.flatten(1).shape[1]",
             {{"batch", 16}, {"channels", 1}, {"size", 16}},
             {"cfg.batch", "cfg.channels", "cfg.size"},
             {"size"}},
        Case{"Permute", "x.permute(0, 2, 3, 1).shape[1]", {{"batch", 16}, {"size", 16}}, kImage, {"size"}},
        Case{"TransposeInPlace",
             "x = x.clone()\nx.transpose_(0, 1)\nx.shape[1]",
             {{"batch", 16}, {"width", 16}},
             {"cfg.batch", "cfg.width"},
             {"batch"}},
        Case{"Matmul",
             "(x @ torch.zeros(cfg.width, cfg.out)).shape[1]",
             {{"batch", 8}, {"width", 8}, {"out", 8}},
             {"cfg.batch", "cfg.width"},
             {"out"}},
        Case{"Linear",
             "nn.Linear(cfg.width, cfg.out)(x).shape[0]",
             {{"batch", 8}, {"width", 8}, {"out", 8}},
             {"cfg.batch", "cfg.width"},
             {"batch"}},
        Case{"Broadcast",
             "(x + torch.zeros(cfg.frames, 1)).shape[0]",
             {{"width", 8}, {"frames", 8}},
             {"1", "cfg.width"},
             {"frames"}},
        Case{"Cat",
             "torch.cat([x, torch.zeros(cfg.batch, cfg.more)], dim=1).shape[1]",
             {{"batch", 24}, {"width", 16}, {"more", 8}},
             {"cfg.batch", "cfg.width"},
             {"more", "width"}},
        Case{"Stack",
             "torch.stack([x, x]).shape[1]",
             {{"width", 2}, {"batch", 2}},
             {"cfg.batch", "cfg.width"},
             {"batch"}},
        Case{"Expand",
             "x.expand(cfg.copies, -1, -1).shape[1]",
             {{"copies", 8}, {"frames", 8}},
             {"1", "cfg.frames", "4"},
             {"frames"}},
        Case{"ExpandOfOne",
             "x.expand(cfg.copies, -1, -1).shape[0]",
             {{"copies", 8}, {"frames", 8}},
             {"1", "cfg.frames", "4"},
             {"copies"}},
        Case{"Repeat",
             "x.repeat(1, cfg.copies).shape[1]",
             {{"batch", 16}, {"copies", 2}, {"width", 8}},
             {"cfg.batch", "cfg.width"},
             {"copies", "width"}},
        Case{
            "NewZeros", "x.new_zeros(3, cfg.rows).shape[1]", {{"batch", 8}, {"rows", 8}}, {"cfg.batch", "8"}, {"rows"}},
        Case{"Arange",
             "torch.arange(0, cfg.stop, cfg.step).shape[0]",
             {{"batch", 4}, {"stop", 16}, {"step", 4}},
             {"cfg.batch", "8"},
             {"step", "stop"}},
        Case{"SliceToAnEnd",
             "x[:, :cfg.most].shape[1]",
             {{"batch", 4}, {"width", 8}, {"most", 4}},
             {"cfg.batch", "cfg.width"},
             {"most"}},
        Case{"SliceBeyondTheEnd",
             "x[:, :cfg.most].shape[1]",
             {{"batch", 8}, {"width", 8}, {"most", 100}},
             {"cfg.batch", "cfg.width"},
             {"width"}},
        Case{"SliceOfASkip", "x[:, ::2].shape[1]", {{"batch", 4}, {"width", 8}}, {"cfg.batch", "cfg.width"}, {"width"}},
        Case{"Chunk",
             "x.chunk(2, dim=1)[0].shape[1]",
             {{"batch", 4}, {"width", 8}},
             {"cfg.batch", "cfg.width"},
             {"width"}},
        Case{"SplitIntoSizes",
             "x.split([cfg.first, cfg.rest], dim=1)[1].shape[1]",
             {{"batch", 6}, {"width", 8}, {"first", 2}, {"rest", 6}},
             {"cfg.batch", "cfg.width"},
             {"rest"}},
        Case{"TopK",
             "x.topk(cfg.k, dim=1)[0].shape[1]",
             {{"batch", 4}, {"width", 8}, {"k", 4}},
             {"cfg.batch", "cfg.width"},
             {"k"}},
        Case{"IndexSelect",
             "x[:, torch.zeros(cfg.kept, dtype=torch.int64)].shape[1]",
             {{"batch", 4}, {"width", 8}, {"kept", 4}},
             {"cfg.batch", "cfg.width"},
             {"kept"}},
        Case{"Embedding",
             "nn.Embedding(100, cfg.width)(x.long()).shape[2]",
             {{"batch", 8}, {"length", 8}, {"width", 8}},
             {"cfg.batch", "cfg.length"},
             {"width"}},
        Case{"OneHot",
             "F.one_hot(x.long(), cfg.classes).shape[1]",
             {{"batch", 8}, {"classes", 8}},
             {"cfg.batch"},
             {"classes"}},
        Case{"RecurrentFeatures",
             "nn.LSTM(cfg.width, cfg.hidden, batch_first=True)(x)[0].shape[2]",
             {{"batch", 8}, {"length", 8}, {"width", 8}, {"hidden", 8}},
             {"cfg.batch", "cfg.length", "cfg.width"},
             {"hidden"}},
        Case{"Reduction",
             "x.mean(dim=1).shape[1]",
             {{"batch", 8}, {"frames", 8}, {"width", 8}},
             {"cfg.batch", "cfg.frames", "cfg.width"},
             {"width"}}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace vramlint::model
