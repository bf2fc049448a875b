// `script`: train.py, {path: train.py, args: [--mode, vae]}, or a list of these.
#include "config/recipe_parts.h"

namespace vramlint::config {

namespace {

/// Words as a shell would part them where nothing is quoted.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (size_t at = text.find_first_not_of(' '); at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(' ', end);
  }
  return words;
}

void read_path(FieldReader& reader, const Entry& entry, Program& program) {
  program.path = reader.text(entry).value_or("");
  program.span = entry.value.span;
}

/// A number or a truth is the word that it is written as.
std::string word_of(FieldReader& reader, const Node& item) {
  if (const auto* text = std::get_if<std::string>(&item.value)) return *text;
  const bool is_plain = !item.sequence() && !item.mapping() && !std::holds_alternative<std::monostate>(item.value);
  if (!is_plain) reader.complain(item.span, "every item of `args` must be a word"_words);
  return std::string(item.span.text());
}

void read_arguments(FieldReader& reader, const Entry& entry, Program& program) {
  const Sequence* list = entry.value.sequence();
  program.arguments.emplace();
  if (!list) program.arguments = words_of(reader.text(entry).value_or(""));
  for (const Node& item : list ? list->items : std::vector<Node>()) program.arguments->push_back(word_of(reader, item));
}

constexpr Field<Program> kScriptFields[] = {{"path", read_path}, {"args", read_arguments}};

void read_program(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  Program program;
  if (const Mapping* mapping = entry.value.mapping()) {
    read_fields<Program>(reader, *mapping, kScriptFields, "a script"_words, program);
    if (!entry.value.find("path")) reader.complain(entry.value.span, "the script has no `path`"_words);
  } else {
    read_path(reader, entry, program);
  }
  if (program.path.empty()) return;
  recipe.facts.programs.push_back(std::move(program));
}

}  // namespace

void read_script(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  recipe.facts.programs.clear();
  if (const Sequence* list = entry.value.sequence()) {
    for (const Node& item : list->items)
      read_program(reader, {.key = entry.key, .key_span = entry.key_span, .value = item}, recipe);
  } else {
    read_program(reader, entry, recipe);
  }
  recipe.facts.script = recipe.facts.programs.empty() ? "" : recipe.facts.programs.front().path;
}

}  // namespace vramlint::config
