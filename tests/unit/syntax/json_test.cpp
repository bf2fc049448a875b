// Expected values are what json.loads of CPython 3.11 yields.
#include <gtest/gtest.h>

#include <cmath>

#include "syntax/json.h"

namespace vramlint::syntax {
namespace {

YamlPtr value_of(const std::string& text) {
  const Source source("a.json", text);
  const YamlFile file = parse_json(source);
  EXPECT_TRUE(file.problems.empty()) << text << ": " << file.problems[0].message.text();
  EXPECT_EQ(file.documents.size(), 1U) << text;
  return file.documents[0];
}

template <typename T>
T scalar(const std::string& text) {
  const YamlPtr node = value_of(text);
  const T* held = std::get_if<T>(&node->value);
  EXPECT_NE(held, nullptr) << text;
  return held ? *held : T();
}

TEST(ParseJson, Numbers) {
  EXPECT_EQ(scalar<int64_t>("12"), 12);
  EXPECT_EQ(scalar<int64_t>("-9223372036854775808"), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(scalar<double>("1e-4"), 1e-4);
  EXPECT_EQ(scalar<double>("-2.5E+3"), -2500);
  EXPECT_EQ(scalar<double>("1e999"), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(scalar<double>("NaN")));
  EXPECT_EQ(scalar<double>("-Infinity"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(scalar<YamlOther>("9223372036854775808").kind, YamlOther::Kind::big_integer);
}

TEST(ParseJson, Texts) {
  EXPECT_EQ(scalar<std::string>(R"("\ud83d\ude00 \u00e9 \u4e2d")"), "\U0001F600 é 中");
  EXPECT_EQ(scalar<std::string>(R"("\ud83d x \ude00")"), "\uFFFD x \uFFFD");
  EXPECT_EQ(scalar<std::string>(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(scalar<std::string>("\"a\x7f\""), "a\x7f");
  EXPECT_EQ(scalar<std::string>("\"1e-4\""), "1e-4");
}

TEST(ParseJson, KeysOfAnyLengthAndAnyLayout) {
  const std::string key(5000, 'k');
  const Source source("a.json", "\t{\"" + key + "\"\n:\n1 , \"b\"\t: [true, null, {}, []]}\n");
  const YamlFile file = parse_json(source);
  ASSERT_TRUE(file.problems.empty());
  const auto& mapping = std::get<YamlMapping>(file.documents[0]->value);
  ASSERT_EQ(mapping.entries.size(), 2U);
  EXPECT_EQ(std::get<std::string>(mapping.entries[0].key->value), key);
  EXPECT_EQ(mapping.entries[0].value->span.text(), "1");
  EXPECT_EQ(mapping.entries[1].key->span.text(), "\"b\"");
  EXPECT_EQ(mapping.entries[1].value->span.text(), "[true, null, {}, []]");
}

TEST(ParseJson, CommentsAreStripped) {
  EXPECT_EQ(scalar<int64_t>("// it's\n/* { */ 3 // end"), 3);
  EXPECT_EQ(scalar<std::string>("\"http://x\""), "http://x");
}

TEST(ParseJson, NothingIsNoDocument) {
  const Source source("a.json", " \n// nothing\n");
  EXPECT_TRUE(parse_json(source).documents.empty());
}

struct Refused {
  const char* text;
  const char* at;  // what is blamed
};

TEST(ParseJson, WhatIsNoJsonIsRefusedAtItsPlace) {
  for (const auto& [text, at] : std::vector<Refused>{{"{\"a\": 1,}", "}"},
                                                     {"[1, 2,]", "]"},
                                                     {"{'a': 1}", "'"},
                                                     {"{\"a\": 'b'}", "'"},
                                                     {"{a: 1}", "a"},
                                                     {"a: 1\nb: 2\n", "a"},
                                                     {"{\"a\" 1}", "1"},
                                                     {"{\"a\": 1 \"b\": 2}", "\""},
                                                     {"{\"a\": 01}", "1"},
                                                     {"{\"a\": .5}", "."},
                                                     {"{\"a\": True}", "T"},
                                                     {"{\"a\": 1} x", "x"},
                                                     {"{\"a\": \"b\nc\"}", ""},
                                                     {"{\"a\": \"\\x41\"}", "\\"},
                                                     {"{\"a\": \"\\u12g4\"}", "\\"},
                                                     {"{\"a\": \"b", ""},
                                                     {"{\"a\": 1", ""},
                                                     {"{\"a\": # no\n1}", "#"}}) {
    const Source source("a.json", text);
    const YamlFile file = parse_json(source);
    ASSERT_EQ(file.problems.size(), 1U) << text;
    EXPECT_EQ(file.problems[0].kind, ProblemKind::syntax_error) << text;
    EXPECT_EQ(file.problems[0].span.text(), at) << text;
  }
}

TEST(ParseJson, KeepsTheLastOfTwoKeysAndItsLimits) {
  const Source twice("a.json", "{\"a\": 1, \"a\": 2}");
  const YamlFile file = parse_json(twice);
  ASSERT_EQ(file.problems.size(), 1U);
  EXPECT_EQ(file.problems[0].kind, ProblemKind::duplicate_key);
  const Source deep("a.json", std::string(100'000, '['));
  EXPECT_EQ(parse_json(deep).problems.at(0).kind, ProblemKind::too_complex);
}

}  // namespace
}  // namespace vramlint::syntax
