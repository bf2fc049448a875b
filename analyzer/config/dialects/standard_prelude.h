// The part of the prelude that needs no tensors.
#pragma once

#include <string_view>

#include "interp/interpreter.h"

namespace vramlint::config {

/// Python's standard library and YAML, and what we say of configs; frameworks are not found, so that what comes from
/// them is unknown. Settings are settled without them, and much sooner.
class StandardPrelude : public interp::EmbeddedFiles {
 public:
  explicit StandardPrelude(const interp::EmbeddedFiles* all) : all_(all) {}
  const Source* find(std::string_view path) const override;

 private:
  const interp::EmbeddedFiles* all_;
};

/// All but torch: what a config imports may define functions and layers of it, and is no data by that.
class TensorlessPrelude : public interp::EmbeddedFiles {
 public:
  explicit TensorlessPrelude(const interp::EmbeddedFiles* all) : all_(all) {}
  const Source* find(std::string_view path) const override;
  std::shared_ptr<const syntax::PythonModule> tree(const Source& source) const override;

 private:
  const interp::EmbeddedFiles* all_;
};

/// Whether the place lies in the prelude: no place that a user could look at.
bool is_embedded(const Span& span);

}  // namespace vramlint::config
