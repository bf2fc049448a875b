// A Python tree written out as text, so that tests can compare it whole. The same text is easy to make from CPython's
// `ast` and `symtable` modules, which is where the tests' expected values come from.
#pragma once

#include <string>

#include "syntax/python.h"

namespace vramlint::syntax {

/// `(Binary add (Name x) (Int 1))`, names without where they live.
std::string to_text(const Expr& expr);
std::string to_text(const Body& body);

/// One line a scope, sorted: `f: locals=a,b cells=c free=d global=e`. A name whose Variable contradicts its scope
/// stands under `global` with a `!`.
std::string scopes_text(const PythonModule& module);

}  // namespace vramlint::syntax
