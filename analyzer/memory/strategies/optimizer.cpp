#include "memory/strategies/optimizer.h"

#include <algorithm>

namespace vramlint::memory {

namespace {
constexpr std::string_view kNoNames[] = {"none"};
constexpr OptimizerStrategy kNone = {kNoNames, nullptr, [](OptimizerPlay&) {}};

constexpr const OptimizerStrategy* kStrategies[] = {
    &kNone,
    &kSgd,
    &kAdam,
    &kNadam,
    &kRadam,
    &kAdamax,
    &kRmsprop,
    &kAdagrad,
    &kAdadelta,
    &kAdafactor,
    &kAdafactorOfTorch,
    &kAsgd,
    &kRprop,
    &kLbfgs,
    &kLion,
    &kLars,
    &kLamb,
    &kMuon,
    &kSparseAdam,
    &kEightBit,
};

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

StorageRef OptimizerPlay::temporary(const Trained& parameter, std::string_view what, Bytes bytes) {
  return storages_.make(bytes, {.category = Category::temporary, .module = parameter.module, .op = what});
}

TensorTuple OptimizerPlay::temporaries(std::string_view what) {
  TensorTuple list;
  for (const Trained& parameter : parameters_) list.push_back(temporary(parameter, what));
  return list;
}

TensorTuple OptimizerPlay::scalars(int count, std::string_view what) {
  TensorTuple list;
  for (int i = 0; i < count; ++i) {
    for (const Trained& parameter : parameters_) list.push_back(temporary(parameter, what, Bytes(4)));
  }
  return list;
}

bool OptimizerPlay::foreach () const {
  if (facts_.foreach) return *facts_.foreach;
  return !fused() && torch_.foreach_by_default;
}

}  // namespace vramlint::memory
