// The walls of the house: who may include whom is the table in analyzer/README.md; this test reads it and every
// #include.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "source_tree.h"

namespace vramlint::tests {
namespace {

using Table = std::map<std::string, std::set<std::string>>;  // room -> rooms it may include

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" `"), last = text.find_last_not_of(" `");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::set<std::string> names_in(const std::string& cell) {
  std::set<std::string> names;
  std::stringstream stream(cell);
  for (std::string name; std::getline(stream, name, ',');) {
    if (trimmed(name) != "–") names.insert(trimmed(name));
  }
  return names;
}

/// The rows below "| room | may include |".
Table read_table() {
  Table table;
  bool inside = false;
  static const std::regex row(R"(\|([^|]+)\|([^|]+)\|)");
  for (const std::string& line : lines_of(read_text(root() / "analyzer/README.md"))) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) {
      inside = false;
    } else if (trimmed(cells[1]) == "room" && trimmed(cells[2]) == "may include") {
      inside = true;
    } else if (inside && line.find("---") == std::string::npos) {
      table[trimmed(cells[1])] = names_in(cells[2]);
    }
  }
  return table;
}

/// The room a file of the tree lies in: "analyzer/graph/op.h" and "graph/op.h" are graph's, "rule.h" is the pipeline's.
std::string room_of(std::string path) {
  if (path.rfind("analyzer/", 0) == 0) path = path.substr(9);
  const size_t slash = path.find('/');
  return slash == std::string::npos ? "pipeline" : path.substr(0, slash);
}

struct Include {
  std::string target;
  bool angled = false;
  int line = 0;
};

std::vector<Include> includes_of(const std::string& text) {
  static const std::regex directive(R"rx(\s*#\s*include\s*(["<])([^">]+)[">].*)rx");
  std::vector<Include> includes;
  int number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    std::smatch match;
    if (std::regex_match(line, match, directive)) includes.push_back({match[2], match[1] == "<", number});
  }
  return includes;
}

std::vector<TreeFile> code() { return tree_files({"analyzer", "rules", "integrations", "probes"}, {".h", ".cpp"}); }

TEST(Rooms, EveryRoomStandsInTheTable) {
  const Table table = read_table();
  ASSERT_GE(table.size(), 10U) << "analyzer/README.md has lost its table";
  for (const TreeFile& file : code()) EXPECT_TRUE(table.count(room_of(file.path))) << file.path;
}

TEST(Rooms, NobodyIncludesPastTheTable) {
  const Table table = read_table();
  int seen = 0;
  for (const TreeFile& file : code()) {
    const std::string room = room_of(file.path);
    if (table.count(room) == 0) continue;
    for (const Include& include : includes_of(file.text)) {
      const std::string target = room_of(include.target);
      const bool beside = std::filesystem::exists((root() / file.path).parent_path() / include.target);
      if (include.angled || (beside && target == "pipeline") || target == room) continue;
      ++seen;
      EXPECT_TRUE(table.at(room).count(target))
          << file.path << ":" << include.line << ": `" << room << "` may not include " << include.target;
    }
  }
  EXPECT_GT(seen, 50) << "the test no longer sees the includes";
}

struct Wall {
  std::string name;
  std::regex forbidden;       ///< of an include's target
  std::string allowed_below;  ///< path prefix
};

std::vector<Wall> walls() {
  return {
      {"tree-sitter and yaml-cpp", std::regex(R"(tree_sitter/.*|yaml-cpp/.*)"), "analyzer/syntax/"},
      {"PCRE2", std::regex(R"(pcre2.*)"), "analyzer/interp/pattern.cpp"},
      {"LibTorch", std::regex(R"((torch|ATen|c10|caffe2)/.*)"), "probes/"},
  };
}

TEST(Rooms, TheLibrariesStayBehindTheirWalls) {
  for (const Wall& wall : walls()) {
    for (const TreeFile& file : code()) {
      if (file.path.rfind(wall.allowed_below, 0) == 0) continue;
      for (const Include& include : includes_of(file.text)) {
        EXPECT_FALSE(include.angled && std::regex_match(include.target, wall.forbidden))
            << file.path << ":" << include.line << ": " << wall.name << " may only be seen in " << wall.allowed_below;
      }
    }
  }
}

// What is printed is made harmless there. The compiler of the prelude is no part of the program, nor are the probes.
TEST(Rooms, OnlyTheConsolePrints) {
  static const std::regex printing(
      R"(\b(v?f?printf|f?puts|fputc|fwrite)\s*\(|\bstd::(cout|cerr|clog)\b|\bfmt::print\b)");
  for (const TreeFile& file : code()) {
    const bool allowed = file.path == "integrations/cli/console.cpp" ||
                         file.path == "analyzer/model/prelude_compiler.cpp" || file.path.rfind("probes/", 0) == 0;
    int number = 0;
    for (const std::string& line : lines_of(file.text)) {
      ++number;
      EXPECT_FALSE(!allowed && std::regex_search(line, printing)) << file.path << ":" << number << ": " << line;
    }
  }
}

// Paths as values are everybody's; touching the disk is base's. The doors may write what the user asked for.
TEST(Rooms, OnlyBaseTouchesTheDisk) {
  static const std::regex touching(
      R"(\bfopen\s*\(|\bstd::[io]?fstream\b|#include <fstream>|directory_iterator|filesystem::(exists|is_|status|canonical|weakly_canonical|file_size|read_symlink|create_|remove|rename|copy|current_path|last_write))");
  for (const TreeFile& file : code()) {
    if (file.path.rfind("analyzer/base/", 0) == 0 || file.path.rfind("integrations/", 0) == 0 ||
        file.path.rfind("probes/", 0) == 0) {
      continue;
    }
    int number = 0;
    for (const std::string& line : lines_of(file.text)) {
      ++number;
      EXPECT_FALSE(std::regex_search(line, touching)) << file.path << ":" << number << ": " << line;
    }
  }
}

}  // namespace
}  // namespace vramlint::tests
