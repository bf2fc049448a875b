#include <unordered_map>

#include "base/check.h"
#include "model/apply.h"

namespace vramlint::model {

namespace {

thread_local std::unordered_map<const interp::Interpreter*, std::shared_ptr<Builder>> builders;

}  // namespace

std::shared_ptr<Builder> builder_of(interp::Interpreter& interpreter) {
  auto at = builders.find(&interpreter);
  VRAMLINT_CHECK(at != builders.end(), "a tensor operation outside of a build");
  return at->second;
}

void set_builder(interp::Interpreter& interpreter, std::shared_ptr<Builder> builder) {
  if (!builder) return static_cast<void>(builders.erase(&interpreter));
  builders[&interpreter] = std::move(builder);
}

}  // namespace vramlint::model
