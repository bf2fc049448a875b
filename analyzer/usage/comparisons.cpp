#include "usage/comparisons.h"

namespace vramlint::usage {

void Comparisons::add(const Span& place, std::optional<size_t> key, std::string_view text, bool equal) {
  const auto [entry, is_new] = by_place_.try_emplace({place.source, place.begin, place.end});
  std::optional<Comparison>& known = entry->second;
  if (is_new && key) known = Comparison{*key, std::string(text)};
  if (!known) return;
  if (known->key != key || known->text != text) return known.reset();
  (equal ? known->matched : known->differed) = true;
}

void Comparisons::add(const Comparisons& later) {
  for (const auto& [place, comparison] : later.by_place_) {
    const auto [entry, is_new] = by_place_.try_emplace(place, comparison);
    std::optional<Comparison>& known = entry->second;
    if (is_new || !known) continue;
    if (!comparison || known->key != comparison->key || known->text != comparison->text) {
      known.reset();
      continue;
    }
    known->matched = known->matched || comparison->matched;
    known->differed = known->differed || comparison->differed;
  }
}

const Comparison* Comparisons::at(const Span& place) const {
  const auto found = by_place_.find({place.source, place.begin, place.end});
  return found != by_place_.end() && found->second ? &*found->second : nullptr;
}

}  // namespace vramlint::usage
