#include "interp/earlier_change.h"

#include <algorithm>
#include <unordered_map>

#include "interp/dict.h"

namespace vramlint::interp {

namespace {

using Entry = Dict::Entry;

bool is_same(const Value& left, const Value& right) {
  const bool alike =
      left.same(right) || (left.is_string() && right.is_string() && left.as_string() == right.as_string());
  return alike && left.origin() == right.origin();
}

bool is_same_entry(const Entry& left, const Entry& right) {
  return left.hash == right.hash && is_same(left.key, right.key) && is_same(left.value, right.value);
}

bool is_same_contents(const Contents& left, const Contents& right) {
  const auto all = [](const auto& ours, const auto& theirs, const auto& same) {
    return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(), same);
  };
  return all(left.items, right.items, is_same) && all(left.fixed, right.fixed, is_same) &&
         all(left.entries, right.entries, is_same_entry);
}

/// What another program has as well, or a text of its own.
bool is_common(const Value& value, size_t origins) {
  return value.origin() < origins && (!value.is_object() || value.object()->settled || value.is_string());
}

bool is_common(const Contents& contents, size_t origins) {
  const auto common = [&](const Value& value) { return is_common(value, origins); };
  return !contents.state && std::all_of(contents.items.begin(), contents.items.end(), common) &&
         std::all_of(contents.fixed.begin(), contents.fixed.end(), common) &&
         std::all_of(contents.entries.begin(), contents.entries.end(),
                     [&](const Entry& entry) { return common(entry.key) && common(entry.value); });
}

void leave_looked_for(Contents& contents, const Dict::Looks& looks) {
  if (!looks.at_all)
    std::erase_if(contents.entries, [&](const Entry& entry) { return !looks.hashes.contains(entry.hash); });
}

/// Of an object that another has in its hands: nothing of it is looked at by the program.
Contents contents_of(const Object& object) {
  const Uncounted uncounted;
  return Contents::of(object);
}

/// Entries by their keys.
class Table {
 public:
  explicit Table(const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) by_hash_.emplace(entry.hash, &entry);
  }
  const Entry* find(const Entry& other) const {
    const auto [first, last] = by_hash_.equal_range(other.hash);
    const auto found =
        std::find_if(first, last, [&](const auto& item) { return is_same(item.second->key, other.key); });
    return found == last ? nullptr : found->second;
  }

 private:
  std::unordered_multimap<size_t, const Entry*> by_hash_;
};

}  // namespace

EarlierChange::EarlierChange(const Object& object) : object_(&object), before_(contents_of(object)) {
  if (object.kind == ObjectKind::dict) static_cast<const Dict&>(object).watch();
}

bool EarlierChange::close(bool is_written, size_t origins) {
  is_written_ = is_written;
  const auto* dict = object_->kind == ObjectKind::dict ? static_cast<const Dict*>(object_) : nullptr;
  looks_.at_all = true;
  if (dict && dict->looks()) looks_ = *dict->looks();
  if (dict) dict->unwatch();
  if (is_written && !dict) after_ = contents_of(*object_);
  if (is_written && dict) {
    const Contents now = contents_of(*dict);
    const Table then(before_.entries), there(now.entries);
    for (const Entry& entry : now.entries)
      if (const Entry* found = then.find(entry); !found || !is_same(found->value, entry.value)) put_.push_back(entry);
    for (const Entry& entry : before_.entries)
      if (!there.find(entry)) erased_.push_back(entry.key);
  }
  seen_ = std::move(before_);
  leave_looked_for(seen_, looks_);
  return is_common(seen_, origins);
}

bool EarlierChange::is_left_alone() const { return !is_written_; }

bool EarlierChange::fits() const {
  if (!looks_.at_all && looks_.hashes.empty()) return true;
  Contents now = contents_of(*object_);
  leave_looked_for(now, looks_);
  return is_same_contents(seen_, now);
}

void EarlierChange::leave() const {
  if (!is_written_) return;
  Object& object = Heap::unseen(*object_);
  if (object.kind != ObjectKind::dict) return after_.restore(object);
  auto& dict = static_cast<Dict&>(object);
  for (const Value& key : erased_) dict.erase(key);
  for (const Entry& entry : put_) dict.set(entry.key, entry.value);
}

void EarlierChange::add_left(std::vector<Value>& values) const {
  for (const Entry& entry : put_) {
    values.push_back(entry.key);
    values.push_back(entry.value);
  }
  values.insert(values.end(), after_.items.begin(), after_.items.end());
  values.insert(values.end(), after_.fixed.begin(), after_.fixed.end());
  for (const Entry& entry : after_.entries) {
    values.push_back(entry.key);
    values.push_back(entry.value);
  }
}

}  // namespace vramlint::interp
