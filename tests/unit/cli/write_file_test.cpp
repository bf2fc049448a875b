#include "base/write_file.h"

#include <gtest/gtest.h>

#include "scratch.h"

namespace vramlint::cli {
namespace {

TEST(WriteFile, ReplacesAndKeepsPermissions) {
  const Scratch scratch({{"a.yaml", "old"}});
  std::filesystem::permissions(scratch.path() / "a.yaml", std::filesystem::perms(0640));
  EXPECT_EQ(write_file(scratch / "a.yaml", "new"), "");
  EXPECT_EQ(scratch.get("a.yaml"), "new");
  EXPECT_EQ(std::filesystem::status(scratch.path() / "a.yaml").permissions(), std::filesystem::perms(0640));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path()), {}), 1);
}

TEST(WriteFile, FollowsLinks) {
  const Scratch scratch({{"real.yaml", "old"}});
  std::filesystem::create_symlink("real.yaml", scratch.path() / "link.yaml");
  EXPECT_EQ(write_file(scratch / "link.yaml", "new"), "");
  EXPECT_EQ(scratch.get("real.yaml"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path() / "link.yaml"));
}

TEST(WriteFile, SaysWhatWentWrong) {
  const Scratch scratch;
  EXPECT_NE(write_file(scratch / "no/such/folder/a", "x"), "");
  EXPECT_NE(write_file(scratch.path(), "x"), "");
}

TEST(WriteFile, AppendsOrMakes) {
  const Scratch scratch;
  EXPECT_EQ(append_to_file(scratch / "s.md", "a\n"), "");
  EXPECT_EQ(append_to_file(scratch / "s.md", "b\n"), "");
  EXPECT_EQ(scratch.get("s.md"), "a\nb\n");
}

// Bytes as CPython's codecs write them.
TEST(EncodedLike, KeepsMarkAndEncoding) {
  const Source marked("a.yaml",
                      "\xEF\xBB\xBF"
                      "a: 1\r\n");
  EXPECT_EQ(encoded_like(marked, "a: 2\r\n"),
            "\xEF\xBB\xBF"
            "a: 2\r\n");
  const Source gbk("b.yaml", "# \xCF\xD4\xB4\xE6\na: 1\n");  // "显存".encode("gbk")
  ASSERT_EQ(gbk.encoding(), Encoding::gbk);
  EXPECT_EQ(encoded_like(gbk, "# 显存\na: 2\n"), "# \xCF\xD4\xB4\xE6\na: 2\n");
  const Source latin("c.py", "# coding: latin-1\n# \xE9\n");
  ASSERT_EQ(latin.encoding(), Encoding::latin1);
  EXPECT_EQ(encoded_like(latin, "# coding: latin-1\n# \u00e9!\n"), "# coding: latin-1\n# \xE9!\n");
  EXPECT_EQ(encoded_like(latin, "# 显\n"), std::nullopt);
}

}  // namespace
}  // namespace vramlint::cli
