#include "open_world.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vramlint::tests {

const char* const kLayerStep = R"(
import torch
from torch import nn

def train(width):
    model = nn.Linear(width, 4).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(10):
        model(torch.zeros(2, width, device="cuda")).sum().backward()
        optimizer.step()
)";

const char* const kNet = R"(import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Conv2d(3, 64, 3, padding=1)
        self.b = nn.Conv2d(64, 3, 3, padding=1)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))
)";

namespace {

bool any_says(const nlohmann::json& items, const char* key, const std::string& text) {
  return std::any_of(items.begin(), items.end(), [&](const nlohmann::json& item) {
    return item[key].get<std::string>().find(text) != std::string::npos;
  });
}

}  // namespace

double Said::low() const { return config["peak"]["allocated"]["low"].get<double>(); }
double Said::high() const { return config["peak"]["allocated"]["high"].get<double>(); }
const char* const kLoaderAndNet =
    "import torch\nfrom torch.utils.data import DataLoader, Dataset\n\n"
    "class Data(Dataset):\n    def __len__(self):\n        return 640\n\n"
    "    def __getitem__(self, i):\n        return torch.zeros(256)\n\n"
    "loader = DataLoader(Data(), batch_size=8)\nnet = torch.nn.Linear(256, 256).cuda()\n"
    "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n\n";

void expect_parameters(const Said& said, int64_t parameters) {
  ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.parameters(), parameters);
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

std::vector<std::string> Said::phases() const {
  std::vector<std::string> names;
  for (const auto& phase : config["phases"]) names.push_back(phase["name"].get<std::string>());
  return names;
}

int64_t Said::allocated(size_t phase) const {
  return config["phases"][phase]["peak"]["allocated"]["point"].get<int64_t>();
}

int64_t Said::allocated() const { return config["peak"]["allocated"]["point"].get<int64_t>(); }

bool Said::lists(const std::string& text) const { return any_says(config["unknowns"], "reason", text); }
bool Said::assumes(const std::string& text) const { return any_says(config["assumptions"], "text", text); }

int Said::mistakes() const {
  return static_cast<int>(std::count_if(findings.begin(), findings.end(),
                                        [](const nlohmann::json& finding) { return finding["level"] == "error"; }));
}

Said said_by(const ProgramRun& run) {
  Said said;
  said.errors = run.errors;
  said.exit_code = run.exit_code;
  const nlohmann::json all = nlohmann::json::parse(run.output, nullptr, false);
  EXPECT_FALSE(all.is_discarded()) << run.output << run.errors;
  if (all.is_discarded() || all["configs"].size() != 1) return said;
  said.config = all["configs"][0];
  said.findings = all["findings"];
  return said;
}

Said said_of_script(const std::string& text) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - {configs: [a.py], script: a.py}\n");
  folder.put("a.py", text);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
}

Said Project::check(const std::string& source, const std::vector<std::string>& options) const {
  const ScratchFolder folder;
  std::string recipe = "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - name: net\n    configs: [\"config/*.yaml\"]\n";
  recipe += "    model: " + model + "\n    inputs: [\"float32[2, 3, 256, 256]\"]\n";
  recipe += step.empty() ? "    loss: mse\n    optimizer: adam\n" : "    step: " + step + "\n";
  if (!setup.empty()) recipe += "    setup: " + setup + "\n";
  folder.put("vramlint.yaml", recipe + more);
  folder.put("config/a.yaml", "a: 1\n");
  folder.put("m.py", kNet + source);
  for (const auto& [path, text] : files) folder.put(path, text);
  std::vector<std::string> arguments = {"check", "--format", "json", "--fail-on", "never", "config/a.yaml"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProgramRun run = run_program(folder.path(), arguments);
  return said_by(run);
}

Said built(const std::string& statements) {
  Project project;
  project.model = "m.build()";
  std::string body = "\n\ndef build():\n    model = Net()\n";
  for (size_t at = 0; at < statements.size();) {
    const size_t end = statements.find('\n', at);
    body += "    " + statements.substr(at, end - at) + "\n";
    at = end == std::string::npos ? statements.size() : end + 1;
  }
  return project.check(body + "    return model\n");
}

Said forward(const std::string& body, const std::string& constructor) {
  Project project;
  project.model = "m.Other()";
  return project.check(
      "\n\nimport other\n\n\nclass Other(Net):\n    def __init__(self):\n        super().__init__()\n        " +
      constructor + "\n\n    def forward(self, x):\n        h = torch.relu(self.a(x))\n        " + body +
      "\n        return self.b(h)\n");
}

Said stepping(const std::string& imports, const std::string& optimizer, const std::string& end) {
  Project project;
  project.setup = "m.setup(model)";
  project.step = "m.step";
  return project.check(
      "\n\n" + imports + "\n\n\ndef setup(model):\n    return {\"opt\": " + optimizer +
      "}\n\n\ndef step(model, opt, inputs):\n    opt.zero_grad()\n    model(inputs[0]).mean().backward()\n" + end);
}

int64_t states(const Said& said) { return said.config["breakdown"]["optimizer"].get<int64_t>(); }

}  // namespace vramlint::tests
