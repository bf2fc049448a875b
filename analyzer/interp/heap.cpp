#include "interp/heap.h"

#include <algorithm>

#include "interp/dict.h"
#include "interp/snapshot.h"

namespace vramlint::interp {

namespace {

uint64_t& journals_opened() {
  thread_local uint64_t count = 0;
  return count;
}

void save_entries(Contents& contents, const Dict& dict) {
  contents.entries.reserve(dict.size());
  for (const auto& entry : dict.entries())
    if (entry.live) contents.entries.push_back(entry);
}

void save_class(Contents& contents, const Class& cls) {
  contents.fixed = {Value::string(cls.name), Value::string(cls.module), cls.attributes, cls.metaclass};
}

void load_class(const Contents& contents, Class& cls) {
  cls.name = contents.fixed[0].as_string();
  cls.module = contents.fixed[1].as_string();
  cls.attributes = contents.fixed[2];
  ++class_changes;
  cls.metaclass = contents.fixed[3];
}

void save_instance(Contents& contents, const Instance& instance) {
  contents.items = {instance.payload};
  contents.fixed = {instance.type, instance.attributes};
}

void load_instance(const Contents& contents, Instance& instance) {
  instance.payload = contents.items[0];
  instance.type = contents.fixed[0];
  instance.attributes = contents.fixed[1];
}

void save(Contents& contents, const Object& object) {
  switch (object.kind) {
    case ObjectKind::list:
      contents.items = static_cast<const List&>(object).items;
      break;
    case ObjectKind::cell:
      contents.items = {static_cast<const Cell&>(object).value};
      break;
    case ObjectKind::instance:
      save_instance(contents, static_cast<const Instance&>(object));
      break;
    case ObjectKind::dict:
      save_entries(contents, static_cast<const Dict&>(object));
      break;
    case ObjectKind::set:
      save_entries(contents, static_cast<const Set&>(object).table);
      break;
    case ObjectKind::type:
      save_class(contents, static_cast<const Class&>(object));
      break;
    case ObjectKind::iterator:
      contents.state = static_cast<const Iterator&>(object).saved();
      break;
    default:
      break;  // never changes, or what does is an object of its own
  }
}

/// An arm leaves most of a long list as it was: what stands there already is not touched.
void load_items(std::vector<Value>& items, const std::vector<Value>& saved) {
  items.reserve(saved.size());
  const size_t both = std::min(items.size(), saved.size());
  for (size_t i = 0; i < both; ++i)
    if (!items[i].same(saved[i]) || items[i].origin() != saved[i].origin()) items[i] = saved[i];
  if (items.size() > both)
    items.resize(both);
  else
    items.insert(items.end(), saved.begin() + static_cast<std::ptrdiff_t>(both), saved.end());
}

bool same_part(const Value& left, const Value& right) {
  return left.same(right) ||
         (left.is(ObjectKind::string) && right.is(ObjectKind::string) && left.as_string() == right.as_string());
}

}  // namespace

uint64_t Iterator::now() { return journals_opened(); }

Contents Contents::of(const Object& object) {
  Contents contents;
  save(contents, object);
  touched(contents.items.size() / 4 + contents.entries.size());
  contents.footprint.set(contents.items.capacity() * sizeof(Value) + contents.fixed.capacity() * sizeof(Value) +
                         contents.entries.capacity() * sizeof(Dict::Entry));
  return contents;
}

void Contents::restore(Object& object) const {
  switch (object.kind) {
    case ObjectKind::list: {
      ListChange change(static_cast<List&>(object));
      load_items(change.items, items);
      break;
    }
    case ObjectKind::cell:
      static_cast<Cell&>(object).value = items[0];
      break;
    case ObjectKind::instance:
      load_instance(*this, static_cast<Instance&>(object));
      break;
    case ObjectKind::dict:
      static_cast<Dict&>(object).assign(entries);
      break;
    case ObjectKind::set:
      static_cast<Set&>(object).table.assign(entries);
      break;
    case ObjectKind::type:
      load_class(*this, static_cast<Class&>(object));
      break;
    case ObjectKind::iterator:
      static_cast<Iterator&>(object).restore(*state);
      break;
    default:
      break;
  }
}

bool Contents::joins(const Contents& other) const {
  return !state && !other.state &&
         std::equal(fixed.begin(), fixed.end(), other.fixed.begin(), other.fixed.end(), same_part);
}

Journal::Journal(Heap& heap) : heap_(heap), outer_(std::exchange(heap.journal_, this)), opened_(++journals_opened()) {
  ++heap_.arms_;
}

Journal::~Journal() {
  --heap_.arms_;
  heap_.journal_ = outer_;
  if (!outer_) return;
  for (Change& change : changes_) {
    if (outer_->known_.try_emplace(change.object.object(), outer_->changes_.size()).second)
      outer_->changes_.push_back(std::move(change));
  }
}

// What an arm makes need not be put back: an iterator of its own ends with it.
bool Journal::made_inside(const Object& object) const {
  return object.kind == ObjectKind::iterator && static_cast<const Iterator&>(object).born >= opened_;
}

void Journal::note(const Object& object) {
  if (object.references == 0 || made_inside(object)) return;
  if (known_.try_emplace(&object, changes_.size()).second) changes_.push_back({Value(&object), Contents::of(object)});
}

void Journal::undo() {
  for (const Change& change : changes_) change.before.restore(Heap::unseen(*change.object.object()));
  changes_.clear();
  known_.clear();
}

void Heap::note(const Object& object) {
  if (object.settled && snapshot_) snapshot_->note(object);
  if (journal_) journal_->note(object);
}

void Heap::adopt(const Object& owner, const Value& part) {
  if (owner.settled && snapshot_) snapshot_->settle(part);
}

}  // namespace vramlint::interp
