// The parts make_builtin_classes and install_builtins are put together from. Private to this room.
#pragma once

#include "interp/builtins_arguments.h"

namespace vramlint::interp {

/// The classes while they are being made: builtin_class() does not know them yet.
class ClassMaker {
 public:
  explicit ClassMaker(Interpreter& interpreter) : interpreter_(interpreter) {}
  /// A class derived from `base` ("" for none).
  const Class& make(const std::string& name, const std::string& base = "object", BuiltinFunction construct = nullptr);
  const Class& get(const std::string& name) { return *static_cast<const Class*>(table_.at(name).object()); }
  Interpreter& interpreter() { return interpreter_; }
  ClassTable take() { return std::move(table_); }

 private:
  Interpreter& interpreter_;
  ClassTable table_;
};

void make_object_classes(ClassMaker& maker);     // object, type, function, method, property, super, …
void make_number_classes(ClassMaker& maker);     // int, bool, float
void make_text_classes(ClassMaker& maker);       // str, bytes
void make_container_classes(ClassMaker& maker);  // list, tuple, dict, set, frozenset, range, slice
void make_iterator_classes(ClassMaker& maker);   // iterator, generator, enumerate, zip, map, filter, reversed
void make_exception_classes(ClassMaker& maker);

void add_str_methods(Interpreter& interpreter, const Class& cls);
void add_str_search_methods(Interpreter& interpreter, const Class& cls);
void add_bytes_methods(Interpreter& interpreter, const Class& cls);
void add_list_methods(Interpreter& interpreter, const Class& cls);
void add_tuple_methods(Interpreter& interpreter, const Class& cls);
void add_dict_methods(Interpreter& interpreter, const Class& cls);
void add_set_methods(Interpreter& interpreter, const Class& cls, bool frozen);
void add_number_methods(Interpreter& interpreter, const Class& int_class, const Class& float_class);
/// `__len__`, `__add__`, `__getitem__`, … of a class of built-in objects, for programs that call them by name.
void add_operator_methods(Interpreter& interpreter, const Class& cls);

void install_object_functions(Interpreter& interpreter, Dict& names);     // isinstance, getattr, callable, repr, …
void install_number_functions(Interpreter& interpreter, Dict& names);     // abs, round, divmod, pow, bin, chr, …
void install_iteration_functions(Interpreter& interpreter, Dict& names);  // len, sorted, sum, min, any, next, …
void install_world_functions(Interpreter& interpreter, Dict& names);      // print, open, input, exec, __import__
void install_eval(Interpreter& interpreter, Dict& names);
void install_matching_functions(Interpreter& interpreter, Dict& names);  // after isinstance and hasattr

/// Of a function that has no effect here.
inline Value returns_none(Interpreter&, Arguments&) { return Value::none(); }

/// int(text, base); raises ValueError. An Unknown beyond 64 bits.
Value parse_integer(Interpreter& interpreter, std::string_view text, int64_t base, Span span);
/// float(text); raises ValueError.
Value parse_real(Interpreter& interpreter, std::string_view text, Span span);
Value beyond_64_bits(Span span);
/// `target.update(source)`.
void merge_into(Interpreter& interpreter, Dict& target, const Value& source, Span span);
/// The whole number nearest to zero of a real, an Unknown beyond 64 bits; OverflowError and ValueError for inf and nan.
Value truncated(Interpreter& interpreter, double number, Span span);

}  // namespace vramlint::interp
