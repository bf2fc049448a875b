#include "base/bytes.h"

#include <gtest/gtest.h>

#include <limits>

namespace vramlint {
namespace {

TEST(Bytes, WritesThreeFiguresInBinaryUnits) {
  const std::pair<int64_t, const char*> rows[] = {
      {0, "0 B"},
      {512, "512 B"},
      {1023, "1023 B"},
      {1024, "1.00 KiB"},
      {8524923, "8.13 MiB"},          // 8.13 * 2^20
      {33715496550, "31.4 GiB"},      // 31.4 * 2^30
      {1024 * 1024 - 1, "1.00 MiB"},  // rounds up into the next unit
      {int64_t{999} << 20, "999 MiB"},
      {int64_t{1000} << 20, "1000 MiB"},
      {-(int64_t{3} << 30), "-3.00 GiB"},
  };
  for (const auto& [count, text] : rows) EXPECT_EQ(to_string(Bytes{count}), text) << count;
}

TEST(Bytes, ReadsSizesAsPeopleWriteThem) {
  const std::pair<const char*, int64_t> rows[] = {
      {"24GiB", 25769803776}, {"24 GB", 25769803776},
      {"24G", 25769803776},   {"1536MiB", 1610612736},
      {"80e9", 80000000000},  {"512", 512},
      {"512 B", 512},         {"1.5KiB", 1536},
      {" 2g ", 2147483648},   {"0", 0},
      {".5K", 512},
  };
  for (const auto& [text, count] : rows) {
    const auto size = parse_bytes(text);
    ASSERT_TRUE(size) << text;
    EXPECT_EQ(size->count, count) << text;
  }
}

TEST(Bytes, RefusesWhatIsNoSize) {
  for (const char* text :
       {"", " ", "GiB", "-1G", "+1G", "inf", "nan", "24XB", "24GiBs", "1e400", "9e18GiB", "1 2", "0x10"}) {
    EXPECT_FALSE(parse_bytes(text)) << text;
  }
}

TEST(Bytes, ArithmeticSaturates) {
  const Bytes most{std::numeric_limits<int64_t>::max()}, least{std::numeric_limits<int64_t>::min()};
  EXPECT_EQ(most + Bytes{1}, most);
  EXPECT_EQ(least - Bytes{1}, least);
  EXPECT_EQ(Bytes{-5} - most - Bytes{10}, least);
  EXPECT_EQ(kGiB * (int64_t{1} << 40), most);
  EXPECT_EQ(kGiB * -(int64_t{1} << 40), least);
  EXPECT_EQ(saturating_product(int64_t{1} << 40, int64_t{1} << 40), most.count);
  EXPECT_EQ(saturating_product(3, 5), 15);
}

TEST(Interval, AddsEndByEnd) {
  const Interval sum = Interval{Bytes{1}, Bytes{2}, Bytes{3}} + Interval::exactly(Bytes{10});
  EXPECT_EQ(sum, (Interval{Bytes{11}, Bytes{12}, Bytes{13}}));
  EXPECT_FALSE(sum.exact());
}

}  // namespace
}  // namespace vramlint
