#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>

#include "syntax/toml.h"
#include "syntax/toml_scalars.h"

namespace vramlint::syntax {
namespace {

/// Thrown where the text is no TOML.
struct TomlStop {
  Problem problem;
};

/// A table while it is filled, an array of tables, or a value that is done.
struct TomlDraft {
  struct Named {
    YamlPtr key;
    std::unique_ptr<TomlDraft> value;
  };
  YamlPtr done;
  bool is_array = false, is_closed = false;  ///< closed: an inline table
  std::vector<Named> entries;                ///< of an array the keys are null
  Span span;

  std::unordered_map<std::string_view, TomlDraft*> by_name;

  TomlDraft* find(const YamlPtr& key) const {
    const auto found = by_name.find(std::get<std::string>(key->value));
    return found == by_name.end() ? nullptr : found->second;
  }
  TomlDraft& add(const YamlPtr& key, std::unique_ptr<TomlDraft> value) {
    entries.push_back({key, std::move(value)});
    TomlDraft& added = *entries.back().value;
    if (key) by_name.emplace(std::get<std::string>(key->value), &added);
    return added;
  }
};

class TomlParser {
 public:
  explicit TomlParser(const Source& source) : source_(source), text_(source.text()) {}

  YamlPtr document() {
    TomlDraft root;
    root.span = span(0, text_.size());
    TomlDraft* table = &root;
    for (skip_lines(); at_ < text_.size(); skip_lines()) {
      if (is_at('['))
        table = &header(root);
      else
        entry(*table);
      end_line();
    }
    return finished(root);
  }

 private:
  [[noreturn]] void stop(Words message, ProblemKind kind = ProblemKind::syntax_error) const {
    const size_t end = at_ < text_.size() && text_[at_] != '\n' ? at_ + 1 : at_;
    throw TomlStop{{kind, span(at_, end), std::move(message), {}}};
  }
  Span span(size_t begin, size_t end) const {
    return {&source_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
  bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool accept(char c) {
    skip_blanks();
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size()); }
  void skip_lines() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      if (!is_at('#')) return;
      at_ = std::min(text_.find('\n', at_), text_.size());
    }
  }
  void end_line() {
    skip_blanks();
    if (is_at('#')) at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') stop("TOML wants a new line here"_words);
  }

  YamlPtr node(size_t begin, decltype(YamlNode::value) value) const {
    auto made = std::make_shared<YamlNode>();
    made->value = std::move(value);
    made->span = span(begin, at_);
    made->quoted = text_[begin] == '"' || text_[begin] == '\'';
    return made;
  }

  YamlPtr key() {
    skip_blanks();
    const size_t begin = at_;
    if (is_at('"') || is_at('\'')) return string();
    constexpr std::string_view kBare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    at_ = std::min(text_.find_first_not_of(kBare, at_), text_.size());
    if (at_ == begin) stop("a key is missing here"_words);
    return node(begin, std::string(text_.substr(begin, at_ - begin)));
  }

  std::vector<YamlPtr> dotted_key() {
    std::vector<YamlPtr> parts;
    do {
      parts.push_back(key());
      ++depth_;
      check_depth();
    } while (accept('.'));
    return parts;
  }

  /// The table of that name, made where there is none; of an array of tables the last one.
  TomlDraft& table_in(TomlDraft& table, const YamlPtr& name) {
    TomlDraft* found = table.find(name);
    if (!found) {
      found = &table.add(name, std::make_unique<TomlDraft>());
      found->span = name->span;
    }
    if (found->is_array) found = found->entries.back().value.get();
    if (found->done || found->is_closed) stop("this is no table that more can be put into"_words);
    return *found;
  }

  TomlDraft& header(TomlDraft& root) {
    const size_t begin = at_;
    const bool is_array = text_.substr(at_, 2) == "[[";
    at_ += is_array ? 2 : 1;
    depth_ = 0;
    const std::vector<YamlPtr> parts = dotted_key();
    if (!accept(']') || (is_array && !accept(']'))) stop("a `]` is missing behind the table's name"_words);
    TomlDraft* table = &root;
    for (size_t i = 0; i + is_array < parts.size(); ++i) table = &table_in(*table, parts[i]);
    if (is_array) table = &item_in(*table, parts.back());
    table->span = span(begin, at_);
    return *table;
  }

  TomlDraft& item_in(TomlDraft& table, const YamlPtr& name) {
    TomlDraft* found = table.find(name);
    if (!found) {
      found = &table.add(name, std::make_unique<TomlDraft>());
      found->is_array = true;
      found->span = name->span;
    }
    if (!found->is_array) stop("this is no array of tables"_words);
    return found->add(nullptr, std::make_unique<TomlDraft>());
  }

  void entry(TomlDraft& table) {
    const int before = depth_;
    const std::vector<YamlPtr> parts = dotted_key();
    TomlDraft* inner = &table;
    for (size_t i = 0; i + 1 < parts.size(); ++i) inner = &table_in(*inner, parts[i]);
    if (inner->find(parts.back()))
      throw TomlStop{{ProblemKind::syntax_error, parts.back()->span, "TOML allows a key once"_words, {}}};
    if (!accept('=')) stop("a `=` is missing behind the key"_words);
    auto made = std::make_unique<TomlDraft>();
    made->done = value();
    made->span = made->done->span;
    table.span.end = std::max(table.span.end, static_cast<uint32_t>(at_));
    inner->span.end = std::max(inner->span.end, static_cast<uint32_t>(at_));
    inner->add(parts.back(), std::move(made));
    depth_ = before;
  }

  void check_depth() const {
    if (depth_ > kMaxYamlDepth)
      stop("nested more than " + std::to_string(kMaxYamlDepth) + " levels deep; not analysed",
           ProblemKind::too_complex);
  }

  YamlPtr string() {
    const size_t begin = at_;
    std::optional<TomlString> read = toml_string(text_, at_);
    if (!read) stop("the quotes are not closed, or hold what TOML does not allow"_words);
    at_ = read->end;
    return node(begin, std::move(read->value));
  }

  YamlPtr value() {
    skip_blanks();
    const size_t begin = at_;
    if (is_at('"') || is_at('\'')) return string();
    if (is_at('[')) return nested(begin, &TomlParser::array);
    if (is_at('{')) return nested(begin, &TomlParser::inline_table);
    const size_t end = end_of_toml_word(text_, at_);
    std::optional<decltype(YamlNode::value)> word = toml_word(text_.substr(begin, end - begin));
    if (!word) stop("this begins no TOML value"_words);
    at_ = end;
    return node(begin, std::move(*word));
  }

  YamlPtr nested(size_t begin, decltype(YamlNode::value) (TomlParser::*read)()) {
    ++depth_;
    check_depth();
    ++at_;
    decltype(YamlNode::value) held = (this->*read)();
    --depth_;
    return node(begin, std::move(held));
  }

  decltype(YamlNode::value) array() {
    YamlSequence items;
    for (skip_lines(); !is_at(']'); skip_lines()) {
      items.items.push_back(value());
      skip_lines();
      if (!is_at(',')) break;
      ++at_;
    }
    if (!is_at(']')) stop("a `,` or `{0}` is missing before this"_words("]"));
    ++at_;
    return items;
  }

  decltype(YamlNode::value) inline_table() {
    TomlDraft table;
    for (skip_blanks(); !is_at('}');) {
      entry(table);
      if (!accept(',')) break;
    }
    if (!accept('}')) stop("a `,` or `{0}` is missing before this"_words("}"));
    return finished(table)->value;
  }

  static YamlPtr finished(const TomlDraft& draft) {
    if (draft.done) return draft.done;
    auto made = std::make_shared<YamlNode>();
    made->span = draft.span;
    YamlMapping mapping;
    YamlSequence sequence;
    for (const TomlDraft::Named& each : draft.entries) {
      YamlPtr value = finished(*each.value);
      if (made->span.source && value->span.end > made->span.end) made->span.end = value->span.end;
      if (draft.is_array)
        sequence.items.push_back(std::move(value));
      else
        mapping.entries.push_back({each.key, std::move(value)});
    }
    if (draft.is_array)
      made->value = std::move(sequence);
    else
      made->value = std::move(mapping);
    return made;
  }

  const Source& source_;
  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
};

YamlPtr no_table(const Source& source) {
  auto node = std::make_shared<YamlNode>();
  node->span = {&source, 0, 0};
  return node;
}

}  // namespace

YamlFile parse_toml(const Source& source) {
  YamlFile file;
  if (source.text().size() > kMaxYamlSize) {
    file.problems.push_back(
        {ProblemKind::too_complex, {&source, 0, 0}, "the file is larger than 1 MiB; not analysed"_words, {}});
    file.documents.push_back(no_table(source));
    return file;
  }
  try {
    file.documents.push_back(TomlParser(source).document());
  } catch (TomlStop& stopped) {
    file.problems.push_back(std::move(stopped.problem));
    file.documents.push_back(no_table(source));
  }
  return file;
}

}  // namespace vramlint::syntax
