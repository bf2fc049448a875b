// The seam through which other rooms give Python objects a meaning of their own: tensors, dtypes, a config. The
// interpreter knows nothing of what they are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "interp/objects.h"

namespace vramlint::interp {

/// What a native is beside the values that it holds.
struct Cast {
  virtual ~Cast() = default;
  virtual Value make(Interpreter&, std::vector<Value> held) const = 0;
};

/// How a native is made to be again what it was, in another run.
struct Renewal {
  virtual ~Renewal() = default;
  virtual void renew(Interpreter&, const Object& native) const = 0;
};

/// Every member may throw Raised (see interpreter.h). An empty optional means "I do not have that": the interpreter
/// then raises the AttributeError or TypeError that CPython would.
struct Native : Object {
  static constexpr ObjectKind kKind = ObjectKind::native;
  Native() : Object(kKind) {}

  virtual std::string_view type_name() const = 0;
  /// Never changes, but for the values that it lets be visited, so that a Snapshot may hold it.
  virtual bool is_constant() const { return false; }
  /// Every value that it holds, of a constant one that holds any.
  virtual void visit(const std::function<void(const Value&)>&) const {}
  /// The Python class isinstance() tests against; may be nullptr.
  virtual const Class* type(Interpreter&) { return nullptr; }

  virtual std::optional<Value> get_attribute(Interpreter&, std::string_view, Span) { return {}; }
  /// What `super().name` finds of one whose class a program derived.
  virtual std::optional<Value> inherited_attribute(Interpreter&, std::string_view, Span) { return {}; }
  virtual bool set_attribute(Interpreter&, std::string_view, Value, Span) { return false; }
  virtual std::optional<Value> call(Interpreter&, Arguments&) { return {}; }
  virtual std::optional<Value> get_item(Interpreter&, const Value& /*index*/, Span) { return {}; }
  virtual bool set_item(Interpreter&, const Value& /*index*/, Value, Span) { return false; }
  /// `reflected`: self is the right operand.
  virtual std::optional<Value> binary(Interpreter&, syntax::BinaryOp, const Value& /*other*/, bool /*reflected*/,
                                      Span) {
    return {};
  }
  /// `a += b`. Empty: falls back to binary.
  virtual std::optional<Value> in_place(Interpreter&, syntax::BinaryOp, const Value& /*other*/, Span) { return {}; }
  virtual std::optional<Value> compare(Interpreter&, syntax::CompareOp, const Value& /*other*/, Span) { return {}; }
  virtual std::optional<Value> unary(Interpreter&, syntax::UnaryOp, Span) { return {}; }
  virtual std::optional<Value> contains(Interpreter&, const Value&, Span) { return {}; }
  virtual std::optional<int64_t> length(Interpreter&, Span) { return {}; }
  /// Of a length that only the data tells what len() makes of it; it has a `length` as well.
  virtual std::optional<Value> bounded_length(Interpreter&, Span) { return {}; }
  virtual std::optional<Value> iterate(Interpreter&, Span) { return {}; }  ///< an Iterator
  virtual int64_t held_bytes() const { return 0; }                         ///< a tensor's own
  /// One like all that iterate() goes through, where it is not known how many there are.
  virtual std::optional<Value> any_item(Interpreter&, Span) { return {}; }
  /// Of all that iterate() goes through; empty where these are added up one after the other.
  virtual std::optional<Value> sum(Interpreter&, Span) { return {}; }
  /// true, false, or an Unknown value; empty means true.
  virtual std::optional<Value> truth(Interpreter&, Span) { return {}; }
  virtual std::optional<size_t> hash() const { return reinterpret_cast<size_t>(this); }
  virtual std::optional<std::string> repr(Interpreter&) { return {}; }
  /// To make another one like it, of what it holds; nullptr where that cannot be done.
  virtual std::unique_ptr<Cast> cast(std::vector<Value>& /*held*/) const { return nullptr; }
  /// Of one that is no constant, for the next run that imports what holds it; nullptr where that cannot be done.
  virtual std::unique_ptr<Renewal> renewal() const { return nullptr; }
};

/// How an object came to be: where its class is called, and what the conditions and loops around that came from.
struct Making {
  Span site;
  Origin around = 0;
};

/// What natives do beyond Python objects (the graph that tensors write), so that an arm under trial can be undone.
struct Effects {
  virtual ~Effects() = default;
  /// What a call of what is not known makes, as far as a native knows.
  struct Made {
    Value instead;  ///< what the program goes on with in its place; none
    Value trail;    ///< UnknownValue::trail
    Value items;    ///< UnknownValue::items
  };
  virtual Made given(Interpreter&, const Value& /*callee*/, const Arguments&) { return {}; }
  /// `object.backward(...)` and the like, of what is not known.
  virtual void calls_method(Interpreter&, std::string_view /*name*/, const Value& /*object*/, const Arguments&) {}
  /// The class that stands for a base that is not known, beside others; none: the class is then not known either.
  virtual Value base_instead(Interpreter&, const Value& /*base*/, const std::vector<Value>& /*others*/, Span) {
    return {};
  }
  /// A tensor, or a module: what is done to it may change the step.
  virtual bool is_of_step(const Value&) const { return true; }
  virtual size_t mark() = 0;  ///< a point to come back to
  virtual bool touched_since(size_t mark) = 0;
  /// Everything that a native may read of it now, as a text; empty where what is done now leaves traces.
  virtual std::string state() const { return {}; }
  /// Of that what an import may go by that does nothing itself.
  virtual std::string surroundings() const { return {}; }
  /// What is known of an object that the program made, to be said of another like it.
  virtual std::optional<Making> making_of(const Object&) const { return {}; }
  virtual void set_making(const Object&, const Making&) {}
  virtual size_t recorded() const { return 0; }  ///< how many effects there are
  struct Standing {
    size_t events = 0;   ///< all effects, and what ran without one
    size_t records = 0;  ///< of them what goes backward, may, or steps an optimizer
    int64_t held = 0;    ///< bytes
  };
  virtual Standing standing() const { return {}; }
  virtual int64_t cost_since(size_t mark) = 0;  ///< bytes the effects since then hold; the costlier arm is followed
  virtual int64_t kept_since(size_t mark) { return cost_since(mark); }  ///< of them what is held still
  virtual bool trains_since(size_t /*mark*/) { return false; }          ///< goes backward, or steps an optimizer
  virtual void rollback(size_t mark) = 0;   ///< called when no native made since the mark is referenced any more
  virtual void release(size_t /*mark*/) {}  ///< nothing was done since that is to be undone
  /// A native that was written to, and what is known of what that left.
  struct Written {
    Value object;
    std::shared_ptr<const void> left;
  };
  /// Takes back what was written since then; of what was made since nothing is told that is gone with `rollback`.
  virtual std::vector<Written> take_back(size_t /*mark*/) { return {}; }
  virtual void may_be(const Written&) {}  ///< the object is as it is, or as that left it
};

template <typename T>
T* Value::as_native() const {
  Native* native = as<Native>();
  return native ? dynamic_cast<T*>(native) : nullptr;
}

}  // namespace vramlint::interp
