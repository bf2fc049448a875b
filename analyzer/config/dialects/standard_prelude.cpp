#include "config/dialects/standard_prelude.h"

#include "config/dialects/lazy_config.h"

namespace vramlint::config {

const Source* StandardPrelude::find(std::string_view path) const {
  const std::string_view top = path.substr(0, path.find_first_of("/."));
  const bool ours = is_standard_module(top) || top == "yaml" || top == "typing_extensions" || top == "vramlint_config";
  return all_ && ours ? all_->find(path) : nullptr;
}

bool is_embedded(const Span& span) { return span.source && span.source->path().starts_with("<"); }

}  // namespace vramlint::config
