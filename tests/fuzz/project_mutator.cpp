#include "project_mutator.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <random>
#include <vector>

namespace vramlint::fuzzing {
namespace {

constexpr std::string_view kMark = "\x1e";  // before each path; no file of ours holds it
using Lines = std::vector<std::string>;

constexpr std::array<const char*, 26> kNumbers = {
    "0",         "1",      "-1",   "2",    "7",       "255",          "65536",     "2147483648", "9223372036854775807",
    "10**18",    "-2**63", "0.5",  "-0.0", "1e308",   "float('nan')", "True",      "None",       "''",
    "'\\u202e'", "[]",     "(0,)", "{}",   "[1] * 9", "range(10**6)", "lambda: 0", "..."};
constexpr std::array<const char*, 14> kHeads = {"if True:",
                                                "if cfg:",
                                                "if torch.rand(1) > 0.5:",
                                                "for _ in range(3):",
                                                "while True:",
                                                "try:",
                                                "with torch.no_grad():",
                                                "def inner():",
                                                "class Inner:",
                                                "for k in sorted(globals()):",
                                                "if len(str(id(0))) > 3:",
                                                "while len('x') < 2:",
                                                "for _ in range(10**9):",
                                                "else:"};
constexpr std::array<const char*, 28> kStatements = {"pass",
                                                     "break",
                                                     "return",
                                                     "return None",
                                                     "raise ValueError('x' * 10**7)",
                                                     "yield 1",
                                                     "del x",
                                                     "x = x",
                                                     "x = [x] * 1000",
                                                     "x = x + x",
                                                     "x = str(x)",
                                                     "x = x[0]",
                                                     "x = x[None]",
                                                     "x = x.view(-1)",
                                                     "x = x.unsqueeze(0)",
                                                     "x = torch.cat([x, x])",
                                                     "x = x.expand(10**6, *x.shape)",
                                                     "x = x.as_strided((3,), (-1,))",
                                                     "x = x.split(-1)",
                                                     "x = x.unfold(0, 0, 0)",
                                                     "x = x.repeat(2**40, 1, 1, 1)",
                                                     "x.data = torch.ones(7)",
                                                     "torch.set_grad_enabled(False)",
                                                     "nn.Module = 5",
                                                     "self.x = self",
                                                     "globals()['x'] = 1",
                                                     "l = []; l.append(l); x = l",
                                                     "print(x)"};
constexpr std::array<const char*, 10> kWrappers = {"[%]",    "(%) * 2",   "str(%)",  "list(%)",      "-(%)",
                                                   "(%)[0]", "(%).shape", "not (%)", "sum([%] * 3)", "(% if % else %)"};

class Mutator {
 public:
  Mutator(Project& project, uint32_t seed) : project_(project), random_(seed) {}

  void run() {
    auto file = std::next(project_.begin(), static_cast<std::ptrdiff_t>(below(project_.size())));
    Lines lines = split(file->second);
    for (size_t i = 0, count = 1 + below(4); i < count; ++i) change(lines);
    file->second.clear();
    for (const std::string& line : lines) file->second += line + "\n";
  }

 private:
  size_t below(size_t count) { return count == 0 ? 0 : random_() % count; }

  template <typename List>
  auto& any(List& list) {
    return list[below(list.size())];
  }

  static Lines split(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      lines.emplace_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
  }

  static size_t indent_of(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

  /// A line and what is indented below it.
  std::pair<size_t, size_t> block(const Lines& lines) {
    const size_t first = below(lines.size());
    size_t end = first + 1;
    while (end < lines.size() && end - first < 200 &&
           (lines[end].empty() || indent_of(lines[end]) > indent_of(lines[first])))
      ++end;
    return {first, end};
  }

  static auto at(Lines& lines, size_t index) { return lines.begin() + static_cast<std::ptrdiff_t>(index); }

  void change(Lines& lines) {
    if (lines.empty()) lines.emplace_back();
    const auto [first, end] = block(lines);
    const Lines taken(at(lines, first), at(lines, end));
    switch (below(9)) {
      case 0:  // again elsewhere
        return void(lines.insert(at(lines, below(lines.size() + 1)), taken.begin(), taken.end()));
      case 1:
        return void(lines.erase(at(lines, first), at(lines, end)));
      case 2:
        return std::swap(any(lines), any(lines));
      case 3:
        return nest(lines, first, end);
      case 4:
        return insert_statement(lines, first);
      case 5:
        return copy_from_another(lines, first);
      default:
        return change_token(any(lines));
    }
  }

  void nest(Lines& lines, size_t first, size_t end) {
    const std::string before(indent_of(lines[first]), ' ');
    for (size_t depth = 1 + below(below(8) == 0 ? 30 : 2); depth > 0; --depth, ++end) {
      for (size_t i = first; i < end; ++i) lines[i].insert(0, "    ");
      lines.insert(at(lines, first), before + any(kHeads));
      if (lines[first].ends_with("try:")) lines.insert(at(lines, end + 1), before + "finally: pass"), ++end;
    }
  }

  void insert_statement(Lines& lines, size_t first) {
    lines.insert(at(lines, first), std::string(indent_of(lines[first]), ' ') + any(kStatements));
  }

  void copy_from_another(Lines& lines, size_t first) {
    auto other = std::next(project_.begin(), static_cast<std::ptrdiff_t>(below(project_.size())));
    const Lines theirs = split(other->second);
    if (theirs.empty()) return;
    const auto [begin, end] = block(theirs);
    lines.insert(at(lines, first), theirs.begin() + static_cast<std::ptrdiff_t>(begin),
                 theirs.begin() + static_cast<std::ptrdiff_t>(end));
  }

  static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

  /// Begin and length of the words of a line.
  static std::vector<std::pair<size_t, size_t>> words(const std::string& line) {
    std::vector<std::pair<size_t, size_t>> found;
    for (size_t i = 0; i < line.size(); ++i) {
      if (!is_word(line[i])) continue;
      size_t end = i;
      while (end < line.size() && is_word(line[end])) ++end;
      found.emplace_back(i, end - i);
      i = end;
    }
    return found;
  }

  std::string another_word() {
    auto file = std::next(project_.begin(), static_cast<std::ptrdiff_t>(below(project_.size())));
    const Lines lines = split(file->second);
    if (lines.empty()) return "x";
    const std::string& line = lines[below(lines.size())];
    const auto found = words(line);
    if (found.empty()) return any(kNumbers);
    const auto [begin, length] = found[below(found.size())];
    return line.substr(begin, length);
  }

  void change_token(std::string& line) {
    const auto found = words(line);
    if (found.empty()) return;
    const auto [begin, length] = found[below(found.size())];
    const std::string word = line.substr(begin, length);
    std::string replacement;
    const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    switch (below(4)) {
      case 0:
        replacement = another_word();
        break;
      case 1:
        for (const char* c = any(kWrappers); *c != '\0'; ++c) *c == '%' ? replacement += word : replacement += *c;
        break;
      default:
        replacement = number || below(3) == 0 ? any(kNumbers) : another_word();
    }
    line.replace(begin, length, replacement);
  }

  Project& project_;
  std::minstd_rand random_;
};

}  // namespace

std::string written(const Project& project) {
  std::string text;
  for (const auto& [path, content] : project) text += std::string(kMark) + path + "\n" + content;
  return text;
}

Project read(std::string_view text) {
  Project project;
  while (text.starts_with(kMark)) {
    text.remove_prefix(kMark.size());
    const size_t name_end = std::min(text.find('\n'), text.size()), end = std::min(text.find(kMark), text.size());
    if (name_end >= end) break;
    project[std::string(text.substr(0, name_end))] = text.substr(name_end + 1, end - name_end - 1);
    text.remove_prefix(end);
  }
  return project;
}

void mutate(Project& project, uint32_t seed) { Mutator(project, seed).run(); }

}  // namespace vramlint::fuzzing
