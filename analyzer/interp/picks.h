// Places of `size` items among `count`, in lexicographic order, one choice after the other: ascending for combinations,
// without repeats for permutations.
#pragma once

#include <cstddef>
#include <vector>

namespace vramlint::interp {

enum class Picking { combinations, with_replacement, permutations };

template <Picking kChoice>
class Picks {
 public:
  /// There are so many to choose from.
  Picks(size_t count, size_t size) : used_(count), places_(size) { fill(0, 0); }

  bool any() const { return any_; }
  const std::vector<size_t>& places() const { return places_; }

  void advance() {
    for (size_t at = places_.size(); at-- > 0;) {
      used_[places_[at]] = false;
      size_t next = places_[at] + 1;
      while (kChoice == Picking::permutations && next < used_.size() && used_[next]) ++next;
      if (next >= end(at)) continue;
      places_[at] = next;
      used_[next] = true;
      return fill(at + 1, kChoice == Picking::permutations ? 0 : next);
    }
    any_ = false;
  }

 private:
  /// What stands behind a place of a combination needs places of its own.
  size_t end(size_t at) const {
    return used_.size() - (kChoice == Picking::combinations ? places_.size() - at - 1 : 0);
  }

  void fill(size_t at, size_t next) {
    for (; at < places_.size(); ++at) {
      while (kChoice != Picking::with_replacement && used_[next]) ++next;
      places_[at] = next;
      used_[next] = true;
    }
  }

  std::vector<bool> used_;
  std::vector<size_t> places_;
  bool any_ = true;
};

}  // namespace vramlint::interp
