// An expression of a training program as a recipe writes it: over `cfg` and the repository's modules.
//
// Names are followed to what sets them: variables and attributes to their assignments, parameters to the arguments of
// the calls, imports to their modules, and what was read from a config file to `cfg`. What cannot be followed is named.
#pragma once

#include <set>

#include "proposal/program.h"

namespace vramlint::proposal {

class ExpressionWriter {
 public:
  explicit ExpressionWriter(Program& program) : program_(program) {}

  /// The expression's text. Names that could not be followed stay as they are and are added to `unresolved`.
  std::string write(const syntax::Expr& expr, const Unit& unit);

  /// "cfg", "cfg.data" or 'cfg.get("lr", 1e-4)' where the expression is (a part of) the config; empty otherwise. What
  /// was parsed from the command line is "args".
  std::string config_text(const syntax::Expr& expr, const Unit& unit);

  /// Whether a config file was met on the way, and a command line.
  bool reads_file() const { return reads_file_; }
  bool parses_command_line() const { return parses_command_line_; }

  std::set<std::string> unresolved;

  /// What the name is set to where a unit uses it: its assignments there, in the module, or in the class.
  struct Found {
    const std::vector<Definition>* definitions = nullptr;
    const Unit* unit = nullptr;
  };
  Found definitions_of(const std::string& name, const Unit& unit) const;

  /// Of these, the assignments that may hold at the use, with the conditions that do not hold there anyway.
  static std::vector<Definition> reaching(const Found& found, const syntax::Expr& use, const Unit& unit);

  /// The argument that a parameter gets from the first call that is found; null: none, or not a parameter.
  struct Given {
    const syntax::Expr* value = nullptr;
    const Unit* unit = nullptr;
  };
  Given argument_of(const std::string& parameter, const Unit& unit);

 private:
  struct Edit {
    uint32_t begin, end;
    std::string text;
  };
  void edits_of(const syntax::Expr& expr, const Unit& unit, std::set<std::string> bound, std::vector<Edit>& edits);
  std::string replacement(const syntax::Expr& expr, const Unit& unit);
  std::string name_text(const std::string& name, const syntax::Expr& use, const Unit& unit);
  struct Arm {
    std::string text, condition;  ///< no condition: the last arm
  };
  static std::string arms_text(const std::vector<Arm>& arms, const std::string& before);
  std::string assigned_text(const std::string& name, const std::vector<Definition>& definitions, const Unit& unit);
  std::string instance_attribute(const syntax::Attribute& node, const Unit& unit, bool config);
  std::string from_definitions(const Found& found);
  std::string config_call(const syntax::Call& call, const Unit& unit);
  std::string loaded_config(const syntax::Expr& expr, const Unit& unit);
  bool is_manager(const Program::Symbol& symbol);
  std::optional<Program::Symbol> class_of(const syntax::Expr& expr, const Unit& unit);

  Program& program_;
  bool reads_file_ = false, parses_command_line_ = false;
  std::map<std::string, std::string> bound_;  // what a name stands for in an assignment to itself
  int depth_ = 0, work_ = 0;
};

/// Whether a name, or a dotted one, occurs in the expression.
bool mentions(const syntax::Expr& expr, const std::string& name);
/// The text as an operand: in parentheses unless it holds together by itself.
std::string in_parentheses(const std::string& text);

}  // namespace vramlint::proposal
