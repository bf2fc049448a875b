#include "interp/dict.h"

#include <bit>
#include <cmath>
#include <type_traits>

#include "interp/builtins_arguments.h"
#include "interp/native.h"

namespace vramlint::interp {

namespace {

constexpr size_t kLinear = 8;  // up to this many entries are scanned in order
constexpr size_t kFirst = 4;   // entries there is room for with the first one
constexpr uint32_t kFree = UINT32_MAX;
constexpr size_t kAbsent = SIZE_MAX;

thread_local KeyProtocol* key_protocol = nullptr;

}  // namespace

Value unknown_part(const Value& key) {
  std::vector<const Value*> parts = {&key};
  while (!parts.empty()) {
    const Value& part = *parts.back();
    parts.pop_back();
    if (part.is_unknown()) return part;
    const auto* tuple = part.as<Tuple>();
    if (!tuple) continue;
    touched(tuple->items.size());
    for (const Value& item : tuple->items) parts.push_back(&item);
  }
  return {};
}

void touched(size_t values) {
  if (key_protocol) key_protocol->touch(values);
}

namespace {

size_t mix(size_t hash, size_t with) {
  hash ^= with + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash;
}

size_t hash_integer(int64_t number) {
  auto bits = static_cast<uint64_t>(number);
  bits = (bits ^ (bits >> 32)) * 0xd6e8feb86659fd93ULL;
  return bits ^ (bits >> 32);
}

size_t hash_real(double number) {
  if (number == std::trunc(number) && std::fabs(number) < 9.2e18) return hash_integer(static_cast<int64_t>(number));
  return hash_integer(std::bit_cast<int64_t>(number));
}

size_t hash_pointer(const void* pointer) {
  return hash_integer(static_cast<int64_t>(reinterpret_cast<intptr_t>(pointer)));
}

struct Nesting {
  Nesting() {
    if (key_protocol) key_protocol->enter();
  }
  ~Nesting() {
    if (key_protocol) key_protocol->leave();
  }
};

size_t hash_tuple(const Tuple& tuple) {
  Nesting nesting;
  touched(tuple.items.size());
  size_t hash = 0x345678;
  for (const Value& item : tuple.items) hash = mix(hash, hash_of(item));
  return hash;
}

size_t hash_set(const Set& set) {
  if (!set.frozen) throw Unhashable(set);
  touched(set.table.entries().size());
  size_t hash = 0x5e7;
  for (const Dict::Entry& entry : set.table.entries()) {
    if (entry.live) hash ^= hash_integer(static_cast<int64_t>(entry.hash));
  }
  return hash;
}

size_t hash_range(const Range& range) {
  int64_t count = range.length();
  size_t hash = hash_integer(count);
  if (count > 0) hash = mix(hash, hash_integer(range.start));
  return count > 1 ? mix(hash, hash_integer(range.step)) : hash;
}

/// Runs no code of the program's.
struct EqualsText {
  std::string_view text;
  bool operator()(const Value& key) const {
    if (key.is(ObjectKind::string)) return static_cast<const String*>(key.object())->text == text;
    return key.is_string() && key.as_string() == text;
  }
};

size_t hash_instance(const Value& key, const Instance& instance) {
  if (key_protocol) {
    if (std::optional<size_t> hash = key_protocol->hash(key)) return *hash;
  }
  return instance.payload.is_none() ? hash_pointer(&instance) : hash_of(instance.payload);
}

size_t hash_native(const Native& native) {
  std::optional<size_t> hash = native.hash();
  if (!hash) throw Unhashable(native);
  return *hash;
}

size_t hash_object(const Value& key) {
  const Object& object = *key.object();
  switch (object.kind) {
    case ObjectKind::string:
      return static_cast<const String&>(object).hash;
    case ObjectKind::bytes:
      touched(static_cast<const ByteString&>(object).text.size() / 16);
      return std::hash<std::string>{}(static_cast<const ByteString&>(object).text) ^ 0xb;
    case ObjectKind::tuple:
      return hash_tuple(static_cast<const Tuple&>(object));
    case ObjectKind::set:
      return hash_set(static_cast<const Set&>(object));
    case ObjectKind::range:
      return hash_range(static_cast<const Range&>(object));
    case ObjectKind::instance:
      return hash_instance(key, static_cast<const Instance&>(object));
    case ObjectKind::native:
      return hash_native(static_cast<const Native&>(object));
    case ObjectKind::bound_method: {
      const auto& method = static_cast<const BoundMethod&>(object);
      Nesting nesting;
      return mix(hash_of(method.function), method.self.is_object() ? hash_pointer(method.self.object()) : 0);
    }
    case ObjectKind::list:
    case ObjectKind::dict:
    case ObjectKind::slice:
      throw Unhashable(object);
    case ObjectKind::iterator:
    case ObjectKind::function:
    case ObjectKind::builtin:
    case ObjectKind::type:
    case ObjectKind::module:
    case ObjectKind::super:
    case ObjectKind::property:
    case ObjectKind::static_method:
    case ObjectKind::class_method:
    case ObjectKind::cell:
    case ObjectKind::unknown:
      return hash_pointer(&object);
  }
  return hash_pointer(&object);
}

bool numbers_equal(const Value& left, const Value& right) {
  if (left.is_integral() && right.is_integral()) return left.as_int() == right.as_int();
  if (left.is_real() && right.is_real()) return left.as_real() == right.as_real();
  double real = left.is_real() ? left.as_real() : right.as_real();
  int64_t integer = left.is_real() ? right.as_int() : left.as_int();
  return real == std::trunc(real) && std::fabs(real) < 9.2e18 && static_cast<int64_t>(real) == integer;
}

bool tuples_equal(const Tuple& left, const Tuple& right) {
  if (left.items.size() != right.items.size()) return false;
  Nesting nesting;
  touched(left.items.size());
  for (size_t i = 0; i < left.items.size(); ++i) {
    if (!keys_equal(left.items[i], right.items[i])) return false;
  }
  return true;
}

bool sets_equal(const Set& left, const Set& right) {
  if (left.table.size() != right.table.size()) return false;
  Nesting nesting;
  touched(2 * left.table.entries().size());
  for (size_t i = 0; i < left.table.entries().size(); ++i) {
    const Dict::Entry& entry = left.table.entries()[i];
    if (entry.live && !right.table.find(entry.key)) return false;
  }
  return true;
}

bool ranges_equal(const Range& left, const Range& right) {
  int64_t count = left.length();
  if (count != right.length()) return false;
  return count == 0 || (left.start == right.start && (count == 1 || left.step == right.step));
}

bool texts_equal(const std::string& left, const std::string& right) {
  if (left.size() != right.size()) return false;
  touched(left.size() / 64);
  return left == right;
}

bool contents_equal(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) return numbers_equal(left, right);
  if (!left.is_object() || !right.is_object()) return left.same(right);
  if (left.object()->kind != right.object()->kind) return false;
  if (auto* text = left.as<String>()) return texts_equal(text->text, right.as<String>()->text);
  if (auto* text = left.as<ByteString>()) return texts_equal(text->text, right.as<ByteString>()->text);
  if (auto* tuple = left.as<Tuple>()) return tuples_equal(*tuple, *right.as<Tuple>());
  if (auto* set = left.as<Set>()) return sets_equal(*set, *right.as<Set>());
  if (auto* range = left.as<Range>()) return ranges_equal(*range, *right.as<Range>());
  if (auto* method = left.as<BoundMethod>()) {
    auto* other = right.as<BoundMethod>();
    Nesting nesting;
    return method->self.same(other->self) && keys_equal(method->function, other->function);
  }
  return false;
}

}  // namespace

KeyProtocol* set_key_protocol(KeyProtocol* protocol) { return std::exchange(key_protocol, protocol); }

size_t hash_of(const Value& key) {
  switch (key.kind()) {
    case Value::Kind::none:
      return 0x6e6f6e65;
    case Value::Kind::boolean:
    case Value::Kind::integer:
      return hash_integer(key.as_int());
    case Value::Kind::real:
      return hash_real(key.as_real());
    case Value::Kind::ellipsis:
      return 0x2e2e2e;
    case Value::Kind::not_implemented:
    case Value::Kind::unbound:
      return 0x6e696d70;
    case Value::Kind::object:
      return hash_object(key);
  }
  return 0;
}

bool keys_equal(const Value& left, const Value& right) {
  if (left.same(right)) return true;
  if (key_protocol && (left.is(ObjectKind::instance) || right.is(ObjectKind::instance))) {
    if (std::optional<bool> equal = key_protocol->equal(left, right)) return *equal;
  }
  return contents_equal(payload_or_self(left), payload_or_self(right));
}

// ---------------------------------------------------------------- the table

// Asking whether two keys are equal may run the program's own code, which may change this very table: entries are
// reached by index, never by a reference kept across the question.
template <typename Equal>
size_t Dict::probe(size_t hash, const Equal& equal) const {
  look_for(hash);
  using Key = std::conditional_t<std::is_same_v<Equal, EqualsText>, const Value&, const Value>;
  if (index_.empty()) {
    for (size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].hash != hash || !entries_[i].live) continue;
      Key key = entries_[i].key;
      if (equal(key)) return i;
    }
    return kAbsent;
  }
  size_t passed = 0;  // many only where the program's own hashes are alike
  for (size_t slot = hash & (index_.size() - 1);; slot = (slot + 1) & (index_.size() - 1)) {
    if (slot >= index_.size() || index_[slot] == kFree) return kAbsent;
    if (++passed % kLinear == 0) touched(2 * kLinear);
    size_t place = index_[slot];
    if (place >= entries_.size() || !entries_[place].live || entries_[place].hash != hash) continue;
    Key key = entries_[place].key;
    if (equal(key)) return place;
    if (index_.empty()) return kAbsent;
  }
}

void Dict::append(Value key, Value value, size_t hash) {
  if (entries_.size() >= 2 * live_ + kLinear) reindex();
  touched(2);
  moved();
  if (entries_.capacity() == 0) entries_.reserve(kFirst);
  entries_.push_back({std::move(key), std::move(value), hash, true});
  ++live_;
  recount();
  if (index_.empty() && entries_.size() <= kLinear) return;
  if (index_.empty() || ++slots_ * 2 > index_.size()) {
    reindex();
    return;
  }
  size_t slot = hash & (index_.size() - 1);
  size_t passed = 0;
  for (; index_[slot] != kFree; slot = (slot + 1) & (index_.size() - 1)) ++passed;
  index_[slot] = static_cast<uint32_t>(entries_.size() - 1);
  if (passed > kLinear) touched(passed);
}

void Dict::recount() { footprint_.set(entries_.capacity() * sizeof(Entry) + index_.capacity() * sizeof(uint32_t)); }

// Squeezes the erased entries out and builds the index anew.
void Dict::reindex() {
  if (live_ != entries_.size()) std::erase_if(entries_, [](const Entry& entry) { return !entry.live; });
  index_.clear();
  if (entries_.size() <= kLinear) return;
  index_.assign(std::bit_ceil(entries_.size() * 4), kFree);
  slots_ = entries_.size();
  recount();
  for (size_t i = 0; i < entries_.size(); ++i) {
    size_t slot = entries_[i].hash & (index_.size() - 1);
    while (index_[slot] != kFree) slot = (slot + 1) & (index_.size() - 1);
    index_[slot] = static_cast<uint32_t>(i);
  }
}

const Value* Dict::find(std::string_view key) const { return find(HashedText(key)); }

const Value* Dict::find(const HashedText& key) const {
  size_t place = probe(key.hash, EqualsText{key.text});
  return place == kAbsent ? nullptr : &entries_[place].value;
}

const Value* Dict::find(syntax::Symbol key) const {
  std::string_view text = key.text();
  size_t place = probe(key.hash(), EqualsText{text});
  return place == kAbsent ? nullptr : &entries_[place].value;
}

const Value* Dict::find(const Value& key) const {
  size_t place = probe(hash_of(key), [&](const Value& other) { return keys_equal(other, key); });
  return place == kAbsent ? nullptr : &entries_[place].value;
}

void Dict::set(std::string_view key, Value value) {
  const HashedText text(key);
  if (Value* old = find(text)) {
    std::swap(*old, value);
  } else {
    append(Value(new String(std::string(key), text.hash)), std::move(value), text.hash);
  }
}

void Dict::set(syntax::Symbol key, Value value) {
  if (Value* old = find(key)) {
    std::swap(*old, value);
  } else {
    append(Value(new String(key.text(), key.hash())), std::move(value), key.hash());
  }
}

void Dict::set(Value key, Value value) {
  size_t hash = hash_of(key);
  size_t place = probe(hash, [&](const Value& other) { return keys_equal(other, key); });
  if (place == kAbsent) {
    append(std::move(key), std::move(value), hash);
  } else {
    std::swap(entries_[place].value, value);
  }
}

// The old key and value die only after the table is in order again. Places left empty at the end go at once, others
// when they are more than what is left: whoever takes entries from either end until there are none walks over few.
bool Dict::erase_at(size_t place) {
  if (place == kAbsent) return false;
  moved();
  Entry& entry = entries_[place];
  Value key = std::move(entry.key), value = std::move(entry.value);
  entry.live = false;
  --live_;
  while (!entries_.empty() && !entries_.back().live) entries_.pop_back();
  if (entries_.size() > 2 * live_ + kLinear) reindex();
  return true;
}

bool Dict::erase(const Value& key) {
  return erase_at(probe(hash_of(key), [&](const Value& other) { return keys_equal(other, key); }));
}

bool Dict::erase(std::string_view key) { return erase_at(probe(HashedText(key).hash, EqualsText{key})); }

void Dict::clear() { assign({}); }

// What it held dies only after the table is in order again.
void Dict::assign(std::vector<Entry> entries) {
  look_at_all();
  moved();
  entries.swap(entries_);
  live_ = entries_.size();
  reindex();
  recount();
}

}  // namespace vramlint::interp
