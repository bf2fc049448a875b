// How a repository says that its program is started: `python main.py --arch resnet50 /data` of a README.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"

namespace vramlint::proposal {

struct StatedCommand {
  std::string file;                    ///< that says it
  std::vector<std::string> arguments;  ///< behind the program's name
  int processes = 0;                   ///< that a launcher starts (`torchrun --nproc_per_node=8`); 0: there is none
};

/// The first few that differ, of the README files before others; those without arguments are left out where no launcher
/// starts them.
std::vector<StatedCommand> stated_commands(const Source& script, Files& files);

/// Those that train with a config file that is there: of launch scripts, then of README files.
std::vector<StatedCommand> commands_with_configs(const Source& script, Files& files);

}  // namespace vramlint::proposal
