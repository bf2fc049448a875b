#include "config/set_own.h"

#include "config/overrides.h"
#include "config/own_settings.h"
#include "interp/text.h"

namespace vramlint::config {

namespace {

/// The value as a program writes it. A text stays one; else a word that is no number, truth or list is a text.
std::string written(const Node& before, const std::string& value) {
  std::string error;
  const Node node = parse_override_value(value, error);
  if (std::holds_alternative<std::string>(before.value) || std::holds_alternative<std::string>(node.value))
    return interp::string_repr(value);
  if (const bool* truth = std::get_if<bool>(&node.value)) return *truth ? "True" : "False";
  return std::holds_alternative<std::monostate>(node.value) ? "None" : value;
}

/// A word in a project file that means itself there, whatever stands around it.
bool is_plain_word(const std::string& value) {
  return !value.empty() &&
         value.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-") ==
             std::string::npos;
}

/// By the files, and by where what they replace begins there.
using Changes = std::map<const Source*, std::map<uint32_t, std::pair<Span, std::string>>>;

void add_changes(const Mapping& own, const Source& program, const Overrides& overrides, Changes& changes) {
  const Node root{own, {}};
  for (const auto& [key, value] : overrides) {
    const Node* found = root.find_path(key);
    if (!found || found->mapping() || !found->span) continue;
    const bool in_program = found->span.source == &program;
    if (!in_program && !is_plain_word(value)) continue;
    changes[found->span.source][found->span.begin] = {found->span, in_program ? written(*found, value) : value};
  }
}

/// A recipe's program, where it has no config beside itself.
const Program* own_program(const Recipe& recipe) {
  if (recipe.facts.model || recipe.facts.programs.empty()) return nullptr;
  return covers(recipe.configs, recipe.facts.script) ? &recipe.facts.programs.front() : nullptr;
}

}  // namespace

std::map<std::string, std::string> with_own_settings(const Project& project, Files& files,
                                                     interp::ParsedModules& parsed, const Overrides& overrides) {
  if (overrides.empty()) return {};
  Changes changes;
  for (const Recipe& recipe : project.recipes) {
    const Program* program = own_program(recipe);
    const ReadResult read = program ? files.read(files.root() / recipe.facts.script) : ReadResult{};
    if (!read.source) continue;
    Mapping own = own_settings(*parsed.parse(*read.source, nullptr));
    set_options(own, *program);
    add_changes(own, *read.source, overrides, changes);
  }
  std::map<std::string, std::string> texts;
  for (const auto& [source, all] : changes) {
    std::string text = source->text();
    for (auto change = all.rbegin(); change != all.rend(); ++change) {
      const auto& [span, written] = change->second;
      text.replace(span.begin, span.end - span.begin, written);
    }
    texts[source->path()] = std::move(text);
  }
  return texts;
}

Overrides others_than(const Mapping& own, const Overrides& overrides) {
  const Node root{own, {}};
  Overrides others;
  for (const auto& one : overrides) {
    const Node* found = root.find_path(one.first);
    const bool is_set = found && !found->mapping();
    if (!is_set) others.push_back(one);
  }
  return others;
}

}  // namespace vramlint::config
