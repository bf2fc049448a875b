#include "ops/shaping.h"

#include "ops/layout.h"

namespace vramlint::ops {

namespace {

bool is_bounded(const Shape& shape) {
  return std::any_of(shape.begin(), shape.end(), [](const Dim& dim) { return !dim.known(); });
}

/// The product of all dimensions but one; at the point.
int64_t others_of(const Shape& shape, size_t one) {
  int64_t product = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i != one) product = saturating_product(product, shape[i].point);
  }
  return product;
}

/// The one dimension that is not known; shape.size() where there are none or several.
size_t only_bounded(const Shape& shape) {
  size_t found = shape.size();
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].known()) continue;
    if (found != shape.size()) return shape.size();
    found = i;
  }
  return found;
}

/// Puts the bounds of the tensor's element count on the dimension that carries them most plausibly: the inferred one,
/// the one as large as the bounded dimension, or the first. Where the others stay what they were it is the same number.
void carry_bounds(const TensorType& type, Shape& shape, size_t inferred) {
  size_t carrier = inferred;
  for (const Dim& dim : type.shape) {
    if (dim.known()) continue;
    for (size_t i = 0; i < shape.size() && carrier == shape.size(); ++i) {
      if (shape[i].point == dim.point) carrier = i;
    }
  }
  if (carrier == shape.size()) carrier = 0;
  const Dim total = product(type.shape);
  const int64_t others = others_of(shape, carrier);
  if (others == 0 || shape.empty()) return;
  const size_t bounded = only_bounded(type.shape);
  const bool same = bounded != type.shape.size() && others_of(type.shape, bounded) == others;
  shape[carrier] = Dim(total.low / others, shape[carrier].point, total.high / others)
                       .from(shape[carrier].sources)
                       .named(same ? type.shape[bounded].name : 0);
}

/// Goes over both shapes in step, in stretches that hold as many elements: there a size without sources gets those of
/// the old dimensions.
void carry_sources(const TensorType& type, Shape& shape) {
  const Shape& old = type.shape;
  for (size_t from = 0, to = 0; to < shape.size();) {
    const size_t first_from = from, first_to = to;
    int64_t before = from < old.size() ? old[from++].point : 1, after = shape[to++].point;
    while (before != after) {
      if (before < after && from < old.size()) {
        before = saturating_product(before, old[from++].point);
      } else if (after < before && to < shape.size()) {
        after = saturating_product(after, shape[to++].point);
      } else {
        break;
      }
    }
    const uint32_t sources = product(std::span(old).subspan(first_from, from - first_from)).sources;
    for (size_t i = first_to; i < to; ++i) {
      if (shape[i].sources == 0 && shape[i] != Dim(1)) shape[i].sources = sources;
    }
  }
}

/// The strides of the new dimensions that divide up one run of `type`'s dimensions without gaps.
struct ViewStrides {
  const Shape& shape;
  Strides strides;
  int64_t next;  // the new dimension to be placed, counted from the last

  bool place(int64_t elements, int64_t base) {
    int64_t placed = 1;
    while (next >= 0 && (placed < elements || shape[static_cast<size_t>(next)].point == 1)) {
      strides[static_cast<size_t>(next)] = placed * base;
      placed = saturating_product(placed, shape[static_cast<size_t>(next)].point);
      --next;
    }
    return placed == elements;
  }
};

}  // namespace

TensorType permuted(const TensorType& type, const std::vector<int64_t>& order) {
  TensorType made{.dtype = type.dtype, .offset = type.offset};
  for (int64_t dim : order) {
    made.shape.push_back(type.shape[static_cast<size_t>(dim)]);
    made.strides.push_back(type.strides[static_cast<size_t>(dim)]);
  }
  return made;
}

std::vector<int64_t> inverse(const std::vector<int64_t>& order) {
  std::vector<int64_t> inverted(order.size());
  for (size_t i = 0; i < order.size(); ++i) inverted[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  return inverted;
}

TensorType without(const TensorType& type, int64_t dim) {
  TensorType made = type;
  made.shape.erase(made.shape.begin() + dim);
  made.strides.erase(made.strides.begin() + dim);
  return made;
}

TensorType with_single(const TensorType& type, int64_t dim) {
  TensorType made = type;
  const bool inside = dim < type.rank();
  const int64_t stride = inside ? saturating_product(type.size(dim), type.strides[static_cast<size_t>(dim)]) : 1;
  made.shape.insert(made.shape.begin() + dim, Dim(1));
  made.strides.insert(made.strides.begin() + dim, stride);
  return made;
}

TensorType expanded(const TensorType& type, const Shape& shape) {
  TensorType made{.dtype = type.dtype, .shape = shape, .strides = Strides(shape.size(), 0), .offset = type.offset};
  const size_t added = shape.size() - type.shape.size();
  for (size_t i = shape.size(); i-- > 0;) {
    if (i < added) {  // a new dimension strides over everything within it, unless it repeats
      const int64_t over = i + 1 < shape.size() ? saturating_product(made.shape[i + 1].point, made.strides[i + 1]) : 1;
      made.strides[i] = shape[i].point == 1 ? over : 0;
    } else {
      const bool repeats = type.shape[i - added].point == 1 && shape[i].point != 1;
      made.strides[i] = repeats ? 0 : type.strides[i - added];
    }
  }
  return made;
}

TensorType narrowed(const TensorType& type, int64_t dim, int64_t start, const Dim& count, int64_t step) {
  TensorType made = type;
  const auto index = static_cast<size_t>(dim);
  made.offset = saturating_sum(made.offset, saturating_product(start, type.strides[index]));
  made.shape[index] = count;
  made.strides[index] = saturating_product(made.strides[index], step);
  return made;
}

std::optional<TensorType> viewed(const TensorType& type, const Shape& shape) {
  TensorType made{.dtype = type.dtype, .shape = shape, .offset = type.offset};
  if (type.numel() == 0 || type.numel() != product(shape).point) {  // the latter: their bounds alone agree
    made.strides = graph::contiguous_strides(shape);
    return made;
  }
  ViewStrides view{shape, Strides(shape.size()), static_cast<int64_t>(shape.size()) - 1};
  if (type.rank() == 0) {
    made.strides = Strides(shape.size(), 1);
    return made;
  }
  int64_t base = type.strides.back(), elements = 1;
  for (int64_t dim = type.rank() - 1; dim >= 0; --dim) {
    elements = saturating_product(elements, type.size(dim));
    const bool run_ends = dim == 0 || (type.size(dim - 1) != 1 && type.strides[static_cast<size_t>(dim) - 1] !=
                                                                      saturating_product(elements, base));
    if (!run_ends) continue;
    if (!view.place(elements, base)) return std::nullopt;
    if (dim > 0) base = type.strides[static_cast<size_t>(dim) - 1];
    elements = 1;
  }
  if (view.next != -1) return std::nullopt;
  made.strides = std::move(view.strides);
  return made;
}

Resolved resolve_sizes(const TensorType& type, const Shape& sizes) {
  const std::string invalid = "shape '" + to_string(sizes) + "' is invalid for input of size ";
  Shape shape = sizes;
  size_t inferred = shape.size();
  int64_t known = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i].point == -1) {
      if (inferred != shape.size()) return {.error = "only one dimension can be inferred"};
      inferred = i;
    } else if (sizes[i].point < 0) {
      return {.error = "invalid shape dimension " + std::to_string(sizes[i].point)};
    } else {
      known = saturating_product(known, sizes[i].point);
    }
  }
  const int64_t total = type.numel();
  const bool bounded = is_bounded(type.shape);
  if (inferred != shape.size()) {
    const bool fits = known != 0 && (total % known == 0 || bounded || is_bounded(sizes));
    if (!fits) return {.error = invalid + std::to_string(total)};
    shape[inferred] = total / known;
  } else if (known != total && !may_be_same(product(type.shape), product(sizes))) {
    return {.error = invalid + std::to_string(total)};
  }
  if (bounded) carry_bounds(type, shape, inferred);
  carry_sources(type, shape);
  return {.shape = std::move(shape)};
}

}  // namespace vramlint::ops
