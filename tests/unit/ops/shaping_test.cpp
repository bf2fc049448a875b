#include "ops/shaping.h"

#include <gtest/gtest.h>

#include "ops/sample.h"

namespace vramlint::ops {
namespace {

// torch.empty_strided(sizes, strides).view(shape).stride(), torch 1.13.1.
TEST(Shaping, ViewsWhereStridesAllow) {
  EXPECT_EQ(viewed(strided({2, 3, 4}, {12, 4, 1}).type, {6, 4})->strides, (Strides{4, 1}));
  EXPECT_EQ(viewed(strided({2, 3, 4}, {24, 8, 2}).type, {24})->strides, (Strides{2}));
  EXPECT_FALSE(viewed(strided({3, 2}, {1, 3}).type, {6}));
  EXPECT_EQ(viewed(strided({3, 2}, {1, 3}).type, {3, 1, 2})->strides[2], 3);
}

TEST(Shaping, InfersOneSize) {
  const TensorType type = tensor({2, 3, 4}).type;
  EXPECT_EQ(resolve_sizes(type, {4, -1}).shape, (Shape{4, 6}));
  EXPECT_EQ(resolve_sizes(type, {5, -1}).error, "shape '[5, -1]' is invalid for input of size 24");
  EXPECT_EQ(resolve_sizes(type, {-1, -1}).error, "only one dimension can be inferred");
}

TEST(Shaping, BoundsGoWhereTheDimensionWent) {
  TensorType type = tensor({4, 3, 2}).type;
  type.shape[0] = Dim(1, 4, 9);
  EXPECT_EQ(resolve_sizes(type, {4, 6}).shape, (Shape{Dim(1, 4, 9), 6}));
  EXPECT_EQ(resolve_sizes(type, {-1}).shape, (Shape{Dim(6, 24, 54)}));
}

TEST(Shaping, ExpandedDimensionsHaveNoStride) {
  EXPECT_EQ(expanded(tensor({3, 1}).type, {2, 3, 4}).strides, (Strides{0, 1, 0}));
}

}  // namespace
}  // namespace vramlint::ops
