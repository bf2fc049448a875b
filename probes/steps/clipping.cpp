#include "probes/steps/clipping.h"

#include <ATen/core/ivalue.h>  // first: clang 14 wants it complete in what follows

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "probes/device_choice.h"
#include "probes/executor/optional.h"
#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

constexpr double kMost = 1;

void clip_norm(const std::vector<at::Tensor>& gradients) {
  std::vector<at::Tensor> norms;
  for (const at::Tensor& gradient : gradients) norms.push_back(at::norm(gradient.detach(), 2));
  const at::Tensor total = at::norm(at::stack(norms), 2);
  norms.clear();
  const at::Tensor coefficient = kMost / (total + 1e-6);
  const at::Tensor clamped = at::clamp(coefficient, torch_type::nullopt, 1.0);
  for (const at::Tensor& gradient : gradients) gradient.detach().mul_(clamped);
}

/// In lists, where 2.0 and later take them by themselves: on CUDA.
void clip_norm_of_list(const std::vector<at::Tensor>& gradients) {
  std::vector<at::Tensor> norms = at::_foreach_norm(gradients, 2);
  const at::Tensor total = at::norm(at::stack(norms), 2);
  norms.clear();
  const at::Tensor coefficient = kMost / (total + 1e-6);
  const at::Tensor clamped = at::clamp(coefficient, torch_type::nullopt, 1.0);
  at::_foreach_mul_(gradients, clamped.item());
}

}  // namespace

void clip(graph::ClipGradients::Kind kind, const std::vector<at::Tensor>& parameters) {
  const c10::AutoGradMode off(false);
  std::vector<at::Tensor> gradients;
  for (const at::Tensor& parameter : parameters) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  if (gradients.empty()) return;
  const bool lists = chosen_device().cuda && torch_profile().at_least(2, 0);
  if (kind == graph::ClipGradients::Kind::norm) return lists ? clip_norm_of_list(gradients) : clip_norm(gradients);
  for (const at::Tensor& gradient : gradients) gradient.clamp_(-kMost, kMost);
}

}  // namespace vramlint::probes
