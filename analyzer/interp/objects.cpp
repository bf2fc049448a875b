#include "interp/objects.h"

#include <algorithm>

namespace vramlint::interp {

String::String(std::string t) : Object(kKind), text(std::move(t)), hash(std::hash<std::string_view>{}(text)) {}

int64_t Range::length() const {
  // Differences of two 64-bit numbers fit into 64 unsigned bits.
  auto count = [](int64_t low, int64_t high, uint64_t stride) -> int64_t {
    if (low >= high) return 0;
    uint64_t distance = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    uint64_t steps = (distance - 1) / stride + 1;
    return static_cast<int64_t>(std::min<uint64_t>(steps, INT64_MAX));
  };
  if (step > 0) return count(start, stop, static_cast<uint64_t>(step));
  return count(stop, start, uint64_t{0} - static_cast<uint64_t>(step));
}

Value* Arguments::find(std::string_view name) {
  for (auto& [key, value] : keyword) {
    if (key == name) return &value;
  }
  return nullptr;
}

bool Class::derives_from(const Class* other) const {
  return this == other || std::find(mro.begin(), mro.end(), other) != mro.end();
}

namespace {

template <typename Key>
Value* lookup_along(const Class& cls, Key name) {
  for (const Class* base : cls.mro) {
    Dict* names = base->attributes.as<Dict>();
    if (!names) continue;
    if (Value* found = names->find(name)) return found;
  }
  return nullptr;
}

}  // namespace

Value* Class::lookup(std::string_view wanted) const { return lookup_along(*this, Dict::HashedText(wanted)); }

Value* Class::lookup(syntax::Symbol wanted) const { return lookup_along(*this, wanted); }

Instance::Instance(Value cls) : Object(kKind), type(std::move(cls)), attributes(new Dict) {}

Instance::~Instance() = default;

}  // namespace vramlint::interp
