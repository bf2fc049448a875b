// A Python value. Reference counted exactly as CPython counts, so that an object dies where CPython's would: moving a
// Value moves its reference, and temporaries are dropped at the end of the operation that made them. Not thread-safe:
// each interpreter has its own objects.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/unknown.h"
#include "interp/object.h"
#include "interp/origin.h"

namespace vramlint::interp {

struct Native;

/// What a value shows of its object: Python's own kinds are changed through Heap::write, a Native keeps its own books.
template <typename T>
using Seen = std::conditional_t<T::kKind == ObjectKind::native, T, const T>;

class Value {
 public:
  enum class Kind : uint8_t { none, boolean, integer, real, ellipsis, not_implemented, unbound, object };

  Value() : kind_(Kind::none), integer_(0) {}  ///< None
  Value(const Value& other) : kind_(other.kind_), origin_(other.origin_), integer_(other.integer_) { retain(); }
  Value(Value&& other) noexcept : kind_(other.kind_), origin_(other.origin_), integer_(other.integer_) {
    other.kind_ = Kind::none;
    other.origin_ = 0;
    other.integer_ = 0;
  }
  Value& operator=(Value other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(origin_, other.origin_);
    std::swap(integer_, other.integer_);
    return *this;
  }
  ~Value() { release(); }

  static Value none() { return {}; }
  static Value boolean(bool b) { return Value(Kind::boolean, b ? 1 : 0); }
  static Value integer(int64_t n) { return Value(Kind::integer, n); }
  static Value real(double d);
  static Value ellipsis() { return Value(Kind::ellipsis, 0); }
  static Value not_implemented() { return Value(Kind::not_implemented, 0); }
  static Value unbound() { return Value(Kind::unbound, 0); }  ///< a variable without a value; never seen by programs
  explicit Value(const Object* object) : kind_(Kind::object), object_(object) { retain(); }
  static Value string(std::string text);
  static Value list(std::vector<Value> items);
  static Value tuple(std::vector<Value> items);
  static Value unknown(std::string reason, Span span);

  Kind kind() const { return kind_; }
  bool is_none() const { return kind_ == Kind::none; }
  bool is_unbound() const { return kind_ == Kind::unbound; }
  bool is_bool() const { return kind_ == Kind::boolean; }
  bool is_int() const { return kind_ == Kind::integer; }  ///< not bool
  bool is_integral() const { return is_int() || is_bool(); }
  bool is_real() const { return kind_ == Kind::real; }
  bool is_number() const { return is_integral() || is_real(); }
  bool is_object() const { return kind_ == Kind::object; }
  bool is(ObjectKind k) const { return is_object() && object_->kind == k; }  ///< exactly; no payload looked at
  bool is_string() const;  ///< a str or an instance of a subclass of str
  bool is_unknown() const { return is(ObjectKind::unknown); }

  bool as_bool() const { return integer_ != 0; }
  int64_t as_int() const { return integer_; }       ///< of an int or bool
  double as_real() const;                           ///< of any number
  const Object* object() const { return object_; }  ///< only if is_object(); Heap::write lets it be changed
  /// nullptr if it is another kind of object. Sees an instance of a subclass of list, dict, … as its payload.
  template <typename T>
  Seen<T>* as() const {
    static_assert(T::kKind != ObjectKind::native || std::is_same_v<T, Native>, "as_native looks at the C++ class");
    if (!is_object()) return nullptr;
    if (object_->kind == T::kKind) return seen<T>(object_);
    const Object* payload = object_->kind == ObjectKind::instance ? payload_of_kind(T::kKind) : nullptr;
    return payload ? seen<T>(payload) : nullptr;
  }
  template <typename T>
  T* as_native() const;                ///< a Native of that C++ class, else nullptr
  std::string_view as_string() const;  ///< only if is_string(); else std::invalid_argument

  /// `is`: same object, or equal scalars of one kind.
  bool same(const Value& other) const { return kind_ == other.kind_ && integer_ == other.integer_; }

  Origin origin() const { return origin_; }
  Value with_origin(Origin origin) const& {
    Value v(*this);
    v.origin_ = origin;
    return v;
  }
  Value with_origin(Origin origin) && {
    origin_ = origin;
    return std::move(*this);
  }

 private:
  Value(Kind kind, int64_t bits) : kind_(kind), integer_(bits) {}
  template <typename T>
  static Seen<T>* seen(const Object* object) {
    return static_cast<Seen<T>*>(const_cast<Object*>(object));
  }
  const Object* payload_of_kind(ObjectKind kind) const;
  void retain() const {
    if (kind_ == Kind::object) ++object_->references;
  }
  void release() {
    if (kind_ == Kind::object && --object_->references == 0) destroy(object_);
  }
  static void destroy(const Object* object);  // deep nests do not recurse deeply

  Kind kind_;
  Origin origin_ = 0;
  union {
    int64_t integer_;
    double real_;
    const Object* object_;
  };
};

}  // namespace vramlint::interp
