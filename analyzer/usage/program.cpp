#include "usage/program.h"

#include <algorithm>
#include <set>

namespace vramlint::usage {

namespace {

constexpr size_t kMostModules = 3000;

std::string slashed(std::string dotted) {
  for (char& c : dotted) {
    if (c == '.') c = '/';
  }
  return dotted;
}

/// A module's file and the dotted name of the package it lies in.
struct Place {
  const Source* source = nullptr;
  std::string package;
};

class Reach {
 public:
  Reach(const std::vector<std::filesystem::path>& paths, Files& files, interp::ParsedModules& parsed,
        Programs& programs)
      : paths_(paths), files_(files), parsed_(parsed), programs_(programs) {}

  Program from(const Source& script) {
    open_.push_back({&script, ""});
    seen_.insert(&script);
    return go();
  }

  Program beside(const Program& known, const std::set<const Source*>& loaded) {
    for (const auto& text : known.modules) seen_.insert(text->module->source);
    for (const Source* source : loaded) {
      if (seen_.insert(source).second) open_.push_back({source, package_of(*source)});
    }
    return go();
  }

 private:
  /// Of a file below one of the search paths.
  std::string package_of(const Source& source) const {
    const std::filesystem::path folder = (files_.root() / source.path()).parent_path();
    for (const auto& base : paths_) {
      std::string dotted = folder.lexically_relative(base).generic_string();
      if (dotted.empty() || dotted.starts_with('.')) continue;
      std::replace(dotted.begin(), dotted.end(), '/', '.');
      return dotted;
    }
    return {};
  }

  Program go() {
    for (size_t i = 0; i < open_.size() && i < kMostModules; ++i) {
      program_.modules.push_back(programs_.text(*open_[i].source, parsed_));
      for (const Import& import : program_.modules.back()->imports) follow(import, open_[i].package);
    }
    return std::move(program_);
  }

  void follow(const Import& import, std::string package) {
    std::string name = import.module;
    for (int i = 1; i < import.level; ++i) {
      const size_t dot = package.rfind('.');
      package = dot == std::string::npos ? "" : package.substr(0, dot);
    }
    if (import.level > 0 && !package.empty()) name = name.empty() ? package : package + "." + name;
    for (size_t dot = name.find('.');; dot = name.find('.', dot + 1)) {
      load(name.substr(0, dot));
      if (dot == std::string::npos) break;
    }
    for (const std::string& item : import.names) load(name.empty() ? item : name + "." + item);
  }

  void load(const std::string& name) {
    if (name.empty() || !names_.insert(name).second) return;
    const std::string path = slashed(name);
    for (const auto& base : paths_) {
      if (files_.is_file(base / path / "__init__.py")) return add(base / path / "__init__.py", name);
      const size_t dot = name.rfind('.');
      if (files_.is_file(base / (path + ".py")))
        return add(base / (path + ".py"), dot == std::string::npos ? "" : name.substr(0, dot));
    }
  }

  void add(const std::filesystem::path& path, std::string package) {
    const Source* source = files_.read(path).source;
    if (source && seen_.insert(source).second) open_.push_back({source, std::move(package)});
  }

  const std::vector<std::filesystem::path>& paths_;
  Files& files_;
  interp::ParsedModules& parsed_;
  Programs& programs_;
  Program program_;
  std::vector<Place> open_;
  std::set<const Source*> seen_;
  std::set<std::string> names_;
};

}  // namespace

namespace {

constexpr size_t kMostFiles = 3000;
constexpr int kDeepest = 8;

void collect(Files& files, const std::filesystem::path& folder, int depth, std::vector<const Source*>& found) {
  for (const std::string& name : files.list(folder)) {
    if (name.starts_with('.') || name == "node_modules" || name == "__pycache__") continue;
    const std::filesystem::path path = folder / name;
    if (name.ends_with(".py") || name.ends_with(".sh")) {
      if (found.size() >= kMostFiles) return;
      if (const Source* source = files.read(path).source) found.push_back(source);
    } else if (depth < kDeepest && name.find('.') == std::string::npos && files.is_directory(path)) {
      collect(files, path, depth + 1, found);
    }
  }
}

}  // namespace

std::shared_ptr<const Program> Programs::with(std::shared_ptr<const Program> program,
                                              const std::set<const Source*>& loaded,
                                              const std::vector<std::filesystem::path>& paths, Files& files,
                                              interp::ParsedModules& parsed) {
  Program more = Reach(paths, files, parsed, *this).beside(*program, loaded);
  if (more.modules.empty()) return program;
  more.modules.insert(more.modules.begin(), program->modules.begin(), program->modules.end());
  return std::make_shared<const Program>(std::move(more));
}

std::vector<const Source*> Programs::others(Files& files) {
  std::lock_guard lock(others_mutex_);
  if (!others_) {
    others_.emplace();
    collect(files, files.root(), 0, *others_);
  }
  return *others_;
}

std::shared_ptr<const ModuleText> Programs::text(const Source& source, interp::ParsedModules& parsed) {
  {
    std::lock_guard lock(mutex_);
    if (auto found = texts_.find(&source); found != texts_.end()) return found->second;
  }
  auto made = std::make_shared<const ModuleText>(read_text(parsed.parse(source)));
  std::lock_guard lock(mutex_);
  return texts_.try_emplace(&source, std::move(made)).first->second;
}

std::shared_ptr<const Program> Programs::reach(const Source& script, const std::vector<std::filesystem::path>& paths,
                                               Files& files, interp::ParsedModules& parsed) {
  std::string key = script.path();
  for (const auto& path : paths) key += "\n" + path.string();
  {
    std::lock_guard lock(mutex_);
    if (auto found = programs_.find(key); found != programs_.end()) return found->second;
  }
  auto made = std::make_shared<const Program>(Reach(paths, files, parsed, *this).from(script));
  std::lock_guard lock(mutex_);
  return programs_.try_emplace(key, std::move(made)).first->second;
}

}  // namespace vramlint::usage
