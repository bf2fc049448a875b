// The training program itself as the recipe: which file it is, and how it is called. What it makes and trains is found
// by following it.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"

namespace vramlint::proposal {

struct ScriptForm {
  std::string recipe;                ///< the text of a vramlint.yaml
  std::vector<std::string> configs;  ///< its globs
  std::vector<std::string> open;     ///< what is to be said yet
  std::string batch;                 ///< the batch size, where the source says it: "cfg.batch_size"

  void keep_configs(std::vector<std::string> globs);  ///< of those that it has
  void add_comment(const std::string& line);          ///< to the end of the recipe
  void add_line(const std::string& line);             ///< likewise: a key of the recipe and its value
  void set_processes(int count);                      ///< it is the first of those that a launcher starts
  /// `torch: '1.12'`, which nothing of the repository says.
  void set_torch(const std::string& release, const std::string& reason);
  void set_evaluation_budget(int64_t times);
  bool says_torch() const { return recipe.find("\ntorch: ") != std::string::npos; }
};

/// Whose the arguments are: an example's config stands for those beside it.
enum class Said : uint8_t { by_user, by_example };

/// `arguments`: what the program is called with, as far as that is known; a config's path among them stands for the
/// config.
ScriptForm script_form(const Source& script, Files& files, const std::vector<std::string>& arguments,
                       Said said = Said::by_user);

}  // namespace vramlint::proposal
