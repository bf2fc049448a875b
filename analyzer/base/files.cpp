#include "base/files.h"

#include <algorithm>
#include <system_error>

namespace vramlint {
namespace {

namespace fs = std::filesystem;

bool is_inside(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace

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
    case ReadError::forbidden:
      return "cannot be read: permission denied";
    case ReadError::unreadable:
      return "cannot be read";
    case ReadError::binary:
      return "is not a text file";
  }
  return "";
}

std::string Files::display(const fs::path& path) const {
  const fs::path absolute = (root() / path).lexically_normal();
  if (is_inside(absolute, root())) return absolute.lexically_relative(root()).generic_string();
  std::error_code error;
  for (fs::path folder = absolute; folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::canonical(folder, error) == root() && !error) return absolute.lexically_relative(folder).generic_string();
  }
  return absolute.generic_string();
}

std::string Files::name_of(const fs::path& path, const fs::path& resolved) const {
  const fs::path absolute = root() / path;
  const bool inside = is_inside(resolved, root());
  const std::string plain = (inside ? resolved.lexically_relative(root()) : resolved).generic_string();
  if (absolute == resolved) return plain;
  std::error_code error;
  const std::string asked = display(absolute);
  const bool is_link = fs::path(asked).is_relative() && fs::weakly_canonical(root() / asked, error) == resolved;
  return is_link && !error ? asked : plain;
}

}  // namespace vramlint
