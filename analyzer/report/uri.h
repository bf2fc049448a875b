// Paths as URI references.
#pragma once

#include <string>
#include <string_view>

namespace vramlint::report {

/// Percent-encodes a path with forward slashes: everything but RFC 3986's unreserved characters and what a path
/// segment may hold. A relative path stays relative, an absolute one becomes a file URI.
std::string uri_of(std::string_view path);

}  // namespace vramlint::report
