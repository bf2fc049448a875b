#include "interp/value.h"

#include <bit>

#include "interp/objects.h"

namespace vramlint::interp {

namespace {

constexpr int kMaxDestroyDepth = 200;

thread_local int destroy_depth = 0;
thread_local std::vector<const Object*> postponed;

}  // namespace

// An object dies at once, as CPython's does, unless it is the last reference of an object that is itself dying at the
// end of a very long chain: then it waits until the chain has been walked back.
void Value::destroy(const Object* object) {
  if (destroy_depth >= kMaxDestroyDepth) {
    postponed.push_back(object);
    return;
  }
  ++destroy_depth;
  delete object;
  --destroy_depth;
  while (destroy_depth == 0 && !postponed.empty()) {
    const Object* next = postponed.back();
    postponed.pop_back();
    ++destroy_depth;
    delete next;
    --destroy_depth;
  }
}

Value Value::real(double d) { return Value(Kind::real, std::bit_cast<int64_t>(d)); }

Value Value::string(std::string text) { return Value(new String(std::move(text))); }

Value Value::list(std::vector<Value> items) { return Value(new List(std::move(items))); }

Value Value::tuple(std::vector<Value> items) { return Value(new Tuple(std::move(items))); }

Value Value::unknown(std::string reason, Span span) {
  return Value(new UnknownValue(Unknown{std::move(reason), span}));
}

bool Value::is_string() const { return as<String>() != nullptr; }

std::string_view Value::as_string() const { return as<String>()->text; }

double Value::as_real() const { return kind_ == Kind::real ? real_ : static_cast<double>(integer_); }

const Object* Value::payload_of_kind(ObjectKind kind) const {
  const Value& payload = static_cast<const Instance*>(object_)->payload;
  return payload.is(kind) ? payload.object_ : nullptr;
}

}  // namespace vramlint::interp
