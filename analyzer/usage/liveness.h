// Which definitions of a program may run beside what was followed.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "usage/notes.h"
#include "usage/program.h"

namespace vramlint::usage {

/// All of a program's own file where nothing starts it, definitions that ran in part, those that something asks for
/// from outside, and those that code which did not run says by name.
class Liveness {
 public:
  /// `also`: names that are said elsewhere.
  Liveness(const Program& program, const Notes& notes, const std::vector<std::string>& also);
  /// By module and definition.
  std::vector<std::vector<bool>> take() { return std::move(live_); }

 private:
  void register_module(size_t m);
  bool starts(size_t m, const Definition& definition) const;
  void say_what_did_not_run(const syntax::Stmt& statement);
  void wake(size_t m, size_t d);
  void say(const std::string& name);

  const Program& program_;
  const Notes& notes_;
  bool has_main_ = false;  ///< `if __name__ == "__main__"` says what runs
  std::vector<std::vector<bool>> live_;
  std::vector<std::pair<size_t, size_t>> open_;
  std::vector<std::string> said_;
  std::unordered_map<std::string, std::vector<std::pair<size_t, size_t>>> named_;
};

}  // namespace vramlint::usage
