#include "config/stated_packages.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace vramlint::config {

namespace {

/// What one file states, by the name of the file.
struct Stated {
  std::vector<StatedPackage>& packages;
  std::string file;
};

/// Distributions that are imported by another name.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kOtherNames = {{
    {"opencv_python", "cv2"},
    {"opencv_python_headless", "cv2"},
    {"scikit_learn", "sklearn"},
    {"scikit_image", "skimage"},
    {"pyyaml", "yaml"},
    {"pillow", "PIL"},
    {"nvidia_apex", "apex"},
    {"mmcv_full", "mmcv"},
    {"mmcv_lite", "mmcv"},
    {"pytorch", "torch"},
    {"hydra_core", "hydra"},
    {"opencv_contrib_python", "cv2"},
    {"open_clip_torch", "open_clip"},
    {"tensorboardx", "tensorboardX"},
    {"faiss_cpu", "faiss"},
    {"faiss_gpu", "faiss"},
    {"gitpython", "git"},
    {"python_dateutil", "dateutil"},
}};

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.'; }

std::string imported_name(std::string_view distribution) {
  std::string name;
  for (const char c : distribution)
    name += c == '-' || c == '.' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto* found =
      std::find_if(kOtherNames.begin(), kOtherNames.end(), [&](const auto& o) { return o.first == name; });
  return found == kOtherNames.end() ? name : std::string(found->second);
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

/// `timm==0.4.12  # layers`, `xformers[extra]>=0.0.20; python_version > "3.8"`, conda's `timm=0.4.12`.
void take(std::string_view requirement, const Stated& stated) {
  requirement = trimmed(requirement.substr(0, requirement.find_first_of("#;")));
  size_t end = 0;
  while (end < requirement.size() && in_name(requirement[end])) ++end;
  if (end == 0 || !std::isalpha(static_cast<unsigned char>(requirement[0]))) return;
  std::string_view rest = trimmed(requirement.substr(end));
  if (rest.starts_with('[')) rest = trimmed(rest.substr(std::min(rest.find(']') + 1, rest.size())));
  if (!rest.empty() && rest.find_first_of("=<>!~@(") != 0) return;
  const std::string name = imported_name(requirement.substr(0, end));
  const auto is_it = [&](const StatedPackage& one) { return one.name == name; };
  if (std::any_of(stated.packages.begin(), stated.packages.end(), is_it)) return;
  const std::string range(rest);
  std::string version;
  if (rest.starts_with('=')) {
    rest = trimmed(rest.substr(rest.find_first_not_of('=')));
    version = rest.substr(0, rest.find_first_of(", \t="));
    if (version.find('*') != std::string::npos) version.clear();
  }
  stated.packages.push_back({name, std::move(version), range, stated.file});
}

void take_lines(std::string_view text, const Stated& stated, bool as_list) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (as_list && !line.starts_with("- ")) continue;
    take(as_list ? line.substr(2) : line, stated);
  }
}

/// The texts of the list behind `install_requires=` or `dependencies =`.
void take_quoted(std::string_view text, std::string_view key, const Stated& stated) {
  const size_t at = text.find(key);
  const size_t open = at == std::string_view::npos ? at : text.find_first_not_of(" \t=", at + key.size());
  if (open == std::string_view::npos || text[open] != '[') return;
  char quote = 0;
  size_t begin = 0;
  for (size_t i = open + 1; i < text.size() && (quote || text[i] != ']'); ++i) {
    if (!quote && (text[i] == '"' || text[i] == '\'')) {
      quote = text[i];
      begin = i + 1;
    } else if (quote && text[i] == quote) {
      take(text.substr(begin, i - begin), stated);
      quote = 0;
    }
  }
}

}  // namespace

namespace {

void take_file(Files& files, const std::string& name, std::vector<StatedPackage>& packages) {
  const std::filesystem::path path = files.root() / name;
  const Source* source = files.is_file(path) ? files.read(path).source : nullptr;
  if (!source) return;
  const Stated stated{packages, name};
  const bool is_yaml = name.ends_with(".yml") || name.ends_with(".yaml");
  if (name.starts_with("requirements") && name.ends_with(".txt")) take_lines(source->text(), stated, false);
  if ((name.starts_with("environment") || name.starts_with("conda")) && is_yaml)
    take_lines(source->text(), stated, true);
  if (name == "setup.py") take_quoted(source->text(), "install_requires", stated);
  if (name == "pyproject.toml") take_quoted(source->text(), "\ndependencies", stated);
}

bool may_state(const std::string& name) {
  const auto begins = [&](std::string_view with) { return name.starts_with(with); };
  return begins("requirements") || begins("environment") || begins("conda") || name == "setup.py" ||
         name == "pyproject.toml";
}

}  // namespace

std::vector<StatedPackage> stated_packages(Files& files) {
  std::vector<StatedPackage> packages;
  for (const std::string& name : files.list(files.root()))
    if (may_state(name)) take_file(files, name, packages);
  if (files.is_directory(files.root() / "requirements"))
    for (const std::string& name : files.list(files.root() / "requirements"))
      take_file(files, "requirements/" + name, packages);
  return packages;
}

std::vector<StatedPackage> packages_stated_by_usual_names(Files& files) {
  std::vector<StatedPackage> packages;
  for (const char* name : {"environment.yml", "pyproject.toml", "requirements.txt", "setup.py"})
    take_file(files, name, packages);
  return packages;
}

std::vector<std::pair<std::string, std::string>> pins_of(const std::vector<StatedPackage>& packages) {
  std::vector<std::pair<std::string, std::string>> pins;
  for (const StatedPackage& package : packages) pins.emplace_back(package.name, package.release);
  return pins;
}

}  // namespace vramlint::config
