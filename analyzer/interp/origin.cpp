#include "interp/origin.h"

#include <algorithm>
#include <cstring>

namespace vramlint::interp {

namespace {

constexpr int64_t kBytesOfAnAtom = 200, kBytesOfAPair = 40, kBytesOfASet = 120;  // with what the tables take for one

/// Literals have no key, and a file may have a hundred thousand: their places tell them apart.
std::string nameless(const Span& span) {
  std::string text(1 + 2 * sizeof(uint32_t), '\0');
  std::memcpy(text.data() + 1, &span.begin, sizeof(uint32_t));
  std::memcpy(text.data() + 1 + sizeof(uint32_t), &span.end, sizeof(uint32_t));
  return text;
}

}  // namespace

// Origin 0 is the empty set; every other one indexes a sorted vector of atom numbers.
Origins::Origins() { sets_.emplace_back(); }

Origin Origins::known(const OriginAtom& atom) const {
  const auto same_key = by_key_.find(atom.key.empty() ? nameless(atom.span) : atom.key);
  if (same_key == by_key_.end()) return 0;
  for (const Origin candidate : same_key->second)
    if (atoms_[sets_[candidate].front()] == atom) return candidate;
  return 0;
}

Origin Origins::atom(OriginAtom atom) {
  if (const Origin same = known(atom)) return same;
  const std::string name = atom.key.empty() ? nameless(atom.span) : atom.key;
  if (atoms_.size() >= kMostAtoms) return 0;
  bytes_ += kBytesOfAnAtom + static_cast<int64_t>(2 * atom.key.size());
  auto number = static_cast<uint32_t>(atoms_.size());
  atoms_.push_back(std::move(atom));
  read_.push_back(false);
  sets_.push_back({number});
  auto origin = static_cast<Origin>(sets_.size() - 1);
  by_key_[name].push_back(origin);
  return origin;
}

Origin Origins::join(Origin left, Origin right) {
  if (left == right || right == 0) return left;
  if (left == 0) return right;
  if (left > right) std::swap(left, right);
  uint64_t pair = (static_cast<uint64_t>(left) << 32) | right;
  auto known = joined_.find(pair);
  if (known != joined_.end()) return known->second;
  std::vector<uint32_t> all;
  std::set_union(sets_[left].begin(), sets_[left].end(), sets_[right].begin(), sets_[right].end(),
                 std::back_inserter(all));
  if (all.size() > most_) {
    lost_.insert(all.begin() + static_cast<std::ptrdiff_t>(most_), all.end());
    all.resize(most_);
  }
  Origin result;
  if (all == sets_[left]) {
    result = left;
  } else if (all == sets_[right]) {
    result = right;
  } else {
    result = interned(std::move(all));
  }
  joined_.emplace(pair, result);
  bytes_ += kBytesOfAPair;
  return result;
}

Origin Origins::interned(std::vector<uint32_t> set) {
  auto [place, is_new] = by_set_.try_emplace(std::move(set), static_cast<Origin>(sets_.size()));
  if (is_new) {
    sets_.push_back(place->first);
    bytes_ += kBytesOfASet + static_cast<int64_t>(2 * sizeof(uint32_t) * place->first.size());
  }
  return place->second;
}

Origin Origins::of(std::vector<uint32_t> numbers) {
  if (numbers.empty()) return 0;
  return numbers.size() == 1 ? atom(OriginAtom(atoms_[numbers.front()])) : interned(std::move(numbers));
}

Origin Origins::without(Origin all, Origin some) {
  std::vector<uint32_t> left;
  std::set_difference(sets_.at(all).begin(), sets_.at(all).end(), sets_.at(some).begin(), sets_.at(some).end(),
                      std::back_inserter(left));
  return of(std::move(left));
}

std::vector<OriginAtom> Origins::atoms(Origin origin) const {
  std::vector<OriginAtom> result;
  for (uint32_t number : sets_.at(origin)) result.push_back(atoms_[number]);
  return result;
}

std::vector<OriginAtom> Origins::lost() const {
  std::vector<OriginAtom> result;
  for (uint32_t number : lost_) result.push_back(atoms_[number]);
  return result;
}

void Origins::mark_read(Origin origin) {
  for (uint32_t number : sets_.at(origin)) read_[number] = true;
}

bool Origins::was_read(Origin origin) const {
  const std::vector<uint32_t>& set = sets_.at(origin);
  return std::all_of(set.begin(), set.end(), [this](uint32_t number) { return read_[number]; });
}

}  // namespace vramlint::interp
