// What wrappers of several GPUs, averaged copies and clipping hold, on three layers of 1 MiB: sizes counted by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "memory/strategies/sharded_units.h"
#include "small_graph.h"

namespace vramlint::memory::test {
namespace {

constexpr int64_t kMegabyte = 1 << 20;

/// a, b, c = parameters of [512, 512]; loss = (((x @ a) @ b) @ c).sum(), each product in a module of its own.
SmallGraph layers() {
  SmallGraph g({"", "u", "u.a", "u.b", "u.c"});
  const auto a = g.parameter("u.a.weight", {512, 512});
  const auto b = g.parameter("u.b.weight", {512, 512});
  const auto c = g.parameter("u.c.weight", {512, 512});
  const auto x = g.batch({4, 512});
  g.zero_grad();
  const auto p = g.call(kMm, {x, a}, {4, 512}, 2);
  const auto q = g.call(kMm, {p, b}, {4, 512}, 3);
  g.drop({p});
  const auto r = g.call(kMm, {q, c}, {4, 512}, 4);
  g.drop({q});
  const auto loss = g.call(kSum, {r});
  g.backward(loss);
  g.optimizer_step();
  g.drop({r, loss, x});
  return g;
}

using Facts = void (*)(config::Experiment&);

Trace trace_of(Facts also, std::string optimizer = "none") {
  return play(layers(), {.torch = "2.4", .optimizer = std::move(optimizer), .also = also}).trace;
}

/// Sizes of the allocations with this name, in their order.
std::vector<int64_t> made(const Trace& trace, std::string_view what) {
  std::vector<int64_t> sizes;
  for (const TraceEvent& event : trace.events) {
    if (event.kind == TraceEvent::Kind::allocate && trace.labels[event.label].op == what)
      sizes.push_back(event.bytes.count);
  }
  return sizes;
}

struct Level {
  int64_t most = 0, last = 0;
};

/// Bytes alive of the allocations that `counts` chooses: at most at a time, and at the end.
template <typename Counts>
Level level(const Trace& trace, const Counts& counts) {
  Level level;
  std::vector<int64_t> sizes;
  for (const TraceEvent& event : trace.events) {
    if (event.kind == TraceEvent::Kind::allocate) {
      sizes.push_back(counts(trace.labels[event.label]) ? event.bytes.count : 0);
      level.last += sizes.back();
    }
    if (event.kind == TraceEvent::Kind::free) level.last -= sizes[event.id];
    level.most = std::max(level.most, level.last);
  }
  return level;
}

Level named(const Trace& trace, std::string_view what) {
  return level(trace, [&](const Label& label) { return label.op == what; });
}
Level of(const Trace& trace, Category category) {
  return level(trace, [&](const Label& label) { return label.category == category; });
}

template <typename Kind>
void put(config::Experiment& experiment, Kind kind, int64_t gpus = 4) {
  experiment.distributed = config::DistributedFacts{.kind = kind, .gpus = gpus};
}

// reducer.cpp: one bucket at first; then in the order of gradients one that has reached 1 MiB, and one for the rest.
TEST(Ddp, BucketsAreMadeAgainAfterTheFirstIteration) {
  const Trace trace = trace_of([](config::Experiment& e) { put(e, config::DdpFacts{}); });
  EXPECT_EQ(made(trace, "DDP bucket"), (std::vector<int64_t>{3 * kMegabyte, kMegabyte, 2 * kMegabyte}));
  EXPECT_EQ(of(trace, Category::gradient).last, 6 * kMegabyte);
  const Trace unused =
      trace_of([](config::Experiment& e) { put(e, config::DdpFacts{.find_unused_parameters = true}); });
  EXPECT_EQ(made(unused, "DDP bucket"), (std::vector<int64_t>{2 * kMegabyte, kMegabyte}));
  EXPECT_EQ(made(unused, "map of used parameters"), std::vector<int64_t>{12});
}

/// The options of the recording, for the function that a play takes.
config::DdpFacts recorded_facts;

// Real PyTorch 1.13.1 with gloo: tests/recordings/record_ddp.py.
TEST(Ddp, BucketsAsTheRecordingSays) {
  std::ifstream file(std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests" / "recordings" / "1.13.1-cpu" / "ddp.json");
  const nlohmann::json recording = nlohmann::json::parse(file);
  ASSERT_EQ(recording["cases"].size(), 5U);
  for (const nlohmann::json& record : recording["cases"]) {
    const nlohmann::json& options = record["options"];
    recorded_facts = {.bucket_cap = Bytes(options.value("bucket_cap_mb", int64_t{25}) * kMegabyte),
                      .gradient_as_bucket_view = options.value("gradient_as_bucket_view", false),
                      .find_unused_parameters = options.value("find_unused_parameters", false),
                      .static_graph = options.value("static_graph", false)};
    const Trace trace = trace_of([](config::Experiment& e) { put(e, recorded_facts); });
    EXPECT_EQ(made(trace, "DDP bucket"), record["buckets"].get<std::vector<int64_t>>()) << record;
    const int64_t kept = of(trace, Category::gradient).last - 3 * kMegabyte;
    EXPECT_EQ(kept, record["kept"].get<int64_t>()) << record;
  }
}

TEST(Ddp, CapDecidesWhenABucketIsClosed) {
  const Trace trace = trace_of([](config::Experiment& e) { put(e, config::DdpFacts{.bucket_cap = Bytes(kMegabyte)}); });
  EXPECT_EQ(made(trace, "DDP bucket"), (std::vector<int64_t>{3 * kMegabyte, kMegabyte, kMegabyte, kMegabyte}));
}

TEST(Ddp, GradientsBecomeViewsOfBuckets) {
  const Trace trace =
      trace_of([](config::Experiment& e) { put(e, config::DdpFacts{.gradient_as_bucket_view = true}); });
  EXPECT_EQ(of(trace, Category::gradient).last, 3 * kMegabyte);
  // zero_grad lets go of the first buckets' views before the forward makes the next ones.
  EXPECT_EQ(named(trace, "DDP bucket").most, 3 * kMegabyte);
}

TEST(DataParallel, FirstGpuHoldsTheWholeBatch) {
  const Trace trace = trace_of([](config::Experiment& e) { put(e, config::DataParallelFacts{}); });
  EXPECT_EQ(named(trace, "other GPUs' share of the batch").most, 3 * 4 * 512 * 4);
  // At the end of backward the gradients of the replica and their sums.
  EXPECT_EQ(of(trace, Category::gradient).most, 6 * kMegabyte);
  EXPECT_EQ(of(trace, Category::gradient).last, 3 * kMegabyte);
}

template <config::FsdpFacts::Strategy strategy, bool prefetch>
void fsdp(config::Experiment& experiment) {
  put(experiment, config::FsdpFacts{.strategy = strategy, .wrap = {"u.*"}, .prefetch = prefetch});
}

TEST(Fsdp, UnitsComeAndGo) {
  using Strategy = config::FsdpFacts::Strategy;
  const Trace alone = trace_of(fsdp<Strategy::full_shard, false>, "adam");
  EXPECT_EQ(named(alone, "sharded parameters").last, 3 * kMegabyte / 4);
  EXPECT_EQ(named(alone, "gathered parameters").most, kMegabyte);
  EXPECT_EQ(named(alone, "gathered parameters").last, 0);
  EXPECT_EQ(named(alone, "sharded gradient").last, 3 * kMegabyte / 4);
  EXPECT_EQ(of(alone, Category::optimizer).last, 2 * 3 * kMegabyte / 4);
  // A unit's gradient, and the flat one it is copied into.
  EXPECT_EQ(named(alone, "unit's gradient before its reduction").most, kMegabyte);
  EXPECT_EQ(named(trace_of(fsdp<Strategy::full_shard, true>), "gathered parameters").most, 2 * kMegabyte);
  EXPECT_EQ(named(trace_of(fsdp<Strategy::shard_grad_op, false>), "gathered parameters").most, 3 * kMegabyte);
  EXPECT_EQ(named(trace_of(fsdp<Strategy::no_shard, false>), "sharded parameters").last, 3 * kMegabyte);
}

// Without `wrap` the whole model is the root, which stays gathered to the end of backward.
TEST(Fsdp, RootAlone) {
  const Trace trace = trace_of([](config::Experiment& e) { put(e, config::FsdpFacts{}); });
  EXPECT_EQ(named(trace, "gathered parameters").most, 3 * kMegabyte);
  EXPECT_EQ(made(trace, "unit's gradient before its reduction"), (std::vector<int64_t>(2, 3 * kMegabyte)));
}

template <int stage>
void zero(config::Experiment& experiment) {
  put(experiment,
      config::ZeroFacts{
          .stage = stage, .reduce_bucket = 0, .prefetch_bucket = 0, .live_parameters = 0, .persistence = 0});
}

// Rajbhandari et al. 2020 in fp32: parameters and gradients of 4 bytes, and 12 of master copy and Adam's states, whole
// or divided by 4.
TEST(Zero, StagesDivideMoreAndMore) {
  const auto held = [](const Trace& trace) {
    return of(trace, Category::parameter).last + of(trace, Category::gradient).last +
           of(trace, Category::optimizer).last;
  };
  const int64_t whole = 3 * kMegabyte, part = whole / 4;
  EXPECT_EQ(held(trace_of(zero<1>, "adam")), whole + whole + 3 * part);
  EXPECT_EQ(held(trace_of(zero<2>, "adam")), whole + part + 3 * part);
  EXPECT_EQ(held(trace_of(zero<3>, "adam")), part + part + 3 * part);
  EXPECT_EQ(named(trace_of(zero<3>), "gathered parameters").most, kMegabyte);
}

TEST(Zero, BucketsAndOffload) {
  const Trace trace = trace_of(
      [](config::Experiment& e) {
        put(e, config::ZeroFacts{.stage = 2, .reduce_bucket = 1000, .overlap = true, .offload_optimizer = true});
      },
      "adam");
  EXPECT_EQ(made(trace, "reduce bucket"), (std::vector<int64_t>(2, 2 * 1000 * 4)));
  EXPECT_EQ(of(trace, Category::optimizer).most, 0);
}

// DeepSpeed keeps what will be used again soon, up to the number of live parameters.
TEST(Zero, LiveParametersStay) {
  const Trace trace = trace_of(
      [](config::Experiment& e) { put(e, config::ZeroFacts{.stage = 3, .reduce_bucket = 0, .persistence = 0}); });
  EXPECT_EQ(named(trace, "gathered parameters").most, 3 * kMegabyte);
}

TEST(AveragedModel, CopiesTheModel) {
  const Trace trace = trace_of([](config::Experiment& e) { e.ema = config::EmaFacts{}; });
  EXPECT_EQ(named(trace, "EMA copy").last, 3 * kMegabyte);
}

// Three norms, their stack, the norm of that, its sum with 1e-6, the factor, the clamped factor; and from 2.0 on a
// table of 3 * 512 * 512 / 65536 partial norms.
TEST(Clipping, MakesScalars) {
  SmallGraph g = layers();
  const auto clipped = [&](std::string_view torch) {
    SmallGraph copy = g;
    copy.clip_before_step();
    return made(play(copy, {.torch = torch}).trace, "gradient norms");
  };
  EXPECT_EQ(clipped("1.13"), (std::vector<int64_t>{4, 4, 4, 12, 4, 4, 4, 4, 4, 4, 4, 12, 4, 4, 4, 4}));
  EXPECT_EQ(clipped("2.4").front(), 3 * 4 * 4);
}

TEST(Units, PathsMatchPatterns) {
  EXPECT_TRUE(path_matches("blocks.*", "blocks.3"));
  EXPECT_FALSE(path_matches("blocks.*", "blocks.3.attention"));
  EXPECT_TRUE(path_matches("**.attention", "blocks.3.attention"));
  EXPECT_TRUE(path_matches("layer?", "layer?"));
  EXPECT_FALSE(path_matches("", "a"));
  EXPECT_FALSE(path_matches("*a*a*a*a*a*a*a*a*a*a*a*b", std::string(2000, 'a')));
}

}  // namespace
}  // namespace vramlint::memory::test
