// How far a config gets, to see whether an edit takes it less far.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "analyze.h"

namespace vramlint {

struct Standing {
  bool is_built = false;
  struct Phases {
    size_t trained = 0, validated = 0;
  };
  Phases told, followed;  ///< one that needs no more than another is followed, and not told
  size_t unknowns = 0, failures = 0;
  size_t cut_short = 0;           ///< later rounds that are counted up to where something raises
  std::set<std::string> failing;  ///< phases of the step; "": its constructor
  std::optional<bool> fits;
};

Standing standing_of(const Analysis& analysis);

/// Nothing is lost: every phase is there, none raises that did not before, and no more is unknown.
bool gets_as_far(const Standing& before, const Standing& after);

/// And what fits goes on fitting.
bool is_left_whole(const Standing& before, const Standing& after);

}  // namespace vramlint
