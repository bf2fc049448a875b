// Values, dictionaries and origins on their own, without a program.
#include <gtest/gtest.h>

#include "interp/dict.h"
#include "interp/text.h"

namespace vramlint::interp {
namespace {

Value pair(int64_t left, int64_t right) { return Value::tuple({Value::integer(left), Value::integer(right)}); }

TEST(ValueTest, DiesWithItsLastReference) {
  auto* inner = new List({});
  Value held(inner);
  {
    Value outer = Value::list({held});
    EXPECT_EQ(inner->references, 2u);
    Value moved = std::move(outer);
    EXPECT_EQ(inner->references, 2u);
  }
  EXPECT_EQ(inner->references, 1u);
}

TEST(ValueTest, LongChainsDoNotOverflowTheStack) {
  Value chain = Value::list({});
  for (int i = 0; i < 1'000'000; ++i) chain = Value::list({std::move(chain)});
  chain = Value::none();
  EXPECT_TRUE(chain.is_none());
}

TEST(ValueTest, MovedFromIsNone) {
  Value text = Value::string("x");
  Value other = std::move(text);
  // NOLINTNEXTLINE(bugprone-use-after-move): what a moved-from slot holds is part of the contract
  EXPECT_TRUE(text.same(Value::none()));
}

TEST(DictTest, KeepsInsertionOrderAcrossErasing) {
  Dict dict;
  for (int64_t i = 0; i < 1000; ++i) dict.set(Value::integer(i), Value::integer(i * i));
  for (int64_t i = 0; i < 1000; i += 2) EXPECT_TRUE(dict.erase(Value::integer(i)));
  EXPECT_FALSE(dict.erase(Value::integer(0)));
  dict.set(Value::integer(0), Value::integer(-1));
  EXPECT_EQ(dict.size(), 501u);
  std::vector<int64_t> keys;
  for (const Dict::Entry& entry : dict.entries()) {
    if (entry.live) keys.push_back(entry.key.as_int());
  }
  ASSERT_EQ(keys.size(), 501u);
  for (size_t i = 0; i < 500; ++i) EXPECT_EQ(keys[i], static_cast<int64_t>(2 * i + 1));
  EXPECT_EQ(keys.back(), 0);
  for (int64_t i = 1; i < 1000; i += 2) EXPECT_EQ(dict.find(Value::integer(i))->as_int(), i * i);
}

TEST(DictTest, EqualNumbersAreOneKey) {
  Dict dict;
  dict.set(Value::integer(1), Value::string("int"));
  dict.set(Value::real(1.0), Value::string("float"));
  dict.set(Value::boolean(true), Value::string("bool"));
  EXPECT_EQ(dict.size(), 1u);
  EXPECT_TRUE(dict.entries()[0].key.is_int());
  EXPECT_EQ(dict.find(Value::real(1.0))->as_string(), "bool");
  EXPECT_EQ(dict.find(Value::real(1.5)), nullptr);
}

TEST(DictTest, NamesAreFoundHoweverTheyAreGiven) {
  Dict dict;
  for (int i = 0; i < 100; ++i) dict.set("name" + std::to_string(i), Value::integer(i));
  EXPECT_EQ(dict.find(syntax::Symbol("name7"))->as_int(), 7);
  EXPECT_EQ(dict.find(Value::string("name99"))->as_int(), 99);
  EXPECT_EQ(dict.find("name100"), nullptr);
  EXPECT_TRUE(dict.erase("name7"));
  EXPECT_EQ(dict.find("name7"), nullptr);
}

TEST(DictTest, TuplesAreKeysByContent) {
  Dict dict;
  dict.set(pair(1, 2), Value::string("a"));
  EXPECT_NE(dict.find(pair(1, 2)), nullptr);
  EXPECT_EQ(dict.find(pair(2, 1)), nullptr);
  EXPECT_EQ(hash_of(pair(1, 2)), hash_of(Value::tuple({Value::real(1.0), Value::integer(2)})));
}

TEST(DictTest, ContainersThatChangeAreNoKeys) {
  EXPECT_THROW(hash_of(Value::list({})), Unhashable);
  EXPECT_THROW(hash_of(Value::tuple({Value::list({})})), Unhashable);
}

TEST(RangeTest, LengthAtTheEndsOfTheIntegers) {
  EXPECT_EQ(Range(0, 10, 3).length(), 4);
  EXPECT_EQ(Range(10, 0, -3).length(), 4);
  EXPECT_EQ(Range(5, 5, 1).length(), 0);
  EXPECT_EQ(Range(INT64_MIN, INT64_MAX, INT64_MAX).length(), 3);  // -2^63, -1, 2^63-2
  EXPECT_EQ(Range(INT64_MAX, INT64_MIN, INT64_MIN).length(), 2);  // 2^63-1, -1
}

TEST(OriginTest, JoinsAreSetsAndInterned) {
  Origins origins;
  Origin a = origins.atom({"a", {}}), b = origins.atom({"b", {}}), c = origins.atom({"c", {}});
  EXPECT_EQ(origins.atom({"a", {}}), a);
  EXPECT_EQ(origins.join(a, b), origins.join(b, a));
  EXPECT_EQ(origins.join(origins.join(a, b), c), origins.join(a, origins.join(c, b)));
  EXPECT_EQ(origins.join(origins.join(a, b), a), origins.join(a, b));
  EXPECT_EQ(origins.join(0, a), a);
  ASSERT_EQ(origins.atoms(origins.join(c, a)).size(), 2u);
  EXPECT_EQ(origins.atoms(origins.join(c, a))[0].key, "a");
}

TEST(OriginTest, ReadingMarksEveryAtom) {
  Origins origins;
  Origin a = origins.atom({"a", {}}), b = origins.atom({"b", {}}), both = origins.join(a, b);
  origins.mark_read(a);
  EXPECT_TRUE(origins.was_read(a));
  EXPECT_FALSE(origins.was_read(both));
  origins.mark_read(both);
  EXPECT_TRUE(origins.was_read(b));
}

TEST(OriginTest, LargeSetsKeepTheirFirstAtoms) {
  Origins origins;
  Origin all = 0;
  for (size_t i = 0; i < 100; ++i) all = origins.join(all, origins.atom({"key" + std::to_string(i), {}}));
  ASSERT_EQ(origins.atoms(all).size(), Origins::kMaxAtoms);
  EXPECT_EQ(origins.atoms(all)[0].key, "key0");
}

TEST(TextTest, CodePoints) {
  EXPECT_EQ(code_point_count("h\xc3\xa9llo"), 5);
  EXPECT_EQ(code_point_slice("h\xc3\xa9llo", 1, 3), "\xc3\xa9l");
  EXPECT_EQ(code_point_count("\xff\xfe"), 2);  // no valid sequence: a byte each
  EXPECT_EQ(code_point_value("\xe2\x82\xac"), 0x20ac);
}

}  // namespace
}  // namespace vramlint::interp
