#include "model/tensor_changes.h"

#include <algorithm>
#include <utility>

#include "model/data_facts.h"
#include "model/ranges.h"
#include "model/tensor.h"
#include "model/uniform.h"

namespace vramlint::model {

namespace {

/// What an arm leaves of what is known of a tensor.
struct Left {
  std::shared_ptr<const DataFacts> facts;
  Range range;
  bool written;
};

}  // namespace

TensorState state_of(const Tensor& tensor) {
  return {tensor.type_info,     tensor.id,      tensor.requires_grad, tensor.leaf,      tensor.asked,
          tensor.stays_on_host, tensor.written, tensor.origins,       tensor.values,    tensor.facts,
          tensor.host_storage,  tensor.cls,     tensor.grad,          tensor.attributes};
}

void TensorChanges::note(Tensor& tensor, size_t then, bool of_elements) {
  if (tensor.newest_change > then) {
    all_[tensor.newest_change - 1].of_elements &= of_elements;
    return;
  }
  all_.push_back({&tensor, tensor.newest_change, of_elements, state_of(tensor)});
  tensor.newest_change = all_.size();
}

void TensorChanges::forget(const Tensor& tensor) {
  for (size_t place = tensor.newest_change; place > 0; place = all_[place - 1].earlier)
    all_[place - 1].tensor = nullptr;
}

void TensorChanges::undo(size_t then) {
  for (; all_.size() > then; all_.pop_back()) {
    TensorChange change = std::move(all_.back());
    if (!change.tensor) continue;
    change.tensor->newest_change = change.earlier;
    change.tensor->restore(std::move(change.before));
  }
}

std::vector<interp::Effects::Written> TensorChanges::take_back(size_t then, size_t first_made) {
  std::vector<interp::Effects::Written> written;
  for (size_t place = then; place < all_.size(); ++place) {
    Tensor* tensor = all_[place].tensor;
    if (!tensor || tensor->newest_change != place + 1) continue;
    written.push_back(
        {interp::Value(tensor), std::make_shared<Left>(Left{tensor->facts, range_of(*tensor), tensor->written})});
  }
  undo(then);
  std::erase_if(written, [&](const auto& each) { return as_tensor(each.object)->id.value_or(0) >= first_made; });
  return written;
}

bool TensorChanges::are_of_elements(size_t then) const {
  return std::all_of(all_.begin() + static_cast<std::ptrdiff_t>(then), all_.end(),
                     [](const TensorChange& change) { return change.of_elements; });
}

void TensorChanges::clear() {
  for (const TensorChange& change : all_)
    if (change.tensor) change.tensor->newest_change = 0;
  all_.clear();
}

void may_be(const interp::Effects::Written& written) {
  Tensor& tensor = *as_tensor(written.object);
  const auto& left = *static_cast<const Left*>(written.left.get());
  const Range before = range_of(tensor);
  tensor.forget_elements();
  tensor.facts = left.facts;
  tensor.written |= left.written;
  forget_choice(tensor);
  forget_uniform(tensor);
  set_range(tensor, united(before, left.range));
}

}  // namespace vramlint::model
