#include "report/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/printable.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

struct Row {
  std::string rule;
  int count = 0, safe = 0, unsafe = 0;
};

std::vector<Row> rows_of(const std::vector<Group>& groups) {
  std::map<std::string_view, Row> by_rule;
  for (const Group& group : groups) {
    Row& row = by_rule[group.finding.rule];
    ++row.count;
    const std::optional<Safety> mildest = mildest_fix(group.finding);
    row.safe += mildest == Safety::safe;
    row.unsafe += mildest == Safety::unsafe;
  }
  std::vector<Row> rows;
  for (auto& [rule, row] : by_rule) {
    row.rule = printable_name(rule);
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& lhs, const Row& rhs) { return lhs.count > rhs.count; });
  return rows;
}

Words mended(const Row& row) {
  std::vector<Words> ways;
  if (row.safe > 0) ways.push_back("{0} with --fix"_words(row.safe));
  if (row.unsafe > 0) ways.push_back("{0} with --unsafe-fixes"_words(row.unsafe));
  return listed(ways);
}

}  // namespace

std::string statistics(const std::vector<Group>& groups, const Context& context) {
  const std::vector<Row> rows = rows_of(groups);
  size_t number = 0, name = 0;
  for (const Row& row : rows) {
    number = std::max(number, fmt::formatted_size("{}", row.count));
    name = std::max(name, row.rule.size());
  }
  std::string text;
  for (const Row& row : rows) {
    text += fmt::format("{:>{}}  {:<{}}  {}", row.count, number, row.rule, name, context.say(mended(row)));
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

}  // namespace vramlint::report
