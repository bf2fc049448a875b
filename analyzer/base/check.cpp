#include "base/check.h"

#include <fmt/format.h>

namespace vramlint {

void check_failed(const char* file, int line, const char* condition, const std::string& detail) {
  throw InternalError(
      fmt::format("{}:{}: check failed: {}{}{}", file, line, condition, detail.empty() ? "" : ": ", detail));
}

}  // namespace vramlint
