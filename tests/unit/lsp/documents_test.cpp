#include "integrations/lsp/documents.h"

#include <gtest/gtest.h>

#include <random>

namespace vramlint::lsp {
namespace {

Json edit(Range range, const std::string& text) { return {{"range", to_json(range)}, {"text", text}}; }

TEST(Documents, ChangesAreAppliedWhereTheUnitsSay) {
  for (const auto& [unit, at] : {std::pair(Unit::utf16, 3), std::pair(Unit::utf8, 5)}) {
    Document document{"", "", 1, "a\U0001F600b\nc"};
    EXPECT_TRUE(change(document, edit({{0, at}, {1, 0}}, "X"), unit));
    EXPECT_EQ(document.text, "a\U0001F600Xc");
  }
}

TEST(Documents, WithoutARangeTheWholeTextIsReplaced) {
  Document document{"", "", 1, "old"};
  EXPECT_TRUE(change(document, {{"text", "new"}}, Unit::utf16));
  EXPECT_EQ(document.text, "new");
}

TEST(Documents, AMarkStays) {
  Document document{"", "", 1,
                    "\xEF\xBB\xBF"
                    "ab"};
  EXPECT_TRUE(change(document, edit({{0, 1}, {0, 2}}, "X"), Unit::utf16));
  EXPECT_EQ(document.text, "\xEF\xBB\xBFXb");
}

TEST(Documents, ARangeTheWrongWayRoundInsertsOnly) {
  Document document{"", "", 1, "abc"};
  EXPECT_TRUE(change(document, edit({{0, 2}, {0, 1}}, "X"), Unit::utf16));
  EXPECT_EQ(document.text, "abXc");
}

TEST(Documents, MalformedChangesThrow) {
  Document document{"", "", 1, "abc"};
  EXPECT_THROW(change(document, Json::object(), Unit::utf16), Json::exception);
  EXPECT_THROW(change(document, {{"text", 5}}, Unit::utf16), Json::exception);
  EXPECT_THROW(change(document, {{"text", ""}, {"range", {{"start", 1}}}}, Unit::utf16), Json::exception);
  EXPECT_EQ(document.text, "abc");
}

/// The same edits on a list of lines of code points, which knows nothing of bytes.
TEST(Documents, RandomEditsDoWhatTheyDoToAListOfCharacters) {
  const std::vector<std::string> alphabet = {"a", "\u00e9", "\u4e2d", "\U0001F600", "\n"};
  std::mt19937 random(7);
  Document document;
  std::vector<std::string> model;
  const auto place = [&](size_t index) {
    Place found;
    for (size_t i = 0; i < index; ++i)
      found = model[i] == "\n" ? Place{found.line + 1, 0}
                               : Place{found.line, found.character + (model[i].size() == 4 ? 2 : 1)};
    return found;
  };
  for (int i = 0; i < 500; ++i) {
    size_t begin = random() % (model.size() + 1), end = std::min(model.size(), begin + random() % 4);
    std::vector<std::string> fresh(random() % 5);
    std::string text;
    for (std::string& one : fresh) text += one = alphabet[random() % alphabet.size()];
    EXPECT_TRUE(change(document, edit({place(begin), place(end)}, text), Unit::utf16));
    model.erase(model.begin() + static_cast<std::ptrdiff_t>(begin), model.begin() + static_cast<std::ptrdiff_t>(end));
    model.insert(model.begin() + static_cast<std::ptrdiff_t>(begin), fresh.begin(), fresh.end());
    std::string whole;
    for (const std::string& one : model) whole += one;
    ASSERT_EQ(document.text, whole) << i;
  }
}

TEST(Documents, PathsOfUris) {
  EXPECT_EQ(path_of("file:///a/b%20c/%C3%A9.yaml"), "/a/b c/\u00e9.yaml");
  EXPECT_EQ(path_of("file://localhost/a/../b"), "/b");
  EXPECT_EQ(path_of("file:///a%2"), "/a%2");
  EXPECT_EQ(path_of("file:/tmp/x"), "/tmp/x");
  EXPECT_EQ(path_of("FILE:///tmp/x"), "/tmp/x");
  EXPECT_EQ(path_of("file:tmp/x"), "");
  EXPECT_EQ(path_of("untitled:Untitled-1"), "");
  EXPECT_EQ(path_of("file://host/a"), "");
  EXPECT_EQ(path_of("file:///a%00b"), "");
}

}  // namespace
}  // namespace vramlint::lsp
