// What was recorded on GPUs (probes/record_cuda.sh), beside what is predicted now. Where nothing was recorded, the
// tests that need it are skipped and say so; that a recording which disagrees is noticed is tested in any case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "memory/libraries/cuda_context.h"
#include "model_file.h"
#include "ops/registry.h"
#include "probes/meter/profile.h"
#include "probes/operators/compare.h"

namespace vramlint::probes {
namespace {

using nlohmann::json;
using testing::IsEmpty;
using testing::SizeIs;

const std::filesystem::path kRecordings = VRAMLINT_SOURCE_DIR "/tests/recordings";
constexpr double kTolerance = 0.01;

/// Folders such as 2.7.0-nvidia-h200.
std::vector<std::filesystem::path> recordings() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator(kRecordings)) {
    if (std::filesystem::exists(entry.path() / "libraries.json")) result.push_back(entry.path());
  }
  return result;
}

json read(const std::filesystem::path& path) {
  std::ifstream file(path);
  return json::parse(file);
}

/// The card that a recording names, as far as it decides about workspaces.
memory::Device device_of(const json& recording, const std::string& name) {
  const double capability = std::stod(recording.at("compute_capability").get<std::string>());
  const int tenfold = static_cast<int>(std::lround(capability * 10));
  return {.name = name,
          .title = name,
          .memory = Bytes(recording.at("memory").get<int64_t>()),
          .compute_major = tenfold / 10,
          .compute_minor = tenfold % 10,
          .multiprocessors = recording.at("multiprocessors").get<int>(),
          .source = "recording",
          .measured = true};
}

struct Figures {
  int64_t allocated = 0, reserved = 0, saved = 0;
};

/// Two steps with Adam, as both the probe and Python were told to take.
Figures predicted(const std::string& file, const std::string& torch, const memory::Device& device) {
  const auto recipe = model::recipe_of_model(file);
  if (!recipe) return {};
  recipe->torch = torch;
  const model::BuildResult result = recipe->build();
  const auto version = graph::torch_profile(torch);
  if (!result.built || !version) return {};
  config::Experiment experiment;
  experiment.optimizer.name = "adam";
  const memory::Trace trace =
      memory::trace(result.built->phases.at(0), experiment, *version, memory::Scenario::point, &device);
  BlockTally tally;
  const Profile found = profile(course_of(trace, tally, true));
  return {found.peak, found.reserved, trace.saved_for_backward.count};
}

std::string percent(const char* what, int64_t measured, int64_t expected, double tolerance) {
  const double share = measured == 0 ? 0 : static_cast<double>(expected) / static_cast<double>(measured) - 1;
  if (std::fabs(share) <= tolerance) return "";
  return std::string(what) + ": measured " + std::to_string(measured) + ", predicted " + std::to_string(expected);
}

/// One line for each figure of a model that is not as predicted.
std::vector<std::string> differences(const json& measured, const Figures& expected) {
  std::vector<std::string> lines = {
      percent("peak allocated", measured.at("peak_allocated"), expected.allocated, kTolerance),
      percent("peak reserved", measured.at("peak_reserved"), expected.reserved, kTolerance),
      percent("saved for backward", measured.at("saved"), expected.saved, 0)};
  std::erase(lines, "");
  return lines;
}

class CudaRecordings : public testing::Test {
 protected:
  void SetUp() override {
    if (recordings().empty()) {
      GTEST_SKIP() << "no GPU's recording is in tests/recordings; probes/record_cuda.sh makes one";
    }
  }
};

void compare_models(const json& figures, const std::string& torch, const memory::Device& device, const char* ending) {
  size_t compared = 0;
  for (const auto& [name, measured] : figures.items()) {
    if (measured.contains("error")) continue;
    SCOPED_TRACE(name);
    EXPECT_THAT(differences(measured, predicted(name + ending, torch, device)), IsEmpty());
    ++compared;
  }
  EXPECT_GT(compared, 0U);
}

TEST_F(CudaRecordings, ModelsAreAsPredicted) {
  for (const std::filesystem::path& folder : recordings()) {
    SCOPED_TRACE(folder.filename().string());
    const json models = read(folder / "models.json");
    const std::string torch = models.at("torch"), name = models.at("device");
    const memory::Device device = device_of(models, name);
    compare_models(models.at("models"), torch, device, "");
    compare_models(read(folder / "steps.json").at("records"), torch, device, ".py");
  }
}

TEST_F(CudaRecordings, OperatorsAreAsDescribed) {
  for (const std::filesystem::path& folder : recordings()) {
    SCOPED_TRACE(folder.filename().string());
    const json recording = read(folder / "ops.json");
    const auto torch = graph::torch_profile(recording.at("torch").get<std::string>());
    ASSERT_TRUE(torch);
    for (const json& recorded : recording.at("operators")) {
      const std::string schema = recorded.at("schema");
      const std::string name = schema.substr(0, schema.find('('));
      const graph::Op* op = ops::find_schema(name);
      // What the dispatcher does not have it has not on a GPU either; what a CPU keeps otherwise is no excuse here.
      if (!op || op->schema != schema || exemption_of(name).everything) continue;
      const std::vector<graph::Call> calls = op->samples();
      for (size_t i = 0; i < calls.size() && i < recorded.at("samples").size(); ++i) {
        SCOPED_TRACE(name + ", sample " + std::to_string(i));
        EXPECT_THAT(probes::differences(calls[i], recorded.at("samples")[i], {}, *torch), IsEmpty());
      }
    }
  }
}

// Of the trace as it was when it was played: the allocator itself and our model of it.
TEST_F(CudaRecordings, TheAllocatorDoesWhatItsModelDoes) {
  for (const std::filesystem::path& folder : recordings()) {
    const json recording = read(folder / "replays.json");
    for (const auto& [name, record] : recording.at("records").items()) {
      SCOPED_TRACE(folder.filename().string() + ", " + name);
      EXPECT_EQ(record.at("peak_allocated"), record.at("simulated").at("peak_allocated"));
      EXPECT_EQ(record.at("peak_reserved"), record.at("simulated").at("peak_reserved"));
    }
  }
}

TEST_F(CudaRecordings, TheContextIsWithinItsBounds) {
  for (const std::filesystem::path& folder : recordings()) {
    SCOPED_TRACE(folder.filename().string());
    const json libraries = read(folder / "libraries.json");
    if (libraries.at("context_used").is_null()) continue;
    const std::string torch = libraries.at("torch"), name = libraries.at("device");
    const memory::Device device = device_of(libraries, name);
    const Interval context = memory::cuda_context(&device, torch);
    EXPECT_GE(libraries.at("context_used").get<int64_t>(), context.low.count);
    EXPECT_LE(libraries.at("context_used").get<int64_t>(), context.high.count);
  }
}

TEST(CudaComparison, NoticesWhatDisagrees) {
  const json card = {{"compute_capability", "9.0"}, {"memory", int64_t{141} << 30}, {"multiprocessors", 132}};
  const memory::Device device = device_of(card, "card");
  EXPECT_EQ(device.compute_major, 9);
  EXPECT_EQ(device.compute_minor, 0);
  const Figures expected = predicted("mlp.py", "2.4", device);
  // 75,530 parameters (64 x 128 + 128, 128 x 256 + 256, 256 x 128 + 128, 128 x 10 + 10), each held with its gradient
  // and two states of four bytes: no peak can be lower.
  EXPECT_GT(expected.allocated, int64_t{75530} * 16);
  json measured = {
      {"peak_allocated", expected.allocated}, {"peak_reserved", expected.reserved}, {"saved", expected.saved}};
  EXPECT_THAT(differences(measured, expected), IsEmpty());
  measured["peak_allocated"] = expected.allocated / 50 * 51;
  measured["saved"] = expected.saved + 4;
  EXPECT_THAT(differences(measured, expected), SizeIs(2));
}

}  // namespace
}  // namespace vramlint::probes
