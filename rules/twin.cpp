#include "rules/twin.h"

#include <algorithm>
#include <array>
#include <map>

#include "config/plain_yaml.h"
#include "rules/alternatives.h"

namespace vramlint::rules {
namespace {

constexpr int64_t kLeastTimes = 2, kMostTimes = 64;  // what is further apart is a trial of something else

using Leaves = std::map<std::string, const config::Node*>;

void collect(const config::Node& node, const std::string& key, Leaves& leaves) {
  const config::Mapping* mapping = node.mapping();
  if (!mapping) {
    leaves.emplace(key, &node);
    return;
  }
  for (const config::Entry& entry : mapping->entries)
    collect(entry.value, key.empty() ? entry.key : key + "." + entry.key, leaves);
}

bool names_run(const std::string& key) {
  constexpr std::array names = {"name", "dir", "path", "folder", "out", "log", "exp", "run", "save", "tag", "title"};
  const std::string last = key.substr(key.rfind('.') + 1);
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return last.find(name) != std::string::npos; });
}

bool may_differ(const std::string& key, const config::Node& value) {
  return key.find("batch") != std::string::npos || (std::holds_alternative<std::string>(value.value) && names_run(key));
}

bool are_twins(const Leaves& left, const Leaves& right, const std::string& batch) {
  const auto same = [&](const auto& one, const auto& other) {
    return one.first == other.first &&
           (one.first == batch || may_differ(one.first, *one.second) || to_json(*one.second) == to_json(*other.second));
  };
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), same);
}

}  // namespace

std::optional<Twin> larger_twin(const Analysis& analysis, const Session& session) {
  if (!analysis.built || !analysis.built->batch || !config::is_data(*analysis.source)) return std::nullopt;
  const model::KeyFact& batch = *analysis.built->batch;
  Leaves own;
  collect(analysis.config->root, "", own);
  std::optional<Twin> largest;
  for (const Source* source : neighbours(analysis, session)) {
    Findings ignored;
    const auto other = config::load_plain_yaml(*source, ignored);
    const config::Node* value = other ? other->root.find_path(batch.key) : nullptr;
    const auto* size = value ? std::get_if<int64_t>(&value->value) : nullptr;
    if (!size || *size / kLeastTimes < batch.value || *size / kMostTimes > batch.value) continue;
    if (largest && *size <= largest->batch) continue;
    Leaves leaves;
    collect(other->root, "", leaves);
    if (are_twins(own, leaves, batch.key)) largest = Twin{source, value->span, *size};
  }
  return largest;
}

}  // namespace vramlint::rules
