// Configs that mean harm end soon, with a finding at their line.
#include <gtest/gtest.h>

#include <chrono>

#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

std::string refusal(Texts texts, const std::string& path = "configs/a.py") {
  Scratch scratch(std::move(texts));
  auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(scratch.load(path));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));  // slow machines, sanitizers
  return scratch.said();
}

void expect_said(const std::string& said, const std::string& wanted) {
  EXPECT_NE(said.find(wanted), std::string::npos) << said << "lacks: " << wanted;
}

TEST(HostileConfig, CycleOfBases) {
  std::string said = refusal({{"configs/a.py", "_base_ = './b.py'\n"}, {"configs/b.py", "_base_ = './a.py'\n"}});
  expect_said(said, "configs/b.py:1:10 missing-base `configs/a.py` is a base of itself");
  expect_said(refusal({{"configs/a.py", "_base_ = ['a.py']\n"}}), "is a base of itself");
  expect_said(
      refusal({{"configs/a.py", "from mmengine.config import read_base\nwith read_base():\n    from .a import *\n"}}),
      "is a base of itself");
}

TEST(HostileConfig, BaseOutsideTheRoot) {
  expect_said(refusal({{"configs/a.py", "_base_ = '../../../../../../../../etc/passwd.py'\n"}}), "missing-base");
  expect_said(refusal({{"configs/a.py", "_base_ = '/etc/hostname.yaml'\n"}}), "outside");
}

TEST(HostileConfig, LongChainOfBases) {
  Texts texts;
  for (int i = 0; i < 3000; ++i) {
    texts["configs/" + std::to_string(i) + ".py"] = "_base_ = './" + std::to_string(i + 1) + ".py'\n";
  }
  expect_said(refusal(std::move(texts), "configs/0.py"), "missing-base bases are chained more than");
}

TEST(HostileConfig, ManyPathsThroughTheSameBases) {
  Texts texts;
  for (int i = 0; i < 30; ++i) {
    std::string next = "'./" + std::to_string(i + 1) + ".py'";
    texts["configs/" + std::to_string(i) + ".py"] = "_base_ = [" + next + ", " + next + ", " + next + "]\n";
  }
  texts["configs/30.py"] = "_base_ = []\n";
  Scratch scratch(std::move(texts));
  EXPECT_TRUE(scratch.load("configs/0.py")) << scratch.said();
}

TEST(HostileConfig, NeverEnds) {
  std::string said = refusal({{"configs/a.py", "_base_ = []\nx = 0\nwhile True:\n    x += 1\n"}});
  expect_said(said, "configs/a.py:");
  expect_said(said, "evaluation-too-long");
  expect_said(refusal({{"configs/a.py", "_base_ = []\ndef f():\n    return f()\nx = f()\n"}}), "configs/a.py:");
}

TEST(HostileConfig, HugeValues) {
  expect_said(refusal({{"configs/a.py", "_base_ = []\nx = [0] * 10**9\n"}}), "configs/a.py:2");
  expect_said(refusal({{"configs/a.py", "_base_ = []\nx = 'a'\nfor i in range(99):\n    x += x\n"}}), "configs/a.py:4");
}

TEST(HostileConfig, SharedListsThatUnfoldToMuch) {
  std::string text = "_base_ = []\na0 = [1] * 10\n";
  for (int i = 1; i < 12; ++i) text += "a" + std::to_string(i) + " = [a" + std::to_string(i - 1) + "] * 10\n";
  expect_said(refusal({{"configs/a.py", text}}), "more than");
}

TEST(HostileConfig, ListThatHoldsItself) {
  expect_said(refusal({{"configs/a.py", "_base_ = []\na = []\na.append(a)\n"}}), "nested deeper");
}

TEST(HostileConfig, ReachesForTheSystem) {
  Scratch scratch(Texts{{"configs/a.py", "_base_ = []\nimport os\nx = os.system('touch /tmp/vramlint-was-here')\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  EXPECT_FALSE(std::filesystem::exists("/tmp/vramlint-was-here"));
  if (config) {
    EXPECT_TRUE(std::holds_alternative<Opaque>(config->root.find("x")->value)) << to_json(config->root);
  }
}

}  // namespace
}  // namespace vramlint::config::tests
