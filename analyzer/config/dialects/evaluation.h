// One interpreter for the Python files of one config, and what it is given: nothing but the files and seeded names.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/dialect.h"
#include "config/dialects/standard_prelude.h"
#include "config/values.h"
#include "interp/interpreter.h"

namespace vramlint::config {

/// The module-level names of a file after it ran, and `_base_` apart.
struct Evaluated {
  Node names;  ///< a Mapping, in the order of assignment
  std::optional<Node> bases;
  std::vector<Unknown> unknowns;
  std::vector<Assumption> assumptions;
};

struct EvaluationFailure {
  std::string message;
  Span span;
  std::vector<Span> calls;
  bool over_budget = false;
};

class Evaluation {
 public:
  using Translate = std::function<Span(Span)>;

  /// `parsed` must outlive this, and every source evaluated must outlive `parsed`.
  Evaluation(LoadContext& context, interp::ParsedModules& parsed);
  ~Evaluation();

  /// Names for the next files: a module that they import, whose name is returned.
  std::string seed(const std::vector<std::pair<std::string, Node>>& names,
                   const std::vector<std::string>& plain_names = {});
  /// Runs a file. Names that begin with two underscores, modules and functions are left out, as the frameworks do.
  /// `translate` maps spans of the text evaluated to the user's.
  std::variant<Evaluated, EvaluationFailure> run(const Source& text, const Translate& translate);
  /// The value of an expression without names.
  std::variant<Node, EvaluationFailure> expression(const Source& text);

 private:
  interp::Value config_dict();
  Evaluated collect(const interp::Dict& globals, const syntax::PythonModule& module, const Translate& translate,
                    std::string& error);
  void take_notes(Evaluated& evaluated, const Translate& translate);

  interp::ParsedModules& parsed_;
  TensorlessPrelude prelude_;
  std::unordered_map<std::string, interp::Value> seeds_;
  std::unique_ptr<interp::Interpreter> interpreter_;
  interp::Value config_dict_;
  int runs_ = 0;
};

}  // namespace vramlint::config
