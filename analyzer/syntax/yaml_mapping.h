// The entries of a mapping: merge keys resolved, duplicate keys found.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/yaml.h"

namespace vramlint::syntax {

class YamlMappingMaker {
 public:
  explicit YamlMappingMaker(std::vector<Problem>& problems) : problems_(problems) {}

  /// From the entries as written, in the order in which PyYAML's dict has them: merged ones first.
  YamlMapping make(std::vector<YamlEntry> written);

 private:
  bool is_merge_key(const YamlNode& key) const;
  YamlPtr usable_key(YamlPtr key) const;
  void merge(const YamlEntry& entry, std::vector<YamlEntry>& merged);

  std::vector<Problem>& problems_;
};

/// End of `~`, `null`, `Null` or `NULL` at `begin`, or `begin` when there is none.
size_t null_word_end(std::string_view text, size_t begin);
/// Whether Python's float() takes it: `!!float` allows more than a plain float does.
bool is_python_float(std::string_view text);

}  // namespace vramlint::syntax
