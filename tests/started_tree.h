// A folder with a program that trains a layer, started in one way or another, and what `init` makes of it.
#pragma once

#include <string>
#include <vector>

#include "open_world.h"

namespace vramlint::tests {

class Tree {
 public:
  Tree() {
    put(".git/HEAD", "");
    put("step.py", kLayerStep);
  }
  void put(const std::string& path, const std::string& text) const { folder_.put(path, text); }
  ProgramRun init(const std::string& program, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"init", program, "--root", "."};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(folder_.path(), arguments);
  }
  /// Of `program`, started with `arguments`.
  Said said(const std::string& arguments, const std::string& program = "train.py") const {
    put("vramlint.yaml", "device: rtx3090\nrecipes:\n  - configs: [" + program + "]\n    script: {path: " + program +
                             ", args: [" + arguments + "]}\n");
    return checked(program);
  }
  Said checked(const std::string& program) const {
    return said_by(run_program(folder_.path(), {"check", "--format", "json", "--fail-on", "never", program}));
  }

 private:
  ScratchFolder folder_;
};

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace vramlint::tests
