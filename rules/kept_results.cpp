#include "rules/kept_results.h"

#include <algorithm>

namespace vramlint::rules {
namespace {

constexpr Bytes kWorthTelling{int64_t{32} << 20};

}  // namespace

std::vector<const model::KeptResults*> kept_by_loops(const Analysis& analysis, bool trains) {
  std::vector<const model::KeptResults*> found;
  if (!analysis.built) return found;
  for (const model::KeptResults& kept : analysis.built->kept_in_all) {
    const Bytes all = kept.bytes * (kept.turns > 0 ? kept.turns : model::kTurnsTaken);
    if ((kept.of == model::KeptResults::Of::training) != trains || kept.turns == 1 || all < kWorthTelling) continue;
    const auto is_told = [&](const auto* each) { return each->places.front() == kept.places.front(); };
    if (std::none_of(found.begin(), found.end(), is_told)) found.push_back(&kept);
  }
  return found;
}

bool are_most_of(const Analysis& analysis, const Interval& peak) {
  const auto is_most = [&](const model::KeptResults* kept) { return kept->bytes * kept->turns * 4 > peak.point; };
  return std::ranges::any_of(kept_by_loops(analysis, false), is_most);
}

void report_kept(const model::KeptResults& kept, Report& report, Words described, std::vector<Words> advice) {
  std::vector<Related> related;
  for (size_t i = 1; i < kept.places.size(); ++i) related.push_back({kept.places[i], "kept here, too"_words});
  advice.insert(advice.begin(), std::move(described));
  report.add(kept.places.front(), sentences(std::move(advice)), std::move(related));
}

}  // namespace vramlint::rules
