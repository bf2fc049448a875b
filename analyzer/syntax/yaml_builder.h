// Builds YamlNodes from yaml-cpp's events.
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "syntax/yaml.h"
#include "syntax/yaml_scalars.h"
#include "syntax/yaml_text.h"

namespace vramlint::syntax {

/// Stops the parse: the text goes beyond a limit, or PyYAML refuses it where yaml-cpp does not.
struct YamlStop : std::runtime_error {
  YamlStop(ProblemKind wrong, const Words& message, Span where)
      : std::runtime_error(message.text()), kind(wrong), said(message), span(where) {}
  ProblemKind kind;
  Words said;
  Span span;
};

class YamlBuilder : public YAML::EventHandler {
 public:
  YamlBuilder(const Source& source, std::vector<Problem>& problems);

  /// The node of the last document; null if it had none.
  YamlPtr take_document();
  /// What stands after the last document must be blank.
  void finish() const { check_blank(last_end_, text_.text().size()); }
  /// Innermost flow collection that is not closed yet: where an unterminated one began; empty when there is none.
  Span open_flow_collection() const;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override;
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override;
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

 private:
  /// A node and how many nodes it is when every alias below it is written out.
  struct Built {
    YamlPtr node;
    size_t expanded = 1;
  };
  struct Frame {
    bool is_map = false;
    char closing = '\0';  ///< of a flow collection
    size_t begin = 0;
    YAML::anchor_t anchor = 0;
    std::string unsupported;
    std::vector<Built> children;  ///< keys and values in turn for a mapping
    size_t expanded = 1;
  };

  size_t offset_of(const YAML::Mark& mark) const;
  Span span(size_t begin, size_t end) const;
  [[noreturn]] void stop(ProblemKind kind, size_t begin, size_t end, const Words& message) const;
  void check_blank(size_t begin, size_t end) const;
  void check_document_marker(size_t begin) const;
  void check_flow_entry(size_t offset) const;
  void check_colon(size_t next) const;
  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, bool is_map);
  void close();
  void add(Built built, YAML::anchor_t anchor);
  void add_empty(size_t offset, YAML::anchor_t anchor, bool is_written_there);
  void add_scalar(size_t begin, size_t end, YamlScalar value, bool quoted, YAML::anchor_t anchor);
  bool expects_key() const;
  YamlMapping mapping_of(Frame& frame);

  const Source& source_;
  YamlText text_;
  std::vector<Problem>& problems_;
  std::vector<Frame> frames_;
  std::unordered_map<YAML::anchor_t, Built> anchors_;
  Built root_;
  bool has_document_ = false;
  size_t last_end_ = 0;  ///< end of the last token that became a node or opened one
};

}  // namespace vramlint::syntax
