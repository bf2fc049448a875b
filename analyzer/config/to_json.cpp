// A config as JSON text, byte for byte as CPython's json.dumps(value, indent=n, ensure_ascii=False) writes it.
#include <charconv>
#include <cmath>

#include "config/config.h"

namespace vramlint::config {

namespace {

void write_string(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      default:
        if (byte < 0x20) {
          out += "\\u00";
          out += kHex[byte >> 4];
          out += kHex[byte & 15];
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

/// Python's repr of a float: shortest digits that read back, an exponent below 1e-4 and from 1e16 on.
std::string float_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Infinity" : "Infinity";
  char buffer[40];
  auto scientific = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::scientific);
  std::string_view text(buffer, static_cast<size_t>(scientific.ptr - buffer));
  size_t e = text.find('e');
  int exponent = 0;
  size_t digits_at = e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(text.data() + digits_at, text.data() + text.size(), exponent);
  if (number != 0 && (exponent < -4 || exponent >= 16)) return std::string(text);
  auto fixed = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed);
  std::string plain(buffer, static_cast<size_t>(fixed.ptr - buffer));
  if (plain.find('.') == std::string::npos) plain += ".0";
  return plain;
}

class Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}
  std::string text;

  void write(const Node& node) {
    std::visit([this](const auto& value) { write_value(value); }, node.value);
  }

 private:
  void write_value(std::monostate) { text += "null"; }
  void write_value(bool value) { text += value ? "true" : "false"; }
  void write_value(int64_t value) { text += std::to_string(value); }
  void write_value(double value) { text += float_text(value); }
  void write_value(const std::string& value) { write_string(text, value); }
  void write_value(const Opaque& value) { write_string(text, value.text); }

  void write_value(const Sequence& sequence) {
    if (sequence.items.empty()) {
      text += "[]";
      return;
    }
    open('[');
    for (size_t i = 0; i < sequence.items.size(); ++i) {
      separate(i);
      write(sequence.items[i]);
    }
    close(']');
  }

  void write_value(const Mapping& mapping) {
    if (mapping.entries.empty()) {
      text += "{}";
      return;
    }
    open('{');
    for (size_t i = 0; i < mapping.entries.size(); ++i) {
      separate(i);
      write_string(text, mapping.entries[i].key);
      text += ": ";
      write(mapping.entries[i].value);
    }
    close('}');
  }

  void open(char bracket) {
    text += bracket;
    ++depth_;
  }
  void separate(size_t index) {
    if (index > 0) text += ',';
    new_line();
  }
  void close(char bracket) {
    --depth_;
    new_line();
    text += bracket;
  }
  void new_line() {
    text += '\n';
    text.append(static_cast<size_t>(indent_ * depth_), ' ');
  }

  int indent_;
  int depth_ = 0;
};

}  // namespace

std::string to_json(const Node& node, int indent) {
  Writer writer(indent);
  writer.write(node);
  return std::move(writer.text);
}

}  // namespace vramlint::config
