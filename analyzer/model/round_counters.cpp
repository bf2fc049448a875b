#include "model/round_counters.h"

#include <algorithm>
#include <string_view>

namespace vramlint::model {
namespace {

/// `count = 0`, `count = seen = 0`, `count, seen = 0, 0`.
bool sets(std::string_view line, std::string_view name) {
  const std::string_view targets = line.substr(0, std::min(line.rfind('='), line.size()));
  if (targets.size() == line.size() || targets.find_first_of("+-*/%!<>()[]\"'") != std::string_view::npos) return false;
  size_t begin = 0;
  while (begin <= targets.size()) {
    const size_t end = std::min(targets.find_first_of(",=", begin), targets.size());
    std::string_view target = targets.substr(begin, end - begin);
    target.remove_prefix(std::min(target.find_first_not_of(' '), target.size()));
    if (target.substr(0, target.find(' ')) == name) return true;
    begin = end + 1;
  }
  return false;
}

/// In the body of the loop itself, before the place: a branch in it may hold it off.
bool is_set_anew(const Span& loop, const interp::LocalCounter& counter) {
  if (!covers(loop, counter.place)) return false;
  const std::string_view text = loop.text().substr(0, counter.place.begin - loop.begin);
  size_t indent = std::string_view::npos;
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    const std::string_view line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    const size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos || line[begin] == '#') continue;
    if (indent == std::string_view::npos) indent = begin;
    if (begin == indent && sets(line.substr(begin), counter.name)) return true;
  }
  return false;
}

bool is_of_rounds(const TrainingLoop& loop, const interp::LocalCounter& counter) {
  const auto runs_there = [&](const Span& each) { return !counter.function || covers(counter.function, each); };
  if (!runs_there(loop.span) && std::ranges::none_of(loop.around, runs_there)) return false;
  return !is_set_anew(loop.span, counter);
}

}  // namespace

bool RoundCounters::counts(const TrainingLoop& loop, const interp::LocalCounter& counter) {
  const auto known = std::ranges::find_if(known_, [&](const auto& each) { return each.first == counter.place; });
  if (known != known_.end()) return known->second;
  return known_.emplace_back(counter.place, is_of_rounds(loop, counter)).second;
}

}  // namespace vramlint::model
