#include "usage/readers.h"

#include <algorithm>
#include <set>

namespace vramlint::usage {

namespace {

constexpr size_t kMostReaders = 3;

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('.', at), path.size());
    parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

bool is_quote(char c) { return c == '"' || c == '\''; }
bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

size_t begin_of_word(const std::string& text, size_t end) {
  while (end > 0 && is_word(text[end - 1])) --end;
  return end;
}

/// Whether the text has it as words of its own.
bool has_words(const std::string& text, const std::string& words) {
  for (size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
    const size_t end = at + words.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

bool is_module(const std::string& text, const std::string& name) {
  return has_words(text, "import " + name) || has_words(text, "as " + name);
}

/// Names that projects give to what holds settings.
bool names_settings(const std::string& name) {
  constexpr std::string_view kParts[] = {"cfg", "conf", "opt", "arg", "param", "setting", "yaml", "json", "toml"};
  return std::ranges::any_of(kParts, [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

/// `frame: pd.DataFrame`, `frame = pd.read_csv(path)`: what a module makes that reads no settings.
bool is_of_library(const std::string& text, const std::string& variable) {
  for (const std::string_view sign : {": ", " = "}) {
    const std::string bound = variable + std::string(sign);
    for (size_t at = text.find(bound); at != std::string::npos; at = text.find(bound, at + 1)) {
      const size_t begin = at + bound.size();
      size_t end = begin;
      while (end < text.size() && is_word(text[end])) ++end;
      const std::string module = text.substr(begin, end - begin);
      const bool is_whole = at == 0 || !is_word(text[at - 1]);
      if (is_whole && end < text.size() && text[end] == '.' && is_module(text, module) &&
          !names_settings(text.substr(begin, text.find('\n', begin) - begin)))
        return true;
    }
  }
  return false;
}

/// The names that lead to an entry, the variable first: of `self.cfg["data"].get("type")` self, cfg, data. "" stands
/// for what is not a name.
class Chain {
 public:
  /// `end`: where the expression ends that the entry is taken of.
  Chain(const std::string& text, size_t end) : text_(text) {
    while (end != std::string::npos) end = step(end);
    std::reverse(names_.begin(), names_.end());
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  /// Takes one name off; npos: it was the first.
  size_t step(size_t end) {
    const char last = end > 0 ? text_[end - 1] : ' ';
    if (is_word(last)) {
      const size_t begin = begin_of_word(text_, end);
      names_.push_back(text_.substr(begin, end - begin));
      return begin > 0 && text_[begin - 1] == '.' ? begin - 1 : std::string::npos;
    }
    if (last == ']') return item(end, "[");
    if (last == ')') return item(end, ".get(");
    names_.emplace_back();
    return std::string::npos;
  }

  size_t item(size_t end, std::string_view opening) {
    const size_t line = text_.rfind('\n', end - 1);
    const size_t at = text_.rfind(opening, end - 1);
    names_.emplace_back();
    if (at == std::string::npos || (line != std::string::npos && at < line)) return std::string::npos;
    const size_t begin = at + opening.size() + 1;
    const size_t quote = begin < end ? text_.find(text_[begin - 1], begin) : std::string::npos;
    if (is_quote(text_[begin - 1]) && quote < end) names_.back() = text_.substr(begin, quote - begin);
    return at;
  }

  const std::string& text_;
  std::vector<std::string> names_;
};

/// Whether what leads to an entry of the section may be a config: not a module, a tensor or a table, nor a part of
/// another object.
bool may_be_section(const std::string& text, const std::vector<std::string>& chain, const std::string& section) {
  if (chain.empty() || chain.front().empty()) return true;
  if (chain.back() == section) return true;
  if (is_module(text, chain.front()) && !names_settings(chain.front())) return false;
  if (chain.size() > 1) return chain.back().empty() || names_settings(chain.back());
  return chain.front() != "self" && !is_of_library(text, chain.front());
}

/// Where the expression ends that the name at `at` is read of, as `["name"]`, `get("name"` or `.name`; npos: of none.
size_t end_of_owner(const std::string& text, size_t at, size_t end) {
  const char before = text[at - 1], opening = text[at - 2];
  if (before == '.') return text[end] == '(' ? std::string::npos : at - 1;  // else a method that is called
  if (!is_quote(before) || !is_quote(text[end])) return std::string::npos;
  if (opening == '[' && text[end + 1] == ']') return at - 2;
  return opening == '(' && at >= 6 && text.compare(at - 6, 4, ".get") == 0 ? at - 6 : std::string::npos;
}

/// Where a text reads an entry of that name of the section: `["name"]`, `get("name"`, `.name`, `"name.…"`; npos if
/// nowhere.
size_t mention_in(const std::string& text, const std::string& name, const std::string& section) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if (at < 6 || end + 1 >= text.size() || is_word(text[at - 1]) || is_word(text[end])) continue;
    if (is_quote(text[at - 1]) && text[end] == '.') return at;
    const size_t owner = end_of_owner(text, at, end);
    if (owner != std::string::npos && may_be_section(text, Chain(text, owner).names(), section)) return at;
  }
  return std::string::npos;
}

/// Of the last part; npos where one of those before it is mentioned nowhere.
size_t mention_of(const std::string& text, const std::vector<std::string>& parts) {
  size_t at = std::string::npos;
  for (size_t i = 0; i < parts.size(); ++i) {
    at = mention_in(text, parts[i], i == 0 ? "" : parts[i - 1]);
    if (at == std::string::npos) break;
  }
  return at;
}

bool mentions_any(const std::string& text, const std::vector<std::string>& names, const std::string& section) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return mention_in(text, name, section) != std::string::npos; });
}

}  // namespace

void find_readers(const std::vector<std::shared_ptr<const Program>>& reached, Context& context, Usage& usage) {
  if (usage.unread.empty()) return;
  std::set<const Source*> known;
  for (const auto& program : reached) {
    for (const auto& text : program->modules) known.insert(text->module->source);
  }
  for (const Source* source : context.programs.others(context.files)) {
    if (known.contains(source)) continue;
    for (Unread& unread : usage.unread) {
      const std::vector<std::string> parts = parts_of(unread.key);
      if (unread.readers.size() == kMostReaders) continue;
      const size_t mention = mention_of(source->text(), parts);
      if (mention == std::string::npos) continue;
      if (unread.is_section && !mentions_any(source->text(), unread.inside, parts.back())) continue;
      const auto at = static_cast<uint32_t>(mention);
      const auto end = static_cast<uint32_t>(at + parts.back().size());
      unread.readers.push_back({Span{source, at, end}, "mentioned here"});
    }
  }
}

}  // namespace vramlint::usage
