#include "model/drawn_batch.h"

#include <algorithm>

#include "interp/objects.h"
#include "interp/opaque.h"
#include "interp/writing.h"
#include "model/bounded_sizes.h"
#include "model/failure.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

using interp::Value;

/// What stands in tuples, lists and dicts, so many levels deep: a batch may hold itself.
template <typename Visit>
void each_part(const Value& value, const Visit& visit, int levels = 6) {
  visit(value);
  if (levels == 0) return;
  if (const auto* tuple = value.as<interp::Tuple>())
    for (const Value& item : tuple->items) each_part(item, visit, levels - 1);
  if (const auto* list = value.as<interp::List>())
    for (const Value& item : list->items) each_part(item, visit, levels - 1);
  if (const auto* dict = value.as<interp::Dict>())
    for (const interp::Dict::Entry& entry : dict->entries())
      if (entry.live) each_part(entry.value, visit, levels - 1);
}

}  // namespace

void shapes_in(const Value& batch, std::vector<InputShape>& shapes) {
  each_part(batch, [&](const Value& part) {
    if (const Tensor* tensor = as_tensor(part)) shapes.push_back({tensor->type_info, tensor->origins});
  });
}

void mark_batch(const Value& batch) {
  each_part(batch, [](const Value& part) {
    if (Tensor* tensor = as_tensor(part)) tensor->of_batch = true;
  });
}

namespace {

const interp::UnknownValue* unknown_in(const Value& batch) {
  const interp::UnknownValue* found = nullptr;
  each_part(batch, [&](const Value& part) {
    if (!found && part.is_unknown()) found = part.as<interp::UnknownValue>();
  });
  return found;
}

/// What comes first in a batch is what a network is given.
const Value* first_of(const Value& batch) {
  const Value* first = nullptr;
  each_part(batch, [&](const Value& part) {
    const bool is_content = as_tensor(part) || (part.is_unknown() && !interp::is_text(part));
    if (!first && is_content) first = &part;
  });
  return first;
}

}  // namespace

std::optional<BuildFailure> unknown_batch_in(const Value& batch, const std::vector<InputShape>& shapes,
                                             const Span& loader) {
  if (const Value* first = first_of(batch); first && says_open(*first))
    return unknown_batch(first->as<interp::UnknownValue>()->info.reason, loader);
  const auto is_sample = [](const InputShape& shape) {
    return graph::is_floating(shape.type.dtype) && shape.type.rank() > 1;
  };
  if (std::any_of(shapes.begin(), shapes.end(), is_sample)) return {};
  const interp::UnknownValue* unknown = unknown_in(batch);
  if (!unknown) return {};
  return unknown_batch(unknown->info.reason, loader ? loader : unknown->info.span);
}

namespace {

/// Of which no more is known than that it may be many times larger than it must be.
bool is_vague(const Interval& bytes) { return bytes.high.count > 4 * std::max<int64_t>(bytes.low.count, 1); }

}  // namespace

/// Without workers nothing is drawn ahead. torch/utils/data/dataloader.py [2.4]: prefetch_factor is 2 where it is None.
std::optional<LoaderFacts> loader_of(const Drawn& drawn, const std::vector<InputShape>& shapes) {
  constexpr int64_t kMost = 1 << 20;
  if (!drawn.workers.is_int() || !(drawn.prefetch.is_int() || drawn.prefetch.is_none())) return {};
  LoaderFacts facts{drawn.place, drawn.workers.as_int(), drawn.prefetch.is_int() ? drawn.prefetch.as_int() : 2, {}};
  if (facts.workers < 0 || facts.workers > kMost || facts.prefetch < 0 || facts.prefetch > kMost) return {};
  for (const InputShape& shape : shapes) {
    const Interval bytes = shape.type.bytes();
    if (is_vague(bytes)) return {};
    facts.batch += bytes.point;
  }
  return facts;
}

}  // namespace vramlint::model
