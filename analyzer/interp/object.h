// What every object has: its kind, its references, and that it is counted while it lives.
#pragma once

#include <cstdint>

#include "interp/footprint.h"

namespace vramlint::interp {

enum class ObjectKind : uint8_t {
  string,
  bytes,
  list,
  tuple,
  dict,
  set,
  slice,
  range,
  iterator,
  function,
  builtin,
  bound_method,
  type,
  instance,
  module,
  super,
  property,
  static_method,
  class_method,
  cell,
  native,
  unknown,
};

struct Object {
  explicit Object(ObjectKind k) : kind(k) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;

  static void* operator new(size_t size) {
    live_bytes += taken(size);
    return ::operator new(size);
  }
  static void operator delete(void* object, size_t size) {
    live_bytes -= taken(size);
    ::operator delete(object);
  }

  mutable uint32_t references = 0;
  const ObjectKind kind;
  bool settled = false;          ///< part of a Snapshot
  mutable bool exposed = false;  ///< it went into a call that is not known: it may hold more than is seen

 private:
  static int64_t taken(size_t size) { return static_cast<int64_t>((size + 8 + 15) & ~size_t{15}); }
};

}  // namespace vramlint::interp
