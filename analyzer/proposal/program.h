// A training program and the modules of its repository, read as far as they are asked for.
#pragma once

#include <filesystem>
#include <optional>

#include "proposal/module_index.h"

namespace vramlint::proposal {

class Program {
 public:
  /// Modules are looked for in the script's folder, in the folders above it up to the root, and in `python_path`.
  Program(const Source& script, Files& files);

  const ModuleIndex& script() const { return *script_; }
  Files& files() const { return files_; }
  const std::vector<std::filesystem::path>& folders() const { return folders_; }
  /// Folders that had to be added so that the script's imports are found, relative to the root.
  const std::vector<std::string>& python_path() const { return python_path_; }

  /// Null where the repository has no such module.
  const ModuleIndex* module(const std::string& dotted);

  struct Symbol {
    const ModuleIndex* module = nullptr;
    const Unit* function = nullptr;  ///< one of the two is set
    const syntax::ClassDef* cls = nullptr;
    std::string name;
  };
  /// What a dotted name that a module uses stands for: a function or class of the repository.
  std::optional<Symbol> symbol(const std::string& dotted, const ModuleIndex& from);

  /// The calls of a function or of a class's constructor within the modules read so far.
  std::vector<const CallSite*> calls_of(const Unit& unit) const;

  /// Reads the modules that the script imports, and those that these import.
  void read_imports();
  /// The script and the modules read so far.
  std::vector<const ModuleIndex*> modules_read() const;

  /// `name` as an expression outside of the module writes it: "src.models.Model".
  static std::string qualified(const ModuleIndex& module, const std::string& name);

 private:
  /// A folder without an `__init__.py` is a package, too: `a.b` of a file or folder `a/b`.
  bool holds_part(const std::filesystem::path& folder, const std::string& dotted) const;
  const Source* find(const std::string& dotted);
  void add_missing_folders();

  Files& files_;
  std::vector<std::filesystem::path> folders_;
  std::vector<std::string> python_path_;
  std::unique_ptr<ModuleIndex> script_;
  std::map<std::string, std::unique_ptr<ModuleIndex>> modules_;  // by dotted name; null: not there
  size_t read_ = 0;                                              // of these, those that are there
};

}  // namespace vramlint::proposal
