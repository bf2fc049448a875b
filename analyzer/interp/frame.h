// A running piece of code: a module, a class body, a function, a comprehension. Private to this room.
#pragma once

#include <vector>

#include "interp/decided.h"
#include "interp/impl.h"

namespace vramlint::interp {

struct Frame {
  std::vector<Value> slots;  // locals by index; Value::unbound() where unset; a Cell where the scope says so
  const std::vector<Value>* captured = nullptr;  // Cells
  const syntax::Scope* scope = nullptr;          // null at module level
  Value module;                                  // a Module
  Value names;                                   // the Dict of a module or class body; None in functions
  Value function;                                // the FunctionObject, if any
  Value handling;                                // the exception an `except` is handling, for a bare raise
  Value result;                                  // of a return
  Value gathered;                                // a list or dict that one expression is filling
  Span current;                                  // the statement or call being evaluated
  int turns = 0;                                 // of the `while` that runs, if it is the innermost loop
  int remainders = 0;                            // that were asked for with `%`
  bool may_be_left = false;                      // by a statement that was passed over
  std::vector<Decided> decided;                  // while a program is built

  const Dict& globals() const {
    return *static_cast<const Dict*>(static_cast<const Module*>(module.object())->globals.object());
  }
};

/// What runs now; nothing outside of any program.
Span here(Interpreter& interpreter);

/// Where the innermost code runs that is not ours.
Span place_in_program(Interpreter& interpreter);

/// What locals() is there: its own names and those of enclosing functions that it uses; a class's or module's dict.
Value local_names(Interpreter& interpreter, const Frame& frame, const Span& span);

/// Puts a frame on the stack for as long as it lives.
class Running {
 public:
  Running(Interpreter& interpreter, Frame& frame, const Span& span);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Interpreter::Impl& impl_;
  Writing* writing_;  // of the caller
};

enum class Flow : uint8_t { next, break_loop, continue_loop, return_value };

Value evaluate(Interpreter& interpreter, Frame& frame, const syntax::Expr& expr);
Flow execute(Interpreter& interpreter, Frame& frame, const syntax::Body& body);
Flow execute(Interpreter& interpreter, Frame& frame, const syntax::Stmt& statement);
/// The same, whether or not a whole program is followed.
Flow execute_plainly(Interpreter& interpreter, Frame& frame, const syntax::Stmt& statement);

void assign(Interpreter& interpreter, Frame& frame, const syntax::Expr& target, Value value);
/// `given`: what stands on the right, where it need not be evaluated; else nullptr.
void assign_in_place(Interpreter& interpreter, Frame& frame, const syntax::AugAssign& node, const Value* given,
                     const Span& span);
void store(Interpreter& interpreter, Frame& frame, const syntax::Variable& variable, Value value, const Span& span);
Value load(Interpreter& interpreter, Frame& frame, const syntax::Variable& variable, const Span& span);
void unset(Interpreter& interpreter, Frame& frame, const syntax::Variable& variable, const Span& span);

/// Gives every cell slot its Cell, and puts a fresh frame's other slots to unbound.
void prepare_slots(Frame& frame, const syntax::Scope& scope);
std::vector<Value> capture(Frame& frame, const syntax::Scope& scope);

Value make_function(Interpreter& interpreter, Frame& frame, std::shared_ptr<const syntax::Function> code);
Value call_function(Interpreter& interpreter, const Value& function, Arguments arguments);
/// What the function returns; not known where a loop waits for another answer (interp/awaited.h).
Value answer_of(Interpreter& interpreter, Frame& frame);
Value call_class(Interpreter& interpreter, const Value& cls, Arguments arguments);
Arguments evaluate_arguments(Interpreter& interpreter, Frame& frame, const std::vector<syntax::Argument>& arguments);
Value evaluate_call(Interpreter& interpreter, Frame& frame, const syntax::Call& call, const Span& span);
Value evaluate_comprehension(Interpreter& interpreter, Frame& frame, const syntax::Comprehension& node,
                             const Span& span);
Value make_generator(Interpreter& interpreter, std::unique_ptr<Frame> frame);

void execute_class(Interpreter& interpreter, Frame& frame, const syntax::ClassDef& node, const Span& span);
/// An attribute that one of our modules lacks: a module below it, or an Unknown. Empty for the program's own modules,
/// and for those of ours that say `__complete__`: what they lack, PyTorch's lack too.
std::optional<Value> undescribed(Interpreter& interpreter, const Module& module, std::string_view name,
                                 const Span& span);
/// `__spec__`, `__package__` and `__loader__` of an imported module; empty for any other name.
std::optional<Value> import_fact(Interpreter& interpreter, const Module& module, std::string_view name,
                                 const Span& span);
/// As object.__getattribute__ finds it; AttributeError otherwise.
Value plain_attribute(Interpreter& interpreter, const Value& object, std::string_view name, const Span& span);
/// The dict of a function's own attributes, which is there from the first time that it is asked for.
const Value& function_names(Interpreter& interpreter, const FunctionObject& function);
std::optional<Value> function_attribute(Interpreter& interpreter, const FunctionObject& function,
                                        std::string_view name);
/// `__code__`, and the class of functions called with one.
Value code_of(const FunctionObject& function);
Value make_function_of_code(Interpreter& interpreter, Arguments& arguments);
/// An attribute of a number that numpy's scalars have; empty for any other.
std::optional<Value> scalar_attribute(Interpreter& interpreter, const Value& object, std::string_view name);
void execute_import(Interpreter& interpreter, Frame& frame, const syntax::Import& node, const Span& span);
void execute_import_from(Interpreter& interpreter, Frame& frame, const syntax::ImportFrom& node, const Span& span);
Flow execute_try(Interpreter& interpreter, Frame& frame, const syntax::Try& node);
Flow execute_with(Interpreter& interpreter, Frame& frame, const syntax::With& node, const Span& span);
/// The handler of `node` that catches the exception; nullptr if none does.
const syntax::Try::Handler* matching_handler(Interpreter& interpreter, Frame& frame, const syntax::Try& node,
                                             const Value& exception);
bool guards_imports(const syntax::Try& node);
[[noreturn]] void raise_statement(Interpreter& interpreter, Frame& frame, const syntax::Raise& node, const Span& span);

/// What `object` has under these names: an __init__ that fills a payload, and hooks that do nothing.
Value default_hook(Interpreter& interpreter, const Value& self, std::string_view name);
/// What `object` has to take an instance apart: `__reduce__`, `__reduce_ex__`, `__getstate__`; of other names empty.
std::optional<Value> object_taking_apart(Interpreter& interpreter, const Value& self, std::string_view name);

/// A branch whose condition is Unknown.
Flow execute_unknown_branch(Interpreter& interpreter, Frame& frame, const syntax::If& node, const Value& condition,
                            const Span& span);
Value evaluate_unknown_conditional(Interpreter& interpreter, Frame& frame, const syntax::Conditional& node,
                                   const Value& condition);
/// What may or may not be evaluated: what it assigns becomes Unknown.
void evaluate_perhaps(Interpreter& interpreter, Frame& frame, const syntax::Expr& expr, const Value& condition);
/// A loop over something Unknown: what its body assigns becomes Unknown, or it is followed for two turns. `item`: like
/// those that it goes through, if any is known.
void skip_unknown_loop(Interpreter& interpreter, Frame& frame, const syntax::Body& body, const syntax::Expr* target,
                       const Value& item, const Value& reason, const Span& span);
/// One of those that a loop over the value goes through, whatever their number; none where that is not known.
Value any_item(Interpreter& interpreter, const Value& iterable, const Span& span);
/// Likewise of what a `for` goes over, which is not known, also where somebody says what it is.
Value item_of_unknown(Interpreter& interpreter, const syntax::For& loop, const Value& iterable, const Value& unknown,
                      const Span& span);

/// What a generator's loop over something that is not known goes through: one item, which is listed.
Value one_turn(Interpreter& interpreter, const Value& iterable, const Value& reason, const Span& span);

/// Whether a generator runs what yields behind the condition: where that is not known it does, which is listed.
bool is_yielded_behind(Interpreter& interpreter, const Value& condition, const syntax::Expr& expr);

}  // namespace vramlint::interp
