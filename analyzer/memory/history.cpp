#include "memory/history.h"

#include <algorithm>
#include <map>

#include "memory/libraries/cudnn_convolution.h"

namespace vramlint::memory {
namespace {

using Kind = AllocatorEvent::Kind;

Kind kind_of(SegmentChange::Kind kind) {
  switch (kind) {
    case SegmentChange::Kind::alloc:
      return Kind::segment_alloc;
    case SegmentChange::Kind::free:
      return Kind::segment_free;
    case SegmentChange::Kind::map:
      return Kind::segment_map;
    case SegmentChange::Kind::unmap:
      return Kind::segment_unmap;
  }
  return Kind::segment_alloc;
}

class Recorder {
 public:
  Recorder(const Trace& trace, const AllocatorConfig& config)
      : trace_(trace), spare_until_(config.spare_until), allocator_(config) {
    allocator_.tell(&changes_);
  }

  /// False: the request finds no room, and the program stops there.
  bool play(const TraceEvent& event) {
    bool goes_on = true;
    if (event.kind == TraceEvent::Kind::allocate) goes_on = allocate(event);
    if (event.kind == TraceEvent::Kind::free) free(event.id);
    if (event.kind == TraceEvent::Kind::empty_cache) allocator_.empty_cache();
    note_changes();
    return goes_on;
  }

  /// What has been is forgotten; what stands is told as if it came now.
  void begin() {
    events_.clear();
    for (const AllocatorSegment& segment : allocator_.segments()) {
      const Kind kind = segment.expandable ? Kind::segment_map : Kind::segment_alloc;
      events_.push_back({kind, segment.address, segment.size});
    }
    for (const auto& [id, held] : held_) note(Kind::alloc, held);
  }

  History end() {
    std::map<CachingAllocator::BlockId, const Held*> owners;
    for (const auto& [id, held] : held_) owners[held.block] = &held;
    History history{std::move(events_), {}};
    for (const AllocatorSegment& segment : allocator_.segments()) {
      HeldSegment& told = history.segments.emplace_back(
          HeldSegment{segment.address, segment.size, segment.small_pool, segment.expandable, {}});
      for (const AllocatorBlock& block : segment.blocks) {
        const Held* owner = block.in_use ? owners.at(block.id) : nullptr;
        told.blocks.push_back(
            {block.address, block.size, owner ? owner->asked : Bytes(0), owner ? owner->label : nullptr});
      }
    }
    return history;
  }

 private:
  struct Held {
    CachingAllocator::BlockId block = 0;
    Bytes asked;
    const Label* label = nullptr;
  };

  bool allocate(const TraceEvent& event) {
    const bool is_trial = event.may_fail && trace_.labels.at(event.label).op == kCandidates;
    if (is_trial && spare_until_ && allocator_.stats().allocated + event.bytes > *spare_until_) return true;
    const auto block = allocator_.allocate(event.bytes);
    note_changes();
    if (!block) return event.may_fail;
    if (*block == 0) return true;
    note(Kind::alloc, held_[event.id] = {*block, event.bytes, &trace_.labels.at(event.label)});
    return true;
  }

  void free(uint32_t id) {
    const auto held = held_.find(id);
    if (held == held_.end()) return;
    note(Kind::free, held->second);
    allocator_.free(held->second.block);
    held_.erase(held);
  }

  void note(Kind kind, const Held& held) {
    events_.push_back({kind, allocator_.address(held.block), allocator_.block_size(held.block), held.label});
  }

  void note_changes() {
    for (const SegmentChange& change : changes_) events_.push_back({kind_of(change.kind), change.address, change.size});
    changes_.clear();
  }

  const Trace& trace_;
  const std::optional<Bytes> spare_until_;
  std::vector<SegmentChange> changes_;
  CachingAllocator allocator_;
  std::map<uint32_t, Held> held_;  // by allocation number, which is the order in which they were made
  std::vector<AllocatorEvent> events_;
};

}  // namespace

History history(const Trace& trace, const Timeline& timeline, Until until) {
  const size_t first = std::min(trace.steady, timeline.peak_event);
  const size_t end =
      until == Until::peak ? std::min(timeline.peak_event + 1, trace.events.size()) : trace.events.size();
  Recorder recorder(trace, timeline.allocator);
  for (size_t i = 0; i < end; ++i) {
    if (i == first) recorder.begin();
    if (!recorder.play(trace.events[i])) break;
  }
  return recorder.end();
}

}  // namespace vramlint::memory
