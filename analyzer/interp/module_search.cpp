#include "interp/module_search.h"

#include <algorithm>
#include <cctype>

#include "interp/frame.h"
#include "interp/standard.h"

namespace vramlint::interp {

namespace {

std::string slashed(std::string_view dotted) {
  std::string path(dotted);
  for (char& c : path)
    if (c == '.') c = '/';
  return path;
}

Found find_embedded(const World& world, std::string_view dotted) {
  if (!world.prelude) return {};
  const std::string path = slashed(dotted);
  if (const Source* source = world.prelude->find(path + "/__init__.py")) return {source, true, false};
  if (const Source* source = world.prelude->find(path + ".py")) return {source, false, false};
  return {};
}

Found find_on_disk(World& world, std::string_view dotted, const std::vector<std::filesystem::path>& folders) {
  const std::string path = slashed(dotted);
  Found directory;
  for (const auto& base : folders) {
    if (world.files.get().is_file(base / path / "__init__.py"))
      return {world.files.get().read(base / path / "__init__.py").source, true, false};
    if (world.files.get().is_file(base / (path + ".py")))
      return {world.files.get().read(base / (path + ".py")).source, false, false};
    if (!directory.is_namespace && world.files.get().is_directory(base / path)) directory = {nullptr, true, true};
  }
  return directory;
}

}  // namespace

void take_search_path(Interpreter& interpreter) {
  Interpreter::Impl& impl = interpreter.impl();
  const Value* sys = impl.follower ? impl.modules.as<Dict>()->find("sys") : nullptr;
  const auto* module = sys ? sys->as<Module>() : nullptr;
  const Value* path = module ? static_cast<const Dict*>(module->globals.object())->find("path") : nullptr;
  const auto* list = path ? path->as<List>() : nullptr;
  if (!list || list->items.size() == impl.world.import_paths.size()) return;
  impl.budget.touch(list->items.size(), {});
  impl.world.import_paths.clear();
  impl.hidden.clear();
  for (const Value& folder : list->items) {
    if (folder.is_string())
      impl.world.import_paths.push_back((impl.world.working_directory / folder.as_string()).lexically_normal());
  }
}

/// Modules that are ours whatever lies on disk: torch, and the standard library's as far as we say it in Python.
bool comes_from_us(const World& world, std::string_view dotted) {
  const std::string_view top = dotted.substr(0, dotted.find('.'));
  if (top == "torch") return true;
  return world.prelude && world.prelude->find(std::string(top) + ".py") != nullptr;
}

bool is_optional(const World& world, const std::string& package) {
  const Source* ours = world.prelude ? world.prelude->find(package + "/__init__.py") : nullptr;
  return ours && ours->text().find("\n__optional__ = True") != std::string_view::npos;
}

namespace {

bool sets(const World& world, const std::string& package, std::string_view mark) {
  const Source* ours = world.prelude ? world.prelude->find(package + "/__init__.py") : nullptr;
  return ours && ours->text().find("\n" + std::string(mark) + " = True") != std::string_view::npos;
}

/// Ours has little of the package: the real one is read where it is installed.
bool gives_way(const World& world, const std::string& package) { return sets(world, package, "__gives_way__"); }

/// Of this part of a package the installed source has more than ours.
bool is_better_installed(const World& world, std::string_view dotted) {
  std::string path;
  for (size_t at = 0; at <= dotted.size(); ++at) {
    if (at < dotted.size() && dotted[at] != '.') {
      path += dotted[at];
      continue;
    }
    if (sets(world, path, "__installed_first__")) return true;
    path += '/';
  }
  return false;
}

/// What ours lacks is read from the installed source beside it.
bool has_parts_installed(const World& world, const std::string& package) {
  return sets(world, package, "__installed_beside__");
}

const std::vector<std::filesystem::path>& packages_of(const World& world) {
  static const std::vector<std::filesystem::path> kNone;
  return world.reads_installed ? world.files.get().site_packages() : kNone;
}

/// Folders of the repository that are installed by themselves (`pip install -e light`), with a package of that name.
std::vector<std::filesystem::path> projects_of(World& world, const std::string& package) {
  constexpr size_t kMost = 64;
  Files& files = world.files.get();
  std::vector<std::filesystem::path> found;
  std::vector<std::string> names = files.list(files.root());
  std::erase_if(names, [](const std::string& name) { return name.find('.') != std::string::npos; });
  names.resize(std::min(names.size(), kMost));
  for (const std::string& name : names) {
    const std::filesystem::path folder = files.root() / name;
    for (const std::filesystem::path& base : {folder, folder / "src"}) {
      const bool has_it = files.is_file(base / package / "__init__.py");
      if (has_it && (files.is_file(folder / "setup.py") || files.is_file(folder / "pyproject.toml")))
        found.push_back(base);
    }
  }
  return found;
}

}  // namespace

bool is_stand_in(World& world, const std::string& package) {
  if (!gives_way(world, package)) return false;
  const Source* found = find_module(world, package).source;
  return found && found->path().starts_with("<vramlint>/");
}

Found find_described(const World& world, std::string_view dotted) { return find_embedded(world, dotted); }

bool is_hidden(World& world, std::string_view dotted) {
  const std::string top(dotted.substr(0, dotted.find('.')));
  if (comes_from_us(world, top) || !find_embedded(world, top).source) return false;
  for (const char* mark : {"__gives_way__", "__installed_first__", "__installed_beside__", "__shared__"})
    if (sets(world, top, mark)) return false;
  const Found own = find_on_disk(world, top, world.import_paths);
  return own.source && own.is_package;
}

Found find_module(World& world, std::string_view dotted) {
  if (dotted == "builtins") return {};  // no file takes its place
  if (comes_from_us(world, dotted)) return find_embedded(world, dotted);
  Found found = find_on_disk(world, dotted, world.import_paths);
  if (found.source) return found;
  const std::string top(dotted.substr(0, dotted.find('.')));
  // A package of ours is not mixed with the real one.
  if (gives_way(world, top) && find_on_disk(world, top, packages_of(world)).source)
    return find_on_disk(world, dotted, packages_of(world));
  if (is_better_installed(world, dotted))
    if (Found better = find_on_disk(world, dotted, packages_of(world)); better.source) return better;
  Found embedded = find_embedded(world, dotted);
  if (embedded.source) return embedded;
  const bool is_part = found.is_namespace || (find_embedded(world, top).source && !has_parts_installed(world, top));
  const Found installed = is_part ? found : find_on_disk(world, dotted, packages_of(world));
  if (installed.source) return installed;
  const Found own = find_on_disk(world, dotted, projects_of(world, top));
  return own.source ? own : installed;
}

namespace {

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

const std::string* stated(const World& world, std::string_view package) {
  const std::string name = lowered(package);
  for (const auto& [each, release] : world.stated_packages)
    if (each == name || lowered(each) == name) return &release;
  return nullptr;
}

}  // namespace

Installed installed(const World& world, std::string_view dotted) {
  const std::string_view top = dotted.substr(0, dotted.find('.'));
  for (const auto& [name, version] : world.packages)
    if (name == top) return version ? Installed::yes : Installed::no;
  return stated(world, top) ? Installed::yes : Installed::not_said;
}

std::string release_of(const World& world, std::string_view package) {
  for (const auto& [name, version] : world.packages)
    if (name == package) return version.value_or("");
  const std::string* release = stated(world, package);
  return release ? *release : "";
}

bool finds_module(Interpreter& interpreter, std::string_view dotted) {
  Interpreter::Impl& impl = interpreter.impl();
  const bool is_package = dotted.find('.') == std::string_view::npos;
  if (const Installed said = installed(impl.world, dotted); is_package && said != Installed::not_said)
    return said == Installed::yes;
  if (is_package && is_stand_in(impl.world, std::string(dotted))) return false;
  if (impl.modules.as<Dict>()->find(dotted) || is_standard_module(dotted)) return true;
  const Found found = find_module(impl.world, dotted);
  return found.source || found.is_namespace;
}

std::optional<std::string> stated_version(Interpreter& interpreter, std::string_view package) {
  World& world = interpreter.impl().world;
  if (is_stand_in(world, std::string(package))) return {};
  for (const char* place : {"", ".version", "._version", ".__version__", ".__about__"}) {
    const Found found = find_module(world, std::string(package) + place);
    if (!found.source) continue;
    interpreter.impl().opened.push_back(found.source);
    for (const auto& statement : world.parsed.get().parse(*found.source, world.prelude)->body) {
      const auto* assignment = std::get_if<syntax::Assign>(&statement->node);
      if (!assignment || assignment->targets.size() != 1) continue;
      const auto* name = std::get_if<syntax::Name>(&assignment->targets[0]->node);
      const auto* text = std::get_if<syntax::StringLiteral>(&assignment->value->node);
      const std::string_view called = name ? name->variable.name.text() : std::string_view();
      if (text && (called == "__version__" || called == "version")) return text->value;
    }
  }
  return {};
}

std::string name_in_package(const World& world, const Module& module) {
  Files& files = world.files.get();
  std::filesystem::path folder = (files.root() / module.file).parent_path().lexically_normal();
  std::string name = "__main__";
  for (; files.is_file(folder / "__init__.py"); folder = folder.parent_path())
    name = folder.filename().string() + "." + name;
  return name == "__main__" ? "" : name;
}

}  // namespace vramlint::interp
