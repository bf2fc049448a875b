// Our own bugs. A failed CHECK is never the user's fault; the program ends with exit code 3 and says where.
#pragma once

#include <stdexcept>
#include <string>

namespace vramlint {

struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void check_failed(const char* file, int line, const char* condition, const std::string& detail);

}  // namespace vramlint

#define VRAMLINT_CHECK(condition, detail) \
  ((condition) ? void(0) : ::vramlint::check_failed(__FILE__, __LINE__, #condition, (detail)))
