#include <gtest/gtest.h>

#include "base/check.h"
#include "graph/schema.h"

namespace vramlint::graph {
namespace {

using Type = SchemaArgument::Type;

TEST(Schema, ReadsNameOverloadAndArguments) {
  const Schema schema = parse_schema("add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
  EXPECT_EQ(schema.name, "add_");
  EXPECT_EQ(schema.overload, "Tensor");
  ASSERT_EQ(schema.arguments.size(), 3u);
  EXPECT_TRUE(schema.arguments[0].writes);
  EXPECT_FALSE(schema.arguments[1].writes);
  EXPECT_TRUE(schema.arguments[2].keyword_only);
  EXPECT_EQ(std::get<int64_t>(schema.arguments[2].default_value), 1);
}

TEST(Schema, ListsTakeTheirSizeAndRepeatTheirDefault) {
  const Schema schema = parse_schema(
      "conv2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0) -> Tensor");
  EXPECT_TRUE(schema.arguments[2].optional);
  EXPECT_EQ(schema.arguments[3].list_size, 2);
  EXPECT_EQ(std::get<std::vector<int64_t>>(schema.arguments[3].default_value), (std::vector<int64_t>{1, 1}));
}

TEST(Schema, ReadsListsOfTensorsDefaultsAndResults) {
  const Schema schema = parse_schema(
      "x(Tensor[] tensors, Tensor?[] indices, int[]? dim=None, int[] shifts=[], float p=0.5, bool train=True, "
      "str mode=\"mean\", *, ScalarType? dtype=None) -> (Tensor values, Tensor indices)");
  EXPECT_EQ(schema.arguments[0].type, Type::tensor_list);
  EXPECT_EQ(schema.arguments[1].type, Type::tensor_list);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(schema.arguments[2].default_value));
  EXPECT_TRUE(std::get<std::vector<int64_t>>(schema.arguments[3].default_value).empty());
  EXPECT_EQ(std::get<double>(schema.arguments[4].default_value), 0.5);
  EXPECT_EQ(std::get<bool>(schema.arguments[5].default_value), true);
  EXPECT_EQ(std::get<std::string>(schema.arguments[6].default_value), "mean");
  EXPECT_EQ(schema.arguments[7].type, Type::dtype);
  EXPECT_EQ(schema.results, 2);
}

TEST(Schema, MalformedIsABug) { EXPECT_THROW(parse_schema("relu(Tensor self)"), InternalError); }

}  // namespace
}  // namespace vramlint::graph
