// Expected values: the published vectors of github/codeql-action, src/fingerprints.test.ts, and further ones computed
// by two independent implementations of the same description.
#include "report/line_hash.h"

#include <gtest/gtest.h>

namespace vramlint::report {
namespace {

using Hashes = std::vector<std::string>;

const Hashes kHello = {"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
                       "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1"};

TEST(LineHash, EmptyFile) { EXPECT_EQ(line_hashes(""), Hashes{"c129715d7a2bc9a3:1"}); }

TEST(LineHash, FewLines) {
  EXPECT_EQ(line_hashes(" a\nb\n  \t\tc\n d"),
            (Hashes{"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"}));
}

TEST(LineHash, EmptyLinesWithoutFinalLineEnd) {
  EXPECT_EQ(line_hashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End"),
            (Hashes{"8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1", "c6805c5e1288b612:1",
                    "b86d3392aea1be30:1", "e6ceba753e1a442:1"}));
}

TEST(LineHash, AllLineEnds) {
  EXPECT_EQ(line_hashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n"), kHello);
  EXPECT_EQ(line_hashes(" hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r"), kHello);
  EXPECT_EQ(line_hashes(" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n"), kHello);
  EXPECT_EQ(line_hashes(" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n"), kHello);
}

TEST(LineHash, RepeatedLinesAreNumbered) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "Lorem ipsum dolor sit amet.\n";
  EXPECT_EQ(line_hashes(text),
            (Hashes{"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
                    "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
                    "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1"}));
}

TEST(LineHash, BlankFiles) {
  EXPECT_EQ(line_hashes("\n"), (Hashes{"3c5bef55b72b93c9:1", "c129715d7a2bc9a3:1"}));
  EXPECT_EQ(line_hashes("   "), Hashes{"c129715d7a2bc9a3:1"});
}

TEST(LineHash, ReturnAndLineFeedApartAreTwoEnds) {
  EXPECT_EQ(line_hashes("a\r \nb"), (Hashes{"67c066a59e652f5e:1", "cc4c43d77869440f:1", "8ee5a81e681643c1:1"}));
}

TEST(LineHash, CountsUtf16Units) {
  EXPECT_EQ(line_hashes("\xEF\xBB\xBF"
                        "a"),
            Hashes{"32afc9aa38d90537:1"});
  EXPECT_EQ(line_hashes("\xF0\x9F\x98\x80\n"), (Hashes{"49e42825ed591e1a:1", "c129715d7a2bc9a3:1"}));
  EXPECT_EQ(line_hashes("x = '\xC3\xA9'\n"), (Hashes{"473b8306da4b0cd9:1", "c129715d7a2bc9a3:1"}));
}

TEST(LineHash, LooksAtAHundredUnits) {
  const Hashes expected = {"52b56201ffb58620:1", "c129715d7a2bc9a3:1"};
  EXPECT_EQ(line_hashes(std::string(150, 'x') + "\n"), expected);
  EXPECT_EQ(line_hashes(std::string(100, 'x') + "y\n"), expected);
}

TEST(LineHash, AYamlFile) {
  EXPECT_EQ(line_hashes("# toy\ntrain:\n  batch_size: 64\n  steps: 10\n"),
            (Hashes{"ccacd5ad63a9bee0:1", "1e0b192ddf396dfb:1", "31e30e6601fa7f11:1", "e414c4bf48a66fa3:1",
                    "c129715d7a2bc9a3:1"}));
}

}  // namespace
}  // namespace vramlint::report
