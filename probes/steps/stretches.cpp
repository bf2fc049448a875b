#include "probes/steps/stretches.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "probes/executor/call.h"

namespace vramlint::probes {

namespace {

using Key = std::pair<size_t, const graph::Node*>;
Key key_of(const Stretch& stretch) { return {stretch.event, stretch.node}; }

/// By part: what all its stretches grew by, and how far the highest of them rose.
std::map<Key, Stretch> by_part(const std::vector<Stretch>& stretches) {
  std::map<Key, Stretch> parts;
  for (const Stretch& stretch : stretches) {
    const auto [found, fresh] = parts.emplace(key_of(stretch), stretch);
    if (fresh) continue;
    found->second.rise = std::max(found->second.rise, found->second.growth + stretch.rise);
    found->second.growth += stretch.growth;
  }
  return parts;
}

}  // namespace

std::vector<Parting> partings(const Profile& expected, const Profile& measured, int64_t slack) {
  const std::map<Key, Stretch> theirs = by_part(expected.stretches);
  std::map<Key, Stretch> ours = by_part(measured.stretches);
  std::vector<Parting> result;
  const auto compare = [&](const Stretch& stretch) {
    const auto found = ours.find(key_of(stretch));
    if (found == ours.end()) return;  // seen before
    const auto other = theirs.find(key_of(stretch));
    const Stretch counterpart =
        other == theirs.end() ? Stretch{.event = stretch.event, .node = stretch.node} : other->second;
    if (std::abs(counterpart.rise - found->second.rise) > slack ||
        std::abs(counterpart.growth - found->second.growth) > slack) {
      result.push_back({counterpart, found->second});
    }
    ours.erase(found);
  };
  for (const Stretch& stretch : measured.stretches) compare(stretch);
  return result;
}

std::string describe(const graph::Graph& graph, const Stretch& stretch) {
  std::string text = "event " + std::to_string(stretch.event);
  const graph::Node* node = stretch.node;
  if (!node && stretch.event < graph.events.size()) node = std::get_if<graph::Node>(&graph.events[stretch.event]);
  if (!node) return text;
  text += ", " + std::string(schema_name(*node->call.op));
  if (!graph.modules[node->module].empty()) text += " in '" + graph.modules[node->module] + "'";
  return text + (stretch.node ? " (backward)" : "");
}

}  // namespace vramlint::probes
