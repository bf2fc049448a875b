// The Python program that a command starts: `CUDA_VISIBLE_DEVICES=0 mpirun -n 2 python scripts/train.py --lr 1e-4`.
#pragma once

#include <optional>

#include "config/launch/shell_run.h"

namespace vramlint::config {

struct ProgramCall {
  const Source* program = nullptr;
  std::vector<ShellText> arguments;              ///< after the program's name
  std::map<std::string, ShellText> environment;  ///< of the call, what `env` adds included
  std::optional<int64_t> processes;              ///< nproc_per_node and the like
  Span processes_span;
  Span span;  ///< of the whole command
  bool certain = true;
  bool is_open = false;  ///< it hands on arguments of the script, which nothing gives
  std::string assumed;   ///< of the launcher
};

/// Empty where the command starts no Python program, or its source is not there. Read as python, torchrun, accelerate,
/// deepspeed, mpirun, srun and `python -m torch.distributed.run` start programs.
std::optional<ProgramCall> program_call(const StartedProgram& started, const std::string& script, Files& files);

/// CUDA_VISIBLE_DEVICES, counted; empty where it is not set or not known.
std::optional<int64_t> visible_devices(const std::map<std::string, ShellText>& environment);

}  // namespace vramlint::config
