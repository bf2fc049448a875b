// YAML as PyYAML's safe_load means it (YAML 1.1 scalars: `1e-4` is a string, `yes` is true, `0o17` a string, `017` is
// 15, `1:30` is 90, `~` is null), with the exact byte span of every key and value.
//
// Anchors are shared nodes, so an alias costs nothing; merge keys (`<<`) are already resolved into the mapping, own
// keys winning as in PyYAML. Limits: 200 levels of nesting; walking a document may visit at most kMaxNodes nodes
// counted with aliases expanded (an alias bomb is a too_complex problem and the document has a null root).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "syntax/problem.h"

namespace vramlint::syntax {

struct YamlNode;
using YamlPtr = std::shared_ptr<const YamlNode>;

struct YamlEntry {
  YamlPtr key;
  YamlPtr value;
};
struct YamlSequence {
  std::vector<YamlPtr> items;
};
struct YamlMapping {
  std::vector<YamlEntry> entries;
};  ///< in order of the text, keys distinct (the last one wins)
/// An integer beyond 64 bits, a timestamp, binary: kept as written, with what it is.
struct YamlOther {
  enum class Kind : uint8_t { big_integer, timestamp, binary, unsupported_tag } kind;
  std::string text;
  std::vector<YamlPtr> items = {};  ///< of a sequence with a tag
};

struct YamlNode {
  std::variant<std::monostate, bool, int64_t, double, std::string, YamlSequence, YamlMapping, YamlOther> value;
  Span span;            ///< a scalar's token with its quotes; a collection from its first to its last token
  bool quoted = false;  ///< a scalar written with quotes or as a block: its text was never up for resolution
};

struct YamlFile {
  std::vector<YamlPtr> documents;  ///< one each; never null pointers. An empty file has none
  std::vector<Problem> problems;   ///< in order of the text
};

inline constexpr int kMaxYamlDepth = 200;
inline constexpr size_t kMaxYamlSize = size_t{1} << 20;  ///< far beyond configs
inline constexpr size_t kMaxYamlNodes = 1'000'000;

YamlFile parse_yaml(const Source& source);

/// Meaning of one plain scalar under YAML 1.1 (PyYAML's resolver and constructor). `<<` and `=`, which have no meaning
/// as values, are unsupported tags.
std::variant<std::monostate, bool, int64_t, double, std::string, YamlOther> resolve_plain_scalar(std::string_view text);

}  // namespace vramlint::syntax
