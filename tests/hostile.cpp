#include "hostile.h"

#include <gtest/gtest.h>

namespace vramlint::tests {

const char* const kRecipe =
    "recipes:\n"
    "  - name: hostile\n"
    "    configs: [\"config/*.yaml\"]\n"
    "    model: model.Net(cfg.width)\n"
    "    inputs: [\"float32[1, 3, 8, 8]\"]\n"
    "    loss: mse\n"
    "    optimizer: adam\n";

std::string repeated(const std::string& text, int count) {
  std::string result;
  result.reserve(text.size() * static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

void expect_refused(const ScratchFolder& folder, const std::string& path, const std::string& said) {
  const ProgramRun run = run_program(folder.path(), {"check", "--root", ".", "--fail-on", "warning", path});
  EXPECT_TRUE(run.exit_code == 1 || run.exit_code == 2) << run.exit_code << "\n" << run.errors;
  EXPECT_LT(run.seconds, kSeconds);
  EXPECT_LT(run.most_mib, kMebibytes);
  const std::string everything = run.output + run.errors;
  EXPECT_NE(everything.find(said), std::string::npos) << everything.substr(0, 2000);
}

void expect_yaml_refused(const std::string& yaml, const std::string& said) {
  const ScratchFolder folder({{"vramlint.yaml", kRecipe}, {"config/a.yaml", yaml}});
  expect_refused(folder, "config/a.yaml", said);
}

void expect_python_refused(const std::string& python, const std::string& said) {
  const ScratchFolder folder({{"configs/a.py", "_base_ = []; model = dict(type='Net')\n" + python}});
  expect_refused(folder, "configs/a.py", said);
}

void expect_model_refused(const std::string& body, const std::string& said) {
  const ScratchFolder folder({{"vramlint.yaml", kRecipe},
                              {"config/a.yaml", "width: 8\n"},
                              {"model.py",
                               "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, width):\n"
                               "        super().__init__()\n        " +
                                   body + "\n"}});
  expect_refused(folder, "config/a.yaml", said);
}

void expect_forward_refused(const std::string& body, const std::string& said) {
  const ScratchFolder folder({{"vramlint.yaml", kRecipe},
                              {"config/a.yaml", "width: 8\n"},
                              {"model.py",
                               "import torch\nimport torch.nn as nn\n\n\nclass Net(nn.Module):\n"
                               "    def __init__(self, width):\n        super().__init__()\n"
                               "        self.a = nn.Conv2d(3, 3, 1)\n\n    def forward(self, x):\n" +
                                   body}});
  expect_refused(folder, "config/a.yaml", said);
}

}  // namespace vramlint::tests
