// Prints the sample run in a format, for checks by programs that are not ours: schemas, the SARIF validator.
#include <cstdio>
#include <string>

#include "sample.h"

int main(int count, char** arguments) {
  vramlint::report::Sample run = vramlint::report::sample();
  run.outcome.baseline = vramlint::BaselineUse{.path = "old.json", .known = 3, .gone = 1};
  run.outcome.suppressed = {{run.outcome.findings[0], "measured"}};
  const auto* format = vramlint::report::find_format(count > 1 ? arguments[1] : "");
  if (!format) return 2;
  vramlint::report::Context context = run.context;
  context.colour = count > 2 && std::string(arguments[2]) == "colour";
  std::fputs(format->write(run.outcome, context).c_str(), stdout);
  return 0;
}
