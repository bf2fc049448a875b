#include "config/dialect.h"
#include "config/project.h"

namespace vramlint::config {

const Recipe* recipe_of(const Source& source, const LoadContext& context) {
  if (context.recipe) return context.recipe;
  return context.project ? find_recipe(*context.project, source.path()) : nullptr;
}

const Dialect* recognise(const Source& source, LoadContext& context) {
  const Dialect* first = nullptr;
  for (const Dialect* dialect : dialects()) {
    if (!dialect->recognises(source, context)) continue;
    if (first) {
      context.findings.add(
          {.rule = "invalid-recipe",
           .severity = Severity::warning,
           .message = "{0} reads as a config of the {1} dialect and of the {2} dialect; it is taken as the first"_words(
               source.path(), first->name, dialect->name),
           .span = {&source, 0, 0}});
      break;
    }
    first = dialect;
    const Recipe* recipe = recipe_of(source, context);
    if (recipe && (recipe->config || recipe->launch || source.path().ends_with(".py")))
      break;  // the recipe says what the file is
  }
  return first;
}

}  // namespace vramlint::config
