#include "memory/strategies/clipping.h"

#include <algorithm>

namespace vramlint::memory {

namespace {

constexpr int64_t kChunk = 65536;  // elements that one block reduces: kChunkSize of MultiTensorApply.cuh [2.4]
constexpr int64_t kScalar = 4;

}  // namespace

void clip_gradients(StorageTable& storages, const graph::ClipGradients& clip, const std::vector<Trained>& parameters,
                    std::optional<bool> foreach, const graph::TorchProfile& torch) {
  if (clip.kind == graph::ClipGradients::Kind::value || parameters.empty()) return;
  const auto count = static_cast<int64_t>(parameters.size());
  const Label label = {.category = Category::temporary, .op = "gradient norms"};
  StorageRef partial;
  if (foreach.value_or(torch.at_least(2, 0))) {
    int64_t largest = 0;
    for (const Trained& parameter : parameters) largest = std::max(largest, parameter.type.numel());
    partial = storages.make(Bytes(largest / kChunk + (largest % kChunk != 0 ? 1 : 0)) * count * kScalar, label);
  }
  std::vector<StorageRef> norms;
  for (const Trained& parameter : parameters) {
    norms.push_back(storages.make(Bytes(kScalar), {label.category, parameter.module, label.op, {}}));
  }
  partial.reset();
  const StorageRef stacked = storages.make(Bytes(count * kScalar), label);
  const StorageRef total = storages.make(Bytes(kScalar), label);
  const StorageRef shifted = storages.make(Bytes(kScalar), label);
  const StorageRef coefficient = storages.make(Bytes(kScalar), label);
  const StorageRef clamped = storages.make(Bytes(kScalar), label);
}

}  // namespace vramlint::memory
