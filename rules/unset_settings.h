// Settings that a config could have and does not: parameters of what its sections are given to, and entries that the
// program asks for with a value for when they are missing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

struct UnsetSetting {
  std::string key;   ///< dotted
  std::string text;  ///< to try for it
  Span place;        ///< in the config's own file, of no length: where it would be added
  std::vector<Edit> edits;
  bool overrides = false;   ///< its section is inherited: the edits are those of leaf_overrides
  bool of_results = false;  ///< what is done with an evaluation's results; the training does not see it
};

/// What names the class that a section is given to, as `type` does; null where nothing does.
const config::Node* class_named_in(const config::Mapping& section);
/// The last part of its name; empty where it names none.
std::string class_of(const config::Mapping& section);

/// Activation checkpointing that nobody turns on, and mixed precision of libraries that have a setting for it. At most
/// twelve.
std::vector<UnsetSetting> unset_settings(const Analysis& analysis, const Session& session);

/// The same for gradient accumulation, with `steps` as its text.
std::vector<UnsetSetting> unset_accumulation(const Analysis& analysis, const Session& session, int64_t steps);

}  // namespace vramlint::rules
