#include "syntax/yaml_comments.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

#include "syntax/yaml.h"
#include "syntax/yaml_text.h"

namespace vramlint::syntax {
namespace {

/// Notes where scalars stand: a `#` in one of them begins no comment.
class ScalarMarks : public YAML::EventHandler {
 public:
  explicit ScalarMarks(std::string_view text) : text_(text) {}

  struct Range {
    size_t begin, end;
  };
  std::vector<Range> ranges;  ///< in order of the text

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string& value) override {
    if (mark.pos < 0) return;
    const size_t begin = text_.skip_properties(static_cast<size_t>(mark.pos));
    const size_t end = std::min(text_.end_of_scalar(begin, value), text_.text().size());
    const bool block = text_.at(begin) == '|' || text_.at(begin) == '>';
    // Behind a block's header there may be a comment.
    const size_t content = block ? std::min(text_.text().find('\n', begin), end) : begin;
    ranges.push_back({content, end});
  }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

 private:
  YamlText text_;
};

bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Everything between the scalars that a `#` begins.
std::vector<Span> between(const Source& source, const std::vector<ScalarMarks::Range>& scalars) {
  const std::string& text = source.text();
  std::vector<Span> comments;
  auto scalar = scalars.begin();
  for (size_t at = text.find('#'); at < text.size(); at = text.find('#', at)) {
    while (scalar != scalars.end() && scalar->end <= at) ++scalar;
    if (scalar != scalars.end() && scalar->begin <= at) {
      at = scalar->end;
    } else if (at > 0 && !is_white(text[at - 1])) {
      ++at;
    } else {
      const size_t end = std::min(text.find('\n', at), text.size());
      comments.push_back({&source, static_cast<uint32_t>(at), static_cast<uint32_t>(end)});
      at = end;
    }
  }
  return comments;
}

}  // namespace

std::vector<Span> yaml_comments(const Source& source) {
  // What is refused, or would take too long, is refused there.
  for (const Problem& problem : parse_yaml(source).problems)
    if (!is_harmless(problem.kind)) return {};
  std::istringstream stream(without_surrogates(source.text()));
  ScalarMarks marks(source.text());
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(marks)) {
    }
  } catch (const YAML::Exception&) {
    return {};
  }
  return between(source, marks.ranges);
}

}  // namespace vramlint::syntax
