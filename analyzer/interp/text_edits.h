// Statements that do nothing but put texts together.
#pragma once

#include <string_view>

#include "syntax/python.h"

namespace vramlint::interp {

/// Of str: the methods that yield another.
bool is_text_method(std::string_view name);

/// Whether an expression only puts texts together: `page.replace(mark, f"{a} {b}")`.
bool makes_text(const syntax::Expr& expr);

/// Whether both arms only set variables to texts made of others: `if mark in page: page = page.replace(mark, table)`.
/// What the condition decides then shows in the texts alone.
bool only_edits_texts(const syntax::If& branch);

}  // namespace vramlint::interp
