// The keys are those of torch/csrc/cuda/Module.cpp [2.7], as torch/cuda/_memory_viz.py and MemoryViz.js read them.
// Times are left out: a simulation has none. `category` is what the profiler's snapshots add; with it the viewer
// colours by it.
#include "integrations/cli/snapshot.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "integrations/cli/pickle.h"

namespace vramlint::cli {
namespace {

using memory::AllocatorEvent;
using memory::HeldBlock;
using memory::HeldSegment;
using memory::Label;

std::string_view action_of(AllocatorEvent::Kind kind) {
  switch (kind) {
    case AllocatorEvent::Kind::alloc:
      return "alloc";
    case AllocatorEvent::Kind::free:
      return "free_completed";
    case AllocatorEvent::Kind::segment_alloc:
      return "segment_alloc";
    case AllocatorEvent::Kind::segment_free:
      return "segment_free";
    case AllocatorEvent::Kind::segment_map:
      return "segment_map";
    case AllocatorEvent::Kind::segment_unmap:
      return "segment_unmap";
  }
  return "";
}

class SnapshotWriter {
 public:
  explicit SnapshotWriter(const std::vector<std::string>& modules) : modules_(modules) {}

  std::string write(const memory::History& history, const memory::AllocatorConfig& config) && {
    pickle_.dict([&] {
      pickle_.text("segments");
      pickle_.list(history.segments, [&](const HeldSegment& segment) { write_segment(segment); });
      pickle_.text("device_traces");
      pickle_.list(std::array{&history.events},
                   [&](const std::vector<AllocatorEvent>* events) { write_trace(*events); });
      pickle_.text("allocator_settings");
      write_settings(config);
    });
    return std::move(pickle_).finish();
  }

 private:
  void entry(std::string_view key, std::string_view value) {
    pickle_.text(key);
    pickle_.text(value);
  }
  void entry(std::string_view key, Bytes value) { entry(key, value.count); }
  void entry(std::string_view key, int64_t value) {
    pickle_.text(key);
    pickle_.number(value);
  }
  void truth(std::string_view key, bool value) {
    pickle_.text(key);
    pickle_.truth(value);
  }

  /// The place that the graph knows of. What has none stands where PyTorch's own frames without one do.
  void write_frame(const Label& label) {
    const std::string_view module = label.module < modules_.size() ? std::string_view(modules_[label.module]) : "";
    const std::string_view op = label.op.empty() ? to_string(label.category) : label.op;
    pickle_.dict([&] {
      entry("name", module.empty() ? std::string(op) : fmt::format("{} in {}", op, module));
      entry("filename", label.span ? std::string_view(label.span.source->path()) : "??");
      entry("line", label.span ? int64_t{label.span.start().line} : int64_t{0});
    });
  }

  void write_frames(const Label* label) {
    pickle_.text("frames");
    if (const auto known = frames_.find(label); known != frames_.end()) return pickle_.again(known->second);
    const std::vector<const Label*> stack(label ? 1 : 0, label);
    pickle_.list(stack, [&](const Label* one) { write_frame(*one); });
    frames_[label] = pickle_.keep();
  }

  void write_block(const HeldBlock& block) {
    pickle_.dict([&] {
      entry("address", static_cast<int64_t>(block.address));
      entry("size", block.size);
      entry("requested_size", block.asked);
      entry("state", block.label ? "active_allocated" : "inactive");
      write_frames(block.label);
    });
  }

  void write_segment(const HeldSegment& segment) {
    Bytes allocated, requested;
    for (const HeldBlock& block : segment.blocks) {
      allocated += block.label ? block.size : Bytes(0);
      requested += block.asked;
    }
    pickle_.dict([&] {
      entry("device", int64_t{0});
      entry("address", static_cast<int64_t>(segment.address));
      entry("total_size", segment.size);
      entry("allocated_size", allocated);
      entry("active_size", allocated);
      entry("requested_size", requested);
      entry("stream", int64_t{0});
      entry("segment_type", segment.small_pool ? "small" : "large");
      pickle_.text("segment_pool_id");
      pickle_.pair(0, 0);
      truth("is_expandable", segment.expandable);
      write_frames(nullptr);
      pickle_.text("blocks");
      pickle_.list(segment.blocks, [&](const HeldBlock& block) { write_block(block); });
    });
  }

  /// Of one stream, so that a block is free as soon as that is asked for.
  void write_trace(const std::vector<AllocatorEvent>& events) {
    std::vector<std::pair<std::string_view, const AllocatorEvent*>> entries;
    for (const AllocatorEvent& event : events) {
      if (event.kind == AllocatorEvent::Kind::free) entries.emplace_back("free_requested", &event);
      entries.emplace_back(action_of(event.kind), &event);
    }
    pickle_.list(entries, [&](const auto& one) { write_event(one.first, *one.second); });
  }

  /// The viewer stops where there are categories and no `unknown` among them: that is what segments are.
  void write_event(std::string_view action, const AllocatorEvent& event) {
    pickle_.dict([&] {
      entry("action", action);
      entry("addr", static_cast<int64_t>(event.address));
      entry("size", event.size);
      entry("stream", int64_t{0});
      write_frames(event.label);
      entry("category", event.label ? to_string(event.label->category) : "unknown");
    });
  }

  void write_settings(const memory::AllocatorConfig& config) {
    pickle_.dict([&] {
      entry("max_split_size", config.max_split_size ? config.max_split_size->count : int64_t{-1});
      pickle_.text("garbage_collection_threshold");
      pickle_.fraction(config.garbage_collection_threshold);
      truth("expandable_segments", config.expandable_segments);
      pickle_.text("roundup_power2_divisions");
      pickle_.dict([&] {
        for (size_t i = 0; i < config.roundup_divisions.size(); ++i)
          entry(std::to_string(1U << i), config.roundup_divisions[i]);
      });
    });
  }

  const std::vector<std::string>& modules_;
  Pickle pickle_;
  std::map<const Label*, uint32_t> frames_;
};

}  // namespace

size_t highest_phase(const Analysis& analysis) {
  size_t highest = 0;
  for (size_t phase = 1; phase < analysis.timelines.size(); ++phase)
    if (analysis.timelines[phase].peak_allocated > analysis.timelines[highest].peak_allocated) highest = phase;
  return highest;
}

std::string memory_snapshot(const Analysis& analysis, size_t phase, Until until) {
  return SnapshotWriter(analysis.built->phases.at(phase).modules)
      .write(step_history(analysis, phase, until), analysis.timelines.at(phase).allocator);
}

}  // namespace vramlint::cli
