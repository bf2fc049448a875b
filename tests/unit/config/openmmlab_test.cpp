// What the runners of mmcv 1.7 (mmcv/runner/hooks/optimizer.py, iter_based_runner.py) and mmengine 0.10
// (mmengine/model/base_model, mmengine/optim/optimizer) do around a step, read off configs.
#include <gtest/gtest.h>

#include "config/project.h"
#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

constexpr const char* kOld = R"(
model = dict(type='Net')
data = dict(samples_per_gpu=2, train=dict(pipeline=[dict(type='RandomCrop', crop_size=(64, 64))]))
optimizer = dict(type='SGD', lr=0.1, momentum=0.9, weight_decay=0.0)
optimizer_config = dict(grad_clip=dict(max_norm=35))
cudnn_benchmark = True
)";

constexpr const char* kNew = R"(
model = dict(type='Net')
train_dataloader = dict(batch_size=2, dataset=dict(pipeline=[]))
optim_wrapper = dict(type='AmpOptimWrapper', dtype='bfloat16', accumulative_counts=4,
                     optimizer=dict(type='AdamW', lr=1e-4))
custom_hooks = [dict(type='EMAHook')]
)";

Experiment facts_of(Scratch& scratch) {
  std::optional<Config> config = scratch.load("configs/a.py");
  EXPECT_TRUE(config) << scratch.said();
  std::optional<Experiment> facts = config ? scratch.understand(*config) : std::nullopt;
  EXPECT_TRUE(facts) << scratch.said();
  return facts.value_or(Experiment{});
}

std::string mmcv_of(Scratch& scratch) {
  for (const Package& package : facts_of(scratch).packages) {
    if (package.name == "mmcv") return package.version.value_or("none");
  }
  return "as usual";
}

// What mmseg and mmdet of several releases write at the top of their `__init__.py`.
TEST(OpenMMLabConfig, AProjectThatTakesOtherReleasesGetsOneOfThose) {
  const auto takes = [](const char* config, const std::string& statements) {
    Scratch scratch(Texts{{"configs/a.py", config}, {"mmseg/__init__.py", "import mmcv\n" + statements}});
    return mmcv_of(scratch);
  };
  EXPECT_EQ(takes(kOld, "MMCV_MIN = '1.3.13'\nMMCV_MAX = '1.8.0'\n"), "1.7.2");
  EXPECT_EQ(takes(kOld, "MMCV_MIN = '1.1.4'\nMMCV_MAX = '1.3.0'\n"), "1.2.7") << "1.3.0 itself may be left out";
  EXPECT_EQ(takes(kOld, "mmcv_minimum_version = '1.3.17'\nmmcv_maximum_version = '1.5.0'\n"), "1.4.8");
  EXPECT_EQ(takes(kOld, "MMCV_MIN = '1.4.0'\nMMCV_MAX = '1.4.0'\n"), "1.4.0") << "the only one";
  EXPECT_EQ(takes(kOld,
                  "if new:\n    MMCV_MIN = '2.0.0'\n    MMCV_MAX = '3.0.0'\nelse:\n    MMCV_MIN = '1.3.13'\n"
                  "    MMCV_MAX = '1.4.0'\n"),
            "1.3.18")
      << "each line has its own";
  EXPECT_EQ(takes(kOld, "MMCV_MIN = '2.0.0rc4'\nMMCV_MAX = '2.2.0'\n"), "1.7.2") << "the other line";
  EXPECT_EQ(takes(kOld, "MMCV_MAX = newest()\n"), "1.7.2");
  EXPECT_EQ(takes(kOld, "MMCV_MAX = 'soon'\n"), "1.7.2");
  EXPECT_EQ(takes(kNew, "MMCV_MIN = '2.0.0rc4'\nMMCV_MAX = '2.2.0'\n"), "as usual");
  EXPECT_EQ(takes(kNew, "MMCV_MIN = '2.0.0rc1'\nMMCV_MAX = '2.1.0'\n"), "2.0.1");
  EXPECT_EQ(takes(kNew, "MMCV_MIN = '2.0.0rc1'\nMMCV_MAX = '2.0.0'\n"), "2.0.0") << "candidates are not taken";
}

TEST(OpenMMLabConfig, TheOldLineClearsBetweenForwardAndBackward) {
  Scratch scratch(Texts{{"configs/a.py", kOld}});
  const Experiment facts = facts_of(scratch);
  EXPECT_EQ(facts.zero_grad, ZeroGradAt::before_backward);
  EXPECT_EQ(facts.batch_holder, BatchHolder::forward);
  EXPECT_EQ(facts.optimizer.name, "sgd");
  EXPECT_TRUE(facts.optimizer.momentum);
  EXPECT_FALSE(facts.optimizer.weight_decay);
  EXPECT_TRUE(facts.clipping);
  EXPECT_EQ(facts.runtime.cudnn_benchmark, true);
  EXPECT_EQ(facts.torch, "1.8");
  ASSERT_EQ(facts.packages.size(), 2U);
  EXPECT_EQ(facts.packages[0].version, "1.7.2");
  EXPECT_FALSE(facts.packages[1].version) << "mmengine is not there";
}

TEST(OpenMMLabConfig, TheNewLineStepsInsideOneFunction) {
  Scratch scratch(Texts{{"configs/a.py", kNew}});
  const Experiment facts = facts_of(scratch);
  EXPECT_EQ(facts.zero_grad, ZeroGradAt::after_step);
  EXPECT_EQ(facts.batch_holder, BatchHolder::step);
  EXPECT_EQ(facts.precision, Precision::amp_bf16);
  EXPECT_EQ(facts.accumulation, 4);
  EXPECT_EQ(facts.optimizer.name, "adamw");
  EXPECT_TRUE(facts.ema);
  EXPECT_FALSE(facts.torch);
}

TEST(OpenMMLabConfig, TrainingIsTakenToBeDistributedAndSaidSo) {
  Scratch scratch(Texts{{"configs/a.py", kNew}});
  EXPECT_TRUE(facts_of(scratch).distributed);
  ASSERT_EQ(scratch.assumptions.size(), 1U);
  EXPECT_NE(scratch.assumptions[0].text.find("DistributedDataParallel"), std::string::npos);
}

TEST(OpenMMLabConfig, ARecipePutsItsKeysInPlaceOfThese) {
  Scratch scratch(Texts{{"configs/a.py", kOld},
                        {"vramlint.yaml",
                         "packages: {mmcv: \"2.1.0\"}\n"
                         "recipes:\n"
                         "  - configs: [\"configs/*.py\"]\n"
                         "    inputs: [\"float32[2, 3, 32, 32]\"]\n"
                         "    distributed: false\n"
                         "    amp: bf16\n"}});
  scratch.read_project();
  const Experiment facts = facts_of(scratch);
  EXPECT_EQ(scratch.said(), "");
  EXPECT_FALSE(facts.distributed);
  EXPECT_TRUE(scratch.assumptions.empty());
  EXPECT_EQ(facts.precision, Precision::amp_bf16);
  EXPECT_FALSE(facts.makes_its_batch);
  ASSERT_EQ(facts.packages.size(), 2U);
  EXPECT_EQ(facts.packages[0].name, "mmcv");
  EXPECT_EQ(facts.packages[0].version, "2.1.0");
}

TEST(OpenMMLabConfig, AModelWithoutATrainingSetIsAPart) {
  Scratch scratch(Texts{{"configs/a.py", "model = dict(type='Net')\noptimizer = dict(type='SGD')\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config);
  EXPECT_FALSE(scratch.understand(*config));
  ASSERT_EQ(scratch.unknowns.size(), 1U);
  EXPECT_NE(scratch.unknowns[0].reason.find("names no training set"), std::string::npos);
}

}  // namespace
}  // namespace vramlint::config::tests
