// The vocabulary in which operator files are written.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/op.h"

namespace vramlint::ops {

using graph::BackwardCall;
using graph::Call;
using graph::Dim;
using graph::Dtype;
using graph::Extra;
using graph::Inferred;
using graph::Op;
using graph::Operand;
using graph::Output;
using graph::Saved;
using graph::Shape;
using graph::Strides;
using graph::Temporary;
using graph::TensorType;
using graph::TorchProfile;

/// A string literal as a template argument.
template <size_t N>
struct Literal {
  char text[N];
  constexpr Literal(const char (&from)[N]) { std::copy_n(from, N, text); }  // NOLINT: meant to be implicit
  constexpr std::string_view view() const { return {text, N - 1}; }
};

template <Literal... texts>
inline constexpr std::array<std::string_view, sizeof...(texts)> kNames = {texts.view()...};

/// `.names = names<"torch.relu", "Tensor.relu">()`.
template <Literal... texts>
constexpr std::span<const std::string_view> names() {
  return kNames<texts...>;
}

template <Literal... parts>
constexpr auto join_parts() {
  std::array<char, (0 + ... + parts.view().size())> text{};
  size_t at = 0;
  ((std::copy_n(parts.text, parts.view().size(), text.data() + at), at += parts.view().size()), ...);
  return text;
}

template <Literal... parts>
inline constexpr auto kJoined = join_parts<parts...>();

/// The parts written one after the other, with static storage: names and schemas of a family.
template <Literal... parts>
inline constexpr std::string_view kText = {kJoined<parts...>.data(), kJoined<parts...>.size()};

template <const std::string_view&... texts>
inline constexpr std::array<std::string_view, sizeof...(texts)> kTexts = {texts...};

/// Position in Call::operands of a schema argument; -1 for None.
int operand_of(const Call& call, size_t arg);
bool needs_grad(const Call& call, size_t arg);  ///< false for None

Inferred fresh(TensorType type);
Inferred constant(TensorType type);  ///< fresh and not differentiable
Inferred view(const Call& call, size_t arg, TensorType type);
Inferred in_place(const Call& call, size_t arg);
Inferred failure(graph::Refusal refusal);

/// A dimension number of `rank`, negative ones counted from the end; -1 if out of range. A scalar has one dimension.
int64_t wrap(int64_t dim, int64_t rank);
std::string dim_error(int64_t dim, int64_t rank);  ///< what torch says when `wrap` fails

/// Monotone functions of dimensions. What comes of one comes from where it came: windows, strides and scales are none
/// of its sources. Factors of 1 and terms of 0 are none either: what they leave is the same number.
template <typename Function>
Dim map(const Dim& dim, Function function) {
  return Dim(function(dim.low), function(dim.point), function(dim.high)).from(dim.sources);
}
Dim product(std::span<const Dim> dims);
/// A size that was worked out in doubles; what is no number, or greater than any size, is the greatest.
int64_t whole(double size);
int64_t saturating_sum(int64_t left, int64_t right);
Dim sum(const Dim& left, const Dim& right);
Interval scaled(const Interval& bytes, int64_t numerator, int64_t denominator = 1);
Interval exactly(int64_t bytes);
std::string title(Dtype dtype);  ///< as torch's messages spell it: Float, Long

Interval dense_bytes(Dtype dtype, const Shape& shape);

}  // namespace vramlint::ops
