#include "probes/operators/record.h"

#include <ATen/core/ivalue.h>
#include <ATen/ops/as_strided.h>
#include <ATen/ops/ones_like.h>
#include <torch/csrc/autograd/autograd.h>

#include <map>
#include <set>

#include "probes/executor/call.h"
#include "probes/executor/optional.h"
#include "probes/executor/tensors.h"
#include "probes/meter/saved_tensors.h"
#include "probes/operators/sample_json.h"

namespace vramlint::probes {

namespace {

using nlohmann::json;

/// Matrices are regular for linear algebra: a constant one cannot be inverted.
void make_regular(const at::Tensor& tensor) {
  if (tensor.dim() < 2 || !at::isFloatingType(tensor.scalar_type())) return;
  tensor.diagonal(0, -2, -1).add_(4);
}

/// One that needs a gradient is no leaf, so that it may be changed in place.
at::Tensor operand(const graph::Operand& facts, bool regular) {
  const at::Tensor tensor = make_tensor(facts.type);
  if (regular) make_regular(tensor);
  if (!facts.requires_grad) return tensor;
  graph::TensorType whole = graph::contiguous(facts.type.dtype, {});
  const auto elements = static_cast<int64_t>(tensor.storage().nbytes() / tensor.element_size());
  const at::Tensor base = at::as_strided(tensor, {elements}, {1}, 0).detach().requires_grad_();
  return at::as_strided(base.clone(), sizes_of(facts.type.shape), facts.type.strides, facts.type.offset);
}

const c10::StorageImpl* where(const at::Tensor& tensor) { return tensor.numel() == 0 ? nullptr : storage_of(tensor); }

std::string dtype_name(const at::Tensor& tensor) { return std::string(to_string(dtype_of(tensor.scalar_type()))); }

class Run {
 public:
  explicit Run(const graph::Call& call) : call_(call) {
    const std::string_view name = schema_name(*call.op);
    const bool regular = name.find("linalg") != name.npos || name.find("cholesky") != name.npos;
    for (const graph::Operand& facts : call.operands) operands_.push_back(operand(facts, regular));
    for (const at::Tensor& tensor : operands_) before_.push_back(where(tensor));
  }

  void play() {
    exchange_hooks(watching_hooks);
    try {
      outputs_ = run_call(call_, operands_);
    } catch (...) {
      exchange_hooks({});
      throw;
    }
    exchange_hooks({});
  }

  json outputs() const {
    json list = json::array();
    for (const at::Tensor& tensor : outputs_) {
      list.push_back({{"dtype", dtype_name(tensor)},
                      {"sizes", tensor.sizes().vec()},
                      {"strides", tensor.strides().vec()},
                      {"alias", operand_at(where(tensor))},
                      {"requires_grad", tensor.requires_grad()},
                      {"storage_bytes", tensor.storage().nbytes()}});
    }
    return list;
  }

  json saved() const {
    std::set<int> operands, results;
    std::map<const c10::StorageImpl*, int64_t> others;
    for (const at::Tensor& tensor : saved_tensors()) {
      const c10::StorageImpl* storage = where(tensor);
      if (!storage) continue;
      const std::set<int> shared = all_at(before_, storage);
      const std::set<int> made = results_at(storage);
      if (!shared.empty()) {
        operands.insert(shared.begin(), shared.end());
      } else if (!made.empty()) {
        results.insert(made.begin(), made.end());
      } else if (!is_wrapped_number(tensor)) {
        others[storage] = static_cast<int64_t>(storage->nbytes());
      }
    }
    int64_t extra = 0;
    for (const auto& [storage, bytes] : others) extra += bytes;
    return {{"operands", operands}, {"outputs", results}, {"extra_bytes", extra}};
  }

  json gradients() const {
    torch::autograd::variable_list roots, ones, wanted;
    std::vector<int> numbers;
    for (size_t i = 0; i < operands_.size(); ++i) {
      if (!operands_[i].requires_grad()) continue;
      wanted.push_back(operands_[i]);
      numbers.push_back(static_cast<int>(i));
    }
    for (const at::Tensor& tensor : outputs_) {
      if (tensor.requires_grad()) roots.push_back(tensor);
    }
    json list = json::array();
    if (wanted.empty() || roots.empty()) return list;
    for (const at::Tensor& root : roots) ones.push_back(at::ones_like(root));
    const auto found = torch::autograd::grad(roots, wanted, ones, torch_type::nullopt, false, true);
    for (size_t i = 0; i < found.size(); ++i) {
      if (!found[i].defined()) continue;
      list.push_back({{"operand", numbers[i]}, {"sizes", found[i].sizes().vec()}, {"dtype", dtype_name(found[i])}});
    }
    return list;
  }

 private:
  static std::set<int> all_at(const std::vector<const c10::StorageImpl*>& list, const c10::StorageImpl* storage) {
    std::set<int> found;
    for (size_t i = 0; i < list.size(); ++i) {
      if (list[i] && list[i] == storage) found.insert(static_cast<int>(i));
    }
    return found;
  }
  std::set<int> results_at(const c10::StorageImpl* storage) const {
    std::vector<const c10::StorageImpl*> list;
    for (const at::Tensor& tensor : outputs_) list.push_back(storage_of(tensor));
    return all_at(list, storage);
  }
  int operand_at(const c10::StorageImpl* storage) const {
    const std::set<int> found = all_at(before_, storage);
    return !storage || found.empty() ? -1 : *found.begin();
  }

  const graph::Call& call_;
  std::vector<at::Tensor> operands_, outputs_;
  std::vector<const c10::StorageImpl*> before_;
};

json record_sample(const graph::Call& call) {
  json entry = {{"call", sample_json(call)}};
  try {
    Run run(call);
    run.play();
    entry["outputs"] = run.outputs();
    entry["saved"] = run.saved();
    if (call.op->schema.find("(a!)") == std::string_view::npos) entry["gradients"] = run.gradients();
  } catch (const std::exception& error) {
    return {{"call", sample_json(call)}, {"error", first_line(error.what())}};
  }
  return entry;
}

}  // namespace

json record(const graph::Op& op) {
  json samples = json::array();
  for (const graph::Call& call : op.samples()) samples.push_back(record_sample(call));
  return {{"schema", op.schema}, {"samples", samples}};
}

}  // namespace vramlint::probes
