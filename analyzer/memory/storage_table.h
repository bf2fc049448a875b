// The storages of one trace: each is allocated once, counted by its references, and freed when the last one goes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "memory/trace.h"

namespace vramlint::memory {

class StorageTable;

/// One reference to a storage, or none. Copying counts, destruction releases: like c10::Storage.
class StorageRef {
 public:
  StorageRef() = default;
  StorageRef(const StorageRef& other);
  StorageRef(StorageRef&& other) noexcept : table_(std::exchange(other.table_, nullptr)), index_(other.index_) {}
  StorageRef& operator=(StorageRef other) noexcept {
    std::swap(table_, other.table_);
    std::swap(index_, other.index_);
    return *this;
  }
  ~StorageRef() { reset(); }

  void reset();
  explicit operator bool() const { return table_ != nullptr; }
  uint32_t index() const { return index_; }  ///< the allocation's number in the trace
  bool sole() const;                         ///< nobody else references the storage
  uint32_t label() const;

 private:
  friend class StorageTable;
  StorageRef(StorageTable* table, uint32_t index) : table_(table), index_(index) {}
  StorageTable* table_ = nullptr;
  uint32_t index_ = 0;
};

/// Writes allocations and frees into the trace. Must outlive its references.
class StorageTable {
 public:
  struct Entry {
    Interval bytes;
    uint32_t label = 0;
    int references = 0;
    graph::StorageKind kind = graph::StorageKind::intermediate;
  };

  /// An allocation whose size differs between the scenarios.
  struct Varying {
    size_t event;  ///< of the trace
    Interval bytes;
  };

  explicit StorageTable(Trace& trace, Scenario scenario = Scenario::point) : trace_(trace), scenario_(scenario) {}

  StorageRef make(const Interval& bytes, const Label& label,
                  graph::StorageKind kind = graph::StorageKind::intermediate);
  StorageRef make(Bytes bytes, const Label& label, graph::StorageKind kind = graph::StorageKind::intermediate) {
    return make(Interval::exactly(bytes), label, kind);
  }
  StorageRef make(const Interval& bytes, uint32_t label);
  /// Another reference to one that is alive; none to one that has gone.
  StorageRef again(uint32_t index);
  const Entry& operator[](uint32_t index) const { return entries_[index]; }
  size_t size() const { return entries_.size(); }
  void mark(std::string_view what) { trace_.events.push_back({.kind = TraceEvent::Kind::mark, .what = what}); }
  /// What follows belongs to this event of the graph.
  void reach(size_t event) { trace_.places.push_back({trace_.events.size(), event_ = event, nullptr}); }
  /// What follows belongs to the backward of this node.
  void reach(const graph::Node& node) { trace_.places.push_back({trace_.events.size(), event_, &node}); }
  /// An allocation whose failure the program survives.
  StorageRef attempt(const Interval& bytes, const Label& label);
  void empty_cache() { trace_.events.push_back({.kind = TraceEvent::Kind::empty_cache}); }
  /// From here on nothing is written: what is still alive stays allocated in the trace.
  void close() { open_ = false; }
  const std::vector<Varying>& varying() const { return varying_; }

 private:
  friend class StorageRef;
  void release(uint32_t index);
  uint32_t intern(const Label& label);

  Trace& trace_;
  Scenario scenario_;
  int64_t room_ = int64_t{1} << 62;  ///< bytes that may still be made
  std::vector<Entry> entries_;
  std::vector<Varying> varying_;
  size_t event_ = 0;
  bool open_ = true;
};

inline StorageRef::StorageRef(const StorageRef& other) : table_(other.table_), index_(other.index_) {
  if (table_) ++table_->entries_[index_].references;
}
inline void StorageRef::reset() {
  if (StorageTable* table = std::exchange(table_, nullptr)) table->release(index_);
}
inline bool StorageRef::sole() const { return table_ && table_->entries_[index_].references == 1; }
inline uint32_t StorageRef::label() const { return table_->entries_[index_].label; }

}  // namespace vramlint::memory
