// Where a module's source is: standard modules and torch are ours; everything else lies in the user's directories
// first, then on the search paths, then in the prelude.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interp/interpreter.h"

namespace vramlint::interp {

struct Found {
  const Source* source = nullptr;
  bool is_package = false;
  bool is_namespace = false;  ///< a directory without __init__.py
};

Found find_module(World& world, std::string_view dotted);

/// Our description of it, whatever lies on disk.
Found find_described(const World& world, std::string_view dotted);

/// Whether the program has a module of its own under the name of a package that is described: other descriptions mean
/// ours. A description that is read together with the package's own source, or stands for it where a program registers
/// parts (`__shared__` is True), is none of these.
bool is_hidden(World& world, std::string_view dotted);

/// What a program that is followed has put into sys.path is looked through from now on; nothing outside of the root and
/// the given search paths is read, whatever it names.
void take_search_path(Interpreter& interpreter);

/// What is said of a package that a module belongs to.
enum class Installed : uint8_t { not_said, yes, no };
Installed installed(const World& world, std::string_view dotted);

/// The release of it that is said to be installed; empty: none is named.
std::string release_of(const World& world, std::string_view package);

/// Whether its source comes from us whatever lies on disk.
bool comes_from_us(const World& world, std::string_view dotted);

/// Whether a description of ours stands for a package of kernels in whose place programs have code of their own: its
/// `__optional__` is True.
bool is_optional(const World& world, const std::string& package);

/// Whether a description of ours has little of a package that is not at hand: its `__gives_way__` is True. A program
/// that can do without such a package is taken to do without it.
bool is_stand_in(World& world, const std::string& package);

/// Whether an import would find it; nothing is run.
bool finds_module(Interpreter& interpreter, std::string_view dotted);

/// The literal that the package's source sets `__version__` to.
std::optional<std::string> stated_version(Interpreter& interpreter, std::string_view package);

/// "package.__main__" of a program that lies in a package and imports by relative names: it is started by `python -m`.
/// Empty where it lies in none.
std::string name_in_package(const World& world, const Module& module);

}  // namespace vramlint::interp
