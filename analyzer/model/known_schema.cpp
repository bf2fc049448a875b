#include "model/known_schema.h"

#include <charconv>
#include <string>
#include <string_view>
#include <unordered_map>

#include "model/integers.h"

namespace vramlint::model {

namespace {

int list_size(std::string_view text, const std::string& name) {
  for (size_t at = text.find("int["); at != std::string_view::npos; at = text.find("int[", at + 1)) {
    size_t close = text.find(']', at);
    if (close == std::string_view::npos) break;
    int size = 0;
    std::from_chars(text.data() + at + 4, text.data() + close, size);
    size_t after = close + 1;
    while (after < text.size() && (text[after] == '?' || text[after] == ' ')) ++after;
    std::string_view rest = text.substr(after);
    if (!rest.starts_with(name)) continue;
    char next = rest.size() > name.size() ? rest[name.size()] : ')';
    if (next == ',' || next == ')' || next == '=') return size;
  }
  return 0;
}

KnownSchema taken_apart(std::string_view text) {
  KnownSchema known{.schema = graph::parse_schema(text),
                    .list_sizes = {},
                    .counts = text.starts_with("arange"),
                    .takes_sizes = takes_sizes(text),
                    .takes_tensors = text.find("Tensor self") != std::string_view::npos,
                    .takes_none = text.find("Tensor?[]") != std::string_view::npos};
  for (const graph::SchemaArgument& argument : known.schema.arguments)
    known.list_sizes.push_back(list_size(text, argument.name));
  return known;
}

}  // namespace

bool same_name(std::string_view given, std::string_view schema) {
  if (given == schema) return true;
  return (schema == "dim" && given == "axis") || (schema == "keepdim" && given == "keepdims") ||
         (schema == "self" && (given == "input" || given == "tensor" || given == "x")) ||
         (schema == "other" && given == "x2") || (schema == "split_sizes" && given == "split_size") ||
         (schema.starts_with("split_size") && given == "split_size_or_sections");
}

const KnownSchema& known_schema(const graph::Op& op) {
  thread_local std::unordered_map<const graph::Op*, KnownSchema> known;
  auto [entry, fresh] = known.try_emplace(&op);
  if (fresh) entry->second = taken_apart(op.schema);
  return entry->second;
}

}  // namespace vramlint::model
