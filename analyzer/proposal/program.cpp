#include "proposal/program.h"

#include <algorithm>

namespace vramlint::proposal {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostModules = 60;

std::string slashed(std::string dotted) {
  std::replace(dotted.begin(), dotted.end(), '.', '/');
  return dotted;
}

}  // namespace

Program::Program(const Source& script, Files& files) : files_(files) {
  const fs::path path = script.path();
  for (fs::path folder = path.parent_path();; folder = folder.parent_path()) {
    folders_.push_back(files.root() / folder);
    if (folder.empty() || folder == folder.root_path()) break;
  }
  script_ = index_module(script, path.stem().string());
  add_missing_folders();
}

/// What the script finds by adding folders to sys.path: those above its own, and folders of the root with such a
/// package.
void Program::add_missing_folders() {
  const fs::path own = folders_.front(), root = folders_.back();
  std::vector<fs::path> candidates = folders_;
  for (const std::string& entry : files_.list(files_.root())) {
    const fs::path folder = files_.root() / entry;
    const bool is_package = files_.is_file(folder / "__init__.py");  // its parts are imported by its own name
    if (!entry.starts_with('.') && files_.is_directory(folder) && !is_package) candidates.push_back(folder);
  }
  for (const auto& [name, dotted] : script_->imports) {
    const std::string top = dotted.substr(0, dotted.find('.'));
    const auto has = [&, &whole = dotted](const fs::path& folder) {
      return files_.is_file(folder / top / "__init__.py") || files_.is_file(folder / (top + ".py")) ||
             holds_part(folder, whole);
    };
    if (has(own) || has(root) || files_.is_directory(root / top)) continue;
    const auto found = std::find_if(candidates.begin(), candidates.end(), has);
    if (found == candidates.end()) continue;
    if (std::find(folders_.begin(), folders_.end(), *found) == folders_.end()) folders_.push_back(*found);
    const std::string shown = found->lexically_relative(files_.root()).generic_string();
    if (std::find(python_path_.begin(), python_path_.end(), shown) == python_path_.end()) python_path_.push_back(shown);
  }
}

bool Program::holds_part(const fs::path& folder, const std::string& dotted) const {
  const size_t dot = dotted.find('.');
  if (dot == dotted.npos) return false;
  const fs::path part = folder / slashed(dotted.substr(0, dotted.find('.', dot + 1)));
  return files_.is_directory(part) || files_.is_file(part.string() + ".py");
}

const Source* Program::find(const std::string& dotted) {
  for (const fs::path& folder : folders_) {
    for (const fs::path& path : {folder / slashed(dotted) / "__init__.py", folder / (slashed(dotted) + ".py")}) {
      if (!files_.is_file(path)) continue;
      if (const ReadResult read = files_.read(path)) return read.source;
    }
  }
  return nullptr;
}

const ModuleIndex* Program::module(const std::string& dotted) {
  if (dotted.empty()) return nullptr;
  const auto found = modules_.find(dotted);
  if (found != modules_.end()) return found->second.get();
  const Source* source = read_ < kMostModules ? find(dotted) : nullptr;
  std::unique_ptr<ModuleIndex> made;
  if (source && source != script_->source) {
    made = index_module(*source, dotted);
    ++read_;
  }
  return (modules_[dotted] = std::move(made)).get();
}

std::optional<Program::Symbol> Program::symbol(const std::string& dotted, const ModuleIndex& from) {
  const auto in = [](const ModuleIndex& module, const std::string& name) -> std::optional<Symbol> {
    if (auto cls = module.classes.find(name); cls != module.classes.end())
      return Symbol{&module, nullptr, cls->second, name};
    if (auto function = module.functions.find(name); function != module.functions.end())
      return Symbol{&module, function->second, nullptr, name};
    return std::nullopt;
  };
  if (auto own = in(from, dotted)) return own;
  const size_t dot = dotted.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const ModuleIndex* module = this->module(dotted.substr(0, dot));
  const std::string name = dotted.substr(dot + 1);
  for (int hops = 0; module && hops < 5; ++hops) {  // names that a package passes on
    if (auto found = in(*module, name)) return found;
    const auto passed = module->imports.find(name);
    if (passed == module->imports.end() || passed->second.rfind('.') == std::string::npos) break;
    module = this->module(passed->second.substr(0, passed->second.rfind('.')));
  }
  return std::nullopt;
}

std::vector<const CallSite*> Program::calls_of(const Unit& unit) const {
  const bool constructor = unit.name == "__init__";
  const std::string wanted = constructor ? unit.class_name : unit.name;
  std::vector<const CallSite*> found;
  for (const ModuleIndex* module : modules_read()) {
    for (const auto& other : module->units) {
      for (const CallSite& call : other->calls) {
        if (last_part(call.name) == wanted) found.push_back(&call);
      }
    }
  }
  return found;
}

void Program::read_imports() {
  std::vector<const ModuleIndex*> open = {script_.get()};
  for (size_t at = 0; at < open.size(); ++at) {
    for (const auto& [name, dotted] : open[at]->imports) {
      for (const std::string& one : {dotted, dotted.substr(0, std::min(dotted.rfind('.'), dotted.size()))}) {
        if (modules_.count(one) > 0) continue;
        if (const ModuleIndex* found = module(one)) open.push_back(found);
      }
    }
  }
}

std::vector<const ModuleIndex*> Program::modules_read() const {
  std::vector<const ModuleIndex*> all = {script_.get()};
  for (const auto& [name, module] : modules_) {
    if (module) all.push_back(module.get());
  }
  return all;
}

std::string Program::qualified(const ModuleIndex& module, const std::string& name) {
  return module.dotted.empty() ? name : module.dotted + "." + name;
}

}  // namespace vramlint::proposal
