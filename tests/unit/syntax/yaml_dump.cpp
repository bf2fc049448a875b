#include "yaml_dump.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace vramlint::syntax {
namespace {

struct YamlWriter {
  bool spans;

  std::string write(const YamlNode& node) const {
    std::string text = std::visit(*this, node.value);
    if (spans) text += "⟨" + std::string(node.span.text()) + "⟩";
    return text;
  }
  std::string operator()(std::monostate) const { return "None"; }
  std::string operator()(bool value) const { return value ? "True" : "False"; }
  std::string operator()(int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const {
    if (std::isnan(value)) return "nan";
    return fmt::format("{:.17g}f", value);
  }
  std::string operator()(const std::string& value) const {
    std::string text = "'";
    for (const char c : value) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '\'' || c == '\\' || byte < 0x20) {
        text += fmt::format("\\x{:02x}", byte);
      } else {
        text += c;
      }
    }
    return text + "'";
  }
  std::string operator()(const YamlSequence& sequence) const {
    std::string text = "[";
    for (const YamlPtr& item : sequence.items) text += (text.size() > 1 ? ", " : "") + write(*item);
    return text + "]";
  }
  std::string operator()(const YamlMapping& mapping) const {
    std::string text = "{";
    for (const YamlEntry& entry : mapping.entries) {
      text += (text.size() > 1 ? ", " : "") + write(*entry.key) + ": " + write(*entry.value);
    }
    return text + "}";
  }
  std::string operator()(const YamlOther& other) const {
    constexpr std::array kKinds = {"big_integer", "timestamp", "binary", "unsupported_tag"};
    return fmt::format("<{} {}>", kKinds[static_cast<size_t>(other.kind)], other.text);
  }
};

}  // namespace

std::string to_text(const YamlNode& node) { return YamlWriter{false}.write(node); }
std::string to_text_with_spans(const YamlNode& node) { return YamlWriter{true}.write(node); }

}  // namespace vramlint::syntax
