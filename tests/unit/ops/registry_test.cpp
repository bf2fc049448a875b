#include "ops/registry.h"
#include "graph/schema.h"

#include <gtest/gtest.h>

#include <set>

namespace vramlint::ops {
namespace {

TEST(Registry, SchemasAreDistinctAndWellFormed) {
  std::set<std::string_view> seen;
  for (const graph::Op* op : operators()) {
    EXPECT_TRUE(seen.insert(op->schema.substr(0, op->schema.find('('))).second) << op->schema;
    EXPECT_NO_THROW(graph::parse_schema(op->schema)) << op->schema;
    EXPECT_FALSE(op->names.empty()) << op->schema;
  }
  EXPECT_GT(seen.size(), 100u);
}

TEST(Registry, FindsOverloadsInOrder) {
  const auto found = find("Tensor.__add__");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0]->schema.starts_with("add.Tensor("));
  EXPECT_TRUE(found[1]->schema.starts_with("add.Scalar("));
  EXPECT_TRUE(find("torch.no_such_function").empty());
}

TEST(Registry, FindsBySchemaName) {
  ASSERT_NE(find_schema("add.Tensor"), nullptr);
  EXPECT_EQ(find_schema("add"), nullptr);
}

}  // namespace
}  // namespace vramlint::ops
