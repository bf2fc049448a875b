// A resolved training config: a tree of plain values, each with the place that set it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/span.h"

namespace vramlint::config {

struct Node;
struct Entry;

struct Sequence {
  std::vector<Node> items;
  bool is_tuple = false;
};
struct Mapping {
  std::vector<Entry> entries;
};  ///< in order, keys distinct
/// A value with no plain form (a class, a lambda, an integer beyond 64 bits): its text, and why it is not plain.
struct Opaque {
  std::string text;
  std::string reason;
};

struct Node {
  std::variant<std::monostate, bool, int64_t, double, std::string, Sequence, Mapping, Opaque> value;
  Span span;  ///< of the value, in the file (base or override) that set it

  const Mapping* mapping() const { return std::get_if<Mapping>(&value); }
  Mapping* mapping() { return std::get_if<Mapping>(&value); }
  const Sequence* sequence() const { return std::get_if<Sequence>(&value); }
  Sequence* sequence() { return std::get_if<Sequence>(&value); }
  const Node* find(std::string_view key) const;          ///< direct child of a mapping
  const Node* find_path(std::string_view dotted) const;  ///< "a.b.0.c"; list items by index
};

struct Entry {
  enum class KeyKind : uint8_t { string, integer, other } kind = KeyKind::string;
  std::string key;
  Span key_span;
  Node value;
};

/// A name that a config inherits and sets to another value, which is no mapping.
struct Overridden {
  std::string key;
  Span key_span, value;
  Span before;  ///< the value in the base
};

struct Config {
  std::string dialect;
  const Source* source = nullptr;
  Node root;                                             ///< a Mapping
  std::vector<const Source*> files;                      ///< every file that contributed, bases first, `source` last
  std::vector<Overridden> overridden;                    ///< by `source`
  std::vector<std::shared_ptr<const Source>> overrides;  ///< one text per --set, for spans to point into
};

/// JSON with tuples as lists, keys in order, non-ASCII kept, NaN/Infinity as Python's json writes them.
std::string to_json(const Node& node, int indent = 2);

}  // namespace vramlint::config
