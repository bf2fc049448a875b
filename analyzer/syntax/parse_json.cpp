#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include "syntax/json.h"
#include "syntax/json_text.h"
#include "syntax/yaml_mapping.h"

namespace vramlint::syntax {
namespace {

/// Thrown where the text is no JSON.
struct JsonStop {
  Problem problem;
};

struct JsonWord {
  std::string_view word;
  decltype(YamlNode::value) value;
};

const std::array<JsonWord, 6>& words() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static const std::array<JsonWord, 6> kWords = {{{"true", true},
                                                  {"false", false},
                                                  {"null", std::monostate()},
                                                  {"NaN", std::numeric_limits<double>::quiet_NaN()},
                                                  {"Infinity", kInfinity},
                                                  {"-Infinity", -kInfinity}}};
  return kWords;
}

class JsonParser {
 public:
  JsonParser(const Source& source, std::vector<Problem>& problems)
      : source_(source), text_(source.text()), problems_(problems) {}

  YamlPtr document() {
    YamlPtr root = value();
    skip_blank();
    if (at_ < text_.size()) stop("text behind the end of the JSON value"_words);
    return root;
  }

 private:
  [[noreturn]] void stop(Words message, ProblemKind kind = ProblemKind::syntax_error) const {
    const size_t end = at_ < text_.size() && text_[at_] != '\n' ? at_ + 1 : at_;
    throw JsonStop{{kind, span(at_, end), std::move(message), {}}};
  }

  Span span(size_t begin, size_t end) const {
    return {&source_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }

  bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }

  bool accept(char c) {
    skip_blank();
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }

  void skip_blank() { at_ = end_of_json_blank(text_, at_); }

  YamlPtr node(size_t begin, decltype(YamlNode::value) value) const {
    auto made = std::make_shared<YamlNode>();
    made->value = std::move(value);
    made->span = span(begin, at_);
    made->quoted = text_[begin] == '"';
    return made;
  }

  YamlPtr value() {
    skip_blank();
    const size_t begin = at_;
    if (is_at('{')) return nested(begin, &JsonParser::mapping);
    if (is_at('[')) return nested(begin, &JsonParser::sequence);
    if (is_at('"')) return text();
    for (const JsonWord& one : words()) {
      if (!text_.substr(at_).starts_with(one.word)) continue;
      at_ += one.word.size();
      return node(begin, one.value);
    }
    return number();
  }

  YamlPtr nested(size_t begin, decltype(YamlNode::value) (JsonParser::*read)()) {
    if (++depth_ > kMaxYamlDepth)
      stop("nested more than " + std::to_string(kMaxYamlDepth) + " levels deep; not analysed",
           ProblemKind::too_complex);
    ++at_;
    decltype(YamlNode::value) held = (this->*read)();
    --depth_;
    return node(begin, std::move(held));
  }

  decltype(YamlNode::value) sequence() {
    YamlSequence items;
    if (accept(']')) return items;
    do items.items.push_back(value());
    while (goes_on(']'));
    return items;
  }

  decltype(YamlNode::value) mapping() {
    std::vector<YamlEntry> written;
    if (accept('}')) return YamlMapping();
    do {
      skip_blank();
      if (!is_at('"')) stop(is_at('}') ? "JSON allows no comma before `}`"_words : "JSON writes keys as \"key\""_words);
      YamlPtr key = text();
      if (!accept(':')) stop("a `:` is missing behind the key"_words);
      written.push_back({std::move(key), value()});
    } while (goes_on('}'));
    return YamlMappingMaker(problems_).make(std::move(written));
  }

  /// Behind an item: whether a comma announces another.
  bool goes_on(char closing) {
    if (accept(closing)) return false;
    if (!accept(',')) stop("a `,` or `{0}` is missing before this"_words(std::string(1, closing)));
    skip_blank();
    if (closing == ']' && is_at(']')) stop("JSON allows no comma before `]`"_words);
    return true;
  }

  YamlPtr text() {
    const size_t begin = at_;
    JsonString string = json_string(text_, at_);
    at_ = string.end;
    if (string.is_whole) return node(begin, std::move(string.value));
    stop(at_ < text_.size() ? "JSON does not allow this in a text"_words : "the quotes are not closed"_words);
  }

  YamlPtr number() {
    const size_t begin = at_, end = end_of_json_number(text_, at_);
    if (end == begin) stop(about_character());
    at_ = end;
    const std::string written(text_.substr(begin, end - begin));
    const char *first = written.data(), *last = first + written.size();
    int64_t integer = 0;
    if (written.find_first_of(".eE") == std::string::npos) {
      const bool fits = std::from_chars(first, last, integer).ec == std::errc();
      if (fits) return node(begin, integer);
      return node(begin, YamlOther{YamlOther::Kind::big_integer, written, {}});
    }
    return node(begin, json_float(written));
  }

  Words about_character() const {
    if (at_ >= text_.size()) return "the file ends before its JSON value does"_words;
    if (is_at('\'')) return "JSON writes texts between double quotes"_words;
    return "this begins no JSON value"_words;
  }

  const Source& source_;
  std::string_view text_;
  std::vector<Problem>& problems_;
  size_t at_ = 0;
  int depth_ = 0;
};

YamlPtr nothing_of(const Source& source) {
  auto node = std::make_shared<YamlNode>();
  node->span = {&source, 0, 0};
  return node;
}

}  // namespace

YamlFile parse_json(const Source& source) {
  YamlFile file;
  if (end_of_json_blank(source.text(), 0) == source.text().size()) return file;
  if (source.text().size() > kMaxYamlSize) {
    file.problems.push_back(
        {ProblemKind::too_complex, {&source, 0, 0}, "the file is larger than 1 MiB; not analysed"_words, {}});
    file.documents.push_back(nothing_of(source));
    return file;
  }
  try {
    file.documents.push_back(JsonParser(source, file.problems).document());
  } catch (JsonStop& stopped) {
    file.problems.push_back(std::move(stopped.problem));
    file.documents.push_back(nothing_of(source));
  }
  std::stable_sort(file.problems.begin(), file.problems.end(),
                   [](const Problem& a, const Problem& b) { return a.span.begin < b.span.begin; });
  return file;
}

}  // namespace vramlint::syntax
