#include "base/words.h"

#include <gtest/gtest.h>

#include "base/catalogue.h"
#include "base/printable.h"

namespace vramlint {
namespace {

constexpr std::string_view kGerman =
    "language: de\n"
    "# a remark\n"
    "\n"
    "{0} are left of {1}\n"
    "= von {1} sind {0} übrig\n"
    "the device\n"
    "= das Gerät\n"
    "{0}, {1}\n"
    "= {0} und {1}\n";

TEST(Words, EnglishIsTheFormWithItsArguments) {
  EXPECT_EQ("{0} are left of {1}"_words(kGiB, "the device"_words).text(), "1.00 GiB are left of the device");
  EXPECT_EQ(Words("the device"_words).text(), "the device");
  EXPECT_EQ("{0}{0}"_words(7).text(), "77");
}

TEST(Words, OtherBracesStay) {
  EXPECT_EQ("{kind: {0}} {x} {9} {"_words("ddp").text(), "{kind: ddp} {x} {9} {");
  EXPECT_EQ("`{0}`"_words("{0} {1}").text(), "`{0} {1}`");  // what stands in a place is no form
}

TEST(Words, AreToldInTheOrderOfTheOtherLanguage) {
  const Catalogue german(kGerman);
  const Words words = "{0} are left of {1}"_words(kGiB, "the device"_words);
  EXPECT_EQ(words.in(&german), "von das Gerät sind 1.00 GiB übrig");
  EXPECT_EQ(words.in(nullptr), words.text());
}

TEST(Words, WhatTheCatalogueLacksStaysEnglish) {
  const Catalogue german(kGerman);
  EXPECT_EQ("{0} of it"_words("the device"_words).in(&german), "das Gerät of it");
  EXPECT_EQ(Words(std::string("the device")).in(&german), "the device");  // a text of the user's
}

TEST(Words, ListsLeaveOutWhatIsEmpty) {
  const Catalogue german(kGerman);
  EXPECT_EQ(listed({"a", "", "b", "c"}).text(), "a, b, c");
  EXPECT_EQ(listed({"a", "b", "c"}).in(&german), "a und b und c");
  EXPECT_TRUE(listed({}).empty());
  EXPECT_EQ(sentences({"One.", Words(), "Two."}).text(), "One. Two.");
}

TEST(Words, AreCutInEveryLanguage) {
  const Catalogue german(kGerman);
  Words words = "{0} are left of {1}"_words(std::string(2 * kLongestMessage, 'x'), "the device"_words);
  words.abridge();
  EXPECT_LT(words.text().size(), kLongestMessage + 100);
  EXPECT_LT(words.in(&german).size(), kLongestMessage + 100);
  EXPECT_TRUE(words.in(&german).starts_with("von das Gerät sind x"));
}

TEST(Catalogue, KnowsItsLanguageAndItsEntries) {
  const Catalogue german(kGerman);
  EXPECT_EQ(german.language(), "de");
  EXPECT_EQ(german.entries().size(), 3U);
  EXPECT_EQ(german.find("the device"), "das Gerät");
  EXPECT_TRUE(german.find("a remark").empty());
}

}  // namespace
}  // namespace vramlint
