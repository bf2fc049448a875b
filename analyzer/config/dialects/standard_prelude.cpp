#include "config/dialects/standard_prelude.h"

#include "config/dialects/lazy_config.h"

namespace vramlint::config {

namespace {

std::string_view top_of(std::string_view path) { return path.substr(0, path.find_first_of("/.")); }

}  // namespace

const Source* TensorlessPrelude::find(std::string_view path) const {
  return all_ && top_of(path) != "torch" ? all_->find(path) : nullptr;
}

std::shared_ptr<const syntax::PythonModule> TensorlessPrelude::tree(const Source& source) const {
  return all_ ? all_->tree(source) : nullptr;
}

const Source* StandardPrelude::find(std::string_view path) const {
  const std::string_view top = top_of(path);
  const bool ours = is_standard_module(top) || top == "yaml" || top == "typing_extensions" || top == "vramlint_config";
  return all_ && ours ? all_->find(path) : nullptr;
}

bool is_embedded(const Span& span) { return span.source && span.source->path().starts_with("<"); }

}  // namespace vramlint::config
