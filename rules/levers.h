// Settings of a config that decide the peak: each moved one step, and the step of training simulated again.
#pragma once

#include <string>
#include <vector>

#include "rules/harm.h"

namespace vramlint::rules {

struct Lever {
  std::string key;       ///< dotted
  Span span;             ///< of the value; in the config or in a file that it inherits from
  std::string from, to;  ///< `from` is empty where the key is not set yet: the span then says where it is put
  std::vector<Edit> edits;
  std::vector<std::string> also;  ///< keys that change with it: they share its value's place
  FixEffect effect;               ///< with the setting one step down
  Bytes saved;                    ///< of the process's peak
  Harm harm = Harm::model;
  bool overrides = false;  ///< as a Step's
};

/// Those that lower the peak by a hundredth or more, most first. A number goes to its half, a truth to its other, a
/// list of numbers to its halves, a list of truths to one truth less, a text to each that the program knows in its
/// place. What cannot be trained then is none. Simulates at most `trials` steps.
/// `with_files`: also numbers of other files of data that the program opens, which other configs may share.
std::vector<Lever> levers(const Analysis& analysis, const Session& session, int trials, bool with_files = false);

/// Settings that other configs of the same recipe have and this one does not, as they have them.
std::vector<Lever> levers_of_neighbours(const Analysis& analysis, const Session& session);

/// The batches of phases that are none of `known`: they save something only where they all go down. Those alone are
/// taken whose change leaves the model and its inputs as they are.
std::vector<Lever> other_batches(const Analysis& analysis, const Session& session, const std::vector<Lever>& known);

}  // namespace vramlint::rules
