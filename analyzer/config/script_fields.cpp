// `script`: train.py, train.py --mode vae, {path: train.py, args: [--mode, vae]}, or a list of these.
#include "config/recipe_parts.h"

namespace vramlint::config {

namespace {

/// Where a text stands that is written as it is, in quotes or not; nowhere for others.
Span place_of(const std::string& text, const Span& written) {
  const std::string_view all = written.text();
  const bool is_quoted = all.size() >= 2 && (all.front() == '"' || all.front() == '\'') && all.back() == all.front();
  const uint32_t quote = is_quoted ? 1 : 0;
  const Span inside{written.source, written.begin + quote, written.end - quote};
  return inside.text() == text ? inside : Span{};
}

/// Words as a shell would part them where nothing is quoted.
void part_words(const std::string& text, const Span& place, Program& program, size_t from = 0) {
  for (size_t at = text.find_first_not_of(' ', from); at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    program.arguments->push_back(text.substr(at, end - at));
    const auto begin = place.begin + static_cast<uint32_t>(at);
    program.words.push_back(place ? Span{place.source, begin, begin + static_cast<uint32_t>(end - at)} : Span{});
    at = text.find_first_not_of(' ', end);
  }
}

void read_path(FieldReader& reader, const Entry& entry, Program& program) {
  program.path = reader.text(entry).value_or("");
  program.span = entry.value.span;
}

/// `python train.py --config {config}`: a command as it is typed; only the path where nothing follows it.
void read_command(FieldReader& reader, const Entry& entry, Program& program) {
  read_path(reader, entry, program);
  const std::string text = program.path;
  size_t begin = 0;
  for (const std::string_view interpreter : {"python ", "python3 ", "bash "}) {
    if (text.starts_with(interpreter)) begin = interpreter.size();
  }
  const size_t end = std::min(text.find(".py ", begin), text.find(".sh ", begin));
  if (end == std::string::npos) return;
  constexpr size_t kSuffix = 3;
  program.path = text.substr(begin, end + kSuffix - begin);
  program.arguments.emplace();
  part_words(text, place_of(text, entry.value.span), program, end + kSuffix);
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
  if (!list) {
    const std::string text = reader.text(entry).value_or("");
    return part_words(text, place_of(text, entry.value.span), program);
  }
  for (const Node& item : list->items) {
    program.arguments->push_back(word_of(reader, item));
    program.words.push_back(place_of(program.arguments->back(), item.span));
  }
}

constexpr Field<Program> kScriptFields[] = {{"path", read_path}, {"args", read_arguments}};

void read_program(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  Program program;
  if (const Mapping* mapping = entry.value.mapping()) {
    read_fields<Program>(reader, *mapping, kScriptFields, "a script"_words, program);
    if (!entry.value.find("path")) reader.complain(entry.value.span, "the script has no `path`"_words);
  } else {
    read_command(reader, entry, program);
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
