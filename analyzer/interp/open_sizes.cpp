#include "interp/open_sizes.h"

#include <algorithm>

#include "interp/bounded.h"
#include "interp/frame.h"
#include "interp/impl.h"

namespace vramlint::interp {

namespace {

bool is_same(const AskedSize& one, const AskedSize& other) {
  return one.reason == other.reason && one.span == other.span;
}

const AskedSize* find(const std::vector<AskedSize>& sizes, const AskedSize& wanted) {
  const auto found =
      std::find_if(sizes.begin(), sizes.end(), [&](const AskedSize& each) { return is_same(each, wanted); });
  return found == sizes.end() ? nullptr : &*found;
}

}  // namespace

// The point is far from what programs do anything so often with.
Value open_size(Interpreter& interpreter, double low, std::string reason) {
  constexpr double kPoint = 1 << 16, kMost = 0x1p50;
  Interpreter::Impl& impl = interpreter.impl();
  AskedSize size{std::move(reason), place_in_program(interpreter), 0};
  if (const AskedSize* asked = find(impl.world.sizes, size)) {
    impl.assumptions.push_back(
        {"it is taken to be " + std::to_string(asked->size) + ", for no other size is taken later: " + size.reason,
         size.span});
    return Value::integer(asked->size);
  }
  const uint32_t name = new_name(interpreter);
  const Value made = between({low, std::max(low, kPoint), kMost, true, name}, Unknown{size.reason, size.span});
  impl.open_sizes.emplace(name, std::move(size));
  return made;
}

void ask_size(Interpreter& interpreter, uint32_t name, int64_t size) {
  Interpreter::Impl& impl = interpreter.impl();
  const auto found = impl.open_sizes.find(name);
  if (found == impl.open_sizes.end() || find(impl.asked_sizes, found->second)) return;
  impl.asked_sizes.push_back(found->second);
  impl.asked_sizes.back().size = size;
}

const std::vector<AskedSize>& asked_sizes(Interpreter& interpreter) { return interpreter.impl().asked_sizes; }

}  // namespace vramlint::interp
