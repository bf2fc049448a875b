// The fields of every node of the Python tree, in one place: `fields(archive, node)` hands them to `archive` in order.
#pragma once

#include "syntax/python.h"

namespace vramlint::syntax {

// clang-format off
template <typename A> void fields(A& a, Variable& n) { a(n.name, n.where, n.index); }
template <typename A> void fields(A& a, Scope::Capture& n) { a(n.name, n.from, n.index); }
template <typename A> void fields(A& a, Scope& n) { a(n.slots, n.is_cell, n.captures, n.is_generator); }
template <typename A> void fields(A& a, Argument& n) { a(n.kind, n.name, n.name_span, n.value); }
template <typename A> void fields(A& a, Parameter& n) { a(n.kind, n.name, n.default_value, n.annotation, n.span); }
template <typename A> void fields(A& a, Function& n) {
  a(n.name, n.parameters, n.body, n.scope, n.docstring, n.is_async);
}

template <typename A> void fields(A& a, Name& n) { a(n.variable); }
template <typename A> void fields(A&, NoneLiteral&) {}
template <typename A> void fields(A&, EllipsisLiteral&) {}
template <typename A> void fields(A& a, BoolLiteral& n) { a(n.value); }
template <typename A> void fields(A& a, IntLiteral& n) { a(n.value, n.fits); }
template <typename A> void fields(A& a, FloatLiteral& n) { a(n.value); }
template <typename A> void fields(A& a, ImaginaryLiteral& n) { a(n.value); }
template <typename A> void fields(A& a, StringLiteral& n) { a(n.value); }
template <typename A> void fields(A& a, BytesLiteral& n) { a(n.value); }
template <typename A> void fields(A& a, FString::Part& n) { a(n.text, n.value, n.conversion, n.format); }
template <typename A> void fields(A& a, FString& n) { a(n.parts); }
template <typename A> void fields(A& a, TupleDisplay& n) { a(n.items); }
template <typename A> void fields(A& a, ListDisplay& n) { a(n.items); }
template <typename A> void fields(A& a, SetDisplay& n) { a(n.items); }
template <typename A> void fields(A& a, DictDisplay::Entry& n) { a(n.key, n.value); }
template <typename A> void fields(A& a, DictDisplay& n) { a(n.entries); }
template <typename A> void fields(A& a, Attribute& n) { a(n.object, n.name, n.name_span); }
template <typename A> void fields(A& a, Subscript& n) { a(n.object, n.index); }
template <typename A> void fields(A& a, Slice& n) { a(n.lower, n.upper, n.step); }
template <typename A> void fields(A& a, Call& n) { a(n.callee, n.arguments); }
template <typename A> void fields(A& a, Unary& n) { a(n.op, n.operand); }
template <typename A> void fields(A& a, Binary& n) { a(n.op, n.left, n.right); }
template <typename A> void fields(A& a, std::pair<CompareOp, ExprPtr>& n) { a(n.first, n.second); }
template <typename A> void fields(A& a, Compare& n) { a(n.first, n.rest); }
template <typename A> void fields(A& a, BoolChain& n) { a(n.is_and, n.operands); }
template <typename A> void fields(A& a, Conditional& n) { a(n.condition, n.then, n.otherwise); }
template <typename A> void fields(A& a, Lambda& n) { a(n.function); }
template <typename A> void fields(A& a, Comprehension::Clause& n) { a(n.target, n.iterable, n.conditions); }
template <typename A> void fields(A& a, Comprehension& n) { a(n.kind, n.element, n.value, n.clauses, n.scope); }
template <typename A> void fields(A& a, Starred& n) { a(n.value); }
template <typename A> void fields(A& a, NamedExpr& n) { a(n.target, n.value); }
template <typename A> void fields(A& a, Yield& n) { a(n.value); }
template <typename A> void fields(A& a, YieldFrom& n) { a(n.value); }
template <typename A> void fields(A& a, Invalid& n) { a(n.message, n.refused); }
template <typename A> void fields(A& a, Expr& n) { a(n.span, n.node); }

template <typename A> void fields(A& a, ExprStmt& n) { a(n.value); }
template <typename A> void fields(A& a, Assign& n) { a(n.targets, n.value); }
template <typename A> void fields(A& a, AugAssign& n) { a(n.target, n.op, n.value); }
template <typename A> void fields(A& a, AnnAssign& n) { a(n.target, n.annotation, n.value); }
template <typename A> void fields(A& a, Return& n) { a(n.value); }
template <typename A> void fields(A& a, Raise& n) { a(n.exception, n.cause); }
template <typename A> void fields(A& a, Assert& n) { a(n.condition, n.message); }
template <typename A> void fields(A& a, Delete& n) { a(n.targets); }
template <typename A> void fields(A&, Pass&) {}
template <typename A> void fields(A&, Break&) {}
template <typename A> void fields(A&, Continue&) {}
template <typename A> void fields(A& a, If& n) { a(n.condition, n.then, n.otherwise); }
template <typename A> void fields(A& a, For& n) { a(n.target, n.iterable, n.body, n.otherwise); }
template <typename A> void fields(A& a, While& n) { a(n.condition, n.body, n.otherwise); }
template <typename A> void fields(A& a, Try::Handler& n) { a(n.type, n.name, n.body, n.span); }
template <typename A> void fields(A& a, Try& n) { a(n.body, n.handlers, n.otherwise, n.finally); }
template <typename A> void fields(A& a, With::Item& n) { a(n.context, n.target); }
template <typename A> void fields(A& a, With& n) { a(n.items, n.body); }
template <typename A> void fields(A& a, FunctionDef& n) { a(n.target, n.function, n.decorators); }
template <typename A> void fields(A& a, ClassDef& n) {
  a(n.target, n.bases, n.decorators, n.body, n.scope, n.needs_class_cell, n.docstring);
}
template <typename A> void fields(A& a, Import::Item& n) { a(n.path, n.target, n.has_alias, n.span); }
template <typename A> void fields(A& a, Import& n) { a(n.items); }
template <typename A> void fields(A& a, ImportFrom::Item& n) { a(n.name, n.target, n.span); }
template <typename A> void fields(A& a, ImportFrom& n) { a(n.level, n.path, n.items, n.star); }
template <typename A> void fields(A&, ScopeDeclaration&) {}
template <typename A> void fields(A& a, Stmt& n) { a(n.span, n.node); }
template <typename A> void fields(A& a, PythonModule& n) { a(n.body, n.docstring); }

// clang-format on

}  // namespace vramlint::syntax
