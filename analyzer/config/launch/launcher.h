// What a launcher tells the first of the processes that it starts: torchrun, torch.distributed.launch, accelerate,
// deepspeed.
#pragma once

#include "config/launch/program_call.h"

namespace vramlint::config {

struct Launcher {
  enum class Kind { none, torchrun, launch, accelerate, deepspeed } kind = Kind::none;
  bool is_counted = false;      ///< it is told how many processes there are
  bool by_environment = false;  ///< `--use_env`: the rank is no argument
  int64_t nodes = 1;
};

/// Adds the variables of a process group's first process to the call's environment, and the rank to its arguments where
/// the launcher does (torch/distributed/elastic/agent/server/local_elastic_agent.py and torch/distributed/launch.py,
/// 2.4; deepspeed/launcher/launch.py, 0.14; accelerate/utils/launch.py, 0.30, which starts one process as it is).
void prepare(const Launcher& launcher, ProgramCall& call);

}  // namespace vramlint::config
