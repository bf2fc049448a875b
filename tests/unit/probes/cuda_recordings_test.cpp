// What was recorded on GPUs (probes/record_cuda.sh), beside what is predicted now. Where nothing was recorded, the
// tests that need it are skipped and say so; that a recording which disagrees is noticed is tested in any case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
  Interval allocated, reserved;
  int64_t saved = 0;
};

/// What differs on a GPU, and is not described yet.
struct Known {
  std::string_view name;
  std::string_view what;
};

constexpr Known kOperators[] = {
    {"rnn_tanh.input", "keeps 240 bytes more in the second sample: cuDNN's copies of weights, perhaps"},
    {"rnn_relu.input", "likewise"},
    {"lstm.input", "keeps 672 bytes more"},
    {"gru.input", "keeps 848 bytes more"},
    {"repeat_interleave.self_int", "keeps nothing"},
    {"cross_entropy_loss", "keeps 20 bytes less in the fourth sample"},
    {"cosine_similarity", "keeps 32 and 48 bytes more"},
    {"fft_fftn", "the transformed dimensions lie first in memory"},
    {"fft_ifftn", "likewise"},
    {"fft_rfftn", "likewise"},
    {"unique_dim", "no inverse is given where none was asked for"},
    {"_linalg_svd", "the third result lies the other way round"},
    {"linalg_eig", "the second result lies the other way round"},
    {"_weight_norm", "keeps 120 bytes more in the second sample"},
};

constexpr Known kSteps[] = {
    // workspaces of convolutions of a few channels
    {"attention_unet_3d", "allocates 160 KB more"},
    {"autoencoder", "allocates 247 KB less"},
    {"conv_lstm", "allocates 813 KB less"},
    {"dilated_segmenter", "allocates 537 KB less"},
    {"feature_pyramid", "allocates 257 KB less"},
    {"frozen_backbone", "allocates 153 KB less"},
    {"openmmlab_blocks", "allocates 1.8 MB more"},
    {"reversible_flow", "allocates 28 KB less"},
    {"separable_net", "allocates 113 KB less"},
    {"unet", "allocates 1.3 MB more"},
    {"unpool_decoder", "allocates 1 MiB less"},
    {"volume_net", "allocates 131 KB more"},
    {"weighted_sum", "allocates 18 KB less"},
    // what autograd keeps
    {"library_autoencoder", "keeps 280 KiB more"},
    {"matrix_statistics", "keeps 32 bytes more"},
    {"metric_learning", "keeps 96 bytes more"},
    {"nested_checkpoints", "keeps 96 bytes less"},
    {"proxy_metric", "keeps 384 bytes more"},
    {"recurrent_tagger", "keeps 24 KB more of its LSTM"},
    {"selective_scan", "keeps 10 KB less"},
    {"swin_block", "keeps 2 bytes less"},
    {"text_classifier", "keeps 25 bytes less"},
    {"tour_functions", "keeps 8 bytes more"},
    {"tour_shapes", "keeps 1,056 bytes less"},
    {"volume_lstm", "keeps 1,792 bytes more of its LSTM"},
    {"written_views", "keeps 64 bytes less"},
};

template <size_t kCount>
bool is_known(const Known (&table)[kCount], std::string_view name) {
  const std::string_view stem = name.substr(0, name.find(".py"));
  return std::any_of(std::begin(table), std::end(table), [&](const Known& known) { return known.name == stem; });
}

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
  const std::array<memory::Trace, 3> traces = memory::traces(result.built->phases.at(0), experiment, *version, &device);
  std::array<Bytes, 3> allocated, reserved;
  for (size_t i = 0; i < traces.size(); ++i) {
    BlockTally tally;
    const Profile found = profile(course_of(traces[i], tally, true));
    allocated[i] = Bytes(found.peak);
    reserved[i] = Bytes(found.reserved);
  }
  const auto interval = [](const std::array<Bytes, 3>& sizes) {
    return Interval{std::min(sizes[0], sizes[1]), sizes[1], std::max(sizes[1], sizes[2])};
  };
  return {interval(allocated), interval(reserved), traces[1].saved_for_backward.count};
}

std::string outside(const char* what, int64_t measured, const Interval& expected) {
  const double low = static_cast<double>(expected.low.count) * (1 - kTolerance);
  const double high = static_cast<double>(expected.high.count) * (1 + kTolerance);
  if (const auto size = static_cast<double>(measured); size >= low && size <= high) return "";
  return std::string(what) + ": measured " + std::to_string(measured) + ", predicted " +
         std::to_string(expected.point.count);
}

/// One line for each figure of a model that is not as predicted.
std::vector<std::string> differences(const json& measured, const Figures& expected) {
  std::vector<std::string> lines = {outside("peak allocated", measured.at("peak_allocated"), expected.allocated),
                                    outside("peak reserved", measured.at("peak_reserved"), expected.reserved)};
  if (measured.at("saved") != expected.saved)
    lines.push_back("saved for backward: measured " + measured.at("saved").dump() + ", predicted " +
                    std::to_string(expected.saved));
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

TEST_F(CudaRecordings, StepsAreAsPredicted) {
  for (const std::filesystem::path& folder : recordings()) {
    SCOPED_TRACE(folder.filename().string());
    const json libraries = read(folder / "libraries.json");
    const memory::Device device = device_of(libraries, libraries.at("device"));
    size_t compared = 0;
    const json steps = read(folder / "steps.json");
    for (const auto& [name, measured] : steps.at("records").items()) {
      if (measured.contains("error") || is_known(kSteps, name)) continue;
      SCOPED_TRACE(name);
      EXPECT_THAT(differences(measured, predicted(name + ".py", libraries.at("torch"), device)), IsEmpty());
      ++compared;
    }
    EXPECT_GT(compared, std::size(kSteps));
  }
}

// Recorded in one process, where libraries keep for each model what those before it took: the peaks say nothing.
TEST_F(CudaRecordings, ModelsKeepWhatIsPredicted) {
  for (const std::filesystem::path& folder : recordings()) {
    SCOPED_TRACE(folder.filename().string());
    const json models = read(folder / "models.json");
    const memory::Device device = device_of(models, models.at("device"));
    size_t compared = 0;
    for (const auto& [name, measured] : models.at("models").items()) {
      if (measured.contains("error") || is_known(kSteps, name)) continue;
      SCOPED_TRACE(name);
      EXPECT_EQ(measured.at("saved"), predicted(name, models.at("torch"), device).saved);
      ++compared;
    }
    EXPECT_GT(compared, std::size(kSteps));
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
      if (!op || op->schema != schema || exemption_of(name).everything || is_known(kOperators, name)) continue;
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
    const Interval context = memory::cuda_context(&device, torch, {}, {.products = true, .convolutions = true});
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
  EXPECT_GT(expected.allocated.point, Bytes(int64_t{75530} * 16));
  json measured = {{"peak_allocated", expected.allocated.point.count},
                   {"peak_reserved", expected.reserved.point.count},
                   {"saved", expected.saved}};
  EXPECT_THAT(differences(measured, expected), IsEmpty());
  measured["peak_allocated"] = expected.allocated.high.count / 50 * 51;
  measured["saved"] = expected.saved + 4;
  EXPECT_THAT(differences(measured, expected), SizeIs(2));
}

}  // namespace
}  // namespace vramlint::probes
