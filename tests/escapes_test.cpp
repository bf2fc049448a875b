// Texts of a project that mean to steer whoever reads what the program prints: a terminal, GitHub's runner, a browser.
// They stand wherever text can reach output from; every command prints them harmlessly, on GitHub and elsewhere.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <vector>

#include "program.h"

namespace vramlint::tests {
namespace {

using Words = std::vector<std::string>;

// A line that is a command, one in the runner's old form, colour, DEL, a C1 control, overrides and what shows nothing.
const std::string kNasty =
    "n\n::error file=a::boo\r##[error]c\x1b[31m\x7f\u009b\u0085\u202e\u2066\u200e\u200b\u2028\ufeff<img>|`";
const std::string kBroken = "n\n::warning::x\x1b[2J\xff\xfe";
// The same in YAML and in Python.
const std::string kEscaped = "n\\n::error file=a::boo\\r##[error]c\\x1b[31m\\x7f\\u202e\\u2066\\u200b\\u2028";

bool steers(unsigned char byte) { return (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F; }

/// Whether a raw character stands at this place that no text of ours has: C0, DEL, C1, and of the blocks U+2000 and
/// U+FE00 the marks named above; or a byte that is no UTF-8.
bool is_harmful(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(at + i < text.size() ? text[at + i] : 0); };
  if (steers(byte(0)) || byte(0) >= 0xF8) return true;
  if (byte(0) == 0xC2) return byte(1) < 0xA0;
  if (byte(0) == 0xEF) return byte(1) == 0xBB && byte(2) == 0xBF;
  if (byte(0) != 0xE2) return false;
  if (byte(1) == 0x80) return (byte(2) >= 0x8B && byte(2) <= 0x8F) || (byte(2) >= 0xA8 && byte(2) <= 0xAE);
  return byte(1) == 0x81 && byte(2) >= 0xA0 && byte(2) <= 0xAF;
}

void expect_harmless(const std::string& text, const std::string& what, bool on_github, bool annotations) {
  for (size_t at = 0; at < text.size(); ++at) {
    ASSERT_FALSE(is_harmful(text, at)) << what << ": " << text.substr(at < 80 ? 0 : at - 80, 160);
  }
  if (!on_github) return;
  EXPECT_TRUE(annotations || text.find("##[") == std::string::npos) << what << "\n" << text;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos && line.compare(first, 2, "::") == 0) {
      EXPECT_TRUE(annotations && line.find("title=vramlint") != std::string::npos) << what << ": " << line;
    }
    begin = end + 1;
  }
}

class Escapes : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override { setenv("GITHUB_ACTIONS", GetParam() ? "true" : "false", 1); }
  void TearDown() override { unsetenv("GITHUB_ACTIONS"); }

  void expect_harmless_run(const std::filesystem::path& folder, const Words& words) const {
    const ProgramRun run = run_program(folder, words);
    EXPECT_LT(run.exit_code, 3) << run.errors;
    std::string what;
    for (const std::string& word : words) what += word + " ";
    const bool to_github = GetParam() && what.find("--format") == std::string::npos;
    const bool annotations = words[0] == "check" && (to_github || what.find("--format github") != std::string::npos);
    expect_harmless(run.output, what, GetParam(), annotations);
    expect_harmless(run.errors, what, GetParam(), false);
    said_ += run.output.size() + run.errors.size();
  }

  mutable size_t said_ = 0;
};

const std::string kModel =
    "import torch\nimport torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, cfg):\n"
    "        super().__init__()\n        odd = type('" +
    kEscaped + "', (nn.Linear,), {})\n        self.add_module('" + kEscaped +
    "', odd(cfg['w'], cfg['w']))\n        self.a = nn.Linear(cfg['w'], 8)\n"
    "        if cfg['fails']:\n            raise ValueError('" +
    kEscaped + "')\n\n    def forward(self, x):\n        return self.a(getattr(self, '" + kEscaped + "')(x))  # " +
    kNasty.substr(2) + "\n";

/// A project in a folder with such a name; its configs are named so too.
struct Project {
  ScratchFolder scratch;
  std::string root = "r" + kNasty;
  Words configs;

  Project() {
    scratch.put(
        root + "/vramlint.yaml",
        "device: rtx3090\nrecipes:\n  - name: \"" + kEscaped +
            "\"\n    configs: [\"config/*\"]\n    model: model.Net(cfg)\n    inputs: [\"float32[cfg.w, cfg.w]\"]\n"
            "    loss: mse\n    optimizer: adam\n  - name: other\n    model: model.Net(cfg)\n    \"" +
            kEscaped + "\": 1\n    configs: [none]\n");
    scratch.put(root + "/model.py", kModel);
    for (const std::string fails : {"true", "false"}) {
      configs.push_back("config/" + fails + kNasty + ".yaml");
      scratch.put(root + "/" + configs.back(),
                  "w: 8\nfails: " + fails + "\n\"" + kEscaped + "\": \"" + kEscaped + "\"\n\"" + kEscaped + "\": 2\n");
    }
    configs.push_back("config/" + kBroken + ".yaml");
    scratch.put(root + "/" + configs.back(), "w: [\x1b[31m\u202e " + kBroken + "\n");
  }
  std::filesystem::path path() const { return scratch.path() / root; }
};

TEST_P(Escapes, Reports) {
  const Project project;
  for (const char* format :
       {"text", "json", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "markdown"}) {
    expect_harmless_run(project.path(), {"check", "--format", format, "."});
    expect_harmless_run(project.scratch.path(), {"check", "--format", format, project.root});
  }
  EXPECT_GT(said_, 20'000U);
}

TEST_P(Escapes, Stages) {
  const Project project;
  for (const std::string& config : project.configs) {
    for (const char* stage : {"source", "config", "experiment", "usage", "graph", "trace", "timeline", "findings"}) {
      for (const char* format : {"text", "json"}) {
        expect_harmless_run(project.path(), {"dump", stage, config, "--format", format});
      }
    }
    expect_harmless_run(project.path(), {"show", config});
    expect_harmless_run(project.path(), {"show", config, "--format", "json"});
    expect_harmless_run(project.path(), {"calc", "--config", config, "--gpu_memory", "24"});
  }
}

TEST_P(Escapes, Usage) {
  const Project project;
  for (const std::string& word : {kNasty, kBroken}) {
    for (const char* option :
         {"--device", "--memory", "--torch", "--root", "--recipe", "--python-path", "--set", "--format", "--fail-on",
          "--jobs", "--select", "--ignore", "--exclude", "--baseline", "--unknown"}) {
      expect_harmless_run(project.path(), {"check", option, word, "."});
    }
    expect_harmless_run(project.path(), {"check", word});
    expect_harmless_run(project.path(), {"check", "--" + word});
    expect_harmless_run(project.path(), {"explain", word});
    expect_harmless_run(project.path(), {"dump", word, word});
    expect_harmless_run(project.path(), {"show", word});
    expect_harmless_run(project.path(), {"init", word});
    expect_harmless_run(project.path(), {"init", "--root", word});
    expect_harmless_run(project.path(), {word});
  }
}

TEST_P(Escapes, CommentsPolicyAndBaseline) {
  const Project project;
  // Without what ends a line: the rest of it stands in a comment of Python.
  const std::string inline_text = "n##[error]c\x1b[31m\x7f\u009b\u202e\u2066\u200b\ufeff<img>|`";
  project.scratch.put(project.root + "/model.py",
                      kModel + "x = 1  # vramlint: ignore[" + inline_text + ", duplicate-key] " + inline_text + "\n");
  const std::string recipe = "recipes:\n  - {name: n, configs: [\"config/*\"], model: model.Net(cfg)}\n";
  project.scratch.put(project.root + "/vramlint.yaml",
                      "select: [VL, \"" + kEscaped + "\"]\nseverity: {rule: \"" + kEscaped +
                          "\", level: note}\nmax_peak: {size: 1MiB, message: \"" + kEscaped + "\"}\n" + recipe);
  const std::string file = "b" + kNasty + ".json";
  expect_harmless_run(project.path(), {"baseline", "--output", "model.py"});
  expect_harmless_run(project.path(), {"baseline", "--output", file});
  for (const char* format :
       {"text", "json", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "markdown"}) {
    expect_harmless_run(project.path(), {"check", "--format", format, "."});
    expect_harmless_run(project.path(), {"check", "--baseline", file, "--format", format, "."});
  }
  expect_harmless_run(project.path(), {"check", "--statistics", "--format", "text", "."});
  expect_harmless_run(project.path(), {"check", "--baseline", "model.py", "."});
}

TEST_P(Escapes, ProposedRecipe) {
  const ScratchFolder folder;
  folder.put("t" + kNasty + ".py",
             "import argparse\nimport torch\nfrom torch import nn\n\nparser = argparse.ArgumentParser()\n"
             "parser.add_argument('--" +
                 kEscaped + "', default='" + kEscaped +
                 "')\nargs = parser.parse_args()\n"
                 "model = nn.Linear(8, 8)  # " +
                 kNasty.substr(2) +
                 "\noptimizer = torch.optim.Adam(model.parameters())\n"
                 "loss = model(torch.randn(2, 8)).sum()\nloss.backward()\noptimizer.step()\n");
  expect_harmless_run(folder.path(), {"init"});
  expect_harmless_run(folder.path(), {"init", "--write"});
}

INSTANTIATE_TEST_SUITE_P(Where, Escapes, testing::Bool(),
                         [](const auto& row) { return row.param ? "OnGithub" : "Elsewhere"; });

}  // namespace
}  // namespace vramlint::tests
