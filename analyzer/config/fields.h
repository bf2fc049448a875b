// Reading a mapping against a table of the keys it may have, for vramlint.yaml.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/finding.h"
#include "config/config.h"
#include "config/project.h"

namespace vramlint::config {

/// Edits (insert, delete, replace, swap neighbours) that make one name the other.
size_t edits_between(std::string_view one, std::string_view other);
/// The name nearest to a misspelt one; empty if none is near.
std::string_view nearest_name(std::string_view misspelt, std::span<const std::string_view> names);

struct FieldReader {
  Project& project;
  Files& files;
  Findings& findings;

  void complain(Span span, Words message) { findings.error("invalid-recipe", span, std::move(message)); }
  void wrong_type(const Entry& entry, const Words& expected);

  /// Each complains and yields nothing where the value is of another type.
  std::optional<std::string> text(const Entry& entry);  ///< numbers as they are written: `torch: 2.10`
  std::vector<std::string> texts(const Entry& entry);   ///< one or a list
  std::optional<bool> boolean(const Entry& entry);
  std::optional<Expression> expression(const Entry& entry, const Node& node);
  std::vector<Expression> expressions(const Entry& entry);  ///< one or a list
};

template <typename T>
struct Field {
  std::string_view name;
  void (*read)(FieldReader& reader, const Entry& entry, T& into);
};

/// Reads every entry with its field; unknown keys get a finding that names the nearest one. `what`: "a recipe".
template <typename T>
void read_fields(FieldReader& reader, const Mapping& mapping, std::span<const Field<T>> fields, const Words& what,
                 T& into) {
  std::vector<std::string_view> names;
  for (const Field<T>& field : fields) names.push_back(field.name);
  for (const Entry& entry : mapping.entries) {
    const Field<T>* found = nullptr;
    for (const Field<T>& field : fields) {
      if (field.name == entry.key) found = &field;
    }
    if (found) {
      found->read(reader, entry, into);
      continue;
    }
    std::string_view nearest = nearest_name(entry.key, names);
    reader.complain(entry.key_span, nearest.empty()
                                        ? "{0} has no key `{1}`"_words(what, entry.key)
                                        : "{0} has no key `{1}`; did you mean `{2}`?"_words(what, entry.key, nearest));
  }
}

}  // namespace vramlint::config
