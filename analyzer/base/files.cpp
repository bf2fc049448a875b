#include "base/files.h"

namespace vramlint {

std::string_view to_string(ReadError error) {
  switch (error) {
    case ReadError::none:
      return "no error";
    case ReadError::not_found:
      return "no such file";
    case ReadError::is_directory:
      return "is a directory";
    case ReadError::outside_root:
      return "lies outside the root";
    case ReadError::too_large:
      return "is larger than 32 MiB";
    case ReadError::unreadable:
      return "cannot be read";
    case ReadError::binary:
      return "is not a text file";
  }
  return "";
}

std::string Files::display(const std::filesystem::path& path) const {
  const std::filesystem::path absolute = (root() / path).lexically_normal();
  const std::filesystem::path relative = absolute.lexically_relative(root());
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return (inside ? relative : absolute).generic_string();
}

}  // namespace vramlint
