// The Chinese catalogue is whole: every form of the source has an entry, every entry is a form, and each says what the
// English one does as far as a test can tell.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/catalogue.h"
#include "forms.h"
#include "report/languages.h"
#include "rules/list.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

std::set<std::string> forms() {
  std::set<std::string> all;
  for (const TreeFile& file : tree_files({"analyzer", "rules", "integrations"}, {".cpp", ".h"})) {
    for (std::string& form : forms_in(file.text)) all.insert(std::move(form));
  }
  for (const Rule* rule : rules::all()) all.emplace(rule->summary);
  return all;
}

std::set<char> places(std::string_view form) {
  std::set<char> found;
  for (size_t at = form.find('{'); at != std::string_view::npos; at = form.find('{', at + 1)) {
    if (at + 2 < form.size() && form[at + 2] == '}' && form[at + 1] >= '0' && form[at + 1] <= '9')
      found.insert(form[at + 1]);
  }
  return found;
}

/// Has a word of English: letters that are neither code nor a place.
bool has_words(std::string_view form) {
  bool in_code = false;
  for (const char c : form) {
    in_code ^= c == '`';
    if (!in_code && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return true;
  }
  return false;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80; });
}

TEST(Forms, AreLiteralsThatSaySo) {
  const std::string source =
      "f(\"one {0}\"_words(x), \"plain\"); // \"no\"_words\n"
      "g(b ? \"two \"\n  \"lines\"_words : \"\\\"three\\\"\"_words, '\"', 1'000, \"four\"_words);";
  EXPECT_EQ(forms_in(source), (std::vector<std::string>{"one {0}", "two lines", "\"three\"", "four"}));
}

TEST(Chinese, HasEveryForm) {
  const std::set<std::string> all = forms();
  EXPECT_GT(all.size(), 300U);
  for (const std::string& form : all) EXPECT_FALSE(report::chinese().find(form).empty()) << form;
}

TEST(Chinese, HasNoEntryThatIsNoForm) {
  const std::set<std::string> all = forms();
  for (const auto& [english, _] : report::chinese().entries())
    EXPECT_TRUE(all.contains(std::string(english))) << english;
}

TEST(Chinese, HasEveryEntryOnce) {
  const std::vector<std::string> lines = lines_of(read_text(root() / "analyzer/report/zh.txt"));
  const auto count =
      std::count_if(lines.begin(), lines.end(), [](const std::string& line) { return line.starts_with("= "); });
  EXPECT_EQ(static_cast<size_t>(count), report::chinese().entries().size());
}

TEST(Chinese, HasThePlacesOfTheEnglishForm) {
  for (const auto& [english, chinese] : report::chinese().entries()) {
    EXPECT_EQ(places(chinese), places(english)) << english;
  }
}

TEST(Chinese, LeavesNothingInEnglish) {
  for (const auto& [english, chinese] : report::chinese().entries())
    EXPECT_FALSE(has_words(english) && is_ascii(chinese)) << english;
}

}  // namespace
}  // namespace vramlint::tests
