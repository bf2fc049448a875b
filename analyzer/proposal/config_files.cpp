#include "proposal/config_files.h"

#include <algorithm>

#include "proposal/training_parts.h"
#include "usage/walk.h"

namespace vramlint::proposal {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostGlobs = 20;

bool ends_like_config(std::string_view path) {
  return path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json");
}

/// Settings of another format, as configargparse, configparser and gin read: files like that have many uses.
bool ends_like_settings(std::string_view path) {
  constexpr std::string_view kEnds[] = {".txt", ".ini", ".cfg", ".conf", ".toml", ".gin"};
  return std::any_of(std::begin(kEnds), std::end(kEnds), [&](std::string_view end) { return path.ends_with(end); });
}

bool is_python(std::string_view path) { return path.ends_with(".py") && !path.ends_with("__init__.py"); }

/// Collects the strings of a tree that look like paths of configs.
void strings_of(const syntax::Expr& expr, std::vector<std::string>& found);
void strings_of(const syntax::Stmt& statement, std::vector<std::string>& found) {
  usage::each_part(statement, {[&](const syntax::Expr& e) { strings_of(e, found); },
                               [&](const syntax::Stmt& s) { strings_of(s, found); }});
}
void strings_of(const syntax::Expr& expr, std::vector<std::string>& found) {
  const std::string* text = text_of(&expr);
  if (text && (ends_like_config(*text) || text->ends_with(".toml"))) found.push_back(*text);
  usage::each_part(expr, {[&](const syntax::Expr& e) { strings_of(e, found); },
                          [&](const syntax::Stmt& s) { strings_of(s, found); }});
}

/// Whether a text calls the program: by its path from the root, or by less of it where no other one may be meant.
bool calls_program(const std::string& text, const fs::path& program, bool lies_beside) {
  const std::string name = program.filename().string(), path = program.generic_string();
  const bool is_at_root = !program.has_parent_path();
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    size_t begin = at;
    while (begin > 0 && std::string_view(" \t\n\"'=;&|()").find(text[begin - 1]) == std::string_view::npos) --begin;
    const std::string word = text.substr(begin, at - begin) + name;
    const bool has_folder = word.find('/') != std::string::npos && !word.starts_with("./") && !word.starts_with("../");
    if (has_folder ? path.ends_with("/" + word) || word.ends_with("/" + path) || word == path
                   : lies_beside || is_at_root)
      return true;
    if (!has_folder && text.find("cd " + program.parent_path().generic_string()) != std::string::npos) return true;
  }
  return false;
}

void find_launches(const fs::path& folder, const fs::path& program, int depth, Files& files,
                   std::vector<std::string>& found) {
  constexpr int kDeepest = 5;
  constexpr size_t kMost = 20;
  for (const std::string& name : files.list(folder)) {
    const fs::path path = folder / name;
    if (name.starts_with('.') || depth > kDeepest || found.size() > kMost) continue;
    if (files.is_directory(path)) {
      find_launches(path, program, depth + 1, files, found);
    } else if (name.ends_with(".sh")) {
      const ReadResult read = files.read(path);
      const bool lies_beside = folder.lexically_normal() == (files.root() / program.parent_path()).lexically_normal();
      if (read && calls_program(read.source->text(), program, lies_beside)) found.push_back(read.source->path());
    }
  }
}

std::string glob_of(const fs::path& folder, const fs::path& extension) {
  const std::string parent = folder.generic_string();
  return (parent.empty() || parent == "." ? "" : parent + "/") + "*" + extension.string();
}

/// Whether a line that begins with `{` ends with `}`, and another one follows: JSON Lines.
bool holds_lines(std::string_view text) {
  const size_t end = std::min(text.find('\n'), text.size()), next = text.find_first_not_of(" \t\r\n", end);
  const size_t last = text.find_last_not_of(" \t\r", end == 0 ? 0 : end - 1);
  return text.starts_with('{') && last != std::string_view::npos && text[last] == '}' && next < text.size() &&
         text[next] == '{';
}

/// A list, as of a data set's labels, is no config.
bool holds_list(Files& files, const fs::path& path) {
  const ReadResult read = files.read(path);
  const std::string_view text = read ? std::string_view(read.source->text()) : std::string_view();
  if (holds_lines(text)) return true;
  size_t at = text.find_first_not_of(" \t\r\n");
  while (at < text.size() && text[at] == '#') at = text.find_first_not_of(" \t\r\n", text.find('\n', at));
  return at < text.size() && (text[at] == '[' || text.substr(at, 2) == "- ");
}

void add_glob(const Program& program, const std::string& path, std::vector<std::string>& globs) {
  for (const fs::path& folder : program.folders()) {
    const fs::path file = (folder / path).lexically_normal();
    if (!program.files().is_file(file) || holds_list(program.files(), file)) continue;
    const fs::path shown = program.files().display(file);
    const bool lies_at_root = !shown.has_parent_path();
    const std::string glob = lies_at_root ? shown.string() : glob_of(shown.parent_path(), shown.extension());
    if (glob != "vramlint.yaml" && std::find(globs.begin(), globs.end(), glob) == globs.end()) globs.push_back(glob);
    return;
  }
}

bool is_called_like_configs(const std::string& folder) {
  constexpr std::string_view kStarts[] = {"config", "conf", "cfg", "option", "experiment", "recipe", "yaml"};
  const std::string name = lower(folder);
  return std::any_of(std::begin(kStarts), std::end(kStarts),
                     [&](std::string_view start) { return name.starts_with(start); });
}

using IsConfig = bool (*)(std::string_view path);

void find_configs(Files& files, const fs::path& folder, bool likely, int depth, IsConfig is_config,
                  std::vector<std::string>& globs) {
  constexpr int kDeepest = 4;
  const bool is_package = files.is_file(folder / "__init__.py");
  for (const std::string& name : files.list(folder)) {
    if (name.starts_with('.') || depth > kDeepest || globs.size() >= kMostGlobs) continue;
    const fs::path path = folder / name;
    if (files.is_directory(path)) {
      find_configs(files, path, likely || is_called_like_configs(name), depth + 1, is_config, globs);
    } else if (is_config(name) && !(is_package && name.ends_with(".py")) &&
               (likely || (depth == 0 && is_called_like_configs(name)))) {
      const std::string glob = likely ? glob_of(files.display(folder), path.extension()) : name;
      if (std::find(globs.begin(), globs.end(), glob) == globs.end()) globs.push_back(glob);
    }
  }
}

/// train_config.yml, wherever it lies.
void find_called_configs(Files& files, const fs::path& folder, int depth, std::vector<std::string>& globs) {
  constexpr int kDeepest = 4;
  for (const std::string& name : files.list(folder)) {
    if (name.starts_with('.') || depth > kDeepest || globs.size() >= kMostGlobs) continue;
    const fs::path path = folder / name;
    const std::string stem = lower(path.stem().string());
    if (files.is_directory(path)) {
      find_called_configs(files, path, depth + 1, globs);
    } else if (ends_like_config(name) && stem.find("config") != std::string::npos &&
               stem.find("test") == std::string::npos) {
      globs.push_back(files.display(path));
    }
  }
}

/// "--config-file" is "config_file".
std::string plain(std::string_view flag) {
  flag.remove_prefix(std::min(flag.find_first_not_of('-'), flag.size()));
  std::string name = lower(std::string(flag));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

bool is_called_like_config(std::string_view flag) {
  constexpr std::string_view kNames[] = {"config",      "cfg",         "conf",     "opt",           "config_file",
                                         "config_path", "cfg_file",    "cfg_path", "yaml",          "yaml_path",
                                         "yaml_file",   "config_yaml", "configs",  "configuration", "cfgs"};
  return std::find(std::begin(kNames), std::end(kNames), plain(flag)) != std::end(kNames);
}

/// One `parser.add_argument(…)`.
struct Declared {
  std::vector<std::string> flags;
  std::string file;                ///< that its default names
  bool has_other_default = false;  ///< a text that is no file's: "adamw"
  bool shows_file = false;         ///< its help has a config's path in the value's place
  bool positional = false, required = false, is_switch = false;
};

bool says_true(const syntax::Expr* expr) {
  const auto* literal = expr ? std::get_if<syntax::BoolLiteral>(&expr->node) : nullptr;
  return literal && literal->value;
}

Declared declared(const syntax::Call& call) {
  Declared one;
  for (int i = 0;; ++i) {
    const std::string* flag = text_of(argument(call, "", i));
    if (!flag) break;
    one.flags.push_back(*flag);
  }
  if (one.flags.empty()) return one;
  one.positional = !one.flags.front().starts_with('-');
  std::vector<std::string> files;  // in `"a.yaml"` as in `ROOT / "a.yaml"`
  if (const syntax::Expr* fallback = argument(call, "default", -1)) strings_of(*fallback, files);
  const std::string* action = text_of(argument(call, "action", -1));
  const std::string* count = text_of(argument(call, "nargs", -1));
  if (!files.empty()) one.file = files.back();
  const std::string* other = text_of(argument(call, "default", -1));
  one.has_other_default = other && !other->empty() && files.empty() && other->find_first_of("./") == std::string::npos;
  const std::string* shown = text_of(argument(call, "metavar", -1));
  one.shows_file = shown && ends_like_config(*shown);
  one.is_switch = action && *action != "store";
  const bool may_lack = argument(call, "default", -1) || (count && (*count == "?" || *count == "*"));
  one.required = one.positional ? !may_lack : says_true(argument(call, "required", -1));
  return one;
}

/// The folder at the root that is called as the option is: `--cfg`, and cfg/.
std::string folder_of(const Declared& one, Files& files) {
  for (const std::string& flag : one.flags)
    for (const std::string& name : {plain(flag), plain(flag) + "s"})
      if (files.is_directory(files.root() / name)) return name;
  return "";
}

int rank_of(const Declared& one, Files& files) {
  if (one.is_switch || one.has_other_default) return 0;
  const bool named = one.shows_file || std::any_of(one.flags.begin(), one.flags.end(), is_called_like_config);
  if (named && one.file.empty() && !folder_of(one, files).empty()) return 3;
  return (one.file.empty() ? 0 : 2) + (named ? 1 : 0);
}

/// `configs/test/*.yaml`, `config/eval.yaml`.
bool is_of_evaluation(const std::string& glob) {
  constexpr std::string_view kNames[] = {"test",       "testing", "val",       "valid",   "validation", "eval",
                                         "evaluation", "infer",   "inference", "predict", "demo"};
  return std::ranges::any_of(fs::path(glob), [&](const fs::path& part) {
    return std::ranges::find(kNames, part.stem().string()) != std::end(kNames);
  });
}

/// Beside those of the training, those of other programs are left out.
std::vector<std::string> of_training(std::vector<std::string> globs) {
  if (!std::ranges::all_of(globs, is_of_evaluation)) std::erase_if(globs, is_of_evaluation);
  return globs;
}

}  // namespace

std::vector<std::string> named_configs(const Program& program) {
  std::vector<std::string> globs;
  for (const ModuleIndex* module : program.modules_read()) {
    std::vector<std::string> paths;
    for (const auto& statement : module->tree->body) strings_of(*statement, paths);
    for (const std::string& path : paths)
      if (globs.size() < kMostGlobs) add_glob(program, path, globs);
  }
  return globs;
}

std::vector<std::string> likely_configs(Files& files) {
  std::vector<std::string> globs;
  find_configs(files, files.root(), false, 0, ends_like_config, globs);
  if (globs.empty()) find_called_configs(files, files.root(), 0, globs);
  if (globs.empty()) find_configs(files, files.root(), false, 0, ends_like_settings, globs);
  // Python in a folder of that name; at the root it would be the program's own.
  if (globs.empty()) find_configs(files, files.root(), false, 1, is_python, globs);
  return of_training(std::move(globs));
}

std::vector<std::string> configs_below(Files& files, const std::string& folder) {
  std::vector<std::string> globs;
  find_configs(files, files.root() / folder, true, 1, ends_like_config, globs);
  return of_training(std::move(globs));
}

namespace {

/// `parser.parse_args()`, and what other libraries call likewise.
bool parses_command_line(std::string_view called) {
  constexpr std::string_view kNames[] = {"parse_args", "parse_known_args", "parse_args_into_dataclasses", "Fire"};
  const std::string_view name = last_part(called);
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) || called == "app.run" ||
         called == "tyro.cli" || called == "absl.app.run";
}

std::vector<Declared> declared_in(const ModuleIndex& module, bool& is_parsed) {
  std::vector<Declared> found;
  for (const auto& unit : module.units)
    for (const CallSite& site : unit->calls) {
      is_parsed = is_parsed || parses_command_line(site.name);
      if (last_part(site.name) == "add_argument" && site.call) found.push_back(declared(*site.call));
    }
  return found;
}

}  // namespace

std::vector<std::string> launch_scripts(const Source& program, Files& files) {
  std::vector<std::string> found;
  find_launches(files.root(), program.path(), 0, files, found);
  return found;
}

std::vector<std::string> configs_around(const Program& program, const std::string& path) {
  const fs::path folder = *fs::path(path).lexically_normal().begin();
  if (folder != fs::path(path) && is_called_like_configs(folder.string()))
    return configs_below(program.files(), folder.string());
  return configs_beside(program, path);
}

std::vector<std::string> configs_beside(const Program& program, const std::string& path) {
  std::vector<std::string> globs;
  add_glob(program, path, globs);
  return globs;
}

CommandLineFacts read_command_line(const Program& program) {
  CommandLineFacts facts;
  std::vector<Declared> all;
  for (const ModuleIndex* module : program.modules_read()) {  // the program's own first; others are often programs too
    const std::vector<Declared> found = declared_in(*module, facts.is_parsed);
    all.insert(all.end(), found.begin(), found.end());
    if (!all.empty() && module == program.modules_read().front()) break;
  }
  const auto rank = [&](const Declared& one) { return rank_of(one, program.files()); };
  const auto best =
      std::max_element(all.begin(), all.end(), [&](const Declared& a, const Declared& b) { return rank(a) < rank(b); });
  facts.takes_config = best != all.end() && rank(*best) > 0;
  if (facts.takes_config) facts.config_default = best->file;
  if (facts.takes_config) facts.needs_config = best->required;
  if (facts.takes_config && best->file.empty()) facts.config_folder = folder_of(*best, program.files());
  if (facts.takes_config && !best->positional) {
    const auto longest = std::find_if(best->flags.begin(), best->flags.end(),
                                      [](const std::string& flag) { return flag.starts_with("--"); });
    facts.config = {longest != best->flags.end() ? *longest : best->flags.front()};
  }
  for (auto one = all.begin(); one != all.end(); ++one)
    if (one->required && !(facts.takes_config && one == best)) facts.required.push_back(one->flags.front());
  return facts;
}

}  // namespace vramlint::proposal
