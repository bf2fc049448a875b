// Any text must give a tree whose variables agree with its scopes and whose problems lie within it.
#include <cstdlib>

#include "python_text.h"
#include "syntax/python.h"

namespace {

using namespace vramlint;
using namespace vramlint::syntax;

void check(bool good) {
  if (!good) std::abort();
}

void check_problems(const std::vector<Problem>& problems, const Source& source) {
  for (const Problem& problem : problems) {
    check(problem.span.source == &source && problem.span.begin <= problem.span.end);
    check(problem.span.end <= source.text().size() && !problem.message.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Source source("fuzz.py", std::string(reinterpret_cast<const char*>(data), size));
  const auto module = parse_python(source);
  check_problems(module->problems, source);
  // `!` marks a variable that contradicts its scope.
  check(scopes_text(*module).find('!') == std::string::npos);
  to_text(module->body);
  check_problems(parse_python_expression(source).problems, source);
  return 0;
}
