// Python source as a small tree with spans, names already resolved to where they live.
//
// The tree is immutable and shared between threads. It covers Python 3.8–3.12 as model code uses it; `match` is a chain
// of If (python_matching.h), and what it does not cover (await, async for and with, type parameters, `\N{…}`) becomes
// an `Invalid` node with a message, as does a syntax error, and everything around it still parses; only a syntax error
// is a problem too. Nesting deeper than kMaxPythonDepth is an Invalid and a too_complex problem. `__private` names in a
// class are mangled as CPython does. Under `from __future__ import annotations` an annotation is a StringLiteral of its
// text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "syntax/problem.h"
#include "syntax/symbol.h"

namespace vramlint::syntax {

struct Expr;
struct Stmt;
using ExprPtr = std::unique_ptr<Expr>;
using StmtPtr = std::unique_ptr<Stmt>;
using Body = std::vector<StmtPtr>;

inline constexpr int kMaxPythonDepth = 150;

// ---------------------------------------------------------------- where a name lives (as CPython's symtable decides)

enum class Where : uint8_t {
  global,      ///< module namespace, then builtins (also what module-level code uses)
  local,       ///< slots[index] of the running function
  cell,        ///< slots[index] of the running function holds a cell, because an inner function captures it
  free,        ///< captured[index] of the running function
  class_body,  ///< namespace of the class body; if absent captured[index] when index >= 0, else global
};

struct Variable {
  Symbol name;
  Where where = Where::global;
  int index = -1;
};

/// The scope of a function, lambda, comprehension or class body.
struct Scope {
  std::vector<Symbol> slots;  ///< parameters first, in the order of Parameters, then other locals
  std::vector<bool> is_cell;  ///< one per slot
  /// One per captured variable: where the enclosing scope finds it at the moment the function object is made.
  struct Capture {
    Symbol name;
    Where from = Where::cell;  ///< cell or free, of the enclosing scope
    int index = -1;            ///< -1 for the `__class__` cell of an enclosing class body
  };
  std::vector<Capture> captures;  ///< `__class__` is one where `super()` or `__class__` is used in a method
  bool is_generator = false;
};

// ---------------------------------------------------------------- expressions

struct Argument {
  enum class Kind : uint8_t { positional, keyword, star, double_star } kind = Kind::positional;
  Symbol name;  ///< of a keyword
  Span name_span;
  ExprPtr value;
};

struct Parameter {
  enum class Kind : uint8_t { positional_only, ordinary, star, keyword_only, double_star } kind = Kind::ordinary;
  Symbol name;
  ExprPtr default_value;  // may be null
  ExprPtr annotation;     // may be null
  Span span;
};

struct Function {  ///< shared by def and lambda
  Symbol name;     ///< "<lambda>" for a lambda
  std::vector<Parameter> parameters;
  Body body;  ///< a lambda has one Return
  Scope scope;
  std::string docstring;
  bool is_async = false;
};

struct Name {
  Variable variable;
};
struct NoneLiteral {};
struct EllipsisLiteral {};
struct BoolLiteral {
  bool value;
};
struct IntLiteral {
  int64_t value;
  bool fits = true;
};  ///< fits is false beyond 64 bits
struct FloatLiteral {
  double value;
};
struct ImaginaryLiteral {
  double value;
};
struct StringLiteral {
  std::string value;
};  ///< adjacent literals joined, escapes decoded
struct BytesLiteral {
  std::string value;
};
struct FString {
  struct Part {
    std::string text;  ///< when value is null
    ExprPtr value;
    char conversion = 0;  ///< r, s, a or 0
    ExprPtr format;       ///< an FString or StringLiteral; may be null
  };
  std::vector<Part> parts;
};
struct TupleDisplay {
  std::vector<ExprPtr> items;
};  ///< items may be Starred
struct ListDisplay {
  std::vector<ExprPtr> items;
};
struct SetDisplay {
  std::vector<ExprPtr> items;
};
struct DictDisplay {
  struct Entry {
    ExprPtr key;
    ExprPtr value;
  };  ///< key is null for `**value`
  std::vector<Entry> entries;
};
struct Attribute {
  ExprPtr object;
  Symbol name;
  Span name_span;
};
struct Subscript {
  ExprPtr object;
  ExprPtr index;
};  ///< a tuple index is a TupleDisplay
struct Slice {
  ExprPtr lower, upper, step;
};  ///< any may be null; only inside Subscript
struct Call {
  ExprPtr callee;
  std::vector<Argument> arguments;
};
enum class UnaryOp : uint8_t { negate, plus, invert, logical_not };
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};
enum class BinaryOp : uint8_t {
  add,
  sub,
  mul,
  div,
  floor_div,
  mod,
  pow,
  matmul,
  lshift,
  rshift,
  bit_and,
  bit_or,
  bit_xor
};
struct Binary {
  BinaryOp op;
  ExprPtr left, right;
};
enum class CompareOp : uint8_t { eq, ne, lt, le, gt, ge, is, is_not, in, not_in };
struct Compare {
  ExprPtr first;
  std::vector<std::pair<CompareOp, ExprPtr>> rest;
};
struct BoolChain {
  bool is_and;
  std::vector<ExprPtr> operands;
};
struct Conditional {
  ExprPtr condition, then, otherwise;
};
struct Lambda {
  std::shared_ptr<const Function> function;
};
struct Comprehension {
  enum class Kind : uint8_t { list, set, dict, generator } kind;
  struct Clause {
    ExprPtr target;
    ExprPtr iterable;
    std::vector<ExprPtr> conditions;
  };
  ExprPtr element;              ///< the key of a dict
  ExprPtr value;                ///< the value of a dict, else null
  std::vector<Clause> clauses;  ///< clauses[0].iterable is evaluated in the enclosing scope
  Scope scope;                  ///< a function-like scope of its own without parameters
};
struct Starred {
  ExprPtr value;
};
struct NamedExpr {
  Variable target;
  ExprPtr value;
};
struct Yield {
  ExprPtr value;
};  ///< value may be null
struct YieldFrom {
  ExprPtr value;
};
struct Invalid {
  std::string message;
  bool refused = false;  ///< it may well be Python
};

struct Expr {
  Span span;
  std::variant<Name, NoneLiteral, EllipsisLiteral, BoolLiteral, IntLiteral, FloatLiteral, ImaginaryLiteral,
               StringLiteral, BytesLiteral, FString, TupleDisplay, ListDisplay, SetDisplay, DictDisplay, Attribute,
               Subscript, Slice, Call, Unary, Binary, Compare, BoolChain, Conditional, Lambda, Comprehension, Starred,
               NamedExpr, Yield, YieldFrom, Invalid>
      node;
};

// ---------------------------------------------------------------- statements

struct ExprStmt {
  ExprPtr value;
};
struct Assign {
  std::vector<ExprPtr> targets;
  ExprPtr value;
};  ///< targets: Name, Attribute, Subscript, Tuple/ListDisplay, Starred
struct AugAssign {
  ExprPtr target;
  BinaryOp op;
  ExprPtr value;
};
struct AnnAssign {
  ExprPtr target;
  ExprPtr annotation;
  ExprPtr value;
};  ///< value may be null
struct Return {
  ExprPtr value;
};  ///< may be null
struct Raise {
  ExprPtr exception, cause;
};
struct Assert {
  ExprPtr condition, message;
};
struct Delete {
  std::vector<ExprPtr> targets;
};
struct Pass {};
struct Break {};
struct Continue {};
struct If {
  ExprPtr condition;
  Body then, otherwise;
};  ///< elif is an If in otherwise
struct For {
  ExprPtr target, iterable;
  Body body, otherwise;
};
struct While {
  ExprPtr condition;
  Body body, otherwise;
};
struct Try {
  struct Handler {
    ExprPtr type;
    Variable name;
    Body body;
    Span span;
  };  ///< type null: bare; name empty: none
  Body body;
  std::vector<Handler> handlers;
  Body otherwise, finally;
};
struct With {
  struct Item {
    ExprPtr context;
    ExprPtr target;
  };
  std::vector<Item> items;
  Body body;
};
struct FunctionDef {
  Variable target;
  std::shared_ptr<const Function> function;
  std::vector<ExprPtr> decorators;
};
struct ClassDef {
  Variable target;
  std::vector<Argument> bases;  ///< keywords such as metaclass= included
  std::vector<ExprPtr> decorators;
  Body body;
  Scope scope;  ///< of the class body: no slots; its captures; a `__class__` cell is made when methods need one
  bool needs_class_cell = false;
  std::string docstring;
};
struct Import {
  struct Item {
    std::vector<Symbol> path;
    Variable target;
    bool has_alias = false;
    Span span;
  };  ///< `import a.b` binds a
  std::vector<Item> items;
};
struct ImportFrom {
  int level = 0;  ///< number of leading dots
  std::vector<Symbol> path;
  struct Item {
    Symbol name;
    Variable target;
    Span span;
  };
  std::vector<Item> items;
  bool star = false;
};
struct ScopeDeclaration {};  ///< global / nonlocal: already resolved

struct Stmt {
  Span span;
  std::variant<ExprStmt, Assign, AugAssign, AnnAssign, Return, Raise, Assert, Delete, Pass, Break, Continue, If, For,
               While, Try, With, FunctionDef, ClassDef, Import, ImportFrom, ScopeDeclaration, Invalid>
      node;
};

struct PythonModule {
  const Source* source = nullptr;
  Body body;
  std::string docstring;
  std::vector<Problem> problems;
};

/// Never fails: what cannot be parsed is an Invalid node and a problem.
std::shared_ptr<const PythonModule> parse_python(const Source& source);

/// One expression, for recipes and fixes; its names are global. The source's whole text is the expression.
struct PythonExpression {
  ExprPtr expr;  ///< an Invalid where it does not parse
  std::vector<Problem> problems;
};
PythonExpression parse_python_expression(const Source& source);

}  // namespace vramlint::syntax
