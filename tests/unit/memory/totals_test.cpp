// Totals that add up, for every model that both worlds run, under every technique: what is labelled at the peak is the
// peak, nothing is unattributed, every free has its allocation, and a second run says the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "../model/model_file.h"
#include "memory/allocator_config.h"
#include "memory/timeline.h"

namespace vramlint::memory::test {
namespace {

const std::filesystem::path kTests = std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests";

struct Technique {
  const char* name;
  const char* torch;
  void (*apply)(config::Experiment&);
};

template <typename Kind>
void distribute(config::Experiment& experiment, Kind kind) {
  experiment.distributed = config::DistributedFacts{.kind = kind, .gpus = 4};
}

const Technique kTechniques[] = {
    {"plain", "1.13", [](config::Experiment& e) { e.optimizer.name = "sgd"; }},
    {"adam", "2.4", [](config::Experiment& e) { e.optimizer.name = "adam"; }},
    {"ema", "2.7",
     [](config::Experiment& e) {
       e.optimizer.name = "radam";
       e.ema = config::EmaFacts{};
       e.accumulation = 3;
       e.runtime.cudnn_benchmark = true;
     }},
    {"uncached", "2.15",
     [](config::Experiment& e) {
       e.optimizer.name = "muon";
       e.runtime.allocator.expandable_segments = true;
     }},
    {"ddp", "1.13",
     [](config::Experiment& e) {
       e.optimizer = {.name = "sgd", .momentum = true, .weight_decay = true};
       distribute(e, config::DdpFacts{.gradient_as_bucket_view = true});
     }},
    {"dp", "2.0", [](config::Experiment& e) { distribute(e, config::DataParallelFacts{}); }},
    {"fsdp", "2.4",
     [](config::Experiment& e) {
       e.optimizer.name = "adamw";
       distribute(e, config::FsdpFacts{.wrap = {"*"}});
     }},
    {"zero2", "2.4",
     [](config::Experiment& e) { distribute(e, config::ZeroFacts{.stage = 2, .reduce_bucket = 1000}); }},
    {"zero3", "2.4",
     [](config::Experiment& e) {
       e.optimizer.name = "lbfgs";
       distribute(e, config::ZeroFacts{.stage = 3, .reduce_bucket = 1000, .persistence = 100});
     }},
};

void expect_matched(const Trace& trace) {
  std::vector<char> live;
  for (const TraceEvent& event : trace.events) {
    if (event.kind == TraceEvent::Kind::allocate) {
      ASSERT_EQ(event.id, live.size()) << "allocated out of order";
      ASSERT_LT(event.label, trace.labels.size());
      EXPECT_NE(trace.labels[event.label].category, Category::unattributed);
      live.push_back(1);
    } else if (event.kind == TraceEvent::Kind::free) {
      ASSERT_LT(event.id, live.size());
      EXPECT_EQ(live[event.id], 1) << "freed without being live: " << event.id;
      live[event.id] = 0;
    }
  }
}

void expect_adding_up(const Timeline& timeline) {
  Bytes labelled, listed;
  for (const Bytes part : timeline.breakdown) {
    EXPECT_GE(part, Bytes(0));
    labelled += part;
  }
  for (const Contributor& contributor : timeline.top) listed += contributor.bytes;
  EXPECT_EQ(labelled, timeline.peak_allocated);
  EXPECT_EQ(listed, timeline.peak_allocated);
  EXPECT_EQ(timeline.breakdown[static_cast<size_t>(Category::unattributed)], Bytes(0));
  EXPECT_LE(timeline.peak_allocated, timeline.peak_reserved);
}

/// One play that tells all scenarios says what a play of each says.
void expect_same(const Trace& lhs, const Trace& rhs) {
  ASSERT_EQ(lhs.events.size(), rhs.events.size());
  for (size_t i = 0; i < lhs.events.size(); ++i) {
    const TraceEvent &a = lhs.events[i], &b = rhs.events[i];
    ASSERT_EQ(std::tie(a.kind, a.id, a.bytes, a.label, a.may_fail, a.what),
              std::tie(b.kind, b.id, b.bytes, b.label, b.may_fail, b.what));
  }
  EXPECT_EQ(lhs.saved_for_backward, rhs.saved_for_backward);
}

void expect_holding(const graph::Graph& graph, const Technique& technique, Scenario scenario) {
  config::Experiment experiment;
  technique.apply(experiment);
  const graph::TorchProfile profile = *graph::torch_profile(technique.torch);
  const Trace one = trace(graph, experiment, profile, scenario);
  expect_matched(one);
  const AllocatorConfig config = allocator_config(experiment.runtime.allocator, profile);
  const Timeline timeline = simulate(one, graph, config);
  expect_adding_up(timeline);
  EXPECT_EQ(simulate_peaks(one, config).reserved, timeline.peak_reserved);
  const Trace again = traces(graph, experiment, profile)[static_cast<size_t>(scenario)];
  expect_same(again, one);
  EXPECT_EQ(simulate(again, graph, config).peak_reserved, timeline.peak_reserved);
}

std::vector<std::string> files() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(kTests / "models")) {
    if (entry.path().extension() == ".py") found.push_back(entry.path().filename().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

class Totals : public testing::TestWithParam<std::string> {};

TEST_P(Totals, AddUpUnderEveryTechnique) {
  const std::unique_ptr<model::Recipe> recipe = model::recipe_of_model(GetParam());
  ASSERT_TRUE(recipe);
  recipe->torch = "1.13";
  const model::BuildResult result = recipe->build();
  ASSERT_TRUE(result.built) << result.failure->message;
  for (const graph::Graph& graph : result.built->phases) {
    for (const Technique& technique : kTechniques) {
      for (const Scenario scenario : {Scenario::low, Scenario::point, Scenario::high}) {
        SCOPED_TRACE(std::string(technique.name) + ", scenario " + std::to_string(static_cast<int>(scenario)));
        expect_holding(graph, technique, scenario);
        if (HasFatalFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Totals, testing::ValuesIn(files()),
                         [](const auto& file) { return file.param.substr(0, file.param.find('.')); });

}  // namespace
}  // namespace vramlint::memory::test
