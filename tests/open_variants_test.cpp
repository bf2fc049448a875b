// A property: whatever one name of a program is not there, an import, a class, a function, a method or an attribute,
// the figures are never complete and smaller than with it, and nothing is the user's mistake.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "program.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;
using Lines = std::vector<std::string>;

constexpr size_t kMostAttributes = 3;  // of a file; the others are as alike as these
constexpr size_t kOneOf = 4;           // variants are tried: all take a minute

const char* const kConfig = R"(

class _Config(dict):
    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(name)
        return self[name]


def _config(value):
    if isinstance(value, dict):
        return _Config({key: _config(each) for key, each in value.items()})
    return value


def _build():
    return build(_config(CFG))
)";

Lines lines_of(const std::string& text) {
  Lines lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

size_t indent(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }
bool is_blank(const std::string& line) { return indent(line) == line.size(); }

/// A variant, and what is not there in it.
struct Variant {
  std::string lacks, text;
};

/// The line behind the block that begins at `at`.
size_t end_of_block(const Lines& lines, size_t at) {
  size_t end = at + 1;
  while (end < lines.size() && (is_blank(lines[end]) || indent(lines[end]) > indent(lines[at]) || lines[end][0] == ')'))
    ++end;
  while (is_blank(lines[end - 1])) --end;
  return end;
}

class Variants {
 public:
  explicit Variants(const std::string& text) : lines_(lines_of(text)) {}

  std::vector<Variant> all() {
    size_t attributes = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      std::smatch found;
      guard(i);
      if (std::regex_match(lines_[i], found, std::regex(R"(from ([\w.]+) (import .*[^(\\]))")))
        replace(i, "from absent " + found[2].str(), lines_[i]);
      else if (std::regex_match(lines_[i], found, std::regex(R"(import ([\w.]+)( as (\w+))?)")))
        replace(i, "import absent as " + (found[3].matched ? found[3].str() : found[1].str()), lines_[i]);
      else if (std::regex_search(lines_[i], found, std::regex(R"(^( *)(class|def) (\w+))")))
        hide(i, found[1].str(), found[3].str()), decorate(i, found[1].str(), found[3].str());
      else if (std::regex_match(lines_[i], found, std::regex(R"(( +)self\.(\w+) = .*[\w)\]])")) &&
               is_whole(lines_[i]) && attributes++ < kMostAttributes)
        keep(i, found[1].str() + "self." + found[2].str(), found[2].str());
      else if (std::regex_match(lines_[i], found, std::regex(R"((\w+) = [\w.]+\(.*\))")) && is_whole(lines_[i]))
        replace(i, found[1].str() + " = __import__(\"absent\")." + found[1].str() + "()", found[1].str());
    }
    return std::move(variants_);
  }

 private:
  static bool is_whole(const std::string& line) {
    return std::count(line.begin(), line.end(), '(') == std::count(line.begin(), line.end(), ')') &&
           std::count(line.begin(), line.end(), '[') == std::count(line.begin(), line.end(), ']');
  }

  /// What is not known in an attribute: what it makes, and itself.
  void keep(size_t at, const std::string& attribute, const std::string& name) {
    const std::string absent = attribute + " = __import__(\"absent\")." + name;
    replace(at, absent + "()", attribute);
    replace(at, absent, attribute + ", as it is");
  }

  /// `try: from x import name`, with None in its place.
  void guard(size_t at) {
    std::smatch found;
    if (!std::regex_match(lines_[at], found, std::regex(R"(from [\w.]+ import (\w+)( as (\w+))?)"))) return;
    const std::string name = found[3].matched ? found[3].str() : found[1].str();
    replace(at,
            "try:\n    from absent import " + found[1].str() + found[2].str() + "\nexcept ImportError:\n    " + name +
                " = None",
            name + ", guarded");
  }

  /// What is not known decorates it, and is handed it.
  void decorate(size_t at, const std::string& margin, const std::string& name) {
    replace(at, margin + "@__import__(\"absent\").wraps\n" + lines_[at], "a decorator of " + name);
  }

  void replace(size_t at, const std::string& line, const std::string& lacks) {
    if (std::regex_search(line, std::regex(R"( as \w+\.)"))) return;  // a dotted name
    Lines changed = lines_;
    changed[at] = line;
    variants_.push_back({lacks, joined(changed)});
  }

  /// The name is bound anew behind its definition.
  void hide(size_t at, const std::string& margin, const std::string& name) {
    if (name == "build" || name == "loss" || name.starts_with("__")) return;
    Lines changed = lines_;
    const auto end = static_cast<std::ptrdiff_t>(end_of_block(lines_, at));
    changed.insert(changed.begin() + end, margin + "from absent import " + name);
    variants_.push_back({name, joined(changed)});
  }

  Lines lines_;
  std::vector<Variant> variants_;
};

/// Every program as a recipe of its own: one run for all.
struct Programs {
  ScratchFolder folder;
  std::string recipes = "torch: \"2.4\"\nrecipes:\n";
  std::vector<std::pair<std::string, std::string>> configs;  ///< and what each lacks; empty: nothing
  std::vector<size_t> complete;                              ///< by config: the one with nothing missing

  void add(const std::string& text, const std::string& file, const std::string& lacks) {
    const std::string name = "p" + std::to_string(configs.size());
    std::string inputs;
    const std::string all = text.substr(text.find("\nINPUTS = "), text.find("\n\n", text.find("\nINPUTS = ")));
    const std::regex tensor(R"re(\["(\w+)", \[([^\]]*)\]\])re");
    for (std::sregex_iterator at(all.begin(), all.end(), tensor), end; at != end; ++at)
      inputs += (inputs.empty() ? "\"" : ", \"") + (*at)[1].str() + "[" + (*at)[2].str() + "]\"";
    folder.put(name + ".py", text + kConfig);
    folder.put("config/" + name + ".yaml", "a: 1\n");
    recipes += "  - name: " + name + "\n    configs: [config/" + name + ".yaml]\n    model: " + name +
               "._build()\n    inputs: [" + inputs + "]\n    loss: " + name + ".loss(outputs)\n    optimizer: adam\n";
    if (lacks.empty())
      complete.push_back(configs.size());
    else
      complete.push_back(complete.back());
    configs.emplace_back("config/" + name + ".yaml", lacks.empty() ? "" : file + ": " + lacks);
  }
};

bool is_fair(const std::string& text) {
  return text.find("\nINPUTS = ") != std::string::npos && text.find("openmmlab") == std::string::npos;
}

TEST(OpenVariants, WhatIsMissingIsNeverNothingAndNeverTheUsersFault) {
  Programs programs;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(root() / "tests/models"))
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  size_t number = 0;
  for (const std::filesystem::path& file : files) {
    const std::string text = read_text(file);
    if (!is_fair(text)) continue;
    programs.add(text, file.filename(), "");
    for (const Variant& variant : Variants(text).all())
      if (number++ % kOneOf == 0) programs.add(variant.text, file.filename(), variant.lacks);
  }
  ASSERT_GT(programs.configs.size(), 300u);
  programs.folder.put("vramlint.yaml", programs.recipes);
  const ProgramRun run =
      run_program(programs.folder.path(), {"check", "--format", "json", "--fail-on", "never", "--root", ".", "config"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_LT(run.seconds, 40);
  const Json outcome = Json::parse(run.output);
  std::map<std::string, Json> found;
  for (const Json& config : outcome["configs"]) found[config["path"]] = config;
  std::map<std::string, std::string> mistakes;
  for (const Json& finding : outcome["findings"])
    if (finding["level"] == "error") mistakes[finding["config"]] = finding["message"];
  for (size_t i = 0; i < programs.configs.size(); ++i) {
    const auto& [path, lacks] = programs.configs[i];
    const Json &here = found[path], &whole = found[programs.configs[programs.complete[i]].first];
    if (whole["status"] != "estimated") continue;  // its config is none of a recipe's
    EXPECT_FALSE(mistakes.contains(path)) << lacks << ": " << mistakes[path];
    if (here["status"] != "estimated") continue;
    EXPECT_GE(here["peak"]["allocated"]["point"].get<double>(), whole["peak"]["allocated"]["low"].get<double>())
        << lacks;
  }
}

}  // namespace
}  // namespace vramlint::tests
