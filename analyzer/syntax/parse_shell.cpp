#include <algorithm>

#include "syntax/shell_scanner.h"

namespace vramlint::syntax {

namespace {

using Joint = ShellCommand::Joint;
using Ends = std::initializer_list<std::string_view>;

/// What `word` says if it is written plainly, without quotes and variables.
std::string_view plain(const ShellWord& word) {
  const bool one = word.parts.size() == 1 && !word.quoted && word.parts[0].kind == ShellPart::Kind::text;
  return one ? std::string_view(word.parts[0].text) : std::string_view();
}

bool declares(std::string_view command) {
  constexpr std::string_view kBuiltins[] = {"export", "declare", "typeset", "local", "readonly"};
  return std::find(std::begin(kBuiltins), std::end(kBuiltins), command) != std::end(kBuiltins);
}

class Parser {
 public:
  explicit Parser(ShellScanner& s) : scanner_(s) {}

  ShellBody body(const Ends& ends) {
    ShellBody commands;
    Joint joint = Joint::next;
    for (skip_separators(); !scanner_.done() && !at_end(ends); skip_separators()) {
      const size_t begin = scanner_.at;
      std::optional<ShellCommand> command = this->command();
      if (!command) {
        if (scanner_.at == begin) skip_unexpected();
        continue;
      }
      command->joint = joint;
      command->span = scanner_.span_from(begin);
      commands.push_back(std::move(*command));
      joint = next_joint();
    }
    return commands;
  }

 private:
  /// The reserved word or name that stands here, without taking it.
  std::string_view word_ahead() const {
    size_t length = 0;
    while (is_shell_name(scanner_.peek(length))) ++length;
    const char after = scanner_.peek(length);
    const bool whole = after == '\0' || std::string_view(" \t\r\n;&|()").find(after) != std::string_view::npos;
    return whole ? scanner_.text.substr(scanner_.at, length) : std::string_view();
  }

  bool at_end(const Ends& ends) const {
    if (scanner_.peek() == ')') return true;
    if (scanner_.is_next(";;") || scanner_.is_next(";&")) return true;
    const std::string_view ahead = word_ahead();
    return std::any_of(ends.begin(), ends.end(),
                       [&](std::string_view end) { return end == ahead || (end == "}" && scanner_.peek() == '}'); });
  }

  void skip_separators() {
    for (;;) {
      scanner_.skip_lines();
      const bool single = scanner_.peek() == ';' && scanner_.peek(1) != ';' && scanner_.peek(1) != '&';
      const bool background = scanner_.peek() == '&' && scanner_.peek(1) != '&' && scanner_.peek(1) != '>';
      if (!single && !background) return;
      ++scanner_.at;
    }
  }

  void skip_unexpected() {
    const size_t begin = scanner_.at++;
    scanner_.complain(begin, "`" + std::string(scanner_.text.substr(begin, 1)) + "` is not expected here");
  }

  Joint next_joint() {
    scanner_.skip_blanks();
    Joint joint = Joint::next;
    if (scanner_.take("&&")) {
      joint = Joint::and_then;
    } else if (scanner_.take("||")) {
      joint = Joint::or_else;
    } else if (scanner_.peek() == '|') {
      scanner_.at += scanner_.is_next("|&") ? 2 : 1;
      joint = Joint::pipe;
    }
    if (joint != Joint::next) scanner_.skip_lines();
    return joint;
  }

  std::optional<ShellCommand> command() {
    ShellCommand made;
    while (scanner_.peek() == '!' && std::string_view(" \t").find(scanner_.peek(1)) != std::string_view::npos) {
      made.negated = !made.negated;
      ++scanner_.at;
      scanner_.skip_blanks();
    }
    if (++scanner_.depth > kMaxShellDepth) {
      scanner_.problems.push_back({.kind = ProblemKind::too_complex,
                                   .span = scanner_.span_from(scanner_.at),
                                   .message = "commands are nested too deeply",
                                   .related = {}});
      scanner_.at = scanner_.text.size();
      return std::nullopt;
    }
    const bool found = compound(made) || simple(made);
    --scanner_.depth;
    while (found && scanner_.skip_redirection()) scanner_.skip_blanks();
    return found ? std::optional(std::move(made)) : std::nullopt;
  }

  bool compound(ShellCommand& made) {
    const std::string_view ahead = word_ahead();
    if (ahead == "if") return conditional(made);
    if (ahead == "case") return selection(made);
    if (ahead == "for") return for_loop(made);
    if (ahead == "while" || ahead == "until") return while_loop(made);
    if (scanner_.is_next("((")) return false;
    const bool subshell = scanner_.peek() == '(';
    const bool braces =
        scanner_.peek() == '{' && std::string_view(" \t\r\n").find(scanner_.peek(1)) != std::string_view::npos;
    if (subshell || braces) return group(made, subshell);
    return function(made, ahead);
  }

  void expect(std::string_view token, size_t begin, std::string_view what) {
    scanner_.skip_lines();
    const bool there = token.size() == 1 ? scanner_.is_next(token) : word_ahead() == token;
    if (there) {
      scanner_.at += token.size();
      scanner_.skip_blanks();
    } else {
      scanner_.complain(begin, "the `" + std::string(what) + "` has no `" + std::string(token) + "`");
    }
  }

  bool conditional(ShellCommand& made) {
    const size_t begin = scanner_.at;
    ShellIf node;
    do {
      scanner_.at += word_ahead().size();
      ShellIf::Arm arm;
      arm.condition = body({"then"});
      expect("then", begin, "if");
      arm.body = body({"elif", "else", "fi"});
      node.arms.push_back(std::move(arm));
    } while (word_ahead() == "elif");
    if (word_ahead() == "else") {
      scanner_.at += 4;
      node.otherwise = body({"fi"});
    }
    expect("fi", begin, "if");
    made.node = std::move(node);
    return true;
  }

  bool selection(ShellCommand& made) {
    const size_t begin = scanner_.at;
    ShellCase node;
    scanner_.at += 4;
    scanner_.skip_lines();
    if (std::optional<ShellWord> subject = scanner_.word()) node.subject = std::move(*subject);
    expect("in", begin, "case");
    for (scanner_.skip_lines(); !scanner_.done() && word_ahead() != "esac"; scanner_.skip_lines()) {
      const size_t before = scanner_.at;
      node.arms.push_back(arm());
      if (scanner_.at == before) skip_unexpected();
    }
    expect("esac", begin, "case");
    made.node = std::move(node);
    return true;
  }

  ShellCase::Arm arm() {
    ShellCase::Arm arm;
    scanner_.take("(");
    for (scanner_.skip_blanks(); !scanner_.done() && scanner_.peek() != ')'; scanner_.skip_blanks()) {
      std::optional<ShellWord> pattern = scanner_.word();
      if (pattern)
        arm.patterns.push_back(std::move(*pattern));
      else if (!scanner_.take("|"))
        return arm;
    }
    scanner_.take(")");
    arm.body = body({"esac"});
    if (!scanner_.take(";;&") && !scanner_.take(";;")) scanner_.take(";&");
    return arm;
  }

  bool for_loop(ShellCommand& made) {
    const size_t begin = scanner_.at;
    ShellFor node;
    scanner_.at += 3;
    scanner_.skip_blanks();
    const bool counts = scanner_.is_next("((");
    if (counts)
      count_from(skip_arithmetic(), node);
    else
      scanner_.at += (node.variable = std::string(word_ahead())).size();
    scanner_.skip_lines();
    node.over_arguments = !counts && word_ahead() != "in";
    if (!counts && !node.over_arguments) {
      scanner_.at += 2;
      for (scanner_.skip_blanks(); std::optional<ShellWord> word = scanner_.word(); scanner_.skip_blanks())
        node.words.push_back(std::move(*word));
    }
    scanner_.skip_blanks();
    scanner_.take(";");
    expect("do", begin, "for");
    node.body = body({"done"});
    expect("done", begin, "for");
    made.node = std::move(node);
    return true;
  }

  bool while_loop(ShellCommand& made) {
    const size_t begin = scanner_.at;
    ShellWhile node{.until = word_ahead() == "until"};
    scanner_.at += 5;
    node.condition = body({"do"});
    expect("do", begin, "while");
    node.body = body({"done"});
    expect("done", begin, "while");
    made.node = std::move(node);
    return true;
  }

  bool group(ShellCommand& made, bool subshell) {
    const size_t begin = scanner_.at++;
    ShellGroup node{.subshell = subshell};
    node.body = subshell ? body({}) : body({"}"});
    expect(subshell ? ")" : "}", begin, subshell ? "(" : "{");
    made.node = std::move(node);
    return true;
  }

  /// name() { …; } and function name { …; }
  bool function(ShellCommand& made, std::string_view ahead) {
    const size_t begin = scanner_.at;
    const bool keyword = ahead == "function";
    if (keyword) {
      scanner_.at += ahead.size();
      scanner_.skip_blanks();
      ahead = word_ahead();
    }
    scanner_.at += ahead.size();
    scanner_.skip_blanks();
    const bool parentheses = !ahead.empty() && scanner_.peek() == '(' && [&] {
      ++scanner_.at;
      scanner_.skip_blanks();
      return scanner_.take(")");
    }();
    if (ahead.empty() || (!keyword && !parentheses)) {
      scanner_.at = begin;
      return false;
    }
    scanner_.skip_lines();
    std::optional<ShellCommand> inner = command();
    ShellBody inside;
    if (inner) inside.push_back(std::move(*inner));
    made.node = ShellFunction{std::string(ahead), std::make_shared<const ShellBody>(std::move(inside))};
    return true;
  }

  /// `((i=0; i<3; i++))`: the first round, where i is 0.
  static void count_from(ShellWord arithmetic, ShellFor& node) {
    const std::string_view text =
        std::string_view(arithmetic.parts[0].text).substr(0, arithmetic.parts[0].text.find(';'));
    const size_t begin = std::min(text.find_first_not_of("( \t"), text.size());
    const size_t end = std::min(text.find_first_of(" \t="), text.size());
    const size_t number = text.find_first_not_of(" \t=", end), behind = text.find_last_not_of(" \t");
    node.variable = std::string(text.substr(begin, std::max(begin, end) - begin));
    const std::string_view start = number < text.size() ? text.substr(number, behind + 1 - number) : "";
    const bool is_plain = !start.empty() && start.find_first_not_of("0123456789") == std::string_view::npos;
    if (is_plain)
      arithmetic.parts[0] = {.kind = ShellPart::Kind::text, .text = std::string(start), .span = arithmetic.span};
    node.words.push_back(std::move(arithmetic));
  }

  ShellWord skip_arithmetic() {
    const size_t begin = scanner_.at;
    const size_t end = scanner_.text.find("))", begin);
    scanner_.at = end == std::string_view::npos ? scanner_.text.size() : end + 2;
    ShellWord word{.span = scanner_.span_from(begin)};
    word.parts.push_back({.kind = ShellPart::Kind::opaque, .text = std::string(word.span.text()), .span = word.span});
    return word;
  }

  bool simple(ShellCommand& made) {
    ShellSimple node;
    while (!scanner_.done()) {
      scanner_.skip_blanks();
      if (scanner_.skip_redirection()) continue;
      const bool first = node.words.empty();
      if (first || declares(plain(node.words[0]))) {
        if (auto assignment = scanner_.assignment()) {
          node.assignments.push_back(std::move(*assignment));
          continue;
        }
      }
      std::optional<ShellWord> word =
          first && scanner_.is_next("((") ? std::optional(skip_arithmetic()) : scanner_.word();
      if (!word) break;
      const bool test = first && plain(*word) == "[[";
      node.words.push_back(std::move(*word));
      if (test) test_words(node);
    }
    if (node.words.empty() && node.assignments.empty()) return false;
    made.node = std::move(node);
    return true;
  }

  /// Within [[ ]] operators are words, too.
  void test_words(ShellSimple& node) {
    while (plain(node.words.back()) != "]]") {
      scanner_.skip_lines();
      if (scanner_.done()) return;
      if (std::optional<ShellWord> word = scanner_.word()) {
        node.words.push_back(std::move(*word));
        continue;
      }
      const size_t begin = scanner_.at;
      scanner_.at += scanner_.is_next("&&") || scanner_.is_next("||") ? 2 : 1;
      const Span span = scanner_.span_from(begin);
      node.words.push_back({.parts = {{.text = std::string(span.text()), .span = span}}, .span = span});
    }
  }

  ShellScanner& scanner_;
};

}  // namespace

ShellBody parse_shell_body(ShellScanner& scanner, std::initializer_list<std::string_view> ends) {
  if (scanner.depth >= kMaxShellDepth) {
    scanner.complain(scanner.at, "commands are nested too deeply");
    scanner.at = scanner.text.size();
    return {};
  }
  scanner.depth += 1;
  ShellBody body = Parser(scanner).body(ends);
  scanner.depth -= 1;
  return body;
}

ShellScript parse_shell(const Source& source) {
  ShellScanner scanner(source);
  ShellScript script{.source = &source};
  while (!scanner.done()) {
    ShellBody body = parse_shell_body(scanner, {});
    for (ShellCommand& command : body) script.body.push_back(std::move(command));
    if (!scanner.done()) {
      const size_t begin = scanner.at++;
      scanner.complain(begin, "`" + std::string(scanner.text.substr(begin, 1)) + "` is not expected here");
    }
  }
  script.problems = std::move(scanner.problems);
  script.comments = std::move(scanner.comments);
  std::sort(script.comments.begin(), script.comments.end(),
            [](const Span& lhs, const Span& rhs) { return lhs.begin < rhs.begin; });
  script.comments.erase(std::unique(script.comments.begin(), script.comments.end()), script.comments.end());
  return script;
}

}  // namespace vramlint::syntax
