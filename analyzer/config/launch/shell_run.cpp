#include "config/launch/shell_run.h"

#include <algorithm>
#include <utility>

#include "config/launch/shell_state.h"

namespace vramlint::config {

using syntax::ShellBody;
using syntax::ShellCommand;
using Joint = ShellCommand::Joint;

namespace {

constexpr int kMostSteps = 20'000;
constexpr size_t kMostWords = 300'000;  ///< made, joined and copied in all; a long one counts as several
constexpr int kDeepestCall = 40;
constexpr size_t kMostPrograms = 1'000;

size_t cost_of(const std::vector<ShellText>& words) {
  constexpr size_t kOrdinary = 100;  // letters
  size_t cost = 1;
  for (const ShellText& word : words) cost += 1 + word.text.size() / kOrdinary;
  return cost;
}

bool same_values(const ShellVariable& left, const ShellVariable& right) {
  const auto same = [](const ShellText& a, const ShellText& b) { return a.text == b.text && a.unknown == b.unknown; };
  return std::equal(left.values.begin(), left.values.end(), right.values.begin(), right.values.end(), same);
}

/// What a subshell read stays read.
void keep_reads(const ShellState& inner, ShellState& outer) {
  for (auto& [name, variable] : outer.variables) {
    const auto found = inner.variables.find(name);
    if (found != inner.variables.end()) variable.read = variable.read || found->second.read;
  }
}

}  // namespace

bool ShellRunner::spend() {
  if (++steps_ <= kMostSteps && words_ <= kMostWords) return true;
  run_.complete = false;
  return false;
}

ShellState ShellRunner::copied() {
  words_ += cost_of(state.arguments);
  for (const auto& [name, variable] : state.variables) words_ += cost_of(variable.values);
  return state;
}

Flow ShellRunner::body(const ShellBody& commands) {
  for (const ShellCommand& command : commands) {
    if (!spend()) return Flow::leave_script;
    const bool skipped = (command.joint == Joint::and_then && status_ && !*status_) ||
                         (command.joint == Joint::or_else && status_ && *status_);
    if (skipped) continue;
    const bool guarded = (command.joint == Joint::and_then || command.joint == Joint::or_else) && !status_;
    if (guarded) {
      ShellState before = copied();
      ++uncertain_;
      const Flow flow = execute(command);
      --uncertain_;
      if (flow != Flow::on)
        state = std::move(before);
      else
        join({before, state});
      status_.reset();
      continue;
    }
    const Flow flow = execute(command);
    if (command.negated && status_) status_ = !*status_;
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

Flow ShellRunner::execute(const ShellCommand& command) {
  struct Visit {
    ShellRunner& runner;
    Span span;
    Flow operator()(const syntax::ShellSimple& node) const { return runner.simple(node, span); }
    Flow operator()(const syntax::ShellIf& node) const { return runner.conditional(node); }
    Flow operator()(const syntax::ShellCase& node) const { return runner.selection(node); }
    Flow operator()(const syntax::ShellFor& node) const { return runner.for_loop(node); }
    Flow operator()(const syntax::ShellWhile& node) const { return runner.while_loop(node); }
    Flow operator()(const syntax::ShellGroup& node) const { return runner.group(node); }
    Flow operator()(const syntax::ShellFunction& node) const {
      runner.functions_[node.name] = node.body;
      return Flow::on;
    }
  };
  return std::visit(Visit{*this, command.span}, command.node);
}

// ---------------------------------------------------------------- branches

Flow ShellRunner::conditional(const syntax::ShellIf& command) {
  std::vector<const ShellBody*> open;
  for (const syntax::ShellIf::Arm& arm : command.arms) {
    if (const Flow flow = body(arm.condition); flow != Flow::on) return flow;
    if (status_ && !*status_) continue;
    const bool sure = status_.has_value();
    if (sure && open.empty()) return body(arm.body);
    open.push_back(&arm.body);
    if (sure) return unknown_arms(open);
  }
  status_ = true;
  if (open.empty()) return body(command.otherwise);
  open.push_back(&command.otherwise);
  return unknown_arms(open);
}

/// Every arm from the same state. Arms that end the script are left out of what holds after it.
Flow ShellRunner::unknown_arms(const std::vector<const ShellBody*>& arms) {
  const ShellState before = copied();
  std::vector<ShellState> after;
  Flow last = Flow::on;
  ++uncertain_;
  for (const ShellBody* arm : arms) {
    state = before;
    status_ = true;
    const Flow flow = body(*arm);
    if (flow == Flow::on)
      after.push_back(std::move(state));
    else
      last = flow;
  }
  --uncertain_;
  state = before;
  status_.reset();
  if (after.empty()) return last;
  join(after);
  return Flow::on;
}

void ShellRunner::join(const std::vector<ShellState>& states) {
  ShellState joined = states[0];
  for (const ShellState& other : states) {
    for (const auto& [name, variable] : other.variables) joined.variables.try_emplace(name, variable);
    for (auto& [name, variable] : joined.variables) {
      const auto found = other.variables.find(name);
      const bool same = found != other.variables.end() && same_values(found->second, variable);
      if (found != other.variables.end()) variable.read = variable.read || found->second.read;
      if (same) continue;
      variable.read = true;
      variable.values = {{"", variable.set_at, "$" + name + " differs between branches"}};
    }
    if (other.directory != joined.directory) joined.directory = states[0].directory;
  }
  state = std::move(joined);
}

Flow ShellRunner::selection(const syntax::ShellCase& command) {
  const ShellText subject = expand_whole(command.subject);
  std::vector<const ShellBody*> open;
  for (const syntax::ShellCase::Arm& arm : command.arms) {
    bool may = false, sure = false;
    for (const syntax::ShellWord& word : arm.patterns) {
      const ShellText pattern = expand_whole(word);
      const bool all = pattern.text == "*" && pattern.unknown.empty();
      const bool known = subject.unknown.empty() && pattern.unknown.empty();
      sure = sure || all || (known && shell_pattern_matches(pattern.text, subject.text));
      may = may || !known;
    }
    if (!sure && !may) continue;
    if (sure && open.empty()) {
      status_ = true;
      return body(arm.body);
    }
    open.push_back(&arm.body);
    if (sure) return unknown_arms(open);
  }
  status_ = true;
  static const ShellBody kNothing;
  if (open.empty()) return Flow::on;
  open.push_back(&kNothing);
  return unknown_arms(open);
}

Flow ShellRunner::for_loop(const syntax::ShellFor& command) {
  std::vector<ShellText> items;
  if (command.over_arguments) items = state.arguments;
  for (const syntax::ShellWord& word : command.words) {
    for (ShellText& item : expand(word)) items.push_back(std::move(item));
  }
  for (ShellText& item : items) {
    if (!spend()) return Flow::leave_script;
    const Span place = item.span;
    state.variables[command.variable] = {.values = {std::move(item)}, .set_at = place};
    const Flow flow = body(command.body);
    if (flow == Flow::leave_loop) break;
    if (flow != Flow::on && flow != Flow::next_round) return flow;
  }
  return Flow::on;
}

Flow ShellRunner::while_loop(const syntax::ShellWhile& command) {
  for (;;) {
    if (!spend()) return Flow::leave_script;
    if (const Flow flow = body(command.condition); flow != Flow::on) return flow;
    if (!status_) {
      static const ShellBody kNothing;
      return unknown_arms({&command.body, &kNothing});
    }
    if (*status_ == command.until) break;
    const Flow flow = body(command.body);
    if (flow == Flow::leave_loop) break;
    if (flow != Flow::on && flow != Flow::next_round) return flow;
  }
  status_ = true;
  return Flow::on;
}

Flow ShellRunner::group(const syntax::ShellGroup& command) {
  if (!command.subshell) return body(command.body);
  ShellState before = copied();
  const Flow flow = body(command.body);
  keep_reads(state, before);
  state = std::move(before);
  return flow == Flow::leave_script && !run_.complete ? flow : Flow::on;
}

// ---------------------------------------------------------------- commands

void ShellRunner::note_replaced(const std::string& name, const ShellVariable& old, const ShellVariable& now) {
  const bool plain = !old.is_array && !now.is_array && old.values.size() == 1 && now.values.size() == 1;
  if (!old.exported || old.read || uncertain_ > 0 || !plain) return;
  const bool known = old.values[0].unknown.empty() && now.values[0].unknown.empty();
  if (!known || old.values[0].text == now.values[0].text || old.set_at == now.set_at) return;
  run_.lost.push_back({name, old.values[0], now.values[0], old.set_at, now.set_at});
}

void ShellRunner::assign(const syntax::ShellAssignment& assignment, bool exported) {
  ShellVariable made{.is_array = assignment.is_array, .exported = exported, .set_at = assignment.span};
  if (assignment.is_array) {
    for (const syntax::ShellWord& word : assignment.values) {
      for (ShellText& item : expand(word)) made.values.push_back(std::move(item));
    }
  } else {
    made.values.push_back(expand_whole(assignment.values[0]));
  }
  const auto old = state.variables.find(assignment.name);
  if (old != state.variables.end()) {
    made.exported = made.exported || old->second.exported;
    if (assignment.append) {
      made.is_array = made.is_array || old->second.is_array;
      std::vector<ShellText> values = old->second.values;
      if (made.is_array) {
        values.insert(values.end(), made.values.begin(), made.values.end());
      } else if (!values.empty()) {
        values[0].text += made.values[0].text;
        if (values[0].unknown.empty()) values[0].unknown = made.values[0].unknown;
        values[0].span = assignment.span;
      }
      made.values = std::move(values);
    } else {
      note_replaced(assignment.name, old->second, made);
    }
  }
  words_ += cost_of(made.values);
  state.variables[assignment.name] = std::move(made);
}

Flow ShellRunner::simple(const syntax::ShellSimple& command, Span span) {
  std::vector<ShellText> words;
  for (const syntax::ShellWord& word : command.words) {
    for (ShellText& text : expand(word)) words.push_back(std::move(text));
  }
  words_ += cost_of(words);
  const std::string name = words.empty() ? "" : words[0].text;
  const bool declares =
      name == "export" || name == "declare" || name == "typeset" || name == "local" || name == "readonly";
  if (words.empty() || declares) {
    bool exported = name == "export";
    for (const ShellText& word : words) exported = exported || word.text == "-x";
    for (const syntax::ShellAssignment& assignment : command.assignments) assign(assignment, exported);
    for (size_t i = 1; exported && i < words.size(); ++i) {
      const auto found = state.variables.find(words[i].text);
      if (found != state.variables.end()) found->second.exported = true;
    }
    status_ = true;
    return Flow::on;
  }
  const auto function = functions_.find(name);
  if (function != functions_.end()) {
    const std::shared_ptr<const ShellBody> kept = function->second;
    return call(*kept, std::move(words));
  }
  if (const std::optional<Flow> flow = builtin(words)) return *flow;
  start(std::move(words), span, command.assignments);
  status_ = true;
  return Flow::on;
}

Flow ShellRunner::call(const ShellBody& function, std::vector<ShellText> words) {
  if (depth_ >= kDeepestCall) {
    run_.complete = false;
    return Flow::leave_script;
  }
  ++depth_;
  words.erase(words.begin());
  std::swap(state.arguments, words);
  const Flow flow = body(function);
  std::swap(state.arguments, words);
  --depth_;
  return flow == Flow::leave_script ? flow : Flow::on;
}

void ShellRunner::start(std::vector<ShellText> words, Span span,
                        const std::vector<syntax::ShellAssignment>& assignments) {
  output_known_ = false;
  StartedProgram program{.span = span, .certain = uncertain_ == 0};
  for (auto& [name, variable] : state.variables) {
    if (!variable.exported || variable.values.size() != 1) continue;
    variable.read = true;
    program.environment[name] = variable.values[0];
    words_ += cost_of(variable.values);
  }
  for (const syntax::ShellAssignment& assignment : assignments) {
    if (!assignment.is_array) program.environment[assignment.name] = expand_whole(assignment.values[0]);
  }
  program.words = std::move(words);
  program.directory = state.directory;
  if (run_.programs.size() < kMostPrograms) run_.programs.push_back(std::move(program));
}

std::optional<std::string> ShellRunner::output_of(const ShellBody& commands) {
  if (depth_ >= kDeepestCall) return std::nullopt;
  ++depth_;
  std::string text;
  std::string* const output = std::exchange(output_, &text);
  const bool known = std::exchange(output_known_, true);
  const size_t programs = run_.programs.size();
  ShellState before = copied();
  (void)body(commands);
  keep_reads(state, before);
  state = std::move(before);
  run_.programs.resize(std::min(programs, run_.programs.size()));
  --depth_;
  output_ = output;
  const bool understood = std::exchange(output_known_, known) && status_.value_or(false);
  status_ = true;
  while (text.ends_with('\n')) text.pop_back();
  return understood ? std::optional(std::move(text)) : std::nullopt;
}

ShellRun run_shell(const syntax::ShellScript& script, std::vector<ShellText> arguments, Files& files) {
  ShellRun run;
  ShellRunner runner(script, files, run);
  runner.state.arguments = std::move(arguments);
  (void)runner.body(script.body);
  return run;
}

}  // namespace vramlint::config
