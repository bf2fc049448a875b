// The CUDA half of the probe against a fake allocator and a fake driver, once for each declared interface of LibTorch.
//
// The fake rounds requests to 512 bytes and reserves 2 MiB at a time; expected figures are sums by hand.
#include <gtest/gtest.h>
#include <torch/version.h>

#include "fake_allocator.h"
#include "probes/cuda/allocator.h"
#include "probes/cuda/replay.h"
#include "probes/cuda/statistics_meter.h"
#include "probes/meter/profile.h"

namespace vramlint::probes::cuda {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20, kGiB = int64_t{1} << 30;

class CudaMeter : public testing::Test {
 protected:
  void SetUp() override {
    fake::forget();
    fake::used_on_device() = kGiB;  // of other processes
    start_device(0);
    start_allocator(1);
  }
};

TEST_F(CudaMeter, ReadsWhatIsHeldBetweenMarks) {
  StatisticsMeter meter(0);
  EXPECT_EQ(meter.mark(), 0U);
  void* first = take(1000);   // 1024
  void* second = take(3000);  // 3072
  give_back(first);
  EXPECT_EQ(meter.mark(), 1U);
  void* third = take(3 * kMiB);
  give_back(third);
  meter.mark();
  give_back(second);
  meter.mark();
  const std::vector<Moment> found = meter.moments();
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].held, 0);
  EXPECT_EQ(found[0].peak, 4096);
  EXPECT_EQ(found[0].reserved, 2 * kMiB);
  EXPECT_EQ(found[1].held, 3072);
  EXPECT_EQ(found[1].peak, 3072 + 3 * kMiB);
  EXPECT_EQ(found[1].reserved, 4 * kMiB);
  EXPECT_EQ(found[2].held, 3072);
  EXPECT_EQ(found[2].peak, 3072);
  EXPECT_EQ(found[3].held, 0);
}

TEST_F(CudaMeter, BeginsAnewForEachRun) {
  give_back(take(100 * kMiB));
  StatisticsMeter meter(0);
  meter.mark();
  give_back(take(512));
  meter.mark();
  EXPECT_EQ(meter.moments()[0].peak, 512);
  EXPECT_EQ(meter.moments()[0].reserved, 2 * kMiB);  // the 100 MiB went with the cache
}

// Two parts in the second iteration: one rises by 2048 and leaves 1024, the other rises by 512 and leaves nothing.
TEST_F(CudaMeter, SaysWhatEachPartDid) {
  StatisticsMeter meter(0);
  Course course;
  meter.mark();
  void* parameter = take(4096);
  give_back(take(kMiB));  // of the first iteration: no part of the profile
  course.steady = meter.mark();
  course.places.push_back({meter.mark(), 0, nullptr});
  void* kept = take(1024);
  give_back(take(1024));
  course.places.push_back({meter.mark(), 1, nullptr});
  give_back(take(512));
  meter.mark();
  course.moments = meter.moments();
  const Profile found = profile(course);
  ASSERT_EQ(found.stretches.size(), 2U);
  EXPECT_EQ(found.stretches[0].held, 4096);
  EXPECT_EQ(found.stretches[0].rise, 2048);
  EXPECT_EQ(found.stretches[0].growth, 1024);
  EXPECT_EQ(found.stretches[1].held, 5120);
  EXPECT_EQ(found.stretches[1].rise, 512);
  EXPECT_EQ(found.stretches[1].growth, 0);
  EXPECT_EQ(found.peak, 6144);
  EXPECT_EQ(found.peak_stretch, 0U);
  give_back(kept);
  give_back(parameter);
}

// Our model splits a large block where the fake takes 2 MiB: the record holds requests, not the device's own figures.
TEST_F(CudaMeter, PlaysTheRecordOnOurAllocator) {
  StatisticsMeter meter(0);
  meter.mark();
  void* parameter = take(3 * kMiB);
  give_back(take(18 * kMiB));
  const size_t steady = meter.mark();
  give_back(take(3 * kMiB));
  give_back(parameter);
  meter.mark();
  take(kMiB);  // behind the end of the run
  const auto found = meter.replayed(steady);
  if (TORCH_VERSION_MAJOR < 2) {
    EXPECT_FALSE(found);
    return;
  }
  ASSERT_TRUE(found);
  EXPECT_EQ(found->held, 3 * kMiB);
  EXPECT_EQ(found->peak, 6 * kMiB);
  EXPECT_EQ(found->reserved, 38 * kMiB);  // 20 MiB for requests from 1 to 10 MiB; 17 of them are too little for 18
  EXPECT_FALSE(meter.replayed(steady));   // asked for once
}

TEST_F(CudaMeter, DoesNotReplayWhatBeganBeforeIt) {
  void* workspace = take(kMiB);
  StatisticsMeter meter(0);
  meter.mark();
  meter.mark();
  EXPECT_EQ(meter.moments()[0].held, kMiB);
  EXPECT_FALSE(meter.replayed(0));
  give_back(workspace);
}

TEST_F(CudaMeter, DescribesItsDevice) {
  const StatisticsMeter meter(0);
  EXPECT_EQ(meter.device()->title, "Fake A");
  EXPECT_EQ(meter.device()->compute_major, 8);
  EXPECT_EQ(meter.device()->compute_minor, 6);
  EXPECT_EQ(meter.device()->multiprocessors, 108);
  EXPECT_EQ(meter.device()->memory.count, 24 * kGiB);
  EXPECT_EQ(runtime_version(), "12.1");
}

TEST_F(CudaMeter, LeavesOutWhatOthersUse) {
  const StatisticsMeter meter(0);
  void* block = take(3 * kMiB);
  fake::used_on_device() = kGiB + 300 * kMiB;
  EXPECT_EQ(meter.process().process, 300 * kMiB);
  EXPECT_EQ(meter.process().context, 296 * kMiB);  // 4 MiB are reserved
  fake::used_on_device().reset();
  EXPECT_FALSE(meter.process().process);
  EXPECT_FALSE(meter.process().context);
  give_back(block);
}

// A workspace counts where there is a library to take it: 1 MiB of parameter, 2 MiB of workspace.
TEST_F(CudaMeter, ExpectsWorkspacesToo) {
  using Kind = memory::TraceEvent::Kind;
  memory::Trace trace;
  trace.labels = {{.category = Category::parameter}, {.category = Category::workspace}};
  trace.events = {{.kind = Kind::allocate, .id = 0, .bytes = Bytes(kMiB), .label = 0},
                  {.kind = Kind::mark, .what = "second iteration"},
                  {.kind = Kind::allocate, .id = 1, .bytes = Bytes(2 * kMiB), .label = 1},
                  {.kind = Kind::free, .id = 1},
                  {.kind = Kind::free, .id = 0}};
  trace.steady = 1;
  trace.places = {{.at = 2, .event = 7}, {.at = 4, .event = 8}};
  const StatisticsMeter meter(0);
  const Profile found = profile(meter.expected(trace));
  ASSERT_EQ(found.stretches.size(), 2U);
  EXPECT_EQ(found.stretches[0].event, 7U);
  EXPECT_EQ(found.stretches[0].rise, 2 * kMiB);
  EXPECT_EQ(found.stretches[1].growth, -kMiB);
  EXPECT_EQ(found.peak, 3 * kMiB);
}

TEST_F(CudaMeter, ReplaysATraceAndGivesAllBack) {
  fake::used_on_device() = kGiB + 100 * kMiB;
  const RequestLog log = {{0, kMiB}, {1, 8 * kMiB}, {1, 0}, {2, 3 * kMiB}};
  const Peaks found = replay(log, 3, 0);
  EXPECT_EQ(found.allocated, 4 * kMiB);  // the 8 MiB were before the steady part
  EXPECT_EQ(found.reserved, 12 * kMiB);  // but its segment stays
  EXPECT_EQ(found.process, 100 * kMiB);
  EXPECT_EQ(statistics(0).allocated, 0);
}

TEST(History, TellsBlocksApartThatShareAnAddress) {
  using Kind = HistoryEntry::Kind;
  const RequestLog log = requests_of({{Kind::segment_made, 100, 2048},
                                      {Kind::returned, 50, 512},  // taken before the record began
                                      {Kind::taken, 100, 512},
                                      {Kind::returned, 100, 512},
                                      {Kind::other, 100, 512},
                                      {Kind::taken, 100, 700},
                                      {Kind::returned, 100, 700}});
  ASSERT_EQ(log.size(), 5U);
  EXPECT_EQ(log[0].bytes, 0);
  EXPECT_NE(log[0].id, log[1].id);
  EXPECT_EQ(log[1].bytes, 512);
  EXPECT_EQ(log[2].id, log[1].id);
  EXPECT_EQ(log[2].bytes, 0);
  EXPECT_NE(log[3].id, log[1].id);
  EXPECT_EQ(log[4].id, log[3].id);
}

}  // namespace
}  // namespace vramlint::probes::cuda
