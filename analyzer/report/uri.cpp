#include "report/uri.h"

#include <fmt/format.h>

#include <cctype>

namespace vramlint::report {

std::string uri_of(std::string_view path) {
  // A colon is allowed in a path, but in a relative reference's first segment it would end a scheme.
  constexpr std::string_view kAllowed = "-._~/!$&'()*+,;=@";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) || kAllowed.find(c) != std::string_view::npos)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", byte);
    }
  }
  return uri;
}

}  // namespace vramlint::report
