// What the rest of this room does for a Follower. Private to this room.
#pragma once

#include "interp/following.h"
#include "interp/frame.h"
#include "interp/opaque.h"

namespace vramlint::interp {

/// The follower, if there is one and the place lies in the program's own source.
inline Follower* following(Interpreter& interpreter, const Span& place) {
  Follower* follower = interpreter.impl().follower;
  return follower && follower->is_program(place.source) ? follower : nullptr;
}

Error error_of(Interpreter& interpreter, const Raised& raised);

/// Whether statements stand in it, of which one may leave the function.
bool may_leave(const syntax::Stmt& statement);

/// Executes a statement of the program so that what it raises does not end the program.
Flow execute_followed(Interpreter& interpreter, Frame& frame, const syntax::Stmt& statement, Follower& follower);

/// The value of the entry that `found` points to was asked for by its key.
void note_entry(Interpreter& interpreter, const Dict& dict, const Value* found);
/// The attribute that a key gave its name was asked for: `for k, v in config.items(): setattr(args, k, v)`.
void note_attribute(Interpreter& interpreter, std::string_view name, const Value& value, const Span& place);
/// `get` asked for a key that is not there.
void note_missing(Interpreter& interpreter, const Dict& dict, const Value& key);
/// The entry is about to get another value.
void note_replaced(Interpreter& interpreter, const Dict& dict, const Value& key, const Value& value, const Span& place);
/// `**dict` in a call.
void note_spread(Interpreter& interpreter, const Dict& dict, const Span& place);
/// What a call has put into a function's parameters.
void note_parameters(Interpreter& interpreter, const Frame& frame, const syntax::Function& code);
/// Values that go into code other than the program's.
void note_arguments(Interpreter& interpreter, const Value& callee, const Arguments& arguments);
void note_compared(Interpreter& interpreter, syntax::CompareOp op, const Value& left, const Value& right,
                   const Value& result, const Span& place);
inline void note_use(Interpreter& interpreter, const Value& value, Use use, const Span& place) {
  if (value.origin() == 0 && !value.is_object()) return;
  if (Follower* follower = following(interpreter, place)) follower->uses(value, use, place);
}
/// Whether a function that was called on what is not known calls itself on such: nothing tells where that ends.
bool is_endless(Interpreter& interpreter, const syntax::Function& code, const Arguments& arguments);
/// Asked of files and folders that are not there while a program is followed.
bool may_be_data(Interpreter& interpreter);

/// `__file__` of a module.
Value own_path(Interpreter& interpreter, const Source& source);
void note_opened(Interpreter& interpreter, const Source& file, const Value& path, const Span& place);

/// A `raise` of the program: it ends the function it stands in.
void note_leaving(Interpreter& interpreter, Frame& frame, const Value& exception, const Span& place);

/// Counts a `try` body's handlers for as long as it lives.
class Handled {
 public:
  Handled(Interpreter& interpreter, Frame& frame, const syntax::Try& node);
  ~Handled();
  Handled(const Handled&) = delete;
  Handled& operator=(const Handled&) = delete;

 private:
  Interpreter::Impl& impl_;
  int narrow_ = 0, missing_ = 0, keys_ = 0;
  bool broad_ = false, sets_ = false;
};

/// While it lives an exception is an answer to who asks: what raises is not passed over.
class AnswersByRaising {
 public:
  explicit AnswersByRaising(Interpreter& interpreter) : handlers_(interpreter.impl().handlers) { ++handlers_; }
  ~AnswersByRaising() { --handlers_; }
  AnswersByRaising(const AnswersByRaising&) = delete;
  AnswersByRaising& operator=(const AnswersByRaising&) = delete;

 private:
  int& handlers_;
};

/// How long a loop of the program has run.
class Patience {
 public:
  Patience(Interpreter& interpreter, const Span& loop)
      : interpreter_(interpreter),
        follower_(following(interpreter, loop)),
        loop_(loop),
        start_(interpreter.budget().steps()) {}
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;
  ~Patience() {
    if (follower_) follower_->leaves_loop(loop_);
  }
  /// False where the loop is to be left as if it had no more.
  bool begin_iteration() const {
    if (follower_) follower_->begins_iteration(loop_);
    return !follower_ || !follower_->ends_loop(loop_);
  }
  bool ends() const;  ///< not while a package is imported: its tables are what they are

 private:
  Interpreter& interpreter_;
  Follower* follower_;
  Span loop_;
  int64_t start_;
};

}  // namespace vramlint::interp
