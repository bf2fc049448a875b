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

/// Whether the word ending at `end` is bound by an import: `torch` of `torch.cuda`.
bool is_module(const std::string& text, size_t end) {
  size_t begin = end;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  if (begin == end) return false;
  for (const std::string_view binds : {"import ", " as "}) {
    const std::string bound = std::string(binds) + text.substr(begin, end - begin);
    for (size_t at = text.find(bound); at != std::string::npos; at = text.find(bound, at + 1)) {
      const size_t behind = at + bound.size();
      if (behind == text.size() || !is_word(text[behind])) return true;
    }
  }
  return false;
}

/// `.name` of what may be a config: of no module, and no method that is called.
bool may_be_entry(const std::string& text, size_t dot, size_t end) { return text[end] != '(' && !is_module(text, dot); }

/// Where a text reads an entry of that name: `["name"]`, `get("name"`, `.name`, `"name.…"`; npos if nowhere.
size_t mention_in(const std::string& text, const std::string& name) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if (at < 5 || end + 1 >= text.size() || is_word(text[at - 1]) || is_word(text[end])) continue;
    const char before = text[at - 1], opening = text[at - 2];
    if ((before == '.' && may_be_entry(text, at - 1, end)) || (is_quote(before) && text[end] == '.')) return at;
    if (!is_quote(before) || !is_quote(text[end])) continue;
    if (opening == '[' && text[end + 1] == ']') return at;
    if (opening == '(' && text.compare(at - 5, 3, "get") == 0) return at;
  }
  return std::string::npos;
}

bool mentions_all(const std::string& text, const std::vector<std::string>& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [&](const std::string& part) { return mention_in(text, part) != std::string::npos; });
}

bool mentions_any(const std::string& text, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return mention_in(text, name) != std::string::npos; });
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
      if (unread.readers.size() == kMostReaders || !mentions_all(source->text(), parts)) continue;
      if (unread.is_section && !mentions_any(source->text(), unread.inside)) continue;
      const auto at = static_cast<uint32_t>(mention_in(source->text(), parts.back()));
      const auto end = static_cast<uint32_t>(at + parts.back().size());
      unread.readers.push_back({Span{source, at, end}, "mentioned here"});
    }
  }
}

}  // namespace vramlint::usage
