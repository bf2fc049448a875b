// Programs with what PyTorch printed for them: programs/NAME.py and NAME.out, written by Debian's python3-torch 1.13.1
// (`python3 NAME.py > NAME.out` in that folder). They print sizes, types and errors, which the interpreter must know
// too.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "model/workshop.h"

namespace vramlint::model {
namespace {

const std::filesystem::path kPrograms = std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests/unit/model/programs";

std::string read_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kPrograms))
    if (entry.path().extension() == ".out") names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

/// What the program prints, with a last line of its own where it ends in an error.
std::string run(const std::string& name) {
  DiskFiles files(kPrograms);
  interp::ParsedModules parsed;
  config::Experiment experiment;
  experiment.import_paths = {files.root()};
  experiment.working_directory = files.root();
  BuildContext context{files, parsed, "1.13"};
  auto builder = std::make_shared<Builder>();
  builder->torch = *graph::torch_profile(context.torch);
  builder->torch_version = context.torch;
  const std::unique_ptr<Bench> bench = make_bench(experiment, context, builder);
  std::string ending;
  try {
    const auto result = bench->interpreter.run_file(*files.read(name + ".py").source, "__main__");
    if (const auto* error = std::get_if<interp::Error>(&result)) ending = error->type + ": " + error->message + "\n";
  } catch (const Unsupported& construct) {
    ending = "unsupported: " + construct.message + "\n";
  }
  return bench->interpreter.output() + ending;
}

class TorchProgram : public ::testing::TestWithParam<std::string> {};

TEST_P(TorchProgram, PrintsWhatPyTorchPrints) {
  EXPECT_EQ(run(GetParam()), read_text(kPrograms / (GetParam() + ".out")));
}

INSTANTIATE_TEST_SUITE_P(All, TorchProgram, ::testing::ValuesIn(programs()),
                         [](const auto& program) { return program.param; });

}  // namespace
}  // namespace vramlint::model
