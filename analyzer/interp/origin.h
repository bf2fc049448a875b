// Where a value came from: the config keys (or literals) it was computed from. A small interned set that is joined
// through arithmetic, containers and calls, so that a tensor's dimension or a failed assert leads back to the lines
// that set it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/span.h"

namespace vramlint::interp {

using Origin = uint32_t;  ///< 0: none

/// One config value: its dotted key path ("train.batch_size", "" for a bare literal) and where it is written.
struct OriginAtom {
  std::string key;
  Span span;
  bool operator==(const OriginAtom&) const = default;
};

/// One per interpreter. Sets are kept sorted by atom; beyond so many atoms a set keeps its first ones.
class Origins {
 public:
  static constexpr size_t kMaxAtoms = 16;
  static constexpr size_t kMostAtoms = 200'000;  ///< in all: no place is kept of what comes after them
  Origins();
  void keep(size_t most) { most_ = most; }     ///< in each set, in place of kMaxAtoms
  Origin atom(OriginAtom atom);                ///< the same atom, the same Origin
  Origin known(const OriginAtom& atom) const;  ///< 0 where there is no such atom yet
  Origin join(Origin left, Origin right);
  Origin without(Origin all, Origin some);
  std::vector<OriginAtom> atoms(Origin origin) const;
  void mark_read(Origin origin);       ///< the program read these values
  bool was_read(Origin origin) const;  ///< every atom of it was
  /// What some set had no room for.
  std::vector<OriginAtom> lost() const;
  size_t count() const { return sets_.size(); }
  const std::vector<uint32_t>& numbers(Origin origin) const { return sets_.at(origin); }  ///< of its atoms, ascending
  Origin of(std::vector<uint32_t> numbers);
  bool is_cut_short() const { return !lost_.empty(); }
  int64_t bytes() const { return bytes_; }  ///< that all this takes, about

 private:
  size_t most_ = kMaxAtoms;
  int64_t bytes_ = 0;
  std::set<uint32_t> lost_;
  std::vector<OriginAtom> atoms_;
  std::vector<bool> read_;
  std::vector<std::vector<uint32_t>> sets_;
  std::unordered_map<uint64_t, Origin> joined_;
  std::unordered_map<std::string, std::vector<Origin>> by_key_;
  std::map<std::vector<uint32_t>, Origin> by_set_;

  Origin interned(std::vector<uint32_t> set);
};

}  // namespace vramlint::interp
