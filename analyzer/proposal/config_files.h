// Where a program's config files lie, and how it is told which one to take. Private to this room.
#pragma once

#include <string>
#include <vector>

#include "proposal/program.h"

namespace vramlint::proposal {

/// Globs of the folders that hold the config files which the program names, from the root.
std::vector<std::string> named_configs(const Program& program);
/// The glob of the folder of one of them; none where it is not there.
std::vector<std::string> configs_beside(const Program& program, const std::string& path);
/// Globs of folders that are called as folders of configs are, and hold files like them; files that are called so.
std::vector<std::string> likely_configs(Files& files);
/// Globs of the folders with config files below one.
std::vector<std::string> configs_below(Files& files, const std::string& folder);
/// Globs of a config's folder and of those beside it, where these are called like configs.
std::vector<std::string> configs_around(const Program& program, const std::string& path);
/// Shell scripts that name the program, from the root.
std::vector<std::string> launch_scripts(const Source& program, Files& files);

/// Options and arguments that the program declares for its command line.
struct CommandLineFacts {
  bool is_parsed = false;
  std::vector<std::string> config;  ///< what to put before "{config}": {"--config"}, {} for a plain argument
  bool takes_config = false, needs_config = false;
  std::string config_default;         ///< the file that is taken where none is given, as the program writes it
  std::string config_folder;          ///< at the root, called as the option is; empty: there is none
  std::vector<std::string> required;  ///< names of others that it cannot do without
};
CommandLineFacts read_command_line(const Program& program);

}  // namespace vramlint::proposal
