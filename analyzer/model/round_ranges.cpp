#include "model/round_ranges.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace vramlint::model {
namespace {

/// Of `for i, (x, y) in enumerate(loader):`.
bool is_target_of(const Span& loop, const std::string& name) {
  const std::string_view text = loop.text();
  const std::string_view targets = text.substr(0, text.find(" in "));
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (size_t at = targets.find(name); at != std::string_view::npos; at = targets.find(name, at + 1)) {
    const size_t end = at + name.size();
    if (at > 0 && !is_of_name(targets[at - 1]) && (end == targets.size() || !is_of_name(targets[end]))) return true;
  }
  return false;
}

}  // namespace

void RoundRanges::runs(const Span& loop, int64_t item, int64_t last) {
  std::erase_if(ranges_, [&](const Range& each) { return each.loop == loop; });
  ranges_.push_back({loop, item, last});
}

bool RoundRanges::may_turn(const interp::RoundComparison& comparison, bool holds) const {
  if (comparison.name.empty()) return true;
  const auto range = std::ranges::find_if(ranges_, [&](const Range& each) {
    return each.item + comparison.offset == comparison.number && is_target_of(each.loop, comparison.name);
  });
  return range == ranges_.end() || range->last < range->item ||
         may_come_to(comparison, comparison.number, range->last + comparison.offset, !holds);
}

}  // namespace vramlint::model
