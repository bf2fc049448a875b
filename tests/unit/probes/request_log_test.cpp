#include "probes/meter/request_log.h"

#include <gtest/gtest.h>

#include "probes/command_line.h"
#include "probes/device_choice.h"

namespace vramlint::probes {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

TEST(RequestLog, RoundsAsTheCachingAllocatorDoes) {
  EXPECT_EQ(rounded(0), 0);
  EXPECT_EQ(rounded(1), 512);
  EXPECT_EQ(rounded(512), 512);
  EXPECT_EQ(rounded(513), 1024);
}

TEST(Moments, PeakBetweenMarks) {
  // 600 B count 1024, 8 B are a wrapped number and count nothing, 512 B and 100 B count 512.
  const RequestLog log = {{0, 600}, {1, 8}, {2, 512}, {0, 0}, {1, 0}, {3, 100}, {2, 0}};
  RoundedTally tally;
  const std::vector<Moment> found = moments(log, {0, 3, 5}, tally);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].held, 0);
  EXPECT_EQ(found[0].peak, 1536);
  EXPECT_EQ(found[1].held, 1536);
  EXPECT_EQ(found[1].peak, 1536);
  EXPECT_EQ(found[2].held, 512);
  EXPECT_EQ(found[2].peak, 1024);
  EXPECT_EQ(found[2].reserved, 2 * kMiB);  // one segment of the small pool
}

TEST(Moments, LeaveOutWhatCameBeforeTheFirst) {
  const RequestLog log = {{0, 4096}, {1, 512}, {0, 0}};
  RoundedTally tally;
  const std::vector<Moment> found = moments(log, {1}, tally);
  EXPECT_EQ(found[0].held, 0);
  EXPECT_EQ(found[0].peak, 512);
}

// 19.2 MiB out of a segment of 20 MiB: the rest is too small to split off, so that the block counts whole.
TEST(BlockTally, CountsWholeBlocks) {
  const RequestLog log = {{0, 20132659}, {0, 0}};
  BlockTally blocks;
  RoundedTally each;
  EXPECT_EQ(moments(log, {0}, blocks)[0].peak, 20 * kMiB);
  EXPECT_EQ(moments(log, {0}, each)[0].peak, 20132864);
}

TEST(CommandLine, TakesValuesBothWaysAndRefusesWhatItDoesNotKnow) {
  const CommandLine line({"step", "--output", "out", "--tolerance=0.02", "--json"}, {"output", "tolerance", "json?"});
  EXPECT_EQ(line.plain(), std::vector<std::string>{"step"});
  EXPECT_EQ(line.value("output"), "out");
  EXPECT_EQ(line.value("tolerance"), "0.02");
  EXPECT_TRUE(line.has("json"));
  EXPECT_FALSE(line.value("partings"));
  EXPECT_THROW(CommandLine({"--unheard-of", "1"}, {"output"}), UsageError);
  EXPECT_THROW(CommandLine({"--output"}, {"output"}), UsageError);
}

TEST(CommandLine, TakesNumbersOnly) {
  const CommandLine line({"--tolerance", "0.5", "--partings=many"}, {"tolerance", "partings"});
  EXPECT_EQ(line.number("tolerance", 1), 0.5);
  EXPECT_EQ(line.number("other", 0.25), 0.25);
  EXPECT_THROW(line.number("partings", 1), UsageError);
}

TEST(Device, IsTheCpuOrOneOfCuda) {
  EXPECT_FALSE(parse_device("cpu").cuda);
  EXPECT_TRUE(parse_device("cuda").cuda);
  EXPECT_EQ(parse_device("cuda").index, 0);
  EXPECT_EQ(parse_device("cuda:12").index, 12);
  for (const char* wrong : {"", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "cuda:99999999999"}) {
    EXPECT_THROW(parse_device(wrong), UsageError) << wrong;
  }
}

}  // namespace
}  // namespace vramlint::probes
