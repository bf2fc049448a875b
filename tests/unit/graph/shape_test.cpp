#include "graph/shape.h"

#include <gtest/gtest.h>

namespace vramlint::graph {
namespace {

TensorType strided(Shape shape, Strides strides) {
  return {.dtype = Dtype::float32, .shape = std::move(shape), .strides = std::move(strides)};
}

TEST(TensorType, BytesFollowEachScenario) {
  const TensorType type = contiguous(Dtype::float16, {Dim(1, 2, 4), 3});
  EXPECT_EQ(type.bytes().low, Bytes(6));     // 1 * 3 * 2
  EXPECT_EQ(type.bytes().point, Bytes(12));  // 2 * 3 * 2
  EXPECT_EQ(type.bytes().high, Bytes(24));   // 4 * 3 * 2
}

TEST(TensorType, HugeSizesSaturate) {
  const TensorType type = contiguous(Dtype::float32, {int64_t{1} << 40, int64_t{1} << 40});
  EXPECT_EQ(type.bytes().point.count, INT64_MAX);
}

TEST(TensorType, ContiguityIgnoresStridesOfSingleDimensions) {
  EXPECT_TRUE(strided({2, 1, 3}, {3, 99, 1}).contiguous());
  EXPECT_FALSE(strided({2, 3}, {1, 2}).contiguous());
  EXPECT_TRUE(strided({0, 3}, {7, 7}).contiguous());  // torch.empty_strided((0, 3), (7, 7)).is_contiguous()
}

TEST(TensorType, ChannelsLastIsNotWhatIsContiguousAnyway) {
  EXPECT_TRUE(strided({2, 3, 4, 5}, {60, 1, 15, 3}).channels_last());
  EXPECT_TRUE(strided({2, 3, 4, 5, 6}, {360, 1, 90, 18, 3}).channels_last());
  EXPECT_FALSE(strided({2, 1, 4, 5}, {20, 20, 5, 1}).channels_last());
}

TEST(TensorType, DenseIsAnyOrderWithoutGaps) {
  EXPECT_TRUE(strided({2, 3}, {1, 2}).dense());
  EXPECT_FALSE(strided({2, 3}, {4, 1}).dense());
  EXPECT_FALSE(strided({2, 3}, {0, 1}).dense());
}

// torch.empty_like(x).stride() of torch 1.13.1 for these strides.
TEST(TensorType, LikeKeepsADenseLayoutAndPacksAnother) {
  EXPECT_EQ(like(strided({2, 3}, {1, 2}), Dtype::float32).strides, (Strides{1, 2}));
  EXPECT_EQ(like(strided({2, 3}, {4, 1}), Dtype::float32).strides, (Strides{3, 1}));
  EXPECT_EQ(like(strided({2, 3, 4}, {1, 10, 2}), Dtype::float32).strides, (Strides{1, 8, 2}));
}

TEST(TensorType, PrintsAsPeopleWriteIt) {
  EXPECT_EQ(to_string(contiguous(Dtype::float32, {2, 64, 181, 360})), "float32[2, 64, 181, 360]");
  EXPECT_EQ(to_string(Shape{}), "[]");
}

}  // namespace
}  // namespace vramlint::graph
