#include "usage/notes.h"

#include <algorithm>

namespace vramlint::usage {

void Seen::add(const Seen& later) {
  executed.insert(later.executed.begin(), later.executed.end());
  broken_off.insert(later.broken_off.begin(), later.broken_off.end());
  loaded.insert(later.loaded.begin(), later.loaded.end());
  handed.insert(later.handed.begin(), later.handed.end());
  met.insert(later.met.begin(), later.met.end());
  asked_known.insert(later.asked_known.begin(), later.asked_known.end());
  asked_unknown.insert(later.asked_unknown.begin(), later.asked_unknown.end());
  for (const auto& [branch, decision] : later.decisions) {
    Decision& known = decisions[branch];
    known = {branch, known.taken || decision.taken, known.not_taken || decision.not_taken};
  }
  for (const Lack& one : later.lacked) lack(one);
  comparisons.add(later.comparisons);
}

void Seen::lack(Lack lack) {
  if (lacked_at_.emplace(lack.place.source, lack.place.begin).second) lacked.push_back(std::move(lack));
}

bool Notes::holds_part_of(size_t section, const interp::Value& value) {
  const auto* dict = value.as<interp::Dict>();
  if (!dict) return false;
  const auto& entries = dict->entries();
  return std::any_of(entries.begin(), entries.end(), [&](const interp::Dict::Entry& entry) {
    const std::vector<size_t> held = entry.live ? keys_of(entry.value.origin()) : std::vector<size_t>();
    return std::any_of(held.begin(), held.end(), [&](size_t index) { return keys_.at(index).parent == section; });
  });
}

}  // namespace vramlint::usage
