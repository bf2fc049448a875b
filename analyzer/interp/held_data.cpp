#include "interp/held_data.h"

#include <unordered_set>

#include "interp/native.h"
#include "interp/objects.h"

namespace vramlint::interp {

namespace {

class HeldData {
 public:
  HeldData(const ArmsContents& contents, bool only_its_own) : contents_(contents), only_its_own_(only_its_own) {}

  int64_t of(const Value& root) {
    waiting_ = {&root};
    while (!waiting_.empty() && --left_ >= 0) {
      const Value& value = *waiting_.back();
      waiting_.pop_back();
      if (value.is_object() && seen_.insert(value.object()).second) look_into(value, &value == &root);
    }
    return bytes_;
  }

 private:
  static constexpr int kMostValues = 8192;

  void look_into(const Value& value, bool is_root) {
    const auto* native = value.as<Native>();
    if (native && (!only_its_own_ || native->references <= (is_root ? 2 : 1))) bytes_ += native->held_bytes();
    if (const auto* tuple = value.as<Tuple>()) add(tuple->items);
    if (const auto* instance = value.as<Instance>()) waiting_.push_back(&instance->attributes);
    const auto changed = contents_.find(value.object());
    if (changed != contents_.end()) return add(changed->second->items), add(changed->second->entries);
    if (const auto* list = value.as<List>()) add(list->items);
    if (const auto* dict = value.as<Dict>()) add(dict->entries());
  }

  void add(const std::vector<Value>& items) {
    for (const Value& item : items) waiting_.push_back(&item);
  }
  void add(const std::vector<Dict::Entry>& entries) {
    for (const Dict::Entry& entry : entries)
      if (entry.live) waiting_.push_back(&entry.value);
  }

  const ArmsContents& contents_;
  bool only_its_own_;
  std::vector<const Value*> waiting_;
  std::unordered_set<const Object*> seen_;
  int64_t bytes_ = 0;
  int left_ = kMostValues;
};

}  // namespace

int64_t held_data(const Value& value) {
  const ArmsContents unchanged;
  return HeldData(unchanged, false).of(value);
}

int64_t held_data(const ArmsValue& value) { return HeldData(value.contents, false).of(value.value); }

int64_t newly_held(const ArmsValue& value) { return HeldData(value.contents, true).of(value.value); }

}  // namespace vramlint::interp
