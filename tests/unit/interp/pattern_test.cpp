// What PCRE2 reads otherwise than re, or re refuses, is not evaluated; the rest is in programs/pattern*.py.
#include "interp/pattern.h"

#include <gtest/gtest.h>

namespace vramlint::interp {
namespace {

TEST(Pattern, KnowsWhatItDoesNotSpell) {
  for (const char* text :
       {R"(\K)",       R"(\Qa.b\E)", R"(\R)", R"(\h)",     R"(a\G)",         R"([\B])", "(?R)", "(?1)",
        "(a)(?&a)",    "(?|a|b)",    "(?C1)", "(*ACCEPT)", "(?<n>a)",        "(?'n'a)", "(?J)", "(?a:b)",
        R"(\N{DASH})", R"(\u12)",    "[a",    "(a",        "a{2}{3}{70000}", "*a",      R"(\)"})
    EXPECT_EQ(Pattern::of(text, 0, true), nullptr) << text;
}

TEST(Pattern, NamesGroups) {
  const auto pattern = Pattern::of("(?P<a>x)(y)(?:z)(?P<long_name>w)", 0, true);
  ASSERT_TRUE(pattern);
  EXPECT_EQ(pattern->names(), (std::vector<std::string>{"a", "", "long_name"}));
}

TEST(Pattern, GivesUpWhereItWouldTakeTooLong) {
  const auto slow = Pattern::of("(a|aa)+$", 0, true);
  ASSERT_TRUE(slow);
  EXPECT_TRUE(slow->find(std::string(200, 'a') + "b", Pattern::Where::first, 0).given_up);
  EXPECT_FALSE(slow->find(std::string(200, 'a'), Pattern::Where::first, 0).given_up);
  const auto looks_back = Pattern::of(R"((a*)\1b)", 0, true);
  ASSERT_TRUE(looks_back);
  EXPECT_TRUE(looks_back->find(std::string(100'000, 'a'), Pattern::Where::first, 0).given_up);
}

TEST(Pattern, TextThatIsNotUnicodeIsNotRead) {
  const auto pattern = Pattern::of("a", 0, false);
  ASSERT_TRUE(pattern);
  EXPECT_TRUE(pattern->find("\xff\xfe", Pattern::Where::first, 0).given_up);
}

}  // namespace
}  // namespace vramlint::interp
