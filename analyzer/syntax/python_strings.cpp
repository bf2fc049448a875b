// String literals: implicit concatenation, f-strings, bytes.
#include <algorithm>

#include "syntax/python_builder.h"
#include "syntax/string_literal.h"

namespace vramlint::syntax {
namespace {

using FStringParts = std::vector<FString::Part>;

void add_text(FStringParts& parts, std::string_view text) {
  if (text.empty()) return;
  if (parts.empty() || parts.back().value) parts.emplace_back();
  parts.back().text += text;
}

void discard(PythonBuilder& builder, FStringParts& parts) {
  for (FString::Part& part : parts) {
    if (part.value) builder.discard(std::move(part.value));
    if (part.format) builder.discard(std::move(part.format));
  }
}

/// Fails by turning `out` into an Invalid; true when it went well.
class StringReader {
 public:
  StringReader(PythonBuilder& builder, Expr& out) : builder_(builder), out_(out) {}
  StringReader(const StringReader&) = delete;
  StringReader& operator=(const StringReader&) = delete;
  ~StringReader() { discard(builder_, parts_); }

  bool read(TSNode node) {
    const StringPrefix prefix = string_prefix(builder_.text(node));
    if (any_ && prefix.bytes != bytes_) return fail(node, "bytes and text literals cannot be mixed");
    any_ = true;
    bytes_ = prefix.bytes;
    const uint32_t begin = ts_node_start_byte(node) + static_cast<uint32_t>(prefix.length + prefix.quotes);
    const uint32_t end = ts_node_end_byte(node) - static_cast<uint32_t>(prefix.quotes);
    if (end < begin) return fail(node, "unterminated string");
    if (!prefix.format) return read_text(node, begin, end, prefix, parts_);
    return read_pieces(builder_.named_children(node), node, begin, end, prefix, parts_);
  }

  void finish() {
    const bool plain =
        std::none_of(parts_.begin(), parts_.end(), [](const auto& part) { return part.value != nullptr; });
    std::string text = plain && !parts_.empty() ? std::move(parts_[0].text) : std::string();
    if (bytes_) {
      out_.node = BytesLiteral{std::move(text)};
    } else if (plain) {
      out_.node = StringLiteral{std::move(text)};
    } else {
      out_.node = FString{std::move(parts_)};
    }
  }

 private:
  bool fail(TSNode node, std::string message) {
    builder_.syntax_error(out_, node, std::move(message));
    return false;
  }

  bool read_text(TSNode node, uint32_t begin, uint32_t end, const StringPrefix& prefix, FStringParts& parts) {
    std::string value;
    const std::string_view text = builder_.text_between(begin, end);
    if (const auto error = decode_string(text, prefix, value)) {
      if (!error->is_unsupported) return fail(node, error->message);
      builder_.unsupported(out_, error->message);
      return false;
    }
    if (prefix.bytes && std::any_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) < 0; })) {
      return fail(node, "a bytes literal can only contain ASCII characters");
    }
    add_text(parts, value);
    return true;
  }

  /// Text between `begin` and `end`, with the interpolations among `branches` in it.
  bool read_pieces(const std::vector<Branch>& branches, TSNode node, uint32_t begin, uint32_t end,
                   const StringPrefix& prefix, FStringParts& parts) {
    for (const Branch& branch : branches) {
      if (!branch.is("interpolation") && !branch.is("format_expression")) continue;
      if (!read_text(node, begin, ts_node_start_byte(branch.node), prefix, parts)) return false;
      if (!read_interpolation(branch.node, prefix, parts)) return false;
      begin = ts_node_end_byte(branch.node);
    }
    return read_text(node, begin, std::max(begin, end), prefix, parts);
  }

  bool read_interpolation(TSNode node, const StringPrefix& prefix, FStringParts& parts) {
    const std::vector<Branch> branches = builder_.children(node);
    FString::Part part;
    const Branch* format = nullptr;
    bool self_documenting = false;
    uint32_t after_expression = ts_node_end_byte(node);
    for (const Branch& branch : branches) {
      const bool expression = branch.field == fields().expression;
      self_documenting = self_documenting || branch.is("=");
      if (branch.field == fields().type_conversion) part.conversion = builder_.text(branch.node).back();
      if (branch.field == fields().format_specifier) format = &branch;
      if (expression && !part.value) part.value = builder_.expression(branch.node);
      if (!expression && !branch.is("{") && !branch.is("=")) {
        after_expression = std::min(after_expression, ts_node_start_byte(branch.node));
      }
    }
    if (!part.value) return fail(node, "an f-string has an empty expression");
    if (self_documenting) {
      add_text(parts, builder_.text_between(ts_node_start_byte(node) + 1, after_expression));
      if (part.conversion == 0 && format == nullptr) part.conversion = 'r';
    }
    const bool good = format == nullptr || read_format(format->node, prefix, part.format);
    parts.push_back(std::move(part));
    return good;
  }

  bool read_format(TSNode node, const StringPrefix& prefix, ExprPtr& format) {
    FStringParts parts;
    const uint32_t begin = ts_node_start_byte(node) + 1, end = ts_node_end_byte(node);  // without the colon
    if (!read_pieces(builder_.named_children(node), node, begin, end, prefix, parts)) {
      discard(builder_, parts);
      return false;
    }
    format = std::make_unique<Expr>();
    format->span = builder_.span(node);
    const bool plain = std::none_of(parts.begin(), parts.end(), [](const auto& part) { return part.value != nullptr; });
    if (plain) {
      format->node = StringLiteral{parts.empty() ? std::string() : parts[0].text};
    } else {
      format->node = FString{std::move(parts)};
    }
    return true;
  }

  PythonBuilder& builder_;
  Expr& out_;
  FStringParts parts_;
  bool any_ = false, bytes_ = false;
};

void fill_string(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  StringReader reader(builder, out);
  if (reader.read(node)) reader.finish();
}

void fill_concatenated(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  StringReader reader(builder, out);
  for (const Branch& branch : builder.named_children(node)) {
    if (ts_node_has_error(branch.node)) return builder.broken(node, out);
    if (!reader.read(branch.node)) return;
  }
  reader.finish();
}

}  // namespace

std::span<const ExprRule> string_rules() {
  static constexpr auto kRules = std::to_array<ExprRule>({
      {"string", fill_string},
      {"concatenated_string", fill_concatenated},
  });
  return kRules;
}

}  // namespace vramlint::syntax
