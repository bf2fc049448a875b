// Calls a function for every expression, body and scope directly inside a node, in the order of the text.
#pragma once

#include <functional>

#include "syntax/python.h"

namespace vramlint::syntax {

struct PythonWalk {
  std::function<void(const Expr&)> expr;
  std::function<void(const Body&)> body;
  std::function<void(const Variable&)> variable;  ///< of names, targets, imports
  std::function<void(const Function&)> function;
  std::function<void(const ClassDef&)> made_class;
  std::function<void(const Comprehension&)> comprehension;

  void into(const Expr& expr) const;
  void into(const Body& body) const;
  void into_parameters(const Function& function) const;       ///< defaults and annotations
  void into_first_iterable(const Comprehension& node) const;  ///< what is evaluated outside
  void into_rest(const Comprehension& node) const;
};

}  // namespace vramlint::syntax
