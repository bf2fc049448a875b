// The caching allocator against published behaviour and arithmetic.
#include "memory/allocator.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace vramlint::memory {
namespace {

Bytes mib(double count) { return Bytes(static_cast<int64_t>(count * 1048576.0)); }

TEST(Allocator, RoundsTo512) {
  CachingAllocator allocator;
  EXPECT_EQ(allocator.block_size(*allocator.allocate(Bytes(1))), Bytes(512));
  EXPECT_EQ(allocator.block_size(*allocator.allocate(Bytes(512))), Bytes(512));
  EXPECT_EQ(allocator.block_size(*allocator.allocate(Bytes(513))), Bytes(1024));
  EXPECT_EQ(allocator.stats().allocated, Bytes(2048));
  EXPECT_EQ(allocator.stats().reserved, mib(2));
}

TEST(Allocator, NothingIsTakenForZeroBytes) {
  CachingAllocator allocator;
  EXPECT_EQ(allocator.allocate(Bytes(0)), 0U);
  allocator.free(0);
  EXPECT_EQ(allocator.stats().reserved, Bytes(0));
}

// 19.2 MiB rounds to a segment of 20 MiB; the rest of 0.8 MiB is no more than 1 MiB, so it is not split off.
TEST(Allocator, UnsplitRestCounts) {
  CachingAllocator allocator;
  allocator.allocate(mib(19.2));
  EXPECT_EQ(allocator.stats().allocated, mib(20));
  EXPECT_EQ(allocator.stats().reserved, mib(20));
}

TEST(Allocator, RestOfExactlyOneMebibyteIsNotSplitOff) {
  CachingAllocator allocator;
  allocator.allocate(mib(19));
  EXPECT_EQ(allocator.stats().allocated, mib(20));
  CachingAllocator other;
  other.allocate(mib(19) - Bytes(512));
  EXPECT_EQ(other.stats().allocated, mib(19) - Bytes(512));
}

TEST(Allocator, SegmentSizes) {
  const auto reserved = [](Bytes request) {
    CachingAllocator allocator;
    allocator.allocate(request);
    return allocator.stats().reserved;
  };
  EXPECT_EQ(reserved(mib(1)), mib(2));              // small pool up to and with 1 MiB
  EXPECT_EQ(reserved(mib(1) + Bytes(1)), mib(20));  // 1 MiB < size < 10 MiB
  EXPECT_EQ(reserved(mib(10) - Bytes(512)), mib(20));
  EXPECT_EQ(reserved(mib(10) - Bytes(511)), mib(10));  // rounds to 10 MiB: a segment of its own size
  EXPECT_EQ(reserved(mib(10)), mib(10));
  EXPECT_EQ(reserved(mib(31)), mib(32));
}

// The cuBLAS workspace of 4096*1024*2 + 16*1024*8 = 8,519,680 bytes opens a 20 MiB segment whose rest serves others.
TEST(Allocator, CublasWorkspaceLeavesARest) {
  CachingAllocator allocator;
  allocator.allocate(Bytes(8519680));
  EXPECT_EQ(allocator.stats().allocated, Bytes(8519680));
  allocator.allocate(mib(9));
  EXPECT_EQ(allocator.stats().reserved, mib(20));
}

// Segments of 2 MiB and 20 MiB pools never mix: 1.5 MiB does not fit the free 2 MiB of the small pool.
TEST(Allocator, PoolsAreSeparate) {
  CachingAllocator allocator;
  allocator.free(*allocator.allocate(mib(1)));
  allocator.allocate(mib(1.5));
  EXPECT_EQ(allocator.stats().reserved, mib(22));
}

TEST(Allocator, BestFitThenLowestAddress) {
  CachingAllocator allocator;
  const auto large = *allocator.allocate(mib(40));
  const auto first = *allocator.allocate(mib(30));
  const auto second = *allocator.allocate(mib(30));
  const uint64_t lowest = allocator.address(first);
  allocator.free(second);
  allocator.free(large);
  allocator.free(first);
  EXPECT_EQ(allocator.address(*allocator.allocate(mib(29))), lowest);
}

TEST(Allocator, FreeMergesNeighbours) {
  CachingAllocator allocator;
  const auto a = *allocator.allocate(mib(6));
  const auto b = *allocator.allocate(mib(6));
  const auto c = *allocator.allocate(mib(6));
  allocator.free(a);
  allocator.free(c);
  allocator.free(b);
  allocator.allocate(mib(18));
  EXPECT_EQ(allocator.stats().reserved, mib(20));
  EXPECT_EQ(allocator.stats().allocated, mib(18));
}

TEST(Allocator, CachedSegmentsAreGivenBackBeforeGivingUp) {
  CachingAllocator allocator({.device_limit = mib(64)});
  allocator.free(*allocator.allocate(mib(40)));
  EXPECT_TRUE(allocator.allocate(mib(50)));
  EXPECT_EQ(allocator.stats().retries, 1);
  EXPECT_EQ(allocator.stats().reserved, mib(50));
  EXPECT_EQ(allocator.stats().peak_reserved, mib(50));
}

// A segment of which one block is in use cannot be given back.
TEST(Allocator, SplitSegmentsStay) {
  CachingAllocator allocator({.device_limit = mib(64)});
  const auto a = *allocator.allocate(mib(20));
  allocator.free(a);
  allocator.allocate(mib(6));
  EXPECT_FALSE(allocator.allocate(mib(50)));
  EXPECT_EQ(allocator.stats().retries, 1);
}

TEST(Allocator, PeaksAreKeptUntilReset) {
  CachingAllocator allocator;
  allocator.free(*allocator.allocate(mib(100)));
  EXPECT_EQ(allocator.stats().peak_allocated, mib(100));
  allocator.reset_peaks();
  EXPECT_EQ(allocator.stats().peak_allocated, Bytes(0));
  EXPECT_EQ(allocator.stats().peak_reserved, mib(100));
  allocator.empty_cache();
  allocator.reset_peaks();
  EXPECT_EQ(allocator.stats().peak_reserved, Bytes(0));
}

TEST(Allocator, FreeingTwiceIsABug) {
  CachingAllocator allocator;
  const auto block = *allocator.allocate(mib(3));
  allocator.free(block);
  EXPECT_THROW(allocator.free(block), InternalError);
}

TEST(Allocator, HugeRequestsAreRefusedWithoutALimit) {
  CachingAllocator allocator;
  EXPECT_FALSE(allocator.allocate(Bytes(INT64_MAX)));
}

// PyTorch's documentation of roundup_power2_divisions: 1200 with 4 divisions lies between 1024 and 2048, whose steps
// are 1280, 1536, 1792: it becomes 1280. There the unit is bytes; sizes up to 512 * divisions are rounded to 512.
TEST(Allocator, RoundsToDivisionsOfPowersOfTwo) {
  AllocatorConfig config;
  config.roundup_divisions.fill(4);
  CachingAllocator allocator(config);
  EXPECT_EQ(allocator.block_size(*allocator.allocate(mib(1.2))), mib(1.25));
  EXPECT_EQ(allocator.block_size(*allocator.allocate(Bytes(1200))), Bytes(1536));
  EXPECT_EQ(allocator.block_size(*allocator.allocate(Bytes(2400))), Bytes(2560));
}

// Blocks of max_split_size and more are never split, and serve only requests of at least that size which fill them but
// for less than 20 MiB.
TEST(Allocator, OversizeBlocksAreNotSplit) {
  CachingAllocator allocator({.max_split_size = mib(32)});
  allocator.free(*allocator.allocate(mib(60)));
  allocator.allocate(mib(30));
  EXPECT_EQ(allocator.stats().reserved, mib(90));
  allocator.allocate(mib(40));  // 60 is not below 40 + 20
  EXPECT_EQ(allocator.stats().reserved, mib(130));
  allocator.allocate(mib(41));
  EXPECT_EQ(allocator.stats().reserved, mib(130));
  EXPECT_EQ(allocator.stats().allocated, mib(130));
}

TEST(Allocator, OversizeBlocksGoFirst) {
  CachingAllocator allocator({.device_limit = mib(128), .max_split_size = mib(32)});
  const auto small = *allocator.allocate(mib(20));
  const auto oversize = *allocator.allocate(mib(40));
  allocator.free(*allocator.allocate(mib(60)));
  allocator.free(oversize);
  allocator.free(small);
  EXPECT_TRUE(allocator.allocate(mib(100)));
  EXPECT_EQ(allocator.stats().retries, 0);  // 60 + 40 were enough; the 20 below max_split_size stay
  EXPECT_EQ(allocator.stats().reserved, mib(120));
}

// Pages of 20 MiB: 15 MiB take one, 15 more start in its rest and take the next; freed, they serve 40 MiB at once.
TEST(Allocator, ExpandableSegmentsGrowByPages) {
  CachingAllocator allocator({.expandable_segments = true});
  const auto first = *allocator.allocate(mib(15));
  EXPECT_EQ(allocator.stats().reserved, mib(20));
  const auto second = *allocator.allocate(mib(15));
  EXPECT_EQ(allocator.stats().reserved, mib(40));
  EXPECT_EQ(allocator.stats().allocated, mib(30));
  EXPECT_EQ(allocator.address(second), allocator.address(first) + static_cast<uint64_t>(mib(15).count));
  allocator.free(first);
  allocator.free(second);
  const auto whole = *allocator.allocate(mib(40));
  EXPECT_EQ(allocator.stats().reserved, mib(40));
  allocator.free(whole);
  allocator.empty_cache();
  EXPECT_EQ(allocator.stats().reserved, mib(0));
}

// What CUDA itself holds may leave a small device nothing: every request is refused, and no segment is without pages.
TEST(Allocator, ExpandableSegmentsOfAFullDevice) {
  for (const int64_t left : {0, 1, 511}) {
    CachingAllocator allocator({.device_limit = Bytes(left), .expandable_segments = true});
    for (const Bytes request : {Bytes(512), mib(1), mib(15), mib(100)}) EXPECT_FALSE(allocator.allocate(request));
    EXPECT_EQ(allocator.stats().reserved, Bytes(0));
  }
}

// Above half of 100 MiB, segments free for longer than the average are given back before a new one is made.
TEST(Allocator, GarbageCollection) {
  CachingAllocator allocator({.allowed = mib(100), .garbage_collection_threshold = 0.5});
  const auto a = *allocator.allocate(mib(30));
  const auto b = *allocator.allocate(mib(40));
  allocator.free(a);  // two searches so far
  allocator.free(*allocator.allocate(mib(2)));
  allocator.allocate(mib(25));  // takes the 30
  allocator.free(b);
  allocator.allocate(mib(45));  // 70 > 50: the 40 goes; the split 30 and 46 for the 45 are left
  EXPECT_EQ(allocator.stats().retries, 0);
  EXPECT_EQ(allocator.stats().reserved, mib(76));
}

}  // namespace
}  // namespace vramlint::memory
