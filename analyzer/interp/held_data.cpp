#include "interp/held_data.h"

#include <unordered_set>

#include "interp/native.h"
#include "interp/objects.h"

namespace vramlint::interp {

namespace {

class HeldData {
 public:
  explicit HeldData(const ArmsContents& contents) : contents_(contents) {}

  int64_t of(const Value& root) {
    waiting_ = {root};
    while (!waiting_.empty() && --left_ >= 0) {
      const Value value = std::move(waiting_.back());
      waiting_.pop_back();
      if (value.is_object() && seen_.insert(value.object()).second) look_into(value);
    }
    return bytes_;
  }

 private:
  static constexpr int kMostValues = 8192;

  void look_into(const Value& value) {
    if (const auto* native = value.as<Native>()) bytes_ += native->held_bytes();
    if (const auto* tuple = value.as<Tuple>()) add(tuple->items);
    if (const auto* instance = value.as<Instance>()) waiting_.push_back(instance->attributes);
    const auto changed = contents_.find(value.object());
    if (changed != contents_.end()) return add(changed->second->items), add(changed->second->entries);
    if (const auto* list = value.as<List>()) add(list->items);
    if (const auto* dict = value.as<Dict>()) add(dict->entries());
  }

  void add(const std::vector<Value>& items) { waiting_.insert(waiting_.end(), items.begin(), items.end()); }
  void add(const std::vector<Dict::Entry>& entries) {
    for (const Dict::Entry& entry : entries)
      if (entry.live) waiting_.push_back(entry.value);
  }

  const ArmsContents& contents_;
  std::vector<Value> waiting_;
  std::unordered_set<const Object*> seen_;
  int64_t bytes_ = 0;
  int left_ = kMostValues;
};

}  // namespace

int64_t held_data(const Value& value) {
  const ArmsContents unchanged;
  return HeldData(unchanged).of(value);
}

int64_t held_data(const ArmsValue& value) { return HeldData(value.contents).of(value.value); }

}  // namespace vramlint::interp
