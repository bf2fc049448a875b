// The modules that a training program reaches through its imports, as far as they lie on the disk.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/files.h"
#include "interp/interpreter.h"
#include "usage/mentions.h"

namespace vramlint::usage {

struct Program {
  std::vector<std::shared_ptr<const ModuleText>> modules;  ///< the script first
};

/// Texts and programs that the configs of one run share. Thread-safe.
class Programs {
 public:
  /// `paths`: where imports are searched.
  std::shared_ptr<const Program> reach(const Source& script, const std::vector<std::filesystem::path>& paths,
                                       Files& files, interp::ParsedModules& parsed);
  /// The program, and what of its modules were loaded under names that no import statement has.
  std::shared_ptr<const Program> with(std::shared_ptr<const Program> program, const std::set<const Source*>& loaded,
                                      const std::vector<std::filesystem::path>& paths, Files& files,
                                      interp::ParsedModules& parsed);
  /// All Python and shell files below the root, within limits.
  std::vector<const Source*> others(Files& files);
  std::shared_ptr<const ModuleText> text(const Source& source, interp::ParsedModules& parsed);

 private:
  std::mutex mutex_;
  std::unordered_map<const Source*, std::shared_ptr<const ModuleText>> texts_;
  std::map<std::string, std::shared_ptr<const Program>> programs_;
  std::mutex others_mutex_;
  std::optional<std::vector<const Source*>> others_;
};

}  // namespace vramlint::usage
