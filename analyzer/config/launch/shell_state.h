// The state of a launch script on its way, private to the files of shell_run.
#pragma once

#include <optional>

#include "config/launch/shell_run.h"

namespace vramlint::config {

struct ShellVariable {
  std::vector<ShellText> values;  ///< of a scalar: one
  bool is_array = false, exported = false;
  bool read = false;  ///< or found by a program
  Span set_at;
};

/// What branches may do to each other's dismay: copied for every arm of an unknown condition.
struct ShellState {
  std::map<std::string, ShellVariable> variables;
  std::vector<ShellText> arguments;
  std::string directory;
};

enum class Flow : uint8_t { on, leave_loop, next_round, leave_function, leave_script };

class ShellRunner {
 public:
  ShellRunner(const syntax::ShellScript& script, Files& files, ShellRun& run)
      : script_(script), files_(files), run_(run) {}

  ShellState state;

  Flow body(const syntax::ShellBody& commands);

  /// After expansion and splitting; a word may yield none or several.
  std::vector<ShellText> expand(const syntax::ShellWord& word);
  /// Without splitting.
  ShellText expand_whole(const syntax::ShellWord& word);

 private:
  friend struct ShellExpansion;
  friend struct ShellTest;

  Flow execute(const syntax::ShellCommand& command);
  Flow simple(const syntax::ShellSimple& command, Span span);
  Flow conditional(const syntax::ShellIf& command);
  Flow selection(const syntax::ShellCase& command);
  Flow for_loop(const syntax::ShellFor& command);
  Flow while_loop(const syntax::ShellWhile& command);
  Flow group(const syntax::ShellGroup& command);
  Flow unknown_arms(const std::vector<const syntax::ShellBody*>& arms);
  void join(const std::vector<ShellState>& states);

  std::optional<Flow> builtin(const std::vector<ShellText>& words);
  Flow call(const syntax::ShellBody& function, std::vector<ShellText> words);
  void assign(const syntax::ShellAssignment& assignment, bool exported);
  void note_replaced(const std::string& name, const ShellVariable& old, const ShellVariable& now);
  void start(std::vector<ShellText> words, Span span, const std::vector<syntax::ShellAssignment>& assignments);
  bool prints(const std::vector<ShellText>& words);
  bool changes_state(const std::vector<ShellText>& words);
  void change_directory(const std::vector<ShellText>& words);
  void print(const std::string& text) {
    if (output_) *output_ += text;
  }

  /// What a command prints, its last line ends gone; empty where it is not known.
  std::optional<std::string> output_of(const syntax::ShellBody& commands);
  std::optional<bool> test(const std::vector<ShellText>& words);
  bool spend();
  ShellState copied();

  const syntax::ShellScript& script_;
  Files& files_;
  ShellRun& run_;
  std::map<std::string, std::shared_ptr<const syntax::ShellBody>> functions_;
  std::optional<bool> status_ = true;  // of the last command
  std::string* output_ = nullptr;      // of a command substitution
  bool output_known_ = true;
  int uncertain_ = 0;  // arms around us
  int depth_ = 0;
  int steps_ = 0;
  size_t words_ = 0;
};

}  // namespace vramlint::config
