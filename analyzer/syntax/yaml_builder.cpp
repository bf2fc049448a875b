#include "syntax/yaml_builder.h"

#include <algorithm>

#include "syntax/typographic_quotes.h"
#include "syntax/yaml_mapping.h"

namespace vramlint::syntax {
namespace {

constexpr std::string_view kCoreTag = "tag:yaml.org,2002:";

bool is_plain_collection_tag(const std::string& tag, bool is_map) {
  return tag.empty() || tag == "?" || tag == "!" || tag == std::string(kCoreTag) + (is_map ? "map" : "seq");
}

template <class... Options>
decltype(YamlNode::value) node_value(std::variant<Options...> scalar) {
  return std::visit([](auto&& held) -> decltype(YamlNode::value) { return std::move(held); }, std::move(scalar));
}

YamlScalar tagged_scalar(const std::string& tag, const std::string& value) {
  const std::string_view name =
      std::string_view(tag).starts_with(kCoreTag) ? std::string_view(tag).substr(kCoreTag.size()) : std::string_view();
  const YamlScalar plain = resolve_plain_scalar(value);
  const bool number = std::holds_alternative<int64_t>(plain) || std::holds_alternative<double>(plain);
  if (name == "str") return value;
  if (name == "null") return std::monostate();
  if (name == "binary") return YamlOther{YamlOther::Kind::binary, value};
  if (name == "bool" && std::holds_alternative<bool>(plain)) return plain;
  if (name == "int" && std::holds_alternative<int64_t>(plain)) return plain;
  if (name == "float" && (number || is_python_float(value))) return float_scalar(value);
  if (name == "timestamp" && std::holds_alternative<YamlOther>(plain)) return plain;
  return YamlOther{YamlOther::Kind::unsupported_tag, tag};
}

}  // namespace

YamlBuilder::YamlBuilder(const Source& source, std::vector<Problem>& problems)
    : source_(source), text_(source.text()), problems_(problems) {}

size_t YamlBuilder::offset_of(const YAML::Mark& mark) const {
  return mark.pos < 0 ? text_.text().size() : std::min(static_cast<size_t>(mark.pos), text_.text().size());
}

Span YamlBuilder::span(size_t begin, size_t end) const {
  return {&source_, static_cast<uint32_t>(begin), static_cast<uint32_t>(std::max(begin, end))};
}

void YamlBuilder::stop(ProblemKind kind, size_t begin, size_t end, const Words& message) const {
  throw YamlStop(kind, message, span(begin, end));
}

/// PyYAML takes no tab between tokens, neither as indentation nor before a comment; yaml-cpp often does.
void YamlBuilder::check_blank(size_t begin, size_t end) const {
  const size_t tab = text_.find_tab(begin, end);
  if (tab == std::string_view::npos) return;
  const size_t line = text_.text().rfind('\n', tab) + 1;
  const bool indentation = text_.text().find_first_not_of(" \t", line) > tab;
  stop(ProblemKind::syntax_error, tab, tab + 1,
       indentation ? "a tab in the indentation; YAML allows only spaces there"_words
                   : "a tab between values; use spaces"_words);
}

/// A second document needs its `---`; where it is missing, the indentation is usually wrong.
void YamlBuilder::check_document_marker(size_t begin) const {
  const std::string_view gap = text_.text().substr(last_end_, begin + 3 - std::min(begin + 3, last_end_));
  if (gap.starts_with("---") || gap.find("\n---") != std::string_view::npos) return;
  stop(ProblemKind::syntax_error, begin, begin + 1,
       "this does not continue what stands above; check the indentation"_words);
}

/// `[a,,b]` and `{,}`.
void YamlBuilder::check_flow_entry(size_t offset) const {
  if (frames_.empty() || frames_.back().closing == '\0') return;
  const Frame& frame = frames_.back();
  if (frame.is_map && !(expects_key() && text_.at(offset) == ',')) return;
  stop(ProblemKind::syntax_error, offset, offset + 1, "a value is missing before this"_words);
}

/// PyYAML wants a `:` behind each key of a block mapping but those that `? ` announces; yaml-cpp lets the last one go
/// without. `next`: of what stands behind the key.
void YamlBuilder::check_colon(size_t next) const {
  const Frame& frame = frames_.back();
  if (!frame.is_map || frame.closing != '\0' || text_.at(next) == ':') return;
  const Span key = frame.children.back().node->span;
  if (key.begin == key.end) return;
  const std::string_view before = text_.text().substr(0, key.begin);
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  const size_t mark = line.find_last_of("?");
  const size_t last = before.find_last_not_of(" \t\r\n");
  const bool is_announced = mark != std::string_view::npos || (last != std::string_view::npos && before[last] == '?');
  if (is_announced) return;
  const bool has_colon = key.text().find(':') != std::string_view::npos;
  stop(ProblemKind::syntax_error, key.begin, key.end,
       has_colon ? "expected a `key: value` pair; behind the `:` of a key stands a blank"_words
                 : "expected a `key: value` pair; the `:` is missing"_words);
}

YamlPtr YamlBuilder::take_document() { return std::move(root_.node); }

Span YamlBuilder::open_flow_collection() const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (frame->closing != '\0') return span(frame->begin, frame->begin + 1);
  }
  return {};
}

void YamlBuilder::OnDocumentStart(const YAML::Mark& mark) {
  const size_t begin = offset_of(mark);
  if (has_document_) {
    check_document_marker(begin);
    check_blank(last_end_, begin);
  }
  has_document_ = true;
  root_ = {};
  frames_.clear();
  anchors_.clear();
  last_end_ = std::max(last_end_, begin);
}

void YamlBuilder::OnDocumentEnd() {}

bool YamlBuilder::expects_key() const {
  return !frames_.empty() && frames_.back().is_map && frames_.back().children.size() % 2 == 0;
}

void YamlBuilder::add(Built built, YAML::anchor_t anchor) {
  if (anchor != 0) anchors_[anchor] = built;
  if (frames_.empty()) {
    root_ = std::move(built);
    return;
  }
  Frame& frame = frames_.back();
  frame.expanded += built.expanded;
  if (frame.expanded > kMaxYamlNodes) {
    stop(ProblemKind::too_complex, built.node->span.begin, built.node->span.begin,
         "more than " + std::to_string(kMaxYamlNodes) + " values when the aliases are written out; not analysed");
  }
  frame.children.push_back(std::move(built));
}

void YamlBuilder::add_scalar(size_t begin, size_t end, YamlScalar value, bool quoted, YAML::anchor_t anchor) {
  auto node = std::make_shared<YamlNode>();
  node->value = node_value(std::move(value));
  node->span = span(begin, end);
  node->quoted = quoted;
  last_end_ = end;
  add({std::move(node), 1}, anchor);
}

/// A null of no characters: right after the `:`, `-` or properties that announce it.
void YamlBuilder::add_empty(size_t offset, YAML::anchor_t anchor, bool has_properties) {
  size_t end = last_end_;
  if (!frames_.empty() && !expects_key()) check_colon(text_.skip_blank(last_end_));
  if (has_properties) {
    end = text_.end_of_properties(offset);
  } else if (!expects_key()) {
    const size_t next = text_.skip_blank(last_end_);
    const char c = text_.at(next);
    if (next <= offset && (c == ':' || c == '-' || c == '?')) end = next + 1;
  }
  add_scalar(end, end, std::monostate(), false, anchor);
}

void YamlBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const size_t offset = offset_of(mark);
  std::string tag;
  const size_t begin = text_.skip_properties(offset, &tag);
  const bool has_properties = begin != offset;
  const size_t end = null_word_end(text_.text(), begin);
  // A word before a colon that is not wanted as a key begins the next entry: this value is empty.
  const size_t colon = text_.skip_blank(end);
  const bool next_key = !expects_key() && text_.at(colon) == ':' && text_.text().find('\n', end) >= colon;
  if (end == begin || next_key || begin < last_end_) {
    if (!has_properties) check_flow_entry(begin);
    return add_empty(offset, anchor, has_properties);
  }
  check_blank(last_end_, begin);
  const std::string word(text_.text().substr(begin, end - begin));
  YamlScalar value = std::monostate();
  if (tag == "!!str" || tag == "!") value = word;
  add_scalar(begin, end, std::move(value), false, anchor);
}

void YamlBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const size_t begin = offset_of(mark);
  const auto known = anchors_.find(anchor);
  if (known == anchors_.end()) {
    stop(ProblemKind::too_complex, begin, text_.end_of_name(begin),
         "an alias to a value that contains it; not analysed");
  }
  check_blank(last_end_, begin);
  last_end_ = text_.end_of_name(begin);
  add(known->second, 0);
}

void YamlBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  std::string written_tag;
  const size_t begin = text_.skip_properties(offset_of(mark), &written_tag);
  check_blank(last_end_, begin);
  const char first = text_.at(begin);
  const bool quoted = first == '\'' || first == '"' || first == '|' || first == '>';
  const size_t end = text_.end_of_scalar(begin, value);
  if (end == std::string_view::npos) {
    stop(ProblemKind::syntax_error, begin, begin + 1, "this quote is not closed before the end of the file"_words);
  }
  if (!quoted) check_blank(begin, end);
  // `! x` asks for the resolution that it would have had anyway; yaml-cpp gives quoted scalars the same tag.
  const bool resolve = written_tag == "!" || (tag == "?" && !quoted);
  if (!quoted && within_typographic_quotes(value)) {
    problems_.push_back({ProblemKind::typographic_quotes,
                         span(begin, end),
                         "the quotes of `{0}` are typographic, which YAML takes for part of the text"_words(value),
                         {}});
  }
  if (resolve) return add_scalar(begin, end, resolve_plain_scalar(value), quoted, anchor);
  if (tag == "!" || tag == "?" || tag.empty()) return add_scalar(begin, end, value, quoted, anchor);
  add_scalar(begin, end, tagged_scalar(tag, value), quoted, anchor);
}

void YamlBuilder::open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, bool is_map) {
  if (frames_.size() >= static_cast<size_t>(kMaxYamlDepth)) {
    stop(ProblemKind::too_complex, offset_of(mark), offset_of(mark),
         "nested more than " + std::to_string(kMaxYamlDepth) + " levels deep; not analysed");
  }
  Frame frame;
  frame.is_map = is_map;
  frame.anchor = anchor;
  frame.begin = text_.skip_properties(offset_of(mark));
  check_blank(last_end_, std::max(last_end_, frame.begin));
  if (text_.at(frame.begin) == (is_map ? '{' : '[')) frame.closing = is_map ? '}' : ']';
  if (!is_plain_collection_tag(tag, is_map)) frame.unsupported = tag;
  last_end_ = std::max(last_end_, frame.closing != '\0' ? frame.begin + 1 : offset_of(mark));
  frames_.push_back(std::move(frame));
}

void YamlBuilder::close() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  size_t end = last_end_;
  if (frame.closing != '\0') {
    size_t next = text_.skip_blank(end);
    if (text_.at(next) == ',') next = text_.skip_blank(next + 1);
    if (text_.at(next) == frame.closing) end = next + 1;
  } else if (!frame.children.empty() && frame.is_map) {
    frame.begin = std::min<size_t>(frame.begin, frame.children[0].node->span.begin);
  }
  auto node = std::make_shared<YamlNode>();
  node->span = span(frame.begin, end);
  if (!frame.unsupported.empty()) {
    YamlOther other{YamlOther::Kind::unsupported_tag, frame.unsupported, {}};
    for (Built& child : frame.children)
      if (!frame.is_map) other.items.push_back(std::move(child.node));
    node->value = std::move(other);
  } else if (frame.is_map) {
    node->value = mapping_of(frame);
  } else {
    YamlSequence& sequence = node->value.emplace<YamlSequence>();
    for (Built& child : frame.children) sequence.items.push_back(std::move(child.node));
  }
  last_end_ = end;
  add({std::move(node), frame.expanded}, frame.anchor);
}

YamlMapping YamlBuilder::mapping_of(Frame& frame) {
  std::vector<YamlEntry> written;
  for (size_t i = 0; i + 1 < frame.children.size(); i += 2) {
    written.push_back({std::move(frame.children[i].node), std::move(frame.children[i + 1].node)});
  }
  return YamlMappingMaker(problems_).make(std::move(written));
}

void YamlBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value) {
  open(mark, tag, anchor, false);
}
void YamlBuilder::OnSequenceEnd() { close(); }
void YamlBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value) {
  open(mark, tag, anchor, true);
}
void YamlBuilder::OnMapEnd() { close(); }

}  // namespace vramlint::syntax
