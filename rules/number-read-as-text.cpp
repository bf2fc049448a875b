#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "config/stated_packages.h"
#include "rule.h"

namespace vramlint::rules {
namespace {
namespace number_read_as_text_rule {

using config::Node;

size_t digits_from(std::string_view text, size_t at) {
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) ++at;
  return at;
}

/// `1e-4`, `2E5`, `1.5e4`: a number to everybody but YAML 1.1, which wants a point and a signed exponent
/// (yaml.org/type/float.html, and PyYAML 6.0's resolver). Where the point or the sign is missing; empty: not of this
/// kind.
std::string mended(std::string_view text) {
  size_t begin = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const size_t whole = digits_from(text, begin);
  const bool has_point = whole < text.size() && text[whole] == '.';
  const size_t mantissa = has_point ? digits_from(text, whole + 1) : whole;
  if (whole == begin || mantissa >= text.size() || (text[mantissa] != 'e' && text[mantissa] != 'E')) return {};
  size_t exponent = mantissa + 1;
  const bool has_sign = exponent < text.size() && (text[exponent] == '-' || text[exponent] == '+');
  if (has_sign) ++exponent;
  if (exponent == text.size() || digits_from(text, exponent) != text.size()) return {};
  std::string result(text.substr(0, mantissa));
  if (!has_point) result += ".0";
  result += text[mantissa];
  if (!has_sign) result += '+';
  return result.append(text.substr(mantissa + 1));
}

/// Loaders that make a number of it themselves. yacs reads texts and evaluates them; those that fill typed options or
/// fields give each text to its type.
constexpr std::string_view kOthers[] = {"omegaconf",      "OmegaConf", "hydra",   "jsonargparse", "LightningCLI",
                                        "yacs",           "CfgNode",   "ruamel",  "hydra_core",   "configargparse",
                                        "simple_parsing", "pyrallis",  "draccus", "pydantic"};

/// Not behind a `#`.
bool mentions(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t line = text.rfind('\n', at) + 1;
    if (text.substr(line, at - line).find('#') == std::string_view::npos) return true;
  }
  return false;
}

bool names_another(std::string_view text) {
  return std::any_of(std::begin(kOthers), std::end(kOthers),
                     [&](std::string_view name) { return mentions(text, name); });
}

/// The modules of the project that a source imports by statements of one line each: their dotted names.
std::vector<std::string> imported(std::string_view text) {
  std::vector<std::string> names;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    for (const std::string_view word : {"from ", "import "}) {
      if (!line.starts_with(word)) continue;
      line.remove_prefix(word.size());
      names.emplace_back(line.substr(0, line.find_first_of(" ,;#\r")));
      break;
    }
  }
  return names;
}

bool imports_yaml(std::string_view text) {
  for (size_t at = text.find("import "); at != std::string_view::npos; at = text.find("import ", at + 1)) {
    const size_t line = text.rfind('\n', at) + 1;
    if (text.substr(line, text.find('\n', at) - line).find("yaml") != std::string_view::npos) return true;
  }
  return false;
}

/// Whether the program, or what it imports from beside it or from the project's root, `from config import get_config`,
/// says it.
template <typename Says>
bool is_said(const std::filesystem::path& program, const Session& session, const Says& says) {
  constexpr size_t kMost = 32;
  std::vector<std::filesystem::path> open = {session.files.root() / program};
  for (size_t i = 0; i < open.size() && i < kMost; ++i) {
    const ReadResult read = session.files.read(open[i]);
    if (!read) continue;
    if (says(read.source->text())) return true;
    for (std::string name : imported(read.source->text())) {
      const size_t dots = std::min(name.find_first_not_of('.'), name.size());  // `from ..defaults import _C`
      std::filesystem::path beside = open[i].parent_path();
      for (size_t up = 1; up < dots; ++up) beside = beside.parent_path();
      name.erase(0, dots);
      std::replace(name.begin(), name.end(), '.', '/');
      for (const auto& folder : {session.files.root() / program.parent_path(), beside, session.files.root()})
        for (const std::string& end : {name + ".py", name + "/__init__.py"})
          if (std::find(open.begin(), open.end(), folder / end) == open.end() && session.files.is_file(folder / end))
            open.push_back(folder / end);
    }
  }
  return false;
}

template <typename Says>
bool is_said_by_any(const Analysis& analysis, const Session& session, const Says& says) {
  return analysis.experiment && std::ranges::any_of(analysis.experiment->programs, [&](const config::Program& program) {
           return is_said(program.path, session, says);
         });
}

/// By what the training programs say; where none is named, by the config's own words and what the project installs.
bool another_reads(const Analysis& analysis, const Session& session) {
  if (analysis.config && analysis.config->dialect == "finetune") return true;  // into fields of type float
  std::string programs;
  if (analysis.experiment) {
    for (const config::Program& program : analysis.experiment->programs) {
      if (const Source* source = session.files.read(program.path).source) programs += source->text();
    }
  }
  if (mentions(programs, "ruamel") || mentions(programs, ".set_defaults(**")) return true;  // argparse: into its types
  if (programs.find("yaml.load") != std::string::npos || programs.find("yaml.safe_load") != std::string::npos)
    return false;
  if (is_said_by_any(analysis, session, names_another)) return true;
  const std::string_view text = analysis.source->text();
  const bool is_composed = text.starts_with("defaults:") || text.find("\ndefaults:") != std::string_view::npos ||
                           text.find("_target_:") != std::string_view::npos ||
                           text.find("_component_:") != std::string_view::npos;
  if (is_composed || text.find("${") != std::string_view::npos) return true;
  if (!programs.empty()) return !is_said_by_any(analysis, session, imports_yaml);
  const auto stated = config::stated_packages(session.files);
  const auto has = [&](std::string_view name) {
    return std::any_of(stated.begin(), stated.end(), [&](const auto& package) { return package.name == name; });
  };
  return !has("yaml") && !has("pyyaml") && std::any_of(std::begin(kOthers), std::end(kOthers), has);
}

class Reader {
 public:
  explicit Reader(const Analysis& analysis) : analysis_(analysis) {}

  /// Asked once a number has been found.
  bool is_pyyaml(const Session& session) {
    if (!known_) known_ = !another_reads(analysis_, session);
    return *known_;
  }
  /// The program was seen to put a float() around it.
  bool is_converted(const std::string& key) const {
    if (!analysis_.usage) return false;
    const auto& keys = analysis_.usage->keys;
    return std::any_of(keys.begin(), keys.end(), [&](const auto& one) { return one.key == key && one.converted; });
  }

 private:
  const Analysis& analysis_;
  std::optional<bool> known_;
};

void look_at(const Node& node, const std::string& key, Reader& reader, Report& report) {
  const auto* text = std::get_if<std::string>(&node.value);
  const bool plain = text && node.span && node.span.text() == *text;
  const std::string better = plain ? mended(*text) : "";
  if (better.empty() || !reader.is_pyyaml(report.session()) || reader.is_converted(key)) return;
  Fix fix{.title = "Write `{0}`"_words(better), .safety = Safety::unsafe, .edits = {{node.span, better}}, .effect = {}};
  report.add(node.span,
             "`{0}` is the string \"{1}\", not a number: YAML 1.1, which PyYAML reads, wants a point and a signed "
             "exponent, as in `{2}`. Python that calculates with it fails, or needs a float() around it."_words(
                 key, *text, better),
             {}, {std::move(fix)});
}

void walk(const Node& node, const std::string& key, Reader& reader, Report& report) {
  look_at(node, key, reader, report);
  if (const config::Mapping* mapping = node.mapping()) {
    for (const config::Entry& entry : mapping->entries)
      walk(entry.value, key.empty() ? entry.key : key + "." + entry.key, reader, report);
  }
  if (const config::Sequence* sequence = node.sequence()) {
    for (size_t i = 0; i < sequence->items.size(); ++i)
      walk(sequence->items[i], key + "." + std::to_string(i), reader, report);
  }
}

void check(const Analysis& analysis, Report& report) {
  Reader reader(analysis);
  walk(analysis.config->root, "", reader, report);
}

}  // namespace number_read_as_text_rule
}  // namespace

extern const Rule number_read_as_text = {
    .name = "number-read-as-text",
    .code = "VL1109",
    .summary = "A number is written as YAML 1.1 does not know it, such as `1e-4`, so that the program gets a text.",
    .severity = Severity::warning,
    .needs = Stage::config,
    .check = number_read_as_text_rule::check,
};

}  // namespace vramlint::rules
