// A config's text on its way to evaluation: templates replaced, then perhaps statements.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "config/dialects/rewritten.h"
#include "config/dialects/templates.h"

namespace vramlint::config {

class ConfigText {
 public:
  ConfigText(const Source& user_text, const std::filesystem::path& root);

  const Source& user;  ///< as the user wrote it
  Templates templates;

  const Source& current() const { return steps_.empty() ? user : steps_.back()->source(); }
  bool is_rewritten() const { return !steps_.empty(); }
  Span translate(Span span) const;  ///< of the current text, to the user's
  void translate_all(Node& node) const;
  void replace(std::vector<Replacement> replacements);  ///< in the current text
  /// Whether the Python text does more with `_base_` than set it.
  bool reads_bases() const;
  /// The texts made on the way, which spans of the current text point into.
  std::vector<std::unique_ptr<Rewritten>>& steps() { return steps_; }

 private:
  std::vector<std::unique_ptr<Rewritten>> steps_;
};

}  // namespace vramlint::config
