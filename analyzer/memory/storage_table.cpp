#include "memory/storage_table.h"

#include <algorithm>

#include "base/check.h"

namespace vramlint::memory {

namespace {

bool same(const Label& lhs, const Label& rhs) {
  return lhs.category == rhs.category && lhs.module == rhs.module && lhs.op == rhs.op && lhs.span == rhs.span;
}

}  // namespace

/// Neighbouring allocations mostly share a label.
uint32_t StorageTable::intern(const Label& label) {
  if (trace_.labels.empty() || !same(trace_.labels.back(), label)) trace_.labels.push_back(label);
  return static_cast<uint32_t>(trace_.labels.size() - 1);
}

StorageRef StorageTable::make(const Interval& bytes, const Label& label, graph::StorageKind kind) {
  StorageRef made = make(bytes, intern(label));
  entries_[made.index()].kind = kind;
  return made;
}

StorageRef StorageTable::make(const Interval& wanted, uint32_t label) {
  const Bytes asked = pick(wanted, scenario_), played = std::min(asked, Bytes(room_));
  const Interval bytes = played == asked ? wanted : Interval::exactly(played);
  VRAMLINT_CHECK(played.count >= 0, "a storage of negative size");
  room_ -= played.count;
  const auto index = static_cast<uint32_t>(entries_.size());
  entries_.push_back({.bytes = bytes, .label = label, .references = 1});
  if (open_) {
    if (bytes != Interval::exactly(bytes.point)) varying_.push_back({trace_.events.size(), bytes});
    trace_.events.push_back({.kind = TraceEvent::Kind::allocate, .id = index, .bytes = played, .label = label});
  }
  return StorageRef(this, index);
}

StorageRef StorageTable::again(uint32_t index) {
  if (entries_[index].references == 0) return {};
  ++entries_[index].references;
  return StorageRef(this, index);
}

StorageRef StorageTable::attempt(const Interval& bytes, const Label& label) {
  StorageRef made = make(bytes, label);
  if (open_) trace_.events.back().may_fail = true;
  return made;
}

void StorageTable::release(uint32_t index) {
  Entry& entry = entries_[index];
  VRAMLINT_CHECK(entry.references > 0, "a storage was released twice");
  if (--entry.references == 0 && open_) {
    trace_.events.push_back({.kind = TraceEvent::Kind::free, .id = index});
  }
}

}  // namespace vramlint::memory
