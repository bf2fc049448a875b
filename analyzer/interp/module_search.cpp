#include "interp/module_search.h"

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

Found find_on_disk(World& world, std::string_view dotted) {
  const std::string path = slashed(dotted);
  Found directory;
  for (const auto& base : world.import_paths) {
    if (world.files.is_file(base / path / "__init__.py"))
      return {world.files.read(base / path / "__init__.py").source, true, false};
    if (world.files.is_file(base / (path + ".py")))
      return {world.files.read(base / (path + ".py")).source, false, false};
    if (!directory.is_namespace && world.files.is_directory(base / path)) directory = {nullptr, true, true};
  }
  return directory;
}

}  // namespace

/// Modules that are ours whatever lies on disk: torch, and the standard library's as far as we say it in Python.
bool comes_from_us(const World& world, std::string_view dotted) {
  const std::string_view top = dotted.substr(0, dotted.find('.'));
  if (top == "torch") return true;
  return world.prelude && world.prelude->find(std::string(top) + ".py") != nullptr;
}

Found find_module(World& world, std::string_view dotted) {
  if (comes_from_us(world, dotted)) return find_embedded(world, dotted);
  Found found = find_on_disk(world, dotted);
  if (found.source) return found;
  Found embedded = find_embedded(world, dotted);
  return embedded.source ? embedded : found;
}

bool finds_module(Interpreter& interpreter, std::string_view dotted) {
  Interpreter::Impl& impl = interpreter.impl();
  if (impl.modules.as<Dict>()->find(dotted) || is_standard_module(dotted)) return true;
  const Found found = find_module(impl.world, dotted);
  return found.source || found.is_namespace;
}

std::optional<std::string> stated_version(Interpreter& interpreter, std::string_view package) {
  World& world = interpreter.impl().world;
  for (const char* place : {"", ".version", "._version", ".__version__", ".__about__"}) {
    const Found found = find_module(world, std::string(package) + place);
    if (!found.source) continue;
    for (const auto& statement : world.parsed.parse(*found.source, world.prelude)->body) {
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

}  // namespace vramlint::interp
