// What the history tells adds up to what the timeline says, event by event.
#include "memory/history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "memory/libraries/cudnn_convolution.h"
#include "small_graph.h"

namespace vramlint::memory {
namespace {

using Kind = AllocatorEvent::Kind;

/// Two layers and their backward, with an optimizer that keeps a state.
test::Played played() {
  test::SmallGraph graph({"", "enter", "leave"});
  const auto enter = graph.parameter("enter.weight", {512, 1024}), leave = graph.parameter("leave.weight", {1024, 512});
  const auto x = graph.input({4096, 512});
  const auto hidden = graph.call(test::kMm, {x, enter}, {4096, 1024}, 1);
  const auto active = graph.call(test::kRelu, {hidden}, {}, 1);
  graph.drop({hidden});
  const auto out = graph.call(test::kMm, {active, leave}, {4096, 512}, 2);
  graph.drop({active});
  const auto loss = graph.call(test::kSum, {out}, {1});
  graph.zero_grad();
  graph.backward(loss);
  graph.optimizer_step();
  graph.drop({out, loss});
  test::Settings settings;
  settings.optimizer = "adam";
  return test::play(graph, settings);
}

struct Sums {
  Bytes allocated, reserved;
  Bytes highest_allocated, highest_reserved;
  std::map<uint64_t, Bytes> blocks;  ///< in use, by address
};

void add(Sums& sums, const AllocatorEvent& event) {
  switch (event.kind) {
    case Kind::alloc:
      EXPECT_TRUE(sums.blocks.emplace(event.address, event.size).second) << "given twice: " << event.address;
      sums.allocated += event.size;
      break;
    case Kind::free:
      EXPECT_EQ(sums.blocks.at(event.address), event.size);
      sums.blocks.erase(event.address);
      sums.allocated -= event.size;
      break;
    case Kind::segment_alloc:
    case Kind::segment_map:
      sums.reserved += event.size;
      break;
    case Kind::segment_free:
    case Kind::segment_unmap:
      sums.reserved -= event.size;
      break;
  }
  sums.highest_allocated = std::max(sums.highest_allocated, sums.allocated);
  sums.highest_reserved = std::max(sums.highest_reserved, sums.reserved);
}

Sums sums_of(const History& history) {
  Sums sums;
  for (const AllocatorEvent& event : history.events) add(sums, event);
  return sums;
}

/// The segments say of every block what the events left of it.
void expect_segments(const History& history, const Sums& sums) {
  Bytes reserved;
  std::map<uint64_t, Bytes> blocks;
  for (const HeldSegment& segment : history.segments) {
    uint64_t at = segment.address;
    for (const HeldBlock& block : segment.blocks) {
      EXPECT_EQ(block.address, at);
      at += static_cast<uint64_t>(block.size.count);
      EXPECT_LE(block.asked, block.size);
      if (block.label) blocks[block.address] = block.size;
    }
    EXPECT_EQ(at - segment.address, static_cast<uint64_t>(segment.size.count));
    reserved += segment.size;
  }
  EXPECT_EQ(reserved, sums.reserved);
  EXPECT_EQ(blocks, sums.blocks);
}

void expect_history(const Trace& trace, const Timeline& timeline) {
  const History whole = history(trace, timeline, Until::end);
  const Sums sums = sums_of(whole);
  EXPECT_EQ(sums.highest_allocated, timeline.peak_allocated);
  EXPECT_EQ(sums.highest_reserved, timeline.peak_reserved);
  EXPECT_EQ(sums.allocated, timeline.samples.back().allocated);
  EXPECT_EQ(sums.reserved, timeline.samples.back().reserved);
  expect_segments(whole, sums);

  const History risen = history(trace, timeline, Until::peak);
  const Sums at_peak = sums_of(risen);
  EXPECT_EQ(at_peak.allocated, timeline.peak_allocated);
  expect_segments(risen, at_peak);
  EXPECT_LT(risen.events.size(), whole.events.size());
}

TEST(History, AddsUpToTheTimeline) {
  const test::Played step = played();
  expect_history(step.trace, step.timeline);
}

TEST(History, OfExpandableSegments) {
  const test::Played step = played();
  AllocatorConfig config;
  config.expandable_segments = true;
  const Timeline timeline = simulate(step.trace, {}, config);
  expect_history(step.trace, timeline);
  for (const AllocatorEvent& event : history(step.trace, timeline, Until::end).events)
    EXPECT_TRUE(event.kind != Kind::segment_alloc && event.kind != Kind::segment_free);
}

// 30 MiB stay; 40 MiB come, go, and go back to the driver, so that 50 MiB need a segment of their own.
TEST(History, TellsWhatGoesBackToTheDriver) {
  using Do = TraceEvent::Kind;
  constexpr int64_t mebi = int64_t{1} << 20;
  Trace trace;
  trace.labels.resize(1);
  trace.events = {{Do::allocate, 0, Bytes(30 * mebi)},
                  {Do::allocate, 1, Bytes(40 * mebi)},
                  {Do::free, 1},
                  {Do::empty_cache},
                  {Do::allocate, 2, Bytes(50 * mebi)},
                  {Do::free, 2}};
  trace.steady = 1;
  const Timeline timeline = simulate(trace, {});
  EXPECT_EQ(timeline.peak_reserved.count, 80 * mebi);
  expect_history(trace, timeline);
  std::vector<Kind> kinds;
  for (const AllocatorEvent& event : history(trace, timeline, Until::end).events) kinds.push_back(event.kind);
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::segment_alloc, Kind::alloc, Kind::segment_alloc, Kind::alloc, Kind::free,
                                      Kind::segment_free, Kind::segment_alloc, Kind::alloc, Kind::free}));
}

// 100 MiB are tried in the first iteration and given back, with 10 MiB beside them; the step itself takes 20 MiB.
TEST(History, BeginsWithATrialThatWasHigher) {
  using Do = TraceEvent::Kind;
  constexpr int64_t mebi = int64_t{1} << 20;
  Trace trace;
  trace.labels.resize(2);
  trace.labels[1].op = kCandidates;
  trace.events = {{Do::allocate, 0, Bytes(10 * mebi)},
                  {.kind = Do::allocate, .id = 1, .bytes = Bytes(100 * mebi), .label = 1, .may_fail = true},
                  {Do::free, 1},
                  {Do::allocate, 2, Bytes(20 * mebi)},
                  {Do::free, 2}};
  trace.steady = 3;
  const Timeline timeline = simulate(trace, {});
  EXPECT_EQ(timeline.peak_allocated.count, 110 * mebi);
  const Sums sums = sums_of(history(trace, timeline, Until::end));
  EXPECT_EQ(sums.highest_allocated.count, 110 * mebi);
  EXPECT_EQ(sums.allocated.count, 10 * mebi);
  EXPECT_EQ(sums_of(history(trace, timeline, Until::peak)).allocated.count, 110 * mebi);
}

TEST(AllocatorSegments, CoverWhatIsReserved) {
  for (const bool expandable : {false, true}) {
    AllocatorConfig config;
    config.expandable_segments = expandable;
    CachingAllocator allocator(config);
    std::vector<SegmentChange> changes;
    allocator.tell(&changes);
    std::mt19937 random(7);
    std::vector<CachingAllocator::BlockId> held;
    for (int i = 0; i < 3000; ++i) {
      if (random() % 100 == 0) allocator.empty_cache();
      if (!held.empty() && random() % 100 < 48) {
        std::swap(held[random() % held.size()], held.back());
        allocator.free(held.back());
        held.pop_back();
      } else {
        held.push_back(*allocator.allocate(Bytes(1 + random() % (random() % 2 ? 4096U : 64U << 20))));
      }
    }
    Bytes used, reserved, changed;
    for (const AllocatorSegment& segment : allocator.segments()) {
      reserved += segment.size;
      for (const AllocatorBlock& block : segment.blocks) used += block.in_use ? block.size : Bytes(0);
    }
    for (const SegmentChange& change : changes) {
      const bool comes = change.kind == SegmentChange::Kind::alloc || change.kind == SegmentChange::Kind::map;
      changed += comes ? change.size : Bytes(0) - change.size;
    }
    EXPECT_EQ(used, allocator.stats().allocated);
    EXPECT_EQ(reserved, allocator.stats().reserved);
    EXPECT_EQ(changed, allocator.stats().reserved);
  }
}

}  // namespace
}  // namespace vramlint::memory
