#include "rules/accumulation_keys.h"

#include <algorithm>

namespace vramlint::rules {
namespace {

void collect(const config::Node& node, const std::string& prefix, std::vector<AccumulationKey>& found) {
  const config::Mapping* mapping = node.mapping();
  if (!mapping) return;
  for (const config::Entry& entry : mapping->entries) {
    const std::string key = prefix.empty() ? entry.key : prefix + "." + entry.key;
    const auto* steps = std::get_if<int64_t>(&entry.value.value);
    if (steps && *steps >= 1 && entry.value.span && names_accumulation(entry.key))
      found.push_back({key, entry.value.span, *steps});
    collect(entry.value, key, found);
  }
}

}  // namespace

bool names_accumulation(const std::string& key) {
  const std::string last = key.substr(key.rfind('.') + 1);
  const bool is_adagrads = last.find("accumulator") != std::string::npos;
  return !is_adagrads && (last.find("accum") != std::string::npos || last == "cumulative_iters");
}

std::vector<AccumulationKey> accumulation_keys(const config::Config& config) {
  std::vector<AccumulationKey> found;
  collect(config.root, "", found);
  return found;
}

bool asks_for_accumulation(const Analysis& analysis, const std::string& key) {
  if (!names_accumulation(key)) return false;
  const std::vector<AccumulationKey> keys = accumulation_keys(*analysis.config);
  return std::any_of(keys.begin(), keys.end(),
                     [&](const AccumulationKey& one) { return one.steps > 1 && one.key == key; });
}

}  // namespace vramlint::rules
