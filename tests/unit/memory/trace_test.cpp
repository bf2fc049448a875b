// The step on graphs small enough to add up by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "small_graph.h"

namespace vramlint::memory::test {
namespace {

constexpr int64_t kTraceMebi = 1048576;

int64_t total(const Bytes (&breakdown)[kCategoryCount]) {
  return std::accumulate(std::begin(breakdown), std::end(breakdown), int64_t{0},
                         [](int64_t sum, Bytes bytes) { return sum + bytes.count; });
}

int64_t of(const Played& played, Category category) {
  return played.timeline.breakdown[static_cast<size_t>(category)].count;
}

int64_t count(const Trace& trace, TraceEvent::Kind kind, size_t from) {
  return std::count_if(trace.events.begin() + static_cast<std::ptrdiff_t>(from), trace.events.end(),
                       [&](const TraceEvent& event) { return event.kind == kind; });
}

/// x [1, 2^18] floats (1 MiB) -> a -> b, with y = a + b, all 1 MiB.
SmallGraph residual() {
  SmallGraph g;
  const auto w = g.parameter("w", {512, 512});
  const auto x = g.input({512, 512});
  g.zero_grad();
  const auto a = g.call(kMm, {x, w});
  const auto b = g.call(kSigmoid, {a});
  const auto y = g.call(kAdd, {a, b});
  g.drop({a, b});
  const auto loss = g.call(kSum, {y});
  g.drop({y});
  g.backward(loss);
  g.drop({loss});
  return g;
}

// Forward allocates mm, sigmoid, add, sum. Backward: ones; sigmoid's gradient; its sum with what a has already, which
// is new in every version, because the expanded ones that a has are no dense tensor; mm's gradient of w. From 2.0 on
// the sum of 262,144 numbers by several blocks takes partial results and a counter.
TEST(Trace, ExpandedGradientIsNeverAddedTo) {
  for (const std::string_view torch : {"1.13", "2.4"}) {
    const Played played = play(residual(), {.torch = torch});
    EXPECT_EQ(count(played.trace, TraceEvent::Kind::allocate, played.trace.steady), torch == "1.13" ? 8 : 10) << torch;
  }
}

TEST(Trace, LeavesThatABackwardLedToAreKnown) {
  SmallGraph g;
  const auto w = g.parameter("w", {512, 512});
  g.parameter("idle", {512, 512});
  const auto x = g.input({512, 512});
  const auto loss = g.call(kSum, {g.call(kMm, {x, w})});
  g.backward(loss);
  const Played played = play(g, {});
  ASSERT_EQ(played.trace.reached.size(), 1u);
  EXPECT_EQ(played.trace.reached[0].leaf, w);
  EXPECT_EQ(played.trace.reached[0].event, g.here() - 1);
}

/// relu(x @ w) feeds two sigmoids; their gradients meet at it, both dense.
SmallGraph fork() {
  SmallGraph g;
  const auto w = g.parameter("w", {512, 512});
  const auto x = g.input({512, 512});
  g.zero_grad();
  const auto a = g.call(kMm, {x, w});
  const auto h = g.call(kRelu, {a});
  g.drop({a});
  const auto left = g.call(kSigmoid, {h});
  const auto right = g.call(kSigmoid, {h});
  g.drop({h});
  const auto y = g.call(kAdd, {left, right});
  g.drop({left, right});
  const auto loss = g.call(kSum, {y});
  g.drop({y});
  g.backward(loss);
  g.optimizer_step();
  g.drop({loss});
  return g;
}

// End of forward: h, left, right, and y until the sum is made: 4 MiB. Backward: the first sigmoid makes 1 (h, left,
// right, g1: 4 MiB; its own output goes), the second 1 (h, left, g1, g2: 4 MiB; left goes). 1.13 adds them out of place
// (h, g1, g2, sum: 4 MiB), 2.x in place. With loss and ones of 512 bytes beside parameter and input, that is the peak;
// in 2.x the sum has it, with loss, partial results and counter.
TEST(Trace, ForkPeak) {
  EXPECT_EQ(play(fork(), {.torch = "1.13"}).timeline.peak_allocated.count, 6 * kTraceMebi + 512 * 2);
  EXPECT_EQ(play(fork(), {.torch = "2.4"}).timeline.peak_allocated.count, 6 * kTraceMebi + 512 * 3 + 2 * 8519680);
}

int64_t steady_allocations(std::string_view torch) {
  SmallGraph graph = fork();
  const Played played = play(graph, {.torch = torch});
  return count(played.trace, TraceEvent::Kind::allocate, played.trace.steady);
}

// Forward allocates mm, relu, sigmoid, sigmoid, add, sum: 6. Backward: ones, two sigmoids, relu, mm: 5. 1.13 makes one
// sum more; 2.x adds to the first gradient, which nobody else holds, and takes two buffers for the sum of the loss.
TEST(Trace, SumsOfGradientsByVersion) {
  EXPECT_EQ(steady_allocations("1.13"), 12);
  EXPECT_EQ(steady_allocations("2.4"), 11 + 2);
}

/// As fork(), but that each sigmoid is given relu(x @ w) in another shape.
SmallGraph fork_of_views() {
  SmallGraph g;
  const auto w = g.parameter("w", {512, 512});
  const auto x = g.input({512, 512});
  g.zero_grad();
  const auto h = g.call(kRelu, {g.call(kMm, {x, w})});
  const auto left = g.call(kSigmoid, {g.call(kReshape, {h}, {1024, 256})});
  const auto right = g.call(kSigmoid, {g.call(kReshape, {h}, {1024, 256})});
  g.backward(g.call(kSum, {g.call(kAdd, {left, right})}));
  g.optimizer_step();
  return g;
}

// The gradients that meet at the relu are views of what the sigmoids make, which autograd keeps as long: GPT-2's tied
// weight and UMT5's take a sum of their own in 2.11 (histories of an H100). Otherwise the same are made as in fork().
TEST(Trace, GradientsThatAreViewsAreNeverAddedToInPlace) {
  SmallGraph graph = fork_of_views();
  const Played played = play(graph, {.torch = "2.4"});
  EXPECT_EQ(count(played.trace, TraceEvent::Kind::allocate, played.trace.steady), 11 + 2 + 1);
}

TEST(Trace, EveryFreeMatchesAnAllocation) {
  const Trace trace = play(fork()).trace;
  std::vector<int> state;
  for (const TraceEvent& event : trace.events) {
    if (event.kind == TraceEvent::Kind::mark) continue;
    if (state.size() <= event.id) state.resize(event.id + 1);
    EXPECT_EQ(state[event.id], event.kind == TraceEvent::Kind::allocate ? 0 : 1);
    ++state[event.id];
  }
}

TEST(Trace, IterationsLeaveTheSame) {
  const Played played = play(fork(), {.optimizer = "adam"});
  const int64_t made = count(played.trace, TraceEvent::Kind::allocate, played.trace.steady);
  EXPECT_EQ(made, count(played.trace, TraceEvent::Kind::free, played.trace.steady));
}

TEST(Trace, BreakdownAddsUp) {
  const Played played = play(fork(), {.torch = "2.4", .optimizer = "adam"});
  EXPECT_EQ(total(played.timeline.breakdown), played.timeline.peak_allocated.count);
  EXPECT_EQ(of(played, Category::unattributed), 0);
  EXPECT_EQ(of(played, Category::parameter), kTraceMebi);
  EXPECT_EQ(of(played, Category::input), kTraceMebi);
  EXPECT_EQ(of(played, Category::optimizer), 2 * kTraceMebi);
  Bytes top;
  for (const Contributor& contributor : played.timeline.top) top += contributor.bytes;
  EXPECT_EQ(top, played.timeline.peak_allocated);
}

// mm multiplies matrices: from 2.0 on, forward and backward each take 8,519,680 bytes and keep them. The
// peak lies at the sum, which has two buffers of a block.
TEST(Trace, CublasWorkspaces) {
  EXPECT_EQ(of(play(fork(), {.torch = "2.4"}), Category::workspace), 2 * 8519680 + 2 * 512);
  EXPECT_EQ(of(play(fork(), {.torch = "1.13"}), Category::workspace), 0);
}

TEST(Trace, CublasWorkspaceOfHopper) {
  const SmallGraph g = fork();
  const Trace hopper = trace(g.graph(), {}, *graph::torch_profile("2.4"), Scenario::point, find_device("h100"));
  EXPECT_EQ(simulate(hopper, g.graph()).breakdown[static_cast<size_t>(Category::workspace)],
            kMiB * 64 + Bytes(2 * 512));
}

// relu_ writes into the batch norm's output: conv 1 MiB, norm 1 MiB, no third. Saved: the input of the norm, its two
// statistics of 4 * 16 bytes, and relu's output; the convolution's own input is the batch.
TEST(Trace, ConvNormReluInPlace) {
  SmallGraph g({"", "backbone", "backbone.bn"});
  const auto w = g.parameter("backbone.conv.weight", {16, 16, 1, 1});
  const auto scale = g.parameter("backbone.bn.weight", {16});
  const auto x = g.batch({1, 16, 128, 128});
  g.zero_grad();
  const auto a = g.call(kConv, {x, w}, {1, 16, 128, 128}, 1);
  const auto b = g.call(kBatchNorm, {a, scale}, {1, 16, 128, 128}, 2);
  const auto y = g.call(kReluInPlace, {b}, {}, 1);
  g.drop({a, b});
  const auto loss = g.call(kSum, {y});
  g.drop({y});
  g.backward(loss);
  g.drop({loss, x});
  const Played played = play(g, {.torch = "2.4"});
  EXPECT_EQ(played.trace.saved_for_backward.count, 2 * kTraceMebi + 2 * 64);
  // Peak in forward: the convolution's workspace of 3 MiB, beside its output, the batch and the parameters.
  EXPECT_EQ(of(played, Category::workspace), 3 * kTraceMebi);
  EXPECT_EQ(played.timeline.peak_allocated.count, (3 + 2) * kTraceMebi + 1024 + 512);
  EXPECT_EQ(played.timeline.top[0].module, "backbone");
  EXPECT_EQ(played.timeline.top[0].op, "cudnn workspace");
}

TEST(Trace, NothingIsSavedUnderNoGrad) {
  SmallGraph g;
  const auto w = g.parameter("w", {512, 512});
  const auto x = g.input({512, 512});
  g.no_grad = true;
  const auto a = g.call(kMm, {x, w});
  const auto b = g.call(kSigmoid, {a});
  g.drop({a});
  const auto loss = g.call(kSum, {b});
  g.drop({b, loss});
  const Played played = play(g);
  EXPECT_EQ(played.trace.saved_for_backward, Bytes(0));
  EXPECT_EQ(played.rise(), 2 * kTraceMebi);
}

// y = w1 + w2 with both leaves: the same gradient tensor reaches both. The first takes a clone, since the other still
// holds it; the second takes the tensor itself. Sum's expanded gradient fits neither layout: two clones then.
TEST(Trace, StolenAndClonedGradients) {
  SmallGraph g;
  const auto w1 = g.parameter("w1", {512, 512});
  const auto w2 = g.parameter("w2", {512, 512});
  g.zero_grad();
  const auto y = g.call(kAdd, {w1, w2});
  const auto s = g.call(kSigmoid, {y});
  g.drop({y});
  const auto loss = g.call(kSum, {s});
  g.drop({s});
  g.backward(loss);
  g.drop({loss});
  const Played played = play(g);
  // Forward: add, sigmoid, sum. Backward: ones, sigmoid's 1 MiB, one clone.
  EXPECT_EQ(count(played.trace, TraceEvent::Kind::allocate, played.trace.steady), 6);
}

// Gradients that stay are there in forward; a new one is a temporary that is added to them.
TEST(Trace, KeptGradients) {
  const int64_t kept = play(fork(), {.keep_gradients = true}).timeline.peak_allocated.count;
  const int64_t freed = play(fork()).timeline.peak_allocated.count;
  EXPECT_EQ(kept - freed, kTraceMebi);
}

TEST(Trace, UnknownOptimizerIsSaid) {
  const Played played = play(fork(), {.optimizer = "shampoo"});
  ASSERT_EQ(played.trace.unknowns.size(), 1U);
  EXPECT_NE(played.trace.unknowns[0].reason.find("shampoo"), std::string::npos);
  EXPECT_EQ(of(played, Category::optimizer), 2 * kTraceMebi);
  EXPECT_TRUE(play(fork(), {.optimizer = "sgd"}).trace.unknowns.empty());
}

/// What is held of gradients when the second forward begins its product.
int64_t gradients_in_forward(bool before, std::optional<bool> set_to_none, bool version_default) {
  SmallGraph g;
  const auto w = g.parameter("w", {512, 512});
  const auto x = g.input({4, 512});
  if (before) g.zero_grad(set_to_none);
  const auto y = g.call(kMm, {x, w}, {4, 512});
  const auto loss = g.call(kSum, {y});
  if (!before) g.zero_grad(set_to_none);
  g.backward(loss);
  g.drop({y, loss});
  const Trace trace = play(g, {.keep_gradients = !version_default}).trace;
  int64_t held = 0;
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    const bool made = event.kind == TraceEvent::Kind::allocate;
    if (made && i >= trace.steady && trace.labels[event.label].op == "mm") return held;
    if (made) {
      const bool gradient = trace.labels[event.label].category == Category::gradient;
      sizes.push_back(gradient ? event.bytes.count : 0);
      held += sizes.back();
    }
    if (event.kind == TraceEvent::Kind::free) held -= sizes[event.id];
  }
  return -1;
}

// torch/optim/optimizer.py: set_to_none is False by default in 1.13 and True from 2.0 on; either can be asked for.
// Called just before backward, zero_grad leaves the gradients of the step before there during forward.
TEST(Trace, ZeroGradAsAskedOrByDefault) {
  for (const bool version_default : {false, true}) {
    EXPECT_EQ(gradients_in_forward(true, {}, version_default), version_default ? 0 : kTraceMebi);
    EXPECT_EQ(gradients_in_forward(true, true, version_default), 0);
    EXPECT_EQ(gradients_in_forward(true, false, version_default), kTraceMebi);
    EXPECT_EQ(gradients_in_forward(false, true, version_default), kTraceMebi);
  }
}

// Rows and columns of a 512 x 512 matrix, in fp32, and the scalar RMS, which takes a block.
TEST(Trace, AdafactorState) {
  EXPECT_EQ(of(play(fork(), {.optimizer = "adafactor"}), Category::optimizer), 2 * 512 * 4 + 512);
}

TEST(Timeline, RunsOutOfMemory) {
  const SmallGraph g = fork();
  const Played played = play(g);
  const Timeline fits = simulate(played.trace, g.graph(), {.device_limit = played.timeline.peak_reserved});
  EXPECT_FALSE(fits.out_of_memory);
  const Timeline full = simulate(played.trace, g.graph(), {.device_limit = kMiB * 4});
  EXPECT_TRUE(full.out_of_memory);
  EXPECT_EQ(total(full.breakdown), full.peak_allocated.count);
}

// 2^40 by 2^20 floats are 4 EiB: no device's limit is hit, and yet the step must not look small.
TEST(Timeline, RequestBeyondEveryDeviceCounts) {
  SmallGraph g;
  const auto w = g.parameter("w", {512, 512});
  g.input({int64_t{1} << 40, int64_t{1} << 20});
  g.zero_grad();
  const auto loss = g.call(kSum, {w});
  g.backward(loss);
  const Played played = play(g);
  EXPECT_TRUE(played.timeline.out_of_memory);
  EXPECT_GE(played.timeline.peak_allocated.count, int64_t{1} << 62);
  EXPECT_GE(played.timeline.peak_reserved, played.timeline.peak_allocated);
  EXPECT_EQ(total(played.timeline.breakdown), played.timeline.peak_allocated.count);
}

TEST(Timeline, SamplesCoverTheSteadyIteration) {
  const Played played = play(fork());
  ASSERT_EQ(played.timeline.samples.size(), played.trace.events.size() - played.trace.steady);
  const Sample& peak = played.timeline.samples[played.timeline.peak_event - played.trace.steady];
  EXPECT_EQ(peak.allocated, played.timeline.peak_allocated);
}

// 19.2 MiB in a block of 20: the 0.8 MiB belong to the tensor's label.
TEST(Timeline, UnsplitRestGoesToItsLabel) {
  SmallGraph g;
  g.parameter("w", {5033165});  // 20,132,660 bytes
  const Played played = play(g);
  EXPECT_EQ(of(played, Category::parameter), 20 * kTraceMebi);
}

}  // namespace
}  // namespace vramlint::memory::test
