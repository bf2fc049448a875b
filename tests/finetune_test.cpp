// YAML of axolotl, LLaMA-Factory and TrainingArguments, by arithmetic and beside what an H100 measured.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {

namespace {

constexpr const char* kSmall = R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128,
  "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 1000, "hidden_act": "silu",
  "torch_dtype": "float32"})";

Said tuned(const std::string& config, const std::string& yaml, const std::vector<std::string>& options = {}) {
  const ScratchFolder folder({{"some/model/config.json", config}, {"tune.yaml", yaml}});
  folder.put("vramlint.yaml", "torch: \"2.11\"\ndevice: h100\n");
  folder.put("zero.json", R"({"zero_optimization": {"stage": 3}})");
  std::vector<std::string> arguments = {"check", "--format", "json", "--fail-on", "never", "tune.yaml"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return said_by(run_program(folder.path(), arguments));
}

const std::string kAxolotl =
    "base_model: some/model\nsequence_len: 128\nmicro_batch_size: 2\nbf16: auto\nlearning_rate: 2e-5\n"
    "optimizer: adamw_torch\nattn_implementation: flash_attention_2\n";
const std::string kFactory =
    "model_name_or_path: some/model\nstage: sft\ncutoff_len: 128\nper_device_train_batch_size: 2\nbf16: true\n"
    "optim: adamw_torch\n";

// Words and head 2 * 64,000; a layer 4,096 + 2 * 2,048 + 4,096 in its attention, 3 * 8,192 behind it, norms of 128; one
// of 64 at the end.
constexpr int64_t kLayer = 4096 + 2 * 2048 + 4096 + 3 * 8192, kRest = 2 * 64'000 + 2 * 128 + 64;

int64_t part(const Said& said, const char* name) { return said.config["breakdown"][name].get<int64_t>(); }
int64_t bytes(const Said& said) { return said.config["parameters"]["bytes"].get<int64_t>(); }
int64_t trainable(const Said& said) { return said.config["parameters"]["trainable"].get<int64_t>(); }

void expect_clean(const Said& said) {
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings << said.errors;
  EXPECT_EQ(said.findings.size(), 0) << said.findings;
}

}  // namespace

TEST(Finetune, AllWeights) {
  const Said half = tuned(kSmall, kAxolotl);  // axolotl: weights of bfloat16, and states of their type
  expect_clean(half);
  EXPECT_EQ(half.parameters(), 2 * kLayer + kRest);
  EXPECT_EQ(trainable(half), half.parameters());
  EXPECT_EQ(bytes(half), 2 * half.parameters());
  const Said whole =
      tuned(kSmall, kFactory + "finetuning_type: full\n");  // LLaMA-Factory: float32 where they are trained
  expect_clean(whole);
  EXPECT_EQ(bytes(whole), 4 * whole.parameters());
}

TEST(Finetune, Adapters) {
  const Said said = tuned(kSmall, kAxolotl + "adapter: lora\nlora_r: 4\nlora_target_modules: [q_proj, v_proj]\n");
  expect_clean(said);
  EXPECT_EQ(trainable(said), 2 * 4 * (64 + 64 + 64 + 32));
  EXPECT_EQ(bytes(said), 2 * (2 * kLayer + kRest) + 4 * trainable(said));  // adapters are float32
  const Said all = tuned(kSmall, kFactory + "finetuning_type: lora\nlora_rank: 4\nlora_target: all\n");
  expect_clean(all);
  EXPECT_EQ(trainable(all), 2 * 4 * (2 * (64 + 64) + 2 * (64 + 32) + 3 * (64 + 128)));
}

TEST(Finetune, WeightsOfFourBits) {
  const Said said =
      tuned(kSmall, kAxolotl + "adapter: qlora\nload_in_4bit: true\nlora_r: 4\nlora_target_linear: true\n");
  expect_clean(said);
  EXPECT_EQ(bytes(said), 2 * kRest + kLayer + 4 * trainable(said));  // two layers, half a byte each
  // scales: of 36,864 weights 576 blocks, of a byte each, and of these the float32 of 256; blocks of 512 bytes take
  // more
  EXPECT_GE(part(said, "buffer"), 2 * 576);
}

TEST(Finetune, OnlyTheLastLayers) {
  const Said said = tuned(kSmall, kFactory + "finetuning_type: freeze\nfreeze_trainable_layers: 1\n");
  expect_clean(said);
  EXPECT_EQ(trainable(said), kLayer + 128);
}

TEST(Finetune, OneMessageNamesTheFileToGive) {
  const Said said = tuned(kSmall, "base_model: other/model\nsequence_len: 128\nmicro_batch_size: 2\n");
  EXPECT_EQ(said.status(), "not_estimable");
  ASSERT_EQ(said.findings.size(), 1) << said.findings;
  EXPECT_NE(said.findings[0]["message"].get<std::string>().find("`other/model/config.json`"), std::string::npos);
}

TEST(Finetune, WhatIsNotCountedIsSaid) {
  const Said said = tuned(kSmall, kFactory + "finetuning_type: full\nuse_galore: true\n");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_TRUE(said.lists("use_galore")) << said.config["unknowns"];
  EXPECT_EQ(tuned(kSmall, kFactory + "finetuning_type: full\nuse_galore: false\n").status(), "estimated");
}

TEST(Finetune, DeepSpeedShards) {
  const std::string yaml = kFactory + "finetuning_type: full\ndeepspeed: zero.json\n";
  const Said one = tuned(kSmall, yaml), eight = tuned(kSmall, yaml, {"--gpus", "8"});
  EXPECT_EQ(one.status(), "estimated") << one.config;
  EXPECT_TRUE(one.assumes("--gpus 8"));
  EXPECT_LT(part(eight, "optimizer"), part(one, "optimizer") / 7);
}

// Peaks that torch 2.11 measured on an H100, allocated: transformers' and peft's own models, AdamW.
TEST(Finetune, AsAnH100Measured) {
  const std::string llama = R"({"model_type": "llama", "hidden_size": 1024, "intermediate_size": 2816,
    "num_hidden_layers": 12, "num_attention_heads": 16, "num_key_value_heads": 4, "vocab_size": 32000,
    "hidden_act": "silu", "rms_norm_eps": 1e-6, "torch_dtype": "float32"})";
  const std::string common =
      "model_name_or_path: some/model\nper_device_train_batch_size: 4\nmax_grad_norm: 0\n"
      "optim: adamw_torch\n";
  const std::string factory = common + "cutoff_len: 1024\nstage: sft\nfinetuning_type: full\nbf16: true\n";
  const std::string lora =
      "max_length: 1024\nbf16: true\nuse_peft: true\nlora_r: 8\nlora_dropout: 0.0\n"
      "lora_target_modules: [q_proj, v_proj]\ngradient_checkpointing: true\n"
      "gradient_checkpointing_kwargs: {use_reentrant: false}\n";
  const std::pair<std::string, double> cases[] = {
      {common + "max_length: 1024\n", 11080.248},         // float32
      {factory + "use_reentrant_gc: false\n", 4240.444},  // bfloat16 by autocast, checkpoints
      {factory + "disable_gradient_checkpointing: true\n", 6924.260},
      {common + lora, 2642.842},
  };
  for (const auto& [yaml, measured] : cases) {
    const Said said = tuned(llama, yaml);
    EXPECT_EQ(said.status(), "estimated") << said.config;
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
    const double point = said.config["peak"]["allocated"]["point"].get<double>() / (1 << 20);
    EXPECT_NEAR(point, measured, 0.01 * measured) << yaml;
  }
}

}  // namespace vramlint::tests
