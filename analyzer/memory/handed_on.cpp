#include "memory/handed_on.h"

#include <algorithm>

namespace vramlint::memory {

namespace {

struct Made {
  size_t event = 0;
  bool freed = false;
};

/// By allocation number.
std::vector<Made> made_in(const Trace& trace) {
  std::vector<Made> made;
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    if (event.kind == TraceEvent::Kind::allocate) {
      if (event.id >= made.size()) made.resize(event.id + 1);
      made[event.id].event = i;
    } else if (event.kind == TraceEvent::Kind::free) {
      made[event.id].freed = true;
    }
  }
  return made;
}

bool is_same_owner(const Label& a, const Label& b) {
  return a.category == b.category && a.module == b.module && a.op == b.op && a.span == b.span;
}

}  // namespace

std::optional<std::vector<std::pair<uint32_t, uint32_t>>> handed_on(const Trace& trace) {
  const std::vector<Made> made = made_in(trace);
  std::vector<uint32_t> found, left;
  for (size_t i = trace.steady; i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    if (event.kind == TraceEvent::Kind::free && made[event.id].event < trace.steady) found.push_back(event.id);
    if (event.kind == TraceEvent::Kind::allocate && !made[event.id].freed) left.push_back(event.id);
  }
  const auto event_of = [&](uint32_t id) -> const TraceEvent& { return trace.events[made[id].event]; };
  std::sort(found.begin(), found.end(), [&](uint32_t a, uint32_t b) { return made[a].event < made[b].event; });
  const auto is_same = [&](uint32_t a, uint32_t b) {
    return event_of(a).bytes == event_of(b).bytes &&
           is_same_owner(trace.labels[event_of(a).label], trace.labels[event_of(b).label]);
  };
  if (!std::equal(found.begin(), found.end(), left.begin(), left.end(), is_same)) return std::nullopt;
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (size_t i = 0; i < found.size(); ++i) pairs.emplace_back(found[i], left[i]);
  return pairs;
}

}  // namespace vramlint::memory
