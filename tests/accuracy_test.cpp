// The table of docs/accuracy.md beside the figures that it was made of: tests/measured/h100/accuracy.tsv, a line for
// each program and kind of memory, written by `./dev bench accuracy FOLDER --update`.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "source_tree.h"

namespace vramlint::tests {
namespace {

constexpr const char* kMetrics[] = {"allocated", "reserved", "process"};

struct Pair {
  double error = 0;
  bool inside = false;
};

struct Estimates {
  std::vector<Pair> found;
  size_t all = 0;
};

using Groups = std::map<std::string, std::map<std::string, Estimates>>;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == '\t')
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

Groups read_record() {
  Groups groups;
  std::istringstream lines(read_text(root() / "tests/measured/h100/accuracy.tsv"));
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> cells = split(line);  // group, case, metric, measured, low, point, high
    EXPECT_EQ(cells.size(), 7u) << line;
    Estimates& estimates = groups[cells[0]][cells[2]];
    ++estimates.all;
    if (cells[5].empty()) continue;
    const int64_t measured = std::stoll(cells[3]), low = std::stoll(cells[4]), high = std::stoll(cells[6]);
    const double ratio = static_cast<double>(std::stoll(cells[5])) / static_cast<double>(measured);
    estimates.found.push_back({std::fabs(ratio - 1), low <= measured && measured <= high});
  }
  return groups;
}

/// By nearest rank, in percent.
double percentile(std::vector<Pair> pairs, size_t share) {
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.error < b.error; });
  const size_t rank = std::max<size_t>((pairs.size() * share + 99) / 100, 1);
  return pairs[rank - 1].error * 100;
}

std::string row(const std::string& group, std::map<std::string, Estimates>& metrics) {
  std::string cells, inside;
  for (const char* metric : kMetrics) {
    const std::vector<Pair>& found = metrics[metric].found;
    const auto held = std::count_if(found.begin(), found.end(), [](const Pair& pair) { return pair.inside; });
    cells += found.empty() ? std::string(" – |")
                           : fmt::format(" {:.1f} / {:.1f} % |", percentile(found, 50), percentile(found, 90));
    inside += inside.empty() ? "" : " / ";
    inside += found.empty()
                  ? std::string("–")
                  : fmt::format("{:.0f}", 100.0 * static_cast<double>(held) / static_cast<double>(found.size()));
  }
  const Estimates& process = metrics["process"];
  return fmt::format("| {} | {} of {} |{} {} % |", group, process.found.size(), process.all, cells, inside);
}

TEST(Accuracy, TheTableIsMadeOfTheRecordedFigures) {
  const std::string page = read_text(root() / "docs/accuracy.md");
  Groups groups = read_record();
  ASSERT_GT(groups.size(), 3u);
  size_t place = page.find("| programs |");
  ASSERT_NE(place, std::string::npos);
  for (auto& [group, metrics] : groups) {
    const size_t found = page.find(row(group, metrics) + "\n", place);
    EXPECT_NE(found, std::string::npos) << row(group, metrics);
    if (found != std::string::npos) place = found;
  }
  const std::string table =
      page.substr(page.find("| programs |"), page.find("\n\n", place) - page.find("| programs |"));
  EXPECT_EQ(static_cast<size_t>(std::count(table.begin(), table.end(), '\n')), groups.size() + 1);
}

// The shares of memory/libraries/unexplained.cpp were chosen so.
TEST(Accuracy, IntervalsHoldNineteenInTwenty) {
  Groups groups = read_record();
  for (const char* metric : kMetrics) {
    size_t all = 0, held = 0;
    for (auto& [group, metrics] : groups) {
      for (const Pair& pair : metrics[metric].found) {
        ++all;
        held += pair.inside ? 1 : 0;
      }
    }
    ASSERT_GT(all, 100u);
    EXPECT_GE(20 * held, 19 * all) << metric << ": " << held << " of " << all;
  }
}

}  // namespace
}  // namespace vramlint::tests
