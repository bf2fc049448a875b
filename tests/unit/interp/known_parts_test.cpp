// What is known of texts and lists that are not.
#include <gtest/gtest.h>

#include "interpreter.h"

namespace vramlint::interp::testing {
namespace {

bool stays_unknown(Bench& bench, const std::string& name) {
  const auto module = bench.interpreter().import_module("__main__");
  const Value value = bench.interpreter().get_attribute(std::get<Value>(module), name, {});
  return value.is_unknown();
}

int64_t whole(Bench& bench, const std::string& name) {
  const auto module = bench.interpreter().import_module("__main__");
  const Value value = bench.interpreter().get_attribute(std::get<Value>(module), name, {});
  EXPECT_TRUE(value.is_int()) << name;
  return value.is_int() ? value.as_int() : -1;
}

// Python's own splitext, endswith, split and slices of any name that ends in ".Png".
TEST(KnownParts, TheEndOfATextIsKnown) {
  Bench bench;
  EXPECT_EQ(
      bench.run("import nowhere, os\nname = '%s' % nowhere.f() + '.Png'\n"
                "a = [os.path.splitext(name)[1], os.path.splitext(os.path.join('x', name))[-1], name.split('.')[-1],\n"
                "     name[-3:], name.lower()[-3:], f'{nowhere.f()}.jpg'[-4:], os.path.basename('a/' + name)[-4:]]\n"
                "texts = a == ['.Png', '.Png', 'Png', 'Png', 'png', '.jpg', '.Png']\n"
                "ends = [name.endswith('.Png'), name.endswith(('.jpg', 'g')), name.endswith('.jpg')]\n"
                "yes = int(texts and ends == [True, True, False])\n"
                "b, c, d = name.endswith('1.Png'), name[-5:], name.split('_')[-1]\n"),
      "");
  EXPECT_EQ(whole(bench, "yes"), 1);
  for (const char* name : {"name", "b", "c", "d"}) EXPECT_TRUE(stays_unknown(bench, name)) << name;
  EXPECT_EQ(
      bench.run(
          "import nowhere\nname = '%s' % nowhere.f() + '.png'\n"
          "yes = int(name.replace('.png', '.pfm')[-4:] == '.pfm' and name.replace('left', 'right')[-4:] == '.png')\n"
          "e = name.replace('d.p', 'x')\n"),
      "");
  EXPECT_EQ(whole(bench, "yes"), 1);
  EXPECT_TRUE(stays_unknown(bench, "e"));
}

// However often the loop runs, what it lists ends so; how long the list is is not known.
TEST(KnownParts, WhatIsListedOfNamesEndsAsTheyDo) {
  Bench bench;
  EXPECT_EQ(bench.run("import nowhere, os\npairs = []\nfor name in nowhere.names():\n"
                      "    pairs.append([name, name + '.flo', 3])\n"
                      "end = os.path.splitext(pairs[0][1])[1]\nyes = int(end == '.flo')\nnumber = pairs[0][2]\n"),
            "");
  EXPECT_EQ(whole(bench, "yes"), 1);
  EXPECT_TRUE(stays_unknown(bench, "number"));  // of another turn it may be another
}

}  // namespace
}  // namespace vramlint::interp::testing
