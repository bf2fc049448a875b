// A million random operations on the allocator and on its naive model: same addresses, same statistics, same refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "memory/allocator.h"
#include "naive_allocator.h"
#include "naive_expandable.h"

namespace vramlint::memory {
namespace {

struct Play {
  AllocatorConfig config;
  uint32_t seed;
  int operations;
};

/// Sizes as they occur: a few bytes, around the thresholds of 1, 10 and 20 MiB, and large.
int64_t random_size(std::mt19937& random) {
  const auto below = [&](int64_t n) { return static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
  constexpr int64_t mebi = 1048576;
  switch (random() % 6) {
    case 0:
      return 1 + below(2048);
    case 1:
      return 1 + below(mebi);
    case 2:
      return mebi - 1024 + below(2048);
    case 3:
      return 1 + below(12 * mebi);
    case 4:
      return (1 + below(32)) * mebi - 512 + below(1024);
    default:
      return 1 + below(64 * mebi);
  }
}

struct Held {
  CachingAllocator::BlockId block;
  uint64_t address;
};

template <typename Naive>
void compare(const Play& play, Naive naive) {
  CachingAllocator real(play.config);
  std::mt19937 random(play.seed);
  std::vector<Held> held;
  for (int i = 0; i < play.operations; ++i) {
    const bool shrink = held.size() > 10U + static_cast<size_t>(i / 500 % 40);  // the number of live blocks breathes
    if (random() % 5000 == 0) {
      real.empty_cache();
      naive.empty_cache();
    } else if (!held.empty() && random() % 100 < (shrink ? 70U : 30U)) {
      std::swap(held[random() % held.size()], held.back());
      real.free(held.back().block);
      naive.free(held.back().address);
      held.pop_back();
    } else {
      const int64_t size = random_size(random);
      const auto block = real.allocate(Bytes(size));
      const auto address = naive.allocate(size);
      ASSERT_EQ(block.has_value(), address.has_value()) << "operation " << i << ", " << size << " bytes";
      if (block) {
        ASSERT_EQ(real.address(*block), *address) << "operation " << i << ", " << size << " bytes";
        held.push_back({*block, *address});
      }
    }
    ASSERT_EQ(real.stats().allocated.count, naive.allocated()) << "operation " << i;
    ASSERT_EQ(real.stats().reserved.count, naive.reserved()) << "operation " << i;
    ASSERT_EQ(real.stats().retries, naive.retries) << "operation " << i;
  }
}

constexpr int64_t kModelMebi = 1048576;

TEST(AllocatorModel, Unlimited) { compare({{}, 1, 400000}, NaiveAllocator({})); }

TEST(AllocatorModel, Limited) {
  compare({{.device_limit = Bytes(400 * kModelMebi)}, 2, 300000}, NaiveAllocator({.limit = 400 * kModelMebi}));
}

TEST(AllocatorModel, MaximalSplitSize) {
  compare({{.device_limit = Bytes(500 * kModelMebi), .max_split_size = Bytes(24 * kModelMebi)}, 3, 200000},
          NaiveAllocator({.limit = 500 * kModelMebi, .max_split = 24 * kModelMebi}));
}

TEST(AllocatorModel, PowerOfTwoDivisions) {
  std::array<int64_t, 16> divisions;
  divisions.fill(8);
  compare({{.device_limit = Bytes(600 * kModelMebi), .roundup_divisions = divisions}, 4, 200000},
          NaiveAllocator({.limit = 600 * kModelMebi, .divisions = divisions}));
}

TEST(AllocatorModel, DivisionsByInterval) {
  const std::array<int64_t, 16> divisions = {8, 4, 1, 2, 16, 0, 4};
  compare({{.device_limit = Bytes(600 * kModelMebi), .roundup_divisions = divisions}, 7, 100000},
          NaiveAllocator({.limit = 600 * kModelMebi, .divisions = divisions}));
  compare({{.device_limit = Bytes(600 * kModelMebi),
            .roundup_divisions = divisions,
            .roundup_bypass = Bytes(9 * kModelMebi)},
           8,
           100000},
          NaiveAllocator({.limit = 600 * kModelMebi, .divisions = divisions, .bypass = 9 * kModelMebi}));
}

TEST(AllocatorModel, MaximalRoundingOfOversizeBlocks) {
  compare({{.device_limit = Bytes(500 * kModelMebi),
            .max_split_size = Bytes(24 * kModelMebi),
            .max_non_split_rounding = Bytes(32 * kModelMebi)},
           9,
           100000},
          NaiveAllocator({.limit = 500 * kModelMebi, .max_split = 24 * kModelMebi, .rounding = 32 * kModelMebi}));
}

TEST(AllocatorModel, FractionAndGarbageCollection) {
  compare({{.allowed = Bytes(480 * kModelMebi)}, 10, 100000}, NaiveAllocator({.allowed = 480 * kModelMebi}));
  compare({{.device_limit = Bytes(700 * kModelMebi),
            .allowed = Bytes(600 * kModelMebi),
            .garbage_collection_threshold = 0.6},
           11,
           200000},
          NaiveAllocator({.limit = 700 * kModelMebi, .allowed = 600 * kModelMebi, .collect = 0.6}));
}

TEST(AllocatorModel, ExpandableSegments) {
  compare({{.device_limit = Bytes(500 * kModelMebi), .expandable_segments = true}, 5, 100000},
          NaiveExpandable(500 * kModelMebi));
}

TEST(AllocatorModel, ExpandableSegmentsWithRoom) {
  compare({{.device_limit = Bytes(4000 * kModelMebi), .expandable_segments = true}, 6, 50000},
          NaiveExpandable(4000 * kModelMebi));
}

TEST(AllocatorModel, ExpandableSegmentsOfAnyLimit) {
  std::mt19937 random(12);
  std::vector<int64_t> limits = {0, 1, 511, 2 * kModelMebi, 20 * kModelMebi - 1, 20 * kModelMebi, 40 * kModelMebi};
  for (int i = 0; i < 60; ++i) limits.push_back(static_cast<int64_t>(random() % (200 * kModelMebi)));
  for (const int64_t limit : limits) {
    SCOPED_TRACE(limit);
    compare({{.device_limit = Bytes(limit), .expandable_segments = true}, static_cast<uint32_t>(random()), 2000},
            NaiveExpandable(limit));
    ASSERT_FALSE(HasFatalFailure());
  }
}

}  // namespace
}  // namespace vramlint::memory
