#include "probes/meter/request_log.h"

#include <gtest/gtest.h>

#include "probes/command_line.h"

namespace vramlint::probes {
namespace {

TEST(RequestLog, RoundsAsTheCachingAllocatorDoes) {
  EXPECT_EQ(rounded(0), 0);
  EXPECT_EQ(rounded(1), 512);
  EXPECT_EQ(rounded(512), 512);
  EXPECT_EQ(rounded(513), 1024);
}

TEST(Held, PeaksBetweenResets) {
  // 600 B count 1024, 8 B are a wrapped number and count nothing, 512 B count 512.
  const RequestLog log = {{0, 600}, {1, 8}, {2, 512}, {0, 0}, {1, 0}, {3, 100}, {2, 0}};
  Held held(log);
  held.play_to(3);
  EXPECT_EQ(held.held(), 1536);
  EXPECT_EQ(held.peak(), 1536);
  held.play_to(5);
  EXPECT_EQ(held.held(), 512);
  held.reset_peak();
  held.play_to(log.size());
  EXPECT_EQ(held.peak(), 1024);
  EXPECT_EQ(held.peak_at(), 5U);
  EXPECT_EQ(held.held(), 512);
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

}  // namespace
}  // namespace vramlint::probes
