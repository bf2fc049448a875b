// An edit that would mend a finding, and what it was verified to do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/span.h"
#include "base/words.h"

namespace vramlint {

enum class Safety : uint8_t {
  safe,     ///< training stays numerically equivalent
  unsafe,   ///< training changes
  display,  ///< needs a decision; never applied
};

struct Edit {
  Span span;         ///< replaced text
  std::string text;  ///< replacement
  bool operator==(const Edit&) const = default;
};

/// The peak after the edits, from running the pipeline again on the patched text.
struct FixEffect {
  Interval allocated;
  Interval process;
  std::optional<bool> fits;  ///< empty: not known of all of the training
  int64_t retries = 0;       ///< as ConfigOutcome's
  bool is_bound = false;     ///< a part of the training is not known: no less than this is needed
};

struct Fix {
  Words title;
  Safety safety = Safety::display;
  std::vector<Edit> edits;
  std::optional<FixEffect> effect;
};

std::string_view to_string(Safety safety);

}  // namespace vramlint
