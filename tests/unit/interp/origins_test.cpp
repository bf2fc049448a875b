// Where a value came from goes with it, into texts and into errors.
#include <gtest/gtest.h>

#include "interpreter.h"

namespace vramlint::interp::testing {
namespace {

TEST(Origins, FollowValuesIntoTexts) {
  Bench bench;
  bench.run(
      "import nowhere\ndef text(a, b):\n    return ', '.join([f'{a}', '%s' % b]).replace('x', str(nowhere.f()))\n");
  auto& interpreter = bench.interpreter();
  const Value text = interpreter.get_attribute(std::get<Value>(interpreter.import_module("__main__")), "text", {});
  Arguments arguments;
  arguments.positional = {Value::integer(10).with_origin(interpreter.origins().atom({"width", {}})),
                          Value::string("b").with_origin(interpreter.origins().atom({"name", {}}))};
  const auto result = interpreter.call_guarded(text, std::move(arguments));
  const auto* made = std::get_if<Value>(&result);
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->is_unknown());
  const std::vector<OriginAtom> atoms = interpreter.origins().atoms(made->origin());
  ASSERT_EQ(atoms.size(), 2u);
  EXPECT_EQ(atoms[0].key, "width");
  EXPECT_EQ(atoms[1].key, "name");
}

TEST(Origins, FollowValuesIntoErrors) {
  Bench bench;
  bench.run("def build(width, heads):\n    if width % heads != 0:\n        raise ValueError(f'{width} {heads}')\n");
  auto& interpreter = bench.interpreter();
  const Value build = interpreter.get_attribute(std::get<Value>(interpreter.import_module("__main__")), "build", {});
  Arguments arguments;
  arguments.positional = {Value::integer(10).with_origin(interpreter.origins().atom({"model.width", {}})),
                          Value::integer(3).with_origin(interpreter.origins().atom({"model.heads", {}}))};
  const auto result = interpreter.call_guarded(build, std::move(arguments));
  const auto* error = std::get_if<Error>(&result);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->type, "ValueError");
  EXPECT_EQ(error->message, "10 3");
  EXPECT_EQ(error->span.start().line, 3);
  ASSERT_EQ(error->origins.size(), 2u);
  EXPECT_EQ(error->origins[0].key, "model.width");
  EXPECT_EQ(error->origins[1].key, "model.heads");
}

}  // namespace
}  // namespace vramlint::interp::testing
