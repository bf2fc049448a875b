#include "interp/budget.h"

namespace vramlint::interp {

void Budget::exceeded(const char* what, const Span& span) const {
  std::string_view kind = what;
  if (kind == "steps") {
    throw BudgetExceeded("evaluation stopped after " + std::to_string(limits_.steps) + " steps: does it end?", span);
  }
  if (kind == "depth") {
    throw BudgetExceeded("calls nested deeper than " + std::to_string(limits_.depth), span);
  }
  if (kind == "stack") throw BudgetExceeded("calls are nested too deeply", span);
  throw BudgetExceeded("values of more than " + std::to_string(limits_.bytes >> 20) + " MiB", span);
}

}  // namespace vramlint::interp
