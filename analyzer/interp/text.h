// Text as Python sees it: strings are sequences of code points, numbers and containers have one way to be written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::interp {

// ---------------------------------------------------------------- code points of UTF-8 text

bool is_ascii(std::string_view text);
/// Length in bytes of the sequence that starts `text`, which is not empty; 1 for what is not valid.
size_t sequence_length(std::string_view text);
/// len(text). A byte that belongs to no valid sequence counts as one.
int64_t code_point_count(std::string_view text);
/// The same of a str, whose walk is charged.
int64_t length_of(Interpreter& interpreter, const String& text, const Span& span);
/// Each code point's bytes, as views into `text`; to be walked once.
class CodePoints {
 public:
  explicit CodePoints(std::string_view text) : text_(text) {}
  struct Iterator {
    std::string_view rest;
    std::string_view operator*() const { return rest.substr(0, size()); }
    Iterator& operator++() {
      rest.remove_prefix(size());
      return *this;
    }
    bool operator==(const Iterator& other) const { return rest.size() == other.rest.size(); }

   private:
    size_t size() const { return static_cast<unsigned char>(rest[0]) < 0x80 ? 1 : sequence_length(rest); }
  };
  Iterator begin() const { return {text_}; }
  Iterator end() const { return {}; }

 private:
  std::string_view text_;
};
inline CodePoints code_points(std::string_view text) { return CodePoints(text); }
/// All of them: 16 bytes for each.
std::vector<std::string_view> listed_code_points(std::string_view text);
/// Where `wanted` stands in `text`, npos if nowhere; linear whatever the texts are.
size_t find_text(std::string_view text, std::string_view wanted, size_t from = 0);
size_t find_last_text(std::string_view text, std::string_view wanted);
/// `text[first:last]` for 0 <= first <= last.
std::string_view code_point_slice(std::string_view text, int64_t first, int64_t last);
/// The number of the first code point of `piece`; -1 if it cannot be read.
int32_t code_point_value(std::string_view piece);
void append_code_point(std::string& text, uint32_t code_point);

// ---------------------------------------------------------------- writing

/// The shortest text that reads back as the same double: "0.1", "1e-05", "1e+16", "inf".
std::string float_repr(double number);
/// With quotes and escapes; `ascii_only` as `ascii()` does it.
std::string string_repr(std::string_view text, bool ascii_only = false);
/// The same for a text of the program, which pays for it.
std::string quoted_text(Interpreter& interpreter, std::string_view text, bool ascii_only = false);
std::string bytes_repr(std::string_view bytes);
/// `<__main__.Model object>`, what object.__repr__ says (without an address, which would differ from run to run).
std::string object_repr(Interpreter& interpreter, const Value& value);
/// repr() of what a value holds, without looking at what its class defines.
std::string plain_repr(Interpreter& interpreter, const Value& value);
/// str() of an exception's `args`.
std::string exception_text(Interpreter& interpreter, const Value& exception);

/// repr() for a message of ours, cut; outside of guarded() too, for it does not throw.
std::string shown(Interpreter& interpreter, const Value& value);

/// Name of the value's class, for messages.
std::string type_name(Interpreter& interpreter, const Value& value);

}  // namespace vramlint::interp
