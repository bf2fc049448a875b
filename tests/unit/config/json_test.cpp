// Expected texts are what CPython 3.11's json.dumps(value, indent=2, ensure_ascii=False) prints.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "config/config.h"

namespace vramlint::config {
namespace {

std::string json(double number) { return to_json({.value = number}); }

TEST(Json, WritesFloatsAsPythonDoes) {
  EXPECT_EQ(json(0.1), "0.1");
  EXPECT_EQ(json(1.0), "1.0");
  EXPECT_EQ(json(-0.0), "-0.0");
  EXPECT_EQ(json(1e-4), "0.0001");
  EXPECT_EQ(json(1e-5), "1e-05");
  EXPECT_EQ(json(1.5e-7), "1.5e-07");
  EXPECT_EQ(json(1e15), "1000000000000000.0");
  EXPECT_EQ(json(1e16), "1e+16");
  EXPECT_EQ(json(1.25e100), "1.25e+100");
  EXPECT_EQ(json(123456789.123), "123456789.123");
  EXPECT_EQ(json(std::numeric_limits<double>::infinity()), "Infinity");
  EXPECT_EQ(json(-std::numeric_limits<double>::infinity()), "-Infinity");
  EXPECT_EQ(json(std::nan("")), "NaN");
}

TEST(Json, EscapesWhatJsonMust) {
  EXPECT_EQ(to_json({.value = std::string("a\"b\\c\n\r\t\b\f\x01\x7f é")}),
            "\"a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0001\x7f é\"");
}

TEST(Json, NestsWithIndent) {
  Mapping inner{.entries = {{.key = "k", .value = {.value = true}}}};
  Sequence items{.items = {{.value = int64_t{1}}, {.value = Sequence{}}, {.value = Mapping{}}, {.value = inner}, {}}};
  Node root{.value = Mapping{.entries = {{.key = "a", .value = {.value = items}}}}};
  EXPECT_EQ(to_json(root),
            "{\n  \"a\": [\n    1,\n    [],\n    {},\n    {\n      \"k\": true\n    },\n    null\n  ]\n}");
}

TEST(Node, IsFoundByPath) {
  Sequence items{
      .items = {{.value = int64_t{7}}, {.value = Mapping{.entries = {{.key = "b", .value = {.value = int64_t{8}}}}}}}};
  Node root{.value = Mapping{.entries = {{.key = "a", .value = {.value = items}}}}};
  ASSERT_NE(root.find_path("a.1.b"), nullptr);
  EXPECT_EQ(std::get<int64_t>(root.find_path("a.1.b")->value), 8);
  EXPECT_EQ(std::get<int64_t>(root.find_path("a.0")->value), 7);
  for (const char* absent : {"a.2", "a.-1", "a.x", "a.0.b", "b", "", "a.", "a.01x"})
    EXPECT_EQ(root.find_path(absent), nullptr) << absent;
}

}  // namespace
}  // namespace vramlint::config
