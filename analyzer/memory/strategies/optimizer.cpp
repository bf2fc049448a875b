#include "memory/strategies/optimizer.h"

#include <algorithm>
#include <charconv>

namespace vramlint::memory {

namespace {

constexpr std::string_view kNoNames[] = {"none"};
constexpr OptimizerStrategy kNone = {kNoNames, nullptr, [](OptimizerPlay&) {}};

constexpr const OptimizerStrategy* kStrategies[] = {&kNone,    &kSgd,      &kAdam,      &kRmsprop,
                                                    &kAdagrad, &kAdadelta, &kAdafactor, &kLion};

std::pair<int, int> parse_version(std::string_view text) {
  int major = 0, minor = 0;
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, major);
  if (problem == std::errc() && rest != end) std::from_chars(rest + 1, end, minor);
  return {major, minor};
}

}  // namespace

const OptimizerStrategy* find_optimizer(std::string_view name) {
  for (const OptimizerStrategy* strategy : kStrategies) {
    if (std::find(strategy->names.begin(), strategy->names.end(), name) != strategy->names.end()) return strategy;
  }
  return nullptr;
}

void OptimizerPlay::state(const Trained& parameter, std::string_view what, Bytes bytes) {
  StorageRef& held = states_(parameter.tensor, what);
  if (!held) held = storages_.make(bytes, {.category = Category::optimizer, .module = parameter.module, .op = what});
}

StorageRef OptimizerPlay::temporary(const Trained& parameter, std::string_view what) {
  return storages_.make(parameter.bytes, {.category = Category::temporary, .module = parameter.module, .op = what});
}

std::vector<StorageRef> OptimizerPlay::temporaries(std::string_view what) {
  std::vector<StorageRef> list;
  list.reserve(parameters_.size());
  for (const Trained& parameter : parameters_) list.push_back(temporary(parameter, what));
  return list;
}

bool OptimizerPlay::foreach () const {
  if (facts_.foreach) return *facts_.foreach;
  return !fused() && torch_.foreach_by_default;
}

bool OptimizerPlay::at_least(int major, int minor) const {
  return parse_version(torch_.version) >= std::pair(major, minor);
}

}  // namespace vramlint::memory
