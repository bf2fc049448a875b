// The git repository that a folder lies in, for reports that name it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace vramlint::cli {

struct Repository {
  std::string url;       ///< https, without credentials; empty where there is none
  std::string revision;  ///< of the checked-out commit, 40 hexadecimal digits
};

/// From GitHub's environment, else from the folder's .git. Empty where that cannot be read.
Repository repository_of(const std::filesystem::path& folder);

/// "git@github.com:a/b.git", "ssh://git@github.com/a/b", "https://user:token@github.com/a/b.git" as
/// "https://github.com/a/b". Empty for what is no address on the web.
std::string web_address(std::string_view remote);

}  // namespace vramlint::cli
