// Input that means harm: each ends in a clear finding or error within seconds of processor time, with exit code 1 or 2,
// and what is said names what is wrong.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "hostile.h"

namespace vramlint::tests {
namespace {

TEST(Hostile, TenMebibytesOfYaml) { expect_yaml_refused(repeated("- {a: 1, b: [2, 3]}\n", 540'000), "config/a.yaml"); }

TEST(Hostile, OneLineOfTenMebibytes) { expect_yaml_refused("a: [" + std::string(10 << 20, '['), "config/a.yaml"); }

TEST(Hostile, AliasBomb) {
  std::string yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 12; ++level) {
    const std::string before = std::to_string(level - 1), now = std::to_string(level);
    yaml += "a" + now + ": &a" + now + " [" + repeated("*a" + before + ", ", 9) + "*a" + before + "]\n";
  }
  expect_yaml_refused(yaml, "alias");
}

TEST(Hostile, YamlNestedTenThousandDeep) {
  expect_yaml_refused("a: " + std::string(10'000, '[') + std::string(10'000, ']') + "\n", "nest");
}

TEST(Hostile, PythonNestedTenThousandDeep) {
  expect_python_refused("a = " + std::string(10'000, '(') + "1" + std::string(10'000, ')') + "\n", "nest");
  expect_python_refused("a = " + std::string(10'000, '[') + std::string(10'000, ']') + "\n", "nest");
  expect_python_refused("a = " + std::string(10'000, '-') + "1\n", "nest");
}

TEST(Hostile, LoopWithoutEnd) {
  expect_python_refused("a = 0\nwhile True:\n    a += 1\n", "configs/a.py:");
  expect_model_refused("while True: width += 1", "model.py:");
}

TEST(Hostile, HugePowers) {
  expect_python_refused("a = 10**10**10\n", "configs/a.py:2");
  expect_model_refused("self.a = nn.Conv2d(3, 10**10**10, 3)", "model.py:7");
}

TEST(Hostile, MemoryInALoop) {
  expect_python_refused("a = 'x'\nfor i in range(60):\n    a = a + a\n", "configs/a.py:4");
  expect_python_refused("a = [0] * 10**12\n", "configs/a.py:2");
}

/// What is said of the config is short, and holds `said`.
void expect_short(const ScratchFolder& folder, const std::string& said) {
  for (const char* format : {"text", "json", "sarif", "github", "markdown"}) {
    const ProgramRun run = run_program(folder.path(), {"check", "--root", ".", "config/a.yaml", "--format", format});
    EXPECT_LT(run.exit_code, 3) << run.errors;
    EXPECT_LT(run.seconds, kSeconds);
    EXPECT_LT(run.output.size() + run.errors.size(), size_t{512} << 10) << format;
    if (std::string_view(format) == "github") continue;  // of ten findings at most
    EXPECT_NE((run.output + run.errors).find(said), std::string::npos) << format << "\n" << run.output.substr(0, 2000);
  }
}

TEST(Hostile, FiftyThousandTimesTheSameKey) {
  const ScratchFolder folder({{"vramlint.yaml", kRecipe}, {"config/a.yaml", repeated("width: 8\n", 50'000)}});
  expect_short(folder, "more like it)");
}

TEST(Hostile, ExceptionOfFiftyMegabytes) {
  const ScratchFolder folder({{"vramlint.yaml", kRecipe},
                              {"config/a.yaml", "width: 8\n"},
                              {"model.py",
                               "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, width):\n"
                               "        raise ValueError('x' * 50_000_000)\n"}});
  expect_short(folder, "bytes more)");
}

TEST(Hostile, EndlessRecursion) { expect_python_refused("def f():\n    return f()\na = f()\n", "configs/a.py:"); }

TEST(Hostile, BaseCycle) {
  const ScratchFolder folder({{"configs/a.py", "_base_ = './b.py'\n"}, {"configs/b.py", "_base_ = './a.py'\n"}});
  expect_refused(folder, "configs/a.py", "b.py");
}

TEST(Hostile, BaseOfItself) { expect_python_refused("_base_ = './a.py'\n", "a.py"); }

TEST(Hostile, BaseOutsideTheRoot) {
  expect_python_refused("_base_ = '../../../../../../outside.py'\n", "outside");
  expect_python_refused("_base_ = '/etc/base.py'\n", "outside");
}

TEST(Hostile, LinkOutOfTheRoot) {
  const ScratchFolder outside({{"secret.py", "secret = 1\n"}});
  const ScratchFolder folder({{"configs/a.py", "_base_ = './link.py'\n"}});
  std::filesystem::create_symlink(outside.path() / "secret.py", folder.path() / "configs/link.py");
  expect_refused(folder, "configs/a.py", "outside");
}

TEST(Hostile, LoopOfLinks) {
  const ScratchFolder folder({{"configs/b.py", "_base_ = './a.py'\n"}});
  std::filesystem::create_symlink("c.py", folder.path() / "configs/a.py");
  std::filesystem::create_symlink("a.py", folder.path() / "configs/c.py");
  expect_refused(folder, "configs/a.py", "a.py");
  expect_refused(folder, "configs/b.py", "a.py");
}

TEST(Hostile, FolderThatContainsItself) {
  const ScratchFolder folder({{"configs/a.py", "_base_ = './missing.py'\n"}});
  std::filesystem::create_directory_symlink(".", folder.path() / "configs/again");
  expect_refused(folder, ".", "missing.py");
}

TEST(Hostile, BinaryNoise) {
  std::string noise;
  uint32_t state = 12345;
  for (int i = 0; i < 100'000; ++i) {
    state = state * 1664525 + 1013904223;
    noise += static_cast<char>(state >> 24);
  }
  expect_yaml_refused(noise, "config/a.yaml");
  expect_python_refused(noise, "configs/a.py");
}

TEST(Hostile, NothingAtAll) {
  const ScratchFolder folder;
  const ProgramRun run = run_program(folder.path(), {"check", "absent.yaml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("absent.yaml"), std::string::npos) << run.errors;
}

TEST(Hostile, EmptyPaths) {
  const ScratchFolder folder({{"configs/a.py", "a = 1\n"}});
  for (const char* command : {"check", "fit", "show", "diff", "init"}) {
    const ProgramRun run = run_program(folder.path(), {command, ""});
    EXPECT_LE(run.exit_code, 2) << command << "\n" << run.errors;
  }
}

}  // namespace
}  // namespace vramlint::tests
