// What could not be known statically. It travels on and is listed to the user; it is never counted as zero.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/span.h"

namespace vramlint {

/// What knowing it would do to the figures.
enum class Pull : uint8_t {
  up,      ///< they are lower bounds
  either,  ///< they are no bounds
};

/// What one that follows from another says of it. Those of one cause and one gap are said once.
enum class Gap : uint8_t {
  own,       ///< it follows from nothing
  given,     ///< a call of what is not known has taken something that is
  held,      ///< what is not known is a part of a module
  around,    ///< code runs in a context or a decorator that is not known
  training,  ///< what is trained is not known
  behind,    ///< an operator works on what is not known
};

struct Unknown {
  std::string reason;  ///< a sentence naming what is missing and what would settle it
  Span span;
  Pull pull = Pull::up;
  std::string cause = {};   ///< the reason of what it follows from
  std::string remedy = {};  ///< a sentence that says what settles it
  Gap gap = Gap::own;
  bool is_sink = false;      ///< what goes into it is looked at or written, and stays as it is
  bool is_of_turns = false;  ///< how often a loop turns that leaves something: what a few turns leave is counted
  bool operator==(const Unknown&) const = default;
};

/// What follows from `why`: `what`, and the cause behind a colon.
Unknown unknown_by(const Unknown& why, std::string what, Span span, Gap gap, Pull pull = Pull::up);

/// Each cause in few lines, in the order in which they were noted: what follows from it is counted, not listed.
std::vector<Unknown> said_once(const std::vector<Unknown>& noted);

/// A choice made where the source left one open; listed beside the estimate.
struct Assumption {
  std::string text;
  Span span;
  std::string missing = {};  ///< the package that is taken not to be installed
  std::string raised = {};   ///< the error with which the program, or a stage of it, ends there
  bool operator==(const Assumption&) const = default;
};

/// Each text once, at its first place, with the number of the others.
std::vector<Assumption> said_once(const std::vector<Assumption>& noted);

/// What of `items` is not in `to` yet, in its order.
void append_once(std::vector<Unknown>& to, const std::vector<Unknown>& items);
void append_once(std::vector<Assumption>& to, const std::vector<Assumption>& items);

}  // namespace vramlint
