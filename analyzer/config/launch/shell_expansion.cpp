// From words as they are written to words as a program gets them.
#include "config/launch/shell_arithmetic.h"
#include "config/launch/shell_state.h"

namespace vramlint::config {

using syntax::ShellPart;
using syntax::ShellWord;
using ExpansionKind = ShellPart::Kind;

namespace {

constexpr size_t kLongestText = size_t{64} << 10;

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

}  // namespace

/// One word's way. `fields` are finished words and the one being made.
struct ShellExpansion {
  ShellRunner& runner;
  const ShellWord& word;
  bool splits;
  std::vector<ShellText> done = {};
  ShellText current = {};
  bool open = false;  // `current` is a word, even if it is empty
  int pieces = 0;     // parts in `current`

  void close() {
    if (open) {
      if (pieces != 1) current.span = word.span;
      done.push_back(std::move(current));
    }
    current = {};
    open = false;
    pieces = 0;
  }

  void add(const ShellText& text, Span span) {
    current.text += text.text;
    if (current.text.size() > kLongestText) {
      current.text.clear();
      current.unknown = "its text is too long";
    }
    if (current.unknown.empty()) current.unknown = text.unknown;
    current.span = span;
    ++pieces;
    open = true;
  }

  /// Unquoted text of a variable is split at blanks; where it is written in one piece, so are its words.
  void add_split(const ShellText& text) {
    if (!splits || !text.unknown.empty()) return add(text, text.span);
    const bool verbatim = text.span.text() == text.text;
    for (size_t at = 0; at < text.text.size();) {
      if (is_blank(text.text[at])) {
        close();
        ++at;
        continue;
      }
      size_t end = at;
      while (end < text.text.size() && !is_blank(text.text[end])) ++end;
      Span span = text.span;
      if (verbatim) {
        span.end = span.begin + static_cast<uint32_t>(end);
        span.begin += static_cast<uint32_t>(at);
      }
      add({text.text.substr(at, end - at), span, {}}, span);
      at = end;
    }
  }

  void add_list(const std::vector<ShellText>& list, bool quoted, bool joined) {
    for (size_t i = 0; i < list.size(); ++i) {
      if (i > 0 && (joined || !splits)) add({" ", word.span, {}}, word.span);
      if (i > 0 && !joined && splits) close();
      if (quoted)
        add(list[i], list[i].span);
      else
        add_split(list[i]);
    }
    if (quoted && joined) open = true;
  }

  void part(const ShellPart& part) {
    switch (part.kind) {
      case ExpansionKind::text:
        return add({part.text, part.span, {}}, part.span);
      case ExpansionKind::parameter:
        return parameter(part);
      case ExpansionKind::command: {
        if (part.quoted) open = true;
        if (part.body->empty()) return;
        const std::optional<std::string> printed = runner.output_of(*part.body);
        ShellText text{printed.value_or(""), part.span, printed ? "" : "what a command prints is not known"};
        return part.quoted ? add(text, text.span) : add_split(text);
      }
      case ExpansionKind::opaque:
        return add(calculated(part), part.span);
    }
  }

  ShellText calculated(const ShellPart& part) {
    const std::optional<std::string> expression = arithmetic_in(part.text);
    const auto lookup = [&](std::string_view name) -> std::optional<std::string> {
      const auto found = runner.state.variables.find(std::string(name));
      const bool known = found != runner.state.variables.end() && found->second.values.size() == 1 &&
                         found->second.values[0].unknown.empty();
      return known ? std::optional(found->second.values[0].text) : std::nullopt;
    };
    const std::optional<int64_t> number = expression ? shell_arithmetic(*expression, lookup) : std::nullopt;
    if (number) return {std::to_string(*number), part.span, {}};
    return {"", part.span, "`" + part.text.substr(0, 40) + "` is not understood"};
  }

  void parameter(const ShellPart& part) {
    if (part.quoted && part.text != "@" && !part.text.ends_with("[@]")) open = true;
    std::optional<std::vector<ShellText>> values = values_of(part);
    const bool empty = values && (values->empty() ||
                                  (values->size() == 1 && (*values)[0].text.empty() && (*values)[0].unknown.empty()));
    const bool colon = part.operation.starts_with(':');
    const char operation = part.operation.empty() ? '\0' : part.operation[colon ? 1 : 0];
    const bool missing = !values || (colon && empty) || (values->empty() && is_digits(part.text));
    if (operation == '+') {
      if (!missing) argument(part);
      return;
    }
    if (operation == '-' || operation == '=' || operation == '?') {
      if (missing)
        return operation == '?' ? add({"", part.span, "$" + part.text + " is not set"}, part.span) : argument(part);
    } else if (operation != '\0' && values) {
      trim(part, *values);
    }
    if (!values) {
      return add({"", part.span, "$" + part.text + " depends on the environment"}, part.span);
    }
    const bool joined = part.text == "*" || part.text.ends_with("[*]");
    add_list(*values, part.quoted, joined);
  }

  void argument(const ShellPart& part) {
    for (const ShellPart& inner : part.argument) {
      if (inner.kind == ExpansionKind::text && !inner.quoted && !part.quoted)
        add_split({inner.text, inner.span, {}});
      else
        this->part(inner);
    }
  }

  /// ${name#pattern}, ${name%pattern}; other operations make the value unknown.
  void trim(const ShellPart& part, std::vector<ShellText>& values) {
    ShellWord pattern_word{.parts = part.argument, .quoted = true, .span = part.span};
    const ShellText pattern = runner.expand_whole(pattern_word);
    for (ShellText& value : values) {
      const bool known = pattern.unknown.empty() && (part.operation[0] == '#' || part.operation[0] == '%');
      value.span = part.span;
      if (known)
        value.text = trimmed(value.text, pattern.text, part.operation);
      else if (value.unknown.empty())
        value.unknown = "`${" + part.text + part.operation + "…}` is not understood";
    }
  }

  static std::string trimmed(const std::string& text, const std::string& pattern, const std::string& operation) {
    const bool front = operation[0] == '#', longest = operation.size() == 2;
    for (size_t i = 0; i <= text.size(); ++i) {
      const size_t length = longest ? text.size() - i : i;
      const std::string_view cut =
          front ? std::string_view(text).substr(0, length) : std::string_view(text).substr(text.size() - length);
      if (shell_pattern_matches(pattern, cut))
        return front ? text.substr(length) : text.substr(0, text.size() - length);
    }
    return text;
  }

  /// Empty: not set in the script.
  std::optional<std::vector<ShellText>> values_of(const ShellPart& part) {
    const ShellState& state = runner.state;
    const std::string& name = part.text;
    if (name == "@" || name == "*") return state.arguments;
    if (name == "#") return std::vector<ShellText>{{std::to_string(state.arguments.size()), part.span, {}}};
    if (name == "0") return std::vector<ShellText>{{runner.script_.source->path(), part.span, {}}};
    if (is_digits(name)) {
      const size_t index = name.size() > 4 ? 10000 : std::stoul(name);
      if (index > state.arguments.size()) return std::vector<ShellText>{};
      return std::vector<ShellText>{state.arguments[index - 1]};
    }
    if (name == "?") return std::vector<ShellText>{{"0", part.span, {}}};
    const size_t bracket = name.find('[');
    const std::string plain = name.substr(0, bracket);
    if (plain == "BASH_SOURCE") return std::vector<ShellText>{{runner.script_.source->path(), part.span, {}}};
    if (plain == "PWD") return std::vector<ShellText>{{state.directory.empty() ? "." : state.directory, part.span, {}}};
    return variable(plain, bracket == std::string::npos ? "" : name.substr(bracket));
  }

  std::optional<std::vector<ShellText>> variable(const std::string& name, const std::string& index) {
    auto found = runner.state.variables.find(name);
    if (found == runner.state.variables.end()) return std::nullopt;
    ShellVariable& variable = found->second;
    variable.read = true;
    if (index == "[@]" || index == "[*]") return variable.values;
    const std::string digits = index.size() > 2 ? index.substr(1, index.size() - 2) : "0";
    if (!is_digits(digits) || digits.size() > 4) return std::vector<ShellText>{{"", {}, "an index is not known"}};
    const size_t at = std::stoul(digits);
    return at < variable.values.size() ? std::vector<ShellText>{variable.values[at]} : std::vector<ShellText>{};
  }
};

std::vector<ShellText> ShellRunner::expand(const ShellWord& word) {
  ShellExpansion expansion{*this, word, true};
  if (word.quoted && word.parts.empty()) expansion.open = true;
  for (const ShellPart& part : word.parts) expansion.part(part);
  expansion.close();
  return std::move(expansion.done);
}

ShellText ShellRunner::expand_whole(const ShellWord& word) {
  ShellExpansion expansion{*this, word, false};
  expansion.open = true;
  for (const ShellPart& part : word.parts) expansion.part(part);
  expansion.close();
  return std::move(expansion.done[0]);
}

}  // namespace vramlint::config
