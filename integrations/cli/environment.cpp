#include "integrations/cli/environment.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "integrations/cli/commands.h"

namespace vramlint::cli {

const char* version() { return VRAMLINT_VERSION; }

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool wants_colour(const std::string& when) {
  if (when != "auto") return when == "always";
  return isatty(STDOUT_FILENO) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

int terminal_width() {
  constexpr int kDefault = 100;
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefault;
  return std::clamp<int>(size.ws_col, 40, 200);
}

std::filesystem::path cache_folder() {
  if (!variable("VRAMLINT_NO_CACHE").empty()) return {};
  if (const std::string own = variable("VRAMLINT_CACHE_DIR"); !own.empty()) return own;
  if (const std::filesystem::path shared = variable("XDG_CACHE_HOME"); shared.is_absolute()) return shared / "vramlint";
  if (const std::filesystem::path home = variable("HOME"); home.is_absolute()) return home / ".cache" / "vramlint";
  return {};
}

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string language = variable(name);
    if (language.empty()) continue;
    std::transform(language.begin(), language.end(), language.begin(), [](unsigned char c) { return std::tolower(c); });
    return language.find("utf-8") != std::string::npos || language.find("utf8") != std::string::npos;
  }
  return true;
}

bool on_github() { return variable("GITHUB_ACTIONS") == "true"; }

}  // namespace vramlint::cli
