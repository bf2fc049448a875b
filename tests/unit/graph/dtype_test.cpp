#include "graph/dtype.h"

#include <gtest/gtest.h>

namespace vramlint::graph {
namespace {

TEST(Dtype, SizesAreTorchs) {  // torch.tensor([], dtype=…).element_size()
  EXPECT_EQ(size_of(Dtype::bfloat16), 2);
  EXPECT_EQ(size_of(Dtype::complex64), 8);
  EXPECT_EQ(size_of(Dtype::boolean), 1);
  EXPECT_EQ(size_of(Dtype::int64), 8);
}

TEST(Dtype, EveryNameParsesBack) {
  for (int i = 0; i <= static_cast<int>(Dtype::complex128); ++i) {
    const auto dtype = static_cast<Dtype>(i);
    EXPECT_EQ(parse_dtype(to_string(dtype)), dtype);
  }
  EXPECT_EQ(parse_dtype("half"), Dtype::float16);
  EXPECT_EQ(parse_dtype("cfloat"), Dtype::complex64);
  EXPECT_FALSE(parse_dtype("float8"));
}

// torch.promote_types of torch 1.13.1.
TEST(Dtype, PromotesAsTorchDoes) {
  EXPECT_EQ(promote(Dtype::float16, Dtype::bfloat16), Dtype::float32);
  EXPECT_EQ(promote(Dtype::int64, Dtype::float16), Dtype::float16);
  EXPECT_EQ(promote(Dtype::uint8, Dtype::int8), Dtype::int16);
  EXPECT_EQ(promote(Dtype::uint8, Dtype::int32), Dtype::int32);
  EXPECT_EQ(promote(Dtype::boolean, Dtype::uint8), Dtype::uint8);
  EXPECT_EQ(promote(Dtype::complex64, Dtype::float64), Dtype::complex128);
  EXPECT_EQ(promote(Dtype::complex64, Dtype::int64), Dtype::complex64);
}

}  // namespace
}  // namespace vramlint::graph
