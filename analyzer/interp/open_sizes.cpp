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

static Value make_open(Interpreter& interpreter, double low, AskedSize size, std::optional<Unknown> cause) {
  constexpr double kPoint = 1 << 16, kMost = 0x1p50;  // the point is far from what programs do anything so often with
  Interpreter::Impl& impl = interpreter.impl();
  if (const AskedSize* asked = find(impl.world.supposed.sizes, size)) {
    impl.assumptions.push_back(
        {"it is taken to be " + std::to_string(asked->size) + ", for no other size is taken later: " + size.reason,
         size.span});
    return Value::integer(asked->size);
  }
  const uint32_t name = new_name(interpreter);
  const Unknown why = cause.value_or(Unknown{size.reason, size.span});
  const Value made = between({low, std::max(low, kPoint), kMost, true, name}, why);
  impl.open_sizes.emplace(name, OpenSize{std::move(size), std::move(cause)});
  return made;
}

Value open_size(Interpreter& interpreter, double low, std::string reason) {
  return make_open(interpreter, low, {std::move(reason), place_in_program(interpreter), 0}, {});
}

Value open_size(Interpreter& interpreter, const UnknownValue& number) {
  return make_open(interpreter, 0, {number.info.reason, place_in_program(interpreter), 0}, number.info);
}

const Unknown* cause_of_open(Interpreter& interpreter, uint32_t name) {
  const auto& sizes = interpreter.impl().open_sizes;
  const auto found = sizes.find(name);
  return found != sizes.end() && found->second.cause ? &*found->second.cause : nullptr;
}

std::vector<std::string> reasons_of_open(Interpreter& interpreter, uint32_t name) {
  const auto& sizes = interpreter.impl().open_sizes;
  if (const auto found = sizes.find(name); found != sizes.end()) return {found->second.size.reason};
  std::vector<uint32_t> names;
  for (const auto& [each, size] : sizes) names.push_back(each);
  std::ranges::sort(names);
  std::vector<std::string> reasons;
  for (const uint32_t each : names) reasons.push_back(sizes.at(each).size.reason);
  return reasons;
}

void note_open_cause(Interpreter& interpreter, uint32_t name, const Unknown& why) {
  interpreter.impl().open_sizes.try_emplace(name, OpenSize{{why.reason, why.span, 0}, why});
}

void ask_size(Interpreter& interpreter, uint32_t name, int64_t size) {
  Interpreter::Impl& impl = interpreter.impl();
  const auto found = impl.open_sizes.find(name);
  if (found == impl.open_sizes.end() || find(impl.asked_sizes, found->second.size)) return;
  impl.asked_sizes.push_back(found->second.size);
  impl.asked_sizes.back().size = size;
}

const std::vector<AskedSize>& asked_sizes(Interpreter& interpreter) { return interpreter.impl().asked_sizes; }

}  // namespace vramlint::interp
