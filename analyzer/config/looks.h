// What a program has looked at of the config it is given.
#pragma once

#include <unordered_set>
#include <vector>

#include "config/config.h"

namespace vramlint::config {

/// Of one mapping. A list is looked at where the mapping that it stands in is.
struct Look {
  bool at_all = false;                ///< it was gone through, or counted
  std::unordered_set<size_t> hashes;  ///< text_hash of the names that were looked for

  /// What has no name is seen with anything else.
  bool sees(const Entry& entry) const;
  void add(const Look& other);
};

/// Of each mapping that stands in nothing but what was looked at, in the order of the tree.
using Looks = std::vector<Look>;

/// `all`: of every mapping.
Looks looks_of(const Node& root, const std::vector<Look>& all);

}  // namespace vramlint::config
