#include "probes/steps/stretches.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "memory/allocator.h"
#include "probes/executor/call.h"

namespace vramlint::probes {

namespace {

using Key = std::pair<size_t, const graph::Node*>;
Key key_of(const Stretch& stretch) { return {stretch.event, stretch.node}; }

int64_t reserved_peak(const RequestLog& log, size_t begin, size_t steady) {
  memory::CachingAllocator allocator;
  std::vector<std::optional<memory::CachingAllocator::BlockId>> blocks;
  for (size_t i = begin; i < log.size(); ++i) {
    if (i == steady) allocator.reset_peaks();
    const Request& request = log[i];
    if (request.id >= blocks.size()) blocks.resize(request.id + size_t{1});
    if (request.bytes > 0 && counts(request.bytes)) {
      blocks[request.id] = allocator.allocate(Bytes(request.bytes));
    } else if (request.bytes == 0 && blocks[request.id]) {
      allocator.free(*std::exchange(blocks[request.id], std::nullopt));
    }
  }
  return allocator.stats().peak_reserved.count;
}

/// Places of the second iteration; neighbours of the same part are one.
std::vector<Reached> merged(const std::vector<Reached>& places, size_t steady) {
  std::vector<Reached> result;
  for (const Reached& place : places) {
    if (place.at < steady) continue;
    const bool same = !result.empty() && result.back().event == place.event && result.back().node == place.node;
    if (!same) result.push_back(place);
  }
  return result;
}

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

Profile profile(const RequestLog& log, const std::vector<Reached>& places, size_t begin, size_t steady) {
  Profile result;
  Held held(log);
  held.play_to(begin);
  const int64_t before = held.held();
  held.play_to(steady);
  result.peak = held.held();
  const std::vector<Reached> parts = merged(places, steady);
  for (size_t i = 0; i < parts.size(); ++i) {
    held.play_to(parts[i].at);
    Stretch stretch = {.event = parts[i].event, .node = parts[i].node, .held = held.held() - before};
    held.reset_peak();
    held.play_to(i + 1 < parts.size() ? parts[i + 1].at : log.size());
    stretch.rise = held.peak() - before - stretch.held;
    stretch.growth = held.held() - before - stretch.held;
    if (held.peak() > result.peak) result.peak_stretch = i;
    result.peak = std::max(result.peak, held.peak());
    result.stretches.push_back(stretch);
  }
  result.peak -= before;
  result.reserved = reserved_peak(log, begin, steady);
  return result;
}

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
