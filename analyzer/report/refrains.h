// The same said of several configs, each at its own place: a reader is told it once, with the other places.
#pragma once

#include <string>
#include <vector>

#include "report/groups.h"

namespace vramlint::report {

struct Refrain {
  const Group* first;
  std::vector<const Group*> again;
};

/// In the order of the first ones; they point into `groups`. Equal: rule, level, message and what the fixes say. A
/// group that names configs beside its place is told for itself.
std::vector<Refrain> refrains_of(const std::vector<Group>& groups);

/// "and at 24 more places: b.yaml:3:5, c.yaml:3:5, d.yaml:7:3 and 21 more"; empty where there is no other.
std::string elsewhere(const Refrain& refrain, const Context& context);

}  // namespace vramlint::report
