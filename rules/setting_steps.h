// One step of each setting of a config: to half of a number, to the other truth.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

/// A number, a truth or a list of them, with the edits that move it one step.
struct Step {
  std::string key;
  Span span;
  std::string to;
  std::vector<Edit> edits;
  std::vector<std::string> also;  ///< other keys whose value stands in the same place: a variable, an anchor
  bool overrides = false;         ///< the key is not there yet, and set over an inherited section
};

/// In the config's order, those of lists of sections included. A value that several keys share is one setting. Numbers
/// that are computed have none, and keys that the training program does not read.
std::vector<Step> setting_steps(const Analysis& analysis);

/// The training program was followed, and asks for it nowhere: whatever it is set to, the step is the same.
bool is_read_by_nothing(const Analysis& analysis, const std::string& key);

/// usage::KeyUse::state of a key that has an effect; empty for others.
std::string_view use_of(const Analysis& analysis, const std::string& key);

/// By its last part, a switch for trying the program out: training ends after a few batches.
bool shortens_run(std::string_view key);

/// By its last part, how many classes or words the data have: with fewer of them their labels are out of bounds.
bool counts_classes(std::string_view key);

/// A number as such, in any spelling: 64, 6_4, 0x40.
bool is_spelt_out(const Span& span);

/// What the text as a whole is in decimal; none for what is no number, or none of 64 bits.
std::optional<int64_t> number_in(std::string_view text);

/// The other truth in the form that it has; empty for what is written otherwise.
std::optional<Edit> turned(const config::Node& node);

/// The place's text with the edits, which are in their order; empty where one is not within it.
std::string text_after(const Span& span, const std::vector<Edit>& edits);

}  // namespace vramlint::rules
