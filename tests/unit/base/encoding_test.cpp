#include "base/encoding.h"

#include <gtest/gtest.h>

namespace vramlint {
namespace {

struct Row {
  const char* name;
  std::string raw;
  std::string text;
  Encoding encoding;
  bool bom;
};

// The bytes are what CPython's codecs make of the texts: "批量大小".encode("gbk"), "café".encode("latin-1").
const std::string kGbk = "\xc5\xfa\xc1\xbf\xb4\xf3\xd0\xa1";
const std::string kChinese = "批量大小";

TEST(Encoding, EveryTextBecomesUtf8) {
  const Row rows[] = {
      {"plain", "a = 1\n", "a = 1\n", Encoding::utf8, false},
      {"utf-8", "# " + kChinese, "# " + kChinese, Encoding::utf8, false},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "a",
       "a", Encoding::utf8, true},
      {"only the mark", "\xEF\xBB\xBF", "", Encoding::utf8, true},
      {"gbk", "# " + kGbk + "\n", "# " + kChinese + "\n", Encoding::gbk, false},
      {"gbk that claims utf-8", "# -*- coding: utf-8 -*-\n# " + kGbk, "# -*- coding: utf-8 -*-\n# " + kChinese,
       Encoding::gbk, false},
      {"gbk that says so", "# coding=gbk\n# " + kGbk, "# coding=gbk\n# " + kChinese, Encoding::gbk, false},
      {"gb18030, four bytes", "\x95\x32\x82\x36", "\xF0\xA0\x80\x80", Encoding::gbk, false},  // U+20000
      {"latin-1", "# caf\xe9 noir", "# café noir", Encoding::latin1, false},
      {"declared latin-1", "# coding: latin-1\n# \xe9t\xe9", "# coding: latin-1\n# été", Encoding::latin1, false},
      {"overlong utf-8", "# \xC0\xAF \xff", "# À¯ ÿ", Encoding::latin1, false},
      {"surrogate in utf-8", "\xED\xA0\x80 \xff", "í\xC2\xA0\xC2\x80 ÿ", Encoding::latin1, false},
  };
  for (const Row& row : rows) {
    const Source source("a.py", row.raw);
    EXPECT_EQ(source.text(), row.text) << row.name;
    EXPECT_EQ(source.raw(), row.raw) << row.name;
    EXPECT_EQ(source.encoding(), row.encoding) << row.name;
    EXPECT_EQ(source.had_bom(), row.bom) << row.name;
    EXPECT_TRUE(is_utf8(source.text())) << row.name;
  }
}

TEST(Encoding, Utf8IsRfc3629) {
  for (const char* good :
       {"", "a", "\xC2\x80", "\xE0\xA0\x80", "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  for (const char* bad : {"\x80", "\xC1\x80", "\xC2", "\xE0\x9F\x80", "\xED\xA0\x80", "\xE1\x80", "\xF0\x8F\x80\x80",
                          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
  }
}

}  // namespace
}  // namespace vramlint
