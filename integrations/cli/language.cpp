#include "integrations/cli/language.h"

#include <algorithm>
#include <cctype>

#include "integrations/cli/environment.h"
#include "report/languages.h"

namespace vramlint::cli {
namespace {

/// A locale that names another encoding, such as zh_CN.GBK, has a terminal that could not show it.
bool is_in_utf8(std::string locale) {
  std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return std::tolower(c); });
  const size_t dot = locale.find('.');
  return dot == std::string::npos || locale.compare(dot, 6, ".utf-8") == 0 || locale.compare(dot, 5, ".utf8") == 0;
}

}  // namespace

void add_language_option(Command command, std::string& language) {
  command
      .option("--lang", language, "the language of the answer: en or zh\n(default: VRAMLINT_LANG, else the terminal's)")
      .type("LANGUAGE")
      .one_of({"en", "zh"});
}

const Catalogue* catalogue_for(const std::string& asked) {
  if (!asked.empty()) return report::catalogue_of(asked);
  if (const std::string own = variable("VRAMLINT_LANG"); !own.empty()) return report::catalogue_of(own);
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const std::string locale = variable(name);
    if (!locale.empty()) return is_in_utf8(locale) ? report::catalogue_of(locale) : nullptr;
  }
  return nullptr;
}

}  // namespace vramlint::cli
