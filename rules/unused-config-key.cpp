#include <algorithm>

#include "rules/accumulation_keys.h"

namespace vramlint::rules {

namespace {
namespace unused_config_key_rule {

/// silent-default speaks of it.
bool is_mistaken(const Analysis& analysis, const std::string& key) {
  const auto& mistaken = analysis.usage->mistaken;
  return std::any_of(mistaken.begin(), mistaken.end(), [&](const usage::Mistaken& one) { return one.key == key; });
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.usage) return;
  for (const usage::Unread& unread : analysis.usage->unread) {
    const bool elsewhere = !unread.readers.empty();
    if (!elsewhere && (asks_for_accumulation(analysis, unread.key) || is_mistaken(analysis, unread.key))) continue;
    Words message = unread.is_section ? "The training program never reads the section `{0}`"_words(unread.key)
                                      : "The training program never reads `{0}`"_words(unread.key);
    if (elsewhere) message = "{0}; another program mentions it"_words(message);
    report.add(elsewhere ? Severity::note : Severity::warning, unread.span, std::move(message), unread.readers);
  }
}

}  // namespace unused_config_key_rule
}  // namespace

extern const Rule unused_config_key = {
    .name = "unused-config-key",
    .code = "VL1105",
    .summary = "Nothing that the training program runs reads the key, so its value changes nothing.",
    .severity = Severity::warning,
    .concern = Concern::idle,
    .needs = Stage::whole_usage,
    .check = unused_config_key_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
