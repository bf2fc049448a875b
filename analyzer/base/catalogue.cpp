#include "base/catalogue.h"

namespace vramlint {

Catalogue::Catalogue(std::string_view text) {
  constexpr std::string_view kLanguage = "language: ", kOther = "= ", kRemark = "# ";
  std::string_view english;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.empty() || line.starts_with(kRemark)) continue;
    if (language_.empty() && line.starts_with(kLanguage))
      language_ = line.substr(kLanguage.size());
    else if (line.starts_with(kOther))
      entries_.emplace(english, line.substr(kOther.size()));
    else
      english = line;
  }
}

std::string_view Catalogue::find(std::string_view form) const {
  const auto known = entries_.find(form);
  return known == entries_.end() ? std::string_view() : known->second;
}

}  // namespace vramlint
