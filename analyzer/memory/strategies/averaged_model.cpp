#include "memory/strategies/averaged_model.h"

namespace vramlint::memory {

void AveragedModel::copy(graph::ModuleId module, Bytes bytes) {
  copies_.push_back(
      {storages_.make(bytes, {.category = Category::buffer, .module = module, .op = "EMA copy"}), module, bytes});
}

void AveragedModel::update(Scenario scenario) const {
  if (scenario != Scenario::high) return;
  for (const Copy& copy : copies_) {
    const Label label = {.category = Category::temporary, .module = copy.module, .op = "EMA update"};
    const StorageRef old = storages_.make(copy.bytes, label);
    const StorageRef added = storages_.make(copy.bytes, label);
    const StorageRef sum = storages_.make(copy.bytes, label);
  }
}

}  // namespace vramlint::memory
