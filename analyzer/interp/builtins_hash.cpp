// hash(), and how keys are compared that define __hash__ and __eq__ in Python.
#include "interp/builtins_arguments.h"
#include "interp/dict.h"
#include "interp/frame.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

class ProgramKeys : public KeyProtocol {
 public:
  explicit ProgramKeys(Interpreter& interpreter) : interpreter_(&interpreter) {}

  std::optional<size_t> hash(const Value& key) override {
    const Value* hash = program_method(key, "__hash__");
    const Value* equal = program_method(key, "__eq__");
    if (equal && !hash) throw Unhashable(*key.object());
    if (!hash) return {};
    if (hash->is_none()) throw Unhashable(*key.object());
    Value result = interpreter_->call(Value(*hash), {key}, here(*interpreter_));
    if (!result.is_integral()) return 0;
    if (auto* instance = key.as<Instance>(); instance && !instance->payload.is_none()) {
      // A text or number that hashes as itself is found as itself.
      const size_t plain = hash_of(instance->payload);
      const bool integral = instance->payload.is_integral();
      if (result.as_int() == (integral ? instance->payload.as_int() : static_cast<int64_t>(plain >> 2))) return plain;
    }
    return static_cast<size_t>(result.as_int());
  }

  std::optional<bool> equal(const Value& left, const Value& right) override {
    if (!program_method(left, "__eq__") && !program_method(right, "__eq__")) return {};
    return interpreter_->equal(left, right, here(*interpreter_));
  }

  void enter() override {
    interpreter_->budget().step(here(*interpreter_));
    interpreter_->budget().enter(here(*interpreter_));
  }
  void leave() override { interpreter_->budget().leave(); }
  void touch(size_t values) override { interpreter_->budget().touch(values, here(*interpreter_)); }

 private:
  Interpreter* interpreter_;
};

}  // namespace

KeyService::KeyService(Interpreter& interpreter)
    : protocol_(std::make_unique<ProgramKeys>(interpreter)), before_(set_key_protocol(protocol_.get())) {}

KeyService::~KeyService() { set_key_protocol(before_); }

size_t Interpreter::hash(const Value& value, Span span) {
  if (value.is_unknown()) return hash_of(value);
  try {
    return hash_of(value);
  } catch (Unhashable& unhashable) {
    std::string name = type_name(*this, value);
    if (!value.is_object() || value.object() != unhashable.object) {
      Value inner(unhashable.object);
      name = type_name(*this, inner);
    }
    if (auto* instance = value.as<Instance>()) name = instance->cls()->name;
    raise("TypeError", "unhashable type: '" + name + "'", span, value.origin());
  }
}

}  // namespace vramlint::interp
