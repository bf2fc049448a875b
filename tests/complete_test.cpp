// Nothing is half there: pairs are pairs, lists list all, and files keep to their size.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "ops/registry.h"
#include "rules/list.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

constexpr int kFileLines = 400, kHeaderLines = 150;

// Longer than the limits, with the reason.
const std::map<std::string, std::string>& long_files() {
  static const std::map<std::string, std::string> reasons = {
      {"analyzer/syntax/python.h", "the table of Python's node kinds"},
      {"analyzer/interp/objects.h", "the table of Python's object kinds"},
      {"analyzer/interp/interpreter.h", "one class: the interface that the model room plugs into"},
  };
  return reasons;
}

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

bool exists(const std::string& path) { return std::filesystem::exists(root() / path); }

std::set<std::string> stems(const std::string& folder, const std::string& extension) {
  std::set<std::string> names;
  for (const TreeFile& file : tree_files({folder}, {extension})) {
    if (std::filesystem::path(file.path).parent_path() == folder) names.insert(stem(file.path));
  }
  names.erase("README");
  return names;
}

/// The words of `set(name …)` in a CMakeLists.txt.
std::vector<std::string> cmake_list(const std::string& path, const std::string& name) {
  const std::string text = read_text(root() / path);
  std::smatch match;
  std::vector<std::string> words;
  if (!std::regex_search(text, match, std::regex("set\\(" + name + "\\s([^)]*)\\)"))) {
    ADD_FAILURE() << path << " has no list `" << name << "`";
    return words;
  }
  std::istringstream stream(match[1]);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

TEST(Rules, AreTriplesOfSourceManualAndLine) {
  const std::vector<std::string> listed = cmake_list("rules/CMakeLists.txt", "rules");
  const std::set<std::string> names(listed.begin(), listed.end());
  EXPECT_EQ(names.size(), listed.size()) << "a rule stands twice in the list";
  EXPECT_EQ(names, stems("rules", ".md"));
  for (const std::string& name : names) EXPECT_TRUE(exists("rules/" + name + ".cpp")) << name;
  for (const std::string& translated : stems("rules/zh", ".md")) EXPECT_TRUE(names.contains(translated)) << translated;
  std::vector<std::string> built;
  for (const Rule* rule : rules::all()) built.emplace_back(rule->name);
  EXPECT_EQ(built, listed);
}

TEST(Rules, HaveDistinctCodesInOrder) {
  const std::regex form("VL1[0-9]{3}");
  std::string before;
  for (const Rule* rule : rules::all()) {
    const std::string code(rule->code);
    EXPECT_TRUE(std::regex_match(code, form)) << code;
    EXPECT_LT(before, code) << rule->name;
    before = code;
  }
}

TEST(Rules, SayTheSameInManualAndSource) {
  for (const Rule* rule : rules::all()) {
    const std::vector<std::string> lines = lines_of(std::string(rule->manual));
    ASSERT_GT(lines.size(), 10U) << rule->name;
    EXPECT_EQ(lines[0], "# " + std::string(rule->name));
    std::string statement;
    for (size_t i = 2; i < lines.size() && !lines[i].empty(); ++i) statement += (i > 2 ? " " : "") + lines[i];
    EXPECT_EQ(statement, rule->summary);
    size_t at = 0;
    for (const char* section : {"## Why it matters\n", "## Example\n", "## How sure\n", "## Known gaps\n"}) {
      const size_t found = rule->manual.find(section, at);
      EXPECT_NE(found, std::string_view::npos) << rule->name << " lacks " << section;
      at = found == std::string_view::npos ? at : found;
    }
  }
}

TEST(Rules, EveryNameThatAStageReportsIsListed) {
  std::set<std::string> listed;
  for (const Rule* rule : rules::all()) listed.emplace(rule->name);
  // error("name", …), fail(x ? "name" : "name", …), .rule = x ? "name" : "name"
  static const std::regex reported(
      R"rx((?:\b(?:error|warning|fail)\(|\brule = )[^;"]*"([a-z]+(?:-[a-z]+)+)"(?:\s*:\s*"([a-z]+(?:-[a-z]+)+)")?)rx");
  int seen = 0;
  for (const TreeFile& file : tree_files({"analyzer", "integrations"}, {".cpp", ".h"})) {
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), reported), end; it != end; ++it) {
      for (size_t group = 1; group <= 2 && (*it)[group].matched; ++group, ++seen) {
        EXPECT_TRUE(listed.count((*it)[group]))
            << file.path << " reports " << (*it)[group] << ", which no rule describes";
      }
    }
  }
  EXPECT_GT(seen, 10) << "the test no longer sees where stages report";
}

// What the operators share, and so is none itself.
const std::set<std::string> kOperatorWorkshop = {"attention_kernel", "attention_math", "autocast_lists", "blas",
                                                 "define",           "elementwise",    "layout",         "program",
                                                 "reducing",         "registry",       "sample",         "shaping"};

TEST(Operators, EveryFileIsListed) {
  const std::vector<std::string> listed = cmake_list("analyzer/ops/CMakeLists.txt", "OPERATORS");
  std::set<std::string> files = stems("analyzer/ops", ".cpp");
  for (const std::string& shared : kOperatorWorkshop) EXPECT_EQ(files.erase(shared), 1U) << shared;
  EXPECT_EQ(std::set<std::string>(listed.begin(), listed.end()), files);
}

TEST(Operators, HaveTwoSamplesAndAName) {
  EXPECT_GT(ops::operators().size(), 20U);
  for (const graph::Op* op : ops::operators()) {
    ASSERT_NE(op->samples, nullptr) << op->schema;
    EXPECT_GE(op->samples().size(), 2U) << op->schema;
    EXPECT_FALSE(op->names.empty()) << op->schema;
  }
}

TEST(Dialects, EachHasItsPage) {
  const std::set<std::string> pages = stems("analyzer/config/dialects", ".md");
  EXPECT_GE(pages.size(), 2U);
  for (const std::string& name : pages) EXPECT_TRUE(exists("analyzer/config/dialects/" + name + ".cpp")) << name;
}

TEST(Files, KeepToTheirSize) {
  std::set<std::string> needless;
  for (const auto& [path, reason] : long_files()) needless.insert(path);
  for (const TreeFile& file : tree_files({"analyzer", "rules", "integrations", "probes", "tests"}, {".cpp", ".h"})) {
    const auto lines = std::count(file.text.begin(), file.text.end(), '\n');
    const int limit = stem(file.path) + ".h" == std::filesystem::path(file.path).filename() ? kHeaderLines : kFileLines;
    if (lines > limit) {
      EXPECT_TRUE(long_files().count(file.path)) << file.path << " has " << lines << " lines; the limit is " << limit;
      needless.erase(file.path);
    }
  }
  for (const std::string& path : needless) ADD_FAILURE() << path << " needs no exception any more";
}

}  // namespace
}  // namespace vramlint::tests
