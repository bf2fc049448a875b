// What makes two values the same key, as Python's dict and set have it.
#pragma once

#include <stdexcept>

#include "interp/objects.h"

namespace vramlint::interp {

/// Thrown by hash_of; Interpreter::hash turns it into a TypeError.
struct Unhashable : std::runtime_error {
  explicit Unhashable(const Object& o) : std::runtime_error("unhashable key"), object(&o) {}
  const Object* object;
};

/// 1, 1.0 and True hash alike; tuples and frozensets by content; an instance by its class's `__hash__` where the
/// program defines one, by its payload where it has one, else by identity. Throws Unhashable for list, dict and set,
/// and what a user's `__hash__` raises.
size_t hash_of(const Value& key);

/// A part of a tuple that is not known, else nothing: then it may be any key.
Value unknown_part(const Value& key);

/// `left == right` between keys: the same object, or equal by content.
bool keys_equal(const Value& left, const Value& right);

/// How keys whose class defines `__hash__` or `__eq__` in Python are asked. At most one serves a thread at a time.
struct KeyProtocol {
  virtual ~KeyProtocol() = default;
  virtual std::optional<size_t> hash(const Value& key) = 0;                      ///< empty: not defined by the program
  virtual std::optional<bool> equal(const Value& left, const Value& right) = 0;  ///< likewise
  virtual void enter() = 0;  ///< around the items of each tuple: the place to stop what is too deep or too long
  virtual void leave() = 0;
  virtual void touch(size_t values) = 0;  ///< so many were looked at
};
/// So many values were looked at by what has no Interpreter at hand; the protocol counts them.
void touched(size_t values);
/// Returns the one that served before; nullptr for none.
KeyProtocol* set_key_protocol(KeyProtocol* protocol);

/// While it lives, nothing is counted: for what a program does not see. No key's class is asked either, so that no key
/// may be an instance.
class Uncounted {
 public:
  Uncounted() : before_(set_key_protocol(nullptr)) {}
  ~Uncounted() { (void)set_key_protocol(before_); }
  Uncounted(const Uncounted&) = delete;
  Uncounted& operator=(const Uncounted&) = delete;

 private:
  KeyProtocol* before_;
};

/// While it lives, this interpreter answers for keys on this thread.
class KeyService {
 public:
  explicit KeyService(Interpreter& interpreter);
  ~KeyService();
  KeyService(const KeyService&) = delete;
  KeyService& operator=(const KeyService&) = delete;

 private:
  std::unique_ptr<KeyProtocol> protocol_;
  KeyProtocol* before_;
};

}  // namespace vramlint::interp
