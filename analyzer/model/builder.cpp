#include "model/builder.h"

#include <algorithm>

#include "model/tensor.h"

namespace vramlint::model {

graph::StorageId Builder::add_storage(Interval bytes, graph::StorageKind kind) {
  graph.storages.push_back({bytes, kind});
  return static_cast<graph::StorageId>(graph.storages.size() - 1);
}

graph::TensorId Builder::add_tensor(graph::Tensor tensor) {
  if (graph.tensors.size() >= kMostTensors) {
    throw interp::BudgetExceeded("one step makes more than " + std::to_string(kMostTensors) + " tensors: does it end?",
                                 {});
  }
  graph.tensors.push_back(std::move(tensor));
  return static_cast<graph::TensorId>(graph.tensors.size() - 1);
}

void Builder::dropped(graph::TensorId tensor) {
  if (finished_) return;
  if (collecting_) {
    collected_.push_back(tensor);
  } else if (in_step && graph.storages[graph.tensors[tensor].storage].kind != graph::StorageKind::parameter) {
    append(graph::Drop{tensor});
  }
}

void Builder::leave(graph::StorageId storage, Tensor* tensor) {
  std::vector<Tensor*>& all = on_storage_[storage];
  all.erase(std::remove(all.begin(), all.end(), tensor), all.end());
}

size_t Builder::mark() {
  marks_.push_back({graph.events.size(), graph.tensors.size(), graph.storages.size(), changes_.size(), grad_enabled,
                    module, autocast.mode});
  return marks_.size() - 1;
}

bool Builder::touched_since(size_t mark) {
  const Mark& then = marks_[mark];
  return graph.events.size() != then.events || changes_.size() != then.changes;
}

int64_t Builder::cost_since(size_t mark) {
  Bytes total;
  for (size_t i = marks_[mark].storages; i < graph.storages.size(); ++i) total += graph.storages[i].bytes.point;
  return total.count;
}

void Builder::rollback(size_t mark) {
  const Mark then = marks_[mark];
  autocast.forget_from(static_cast<graph::TensorId>(then.tensors));
  autocast.mode = then.autocast;
  for (; changes_.size() > then.changes; changes_.pop_back()) {
    const Change& change = changes_.back();
    if (change.tensor) change.tensor->restore(change.type, change.id, change.requires_grad, change.leaf);
  }
  graph.events.resize(then.events);
  graph.tensors.resize(then.tensors);
  graph.storages.resize(then.storages);
  grad_enabled = then.grad_enabled;
  module = then.module;
  marks_.resize(mark + 1);
}

void Builder::before_change(Tensor& tensor) {
  if (marks_.empty()) return;
  changes_.push_back({&tensor, tensor.type_info, tensor.id, tensor.requires_grad, tensor.leaf});
}

void Builder::forget(Tensor* tensor) {
  for (Change& change : changes_) {
    if (change.tensor == tensor) change.tensor = nullptr;
  }
}

bool Builder::is_live(graph::TensorId tensor) const {
  auto all = on_storage_.find(graph.tensors[tensor].storage);
  if (all == on_storage_.end()) return false;
  return std::any_of(all->second.begin(), all->second.end(), [tensor](const Tensor* t) { return t->id == tensor; });
}

Span user_span(interp::Interpreter& interpreter) {
  for (const Span& span : interpreter.call_stack()) {
    if (span && !is_prelude(span.source)) return span;
  }
  return {};
}

void unsupported(interp::Interpreter& interpreter, std::string message) {
  std::vector<Span> calls;
  for (const Span& span : interpreter.call_stack()) {
    if (span && !is_prelude(span.source)) calls.push_back(span);
  }
  Span span = calls.empty() ? Span{} : calls.front();
  throw Unsupported{std::move(message), span, std::move(calls)};
}

}  // namespace vramlint::model
