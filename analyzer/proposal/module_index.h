// What a Python file defines and calls, by name: the syntax tree turned into tables.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "syntax/python.h"

namespace vramlint::proposal {

struct Unit;
struct ModuleIndex;

/// A condition around a statement, and which of its arms.
struct Guard {
  const syntax::Expr* condition = nullptr;
  bool then = true;
};

struct Definition {
  const syntax::Expr* value = nullptr;
  std::vector<Guard> guards;  ///< outermost first
};

struct CallSite {
  const syntax::Expr* expr = nullptr;
  const syntax::Call* call = nullptr;
  std::string name;  ///< dotted, imports resolved: "torch.optim.Adam", "self.scaler.step"; ".step" of no plain name
  std::vector<Guard> guards;
  const Unit* unit = nullptr;
};

/// The body of a module or of a function. What lambdas and comprehensions call belongs to it.
struct Unit {
  ModuleIndex* module = nullptr;
  const syntax::Function* function = nullptr;                  ///< null: the module
  std::string name, class_name;                                ///< of a method also its class
  std::map<std::string, std::vector<Definition>> definitions;  ///< by "name" or "self.name"
  std::vector<const syntax::Expr*> returns;
  std::vector<CallSite> calls;                                         ///< in the order of the text
  std::vector<std::pair<std::string, const syntax::Expr*>> divisions;  ///< `name = name / value`
};

struct ModuleIndex {
  const Source* source = nullptr;
  std::shared_ptr<const syntax::PythonModule> tree;
  std::string dotted;                            ///< how it is imported
  std::vector<std::unique_ptr<Unit>> units;      ///< the module itself first
  std::map<std::string, std::string> imports;    ///< local name → dotted
  std::map<std::string, const Unit*> functions;  ///< by name; methods by "Class.name"
  std::map<std::string, const syntax::ClassDef*> classes;
  std::map<std::string, std::vector<Definition>> attributes;  ///< by "Class.name": what `self.name` is set to
  std::map<std::string, const Unit*> attribute_units;         ///< where the first of these stands

  const Unit& body() const { return *units.front(); }
};

std::unique_ptr<ModuleIndex> index_module(const Source& source, std::string dotted);

/// "a.b.c" of a chain of attributes on a name; empty for other expressions.
std::string dotted_name(const syntax::Expr& expr);
/// The argument of that keyword, or at that place; null if there is none. `place` < 0: by keyword only.
const syntax::Expr* argument(const syntax::Call& call, std::string_view keyword, int place);
/// The text of a plain string; null for anything else.
const std::string* text_of(const syntax::Expr* expr);
/// "c" of "a.b.c".
std::string_view last_part(std::string_view dotted);

}  // namespace vramlint::proposal
