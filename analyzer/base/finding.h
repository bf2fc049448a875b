// One thing found in the user's files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/fix.h"
#include "base/span.h"
#include "base/words.h"

namespace vramlint {

enum class Severity : uint8_t { note, warning, error };

std::string_view to_string(Severity severity);

struct Related {
  Span span;
  Words message;
};

struct Finding {
  std::string rule;  ///< its readable name, "peak-memory-exceeds-device"
  Severity severity = Severity::error;
  Words message;  ///< the first sentence carries the verdict
  Span span;
  std::string config;  ///< path of the config under analysis; may differ from the span's file
  std::vector<Related> related;
  std::vector<Fix> fixes;
};

/// The only way a stage speaks to the user. Keeps what it is given in order; `sorted()` orders worst first, then by
/// file, position, rule and message, and drops exact repeats.
class Findings {
 public:
  void add(Finding finding) { items_.push_back(std::move(finding)); }
  void error(std::string rule, Span span, Words message) {
    add({.rule = std::move(rule), .severity = Severity::error, .message = std::move(message), .span = span});
  }
  void warning(std::string rule, Span span, Words message) {
    add({.rule = std::move(rule), .severity = Severity::warning, .message = std::move(message), .span = span});
  }
  const std::vector<Finding>& items() const { return items_; }
  void take_back(std::string_view rule);     ///< all that it found
  void set_config(const std::string& path);  ///< of every finding that names none
  bool has_errors() const;
  std::vector<Finding> sorted() const;

 private:
  std::vector<Finding> items_;
};

}  // namespace vramlint
