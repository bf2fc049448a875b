#include "config/dialect.h"

namespace vramlint::config {

const Dialect* recognise(const Source& source, LoadContext& context) {
  const Dialect* first = nullptr;
  for (const Dialect* dialect : dialects()) {
    if (!dialect->recognises(source, context)) continue;
    if (first) {
      context.findings.add({.rule = "invalid-recipe",
                            .severity = Severity::warning,
                            .message = source.path() + " reads as a config of the " + std::string(first->name) +
                                       " dialect and of the " + std::string(dialect->name) +
                                       " dialect; it is taken as the first",
                            .span = {&source, 0, 0}});
      break;
    }
    first = dialect;
  }
  return first;
}

}  // namespace vramlint::config
