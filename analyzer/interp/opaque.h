// What is not known goes on: it is called, decorates, is a base class. What went in may have changed there.
#pragma once

#include <optional>
#include <string>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// What the program goes on with in the place of an Unknown, where there is such a value; else the value itself.
Value standing_in(const Value& value);

/// A program is built: what is not known goes on.
bool is_built(Interpreter& interpreter);

/// Keys are followed through a program, and nothing is built.
bool is_followed(Interpreter& interpreter);

/// A module without a source, and what would lead to it. `is_guarded`: the program goes on without it.
Value absent_module(const std::string& name, const Span& span);
Value absent_though_installed(const std::string& name, const Span& span, bool is_guarded);

/// Such a module, or something in it: it may be of any kind.
bool is_absent(const Value& value);

/// What is written into, or only looks: what goes in is the same afterwards.
Value sink(std::string reason, const Span& span);

/// An attribute, an item or a part of what is not known: nothing stands in for that.
Value part_of_unknown(const Value& unknown);

/// `.item()` or `.detach()` of it: backward() leads no further.
Value as_data(const Value& unknown);

/// `object.backward(...)` and the like, of what is not known.
void call_method_of_unknown(Interpreter& interpreter, std::string_view name, const Value& object,
                            const Arguments& arguments);

/// What a loop over it goes through, where the call that made it was given just that; else the value itself.
Value gone_through(Interpreter& interpreter, const Value& unknown, const Span& span);

/// Goes on with what went into a call in the place of what came out, which is listed.
void assume_given_back(Interpreter& interpreter, std::string what, const Value& unknown, const Span& place);

/// Of numbers in a sample, where the program names no dtype.
constexpr std::string_view kTakenForFloats = " are taken for floats";

/// Whether that was assumed, or what a data set's samples hold: what fails behind it is not the user's mistake.
bool is_guess(const Assumption& assumption);

/// Calls what is not known. Its result is not known either; containers and objects that went in may hold more since.
Value call_opaque(Interpreter& interpreter, const Value& callee, Arguments arguments);

/// What a decorator makes of a function or a class: one that is not known is taken to hand it back, which is noted.
Value decorated(Interpreter& interpreter, const Value& decorator, Value made, const Span& place);
/// What such a one may give the function when it is called: `@app.main(...)` hands on what the command line says.
Value given_by_decorator(const FunctionObject& function);

/// An object may hold more than is seen, for that reason. `is_spread`: a dict made of a mapping that is not known.
void may_hold_more(Interpreter& interpreter, const Object& object, const std::string& why, bool is_spread = false);
/// A dict of plain values of which it is not known what they are filed under.
void may_hold_filed(Interpreter& interpreter, const Object& dict, const std::string& why);

/// Why an object of the program may not be what it seems: it went into what is not known, or derives from it; else
/// none.
std::optional<std::string> why_changed(Interpreter& interpreter);

/// What a special method of the object's class would make, where the class may have more than is seen; else none.
Value special_that_may_be(Interpreter& interpreter, const Value& object, const Span& span);

/// Notes it once.
void note_unknown(Interpreter& interpreter, Unknown unknown);

/// The first line of a place, not too long for a message.
std::string quoted(const Span& place);

}  // namespace vramlint::interp
