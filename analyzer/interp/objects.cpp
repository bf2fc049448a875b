#include "interp/objects.h"

#include <algorithm>

#include "interp/dict.h"

namespace vramlint::interp {

String::String(std::string t, std::optional<size_t> h)
    : Object(kKind), text(std::move(t)), hash(h ? *h : text_hash(text)), is_ascii(vramlint::is_ascii(text)) {
  if (text.capacity() >= sizeof(std::string)) live_bytes += static_cast<int64_t>(text.capacity());
}

String::~String() {
  if (text.capacity() >= sizeof(std::string)) live_bytes -= static_cast<int64_t>(text.capacity());
}

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

namespace {

constexpr size_t kAncestorsOfATouch = 32;  // where a class has that many

}  // namespace

bool Class::derives_from(const Class* other) const {
  if (mro.size() > kAncestorsOfATouch) touched(mro.size() / 4);
  return this == other || std::find(mro.begin(), mro.end(), other) != mro.end();
}

namespace {

struct Looked {
  const Class* cls = nullptr;
  size_t hash = 0;
  uint64_t changes = 0;
  const Value* found = nullptr;
  std::string name;
};
constexpr size_t kRemembered = 4096, kLongestName = 64;

/// What lookups of this thread have found lately.
Looked& remembered(const Class& cls, size_t hash) {
  thread_local std::vector<Looked> looked(kRemembered);
  return looked[((reinterpret_cast<uintptr_t>(&cls) >> 5) ^ hash) % kRemembered];
}

/// Whether the answer holds until `class_changes` grows.
bool lookup_along(const Class& cls, const Dict::HashedText& name, const Value*& found) {
  bool holds = true;
  for (size_t i = 0; i < cls.mro.size(); ++i) {
    if ((i + 1) % kAncestorsOfATouch == 0) touched(4 * kAncestorsOfATouch);
    const auto* names = cls.mro[i]->attributes.as<Dict>();
    if (!names) {
      holds = false;
      continue;
    }
    names->serve_classes();
    if ((found = names->find(name))) break;
  }
  return holds;
}

const Value* lookup(const Class& cls, const Dict::HashedText& name) {
  const Value* found = nullptr;
  if (cls.mro.size() >= kAncestorsOfATouch) {
    (void)lookup_along(cls, name, found);
    return found;
  }
  Looked& known = remembered(cls, name.hash);
  if (known.cls == &cls && known.hash == name.hash && known.changes == class_changes && known.name == name.text)
    return known.found;
  const Uncounted uncounted;  // as where it is remembered
  if (lookup_along(cls, name, found) && name.text.size() <= kLongestName)
    known = {&cls, name.hash, class_changes, found, std::string(name.text)};
  return found;
}

}  // namespace

const Value* Class::lookup(std::string_view wanted) const { return interp::lookup(*this, Dict::HashedText(wanted)); }

const Value* Class::lookup(syntax::Symbol wanted) const {
  return interp::lookup(*this, {wanted.text(), wanted.hash()});
}

Instance::Instance(Value cls) : Instance(std::move(cls), Value(new Dict)) {}

Instance::Instance(Value cls, Value names) : Object(kKind), type(std::move(cls)), attributes(std::move(names)) {}

Instance::~Instance() = default;

}  // namespace vramlint::interp
