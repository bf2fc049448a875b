#include <fmt/format.h>

#include "base/printable.h"
#include "dump_stage.h"

namespace vramlint::dumping {

std::string usage_text(const Analysis& analysis) {
  const usage::Usage& usage = *analysis.usage;
  if (!usage.not_known.empty()) return "not known: " + printable(usage.not_known) + "\n";
  std::string text;
  for (const usage::KeyUse& key : usage.keys)
    text += fmt::format("{:<48} {:<14} {}\n", printable_name(key.key), key.state, place(key.place));
  for (const Unknown& gap : usage.gaps) text += fmt::format("gap  {}  {}\n", place(gap.span), printable(gap.reason));
  return text;
}

Json usage_json(const Analysis& analysis) {
  const usage::Usage& usage = *analysis.usage;
  Json keys = Json::array(), gaps = Json::array();
  for (const usage::KeyUse& key : usage.keys)
    keys.push_back({{"key", key.key}, {"state", key.state}, {"place", place_json(key.place)}});
  for (const Unknown& gap : usage.gaps) gaps.push_back({{"reason", gap.reason}, {"place", place_json(gap.span)}});
  return {{"not_known", usage.not_known}, {"keys", keys}, {"gaps", gaps}};
}

}  // namespace vramlint::dumping
