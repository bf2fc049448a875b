// The operators of built-in objects as methods that programs call by name: `super().__getitem__(key)`, `list.__len__`.
#include "interp/aliases.h"
#include "interp/builtins_parts.h"
#include "interp/heap.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

using syntax::BinaryOp;
using syntax::CompareOp;

const Value& argument(Interpreter& interpreter, const Arguments& arguments, size_t place) {
  if (arguments.positional.size() <= place) {
    interpreter.raise("TypeError", "expected " + std::to_string(place) + " arguments", arguments.span);
  }
  return arguments.positional[place];
}

// The object itself, so that what its own class defines is not asked again.
const Value& plain(Interpreter& interpreter, const Arguments& arguments, size_t place) {
  return payload_or_self(argument(interpreter, arguments, place));
}

void add_binary(Interpreter& interpreter, const Class& cls, const char* name, BinaryOp op, bool reflected) {
  interpreter.add_method(cls, name, pure([op, reflected](Interpreter& in, Arguments& arguments) {
                           const Value &self = plain(in, arguments, 0), &other = plain(in, arguments, 1);
                           try {
                             return reflected ? in.binary(op, other, self, arguments.span)
                                              : in.binary(op, self, other, arguments.span);
                           } catch (Raised& raised) {
                             if (in.type_of(raised.exception)->name != "TypeError") throw;
                             return Value::not_implemented();
                           }
                         }));
}

void add_compare(Interpreter& interpreter, const Class& cls, const char* name, CompareOp op) {
  interpreter.add_method(cls, name, pure([op](Interpreter& in, Arguments& arguments) {
                           const Value &self = plain(in, arguments, 0), &other = plain(in, arguments, 1);
                           try {
                             return in.compare(op, self, other, arguments.span);
                           } catch (Raised& raised) {
                             if (in.type_of(raised.exception)->name != "TypeError") throw;
                             return Value::not_implemented();
                           }
                         }));
}

Value get_item(Interpreter& interpreter, Arguments& arguments) {
  const Value &self = argument(interpreter, arguments, 0), &index = argument(interpreter, arguments, 1);
  auto* dict = self.as<Dict>();
  bool fallback = dict && !index.is_unknown() && program_method(self, "__missing__");
  if (fallback) {
    (void)interpreter.hash(index, arguments.span);
    if (!dict->find(index)) {
      Value missing = *program_method(self, "__missing__");
      return interpreter.call(missing, {self, index}, arguments.span);
    }
  }
  return interpreter.get_item(payload_or_self(self), index, arguments.span);
}

Value set_item(Interpreter& interpreter, Arguments& arguments) {
  interpreter.set_item(plain(interpreter, arguments, 0), argument(interpreter, arguments, 1),
                       argument(interpreter, arguments, 2), arguments.span);
  return Value::none();
}

Value delete_item(Interpreter& interpreter, Arguments& arguments) {
  interpreter.delete_item(plain(interpreter, arguments, 0), argument(interpreter, arguments, 1), arguments.span);
  return Value::none();
}

Value length_operator(Interpreter& interpreter, Arguments& arguments) {
  return interpreter.length(plain(interpreter, arguments, 0), arguments.span);
}

Value iterate(Interpreter& interpreter, Arguments& arguments) {
  return interpreter.iterate(plain(interpreter, arguments, 0), arguments.span);
}

Value contains(Interpreter& interpreter, Arguments& arguments) {
  return interpreter.compare(CompareOp::in, argument(interpreter, arguments, 1), plain(interpreter, arguments, 0),
                             arguments.span);
}

Value truth(Interpreter& interpreter, Arguments& arguments) {
  return interpreter.truth(plain(interpreter, arguments, 0), arguments.span);
}

template <syntax::UnaryOp kOp>
Value unary(Interpreter& interpreter, Arguments& arguments) {
  return interpreter.unary(kOp, plain(interpreter, arguments, 0), arguments.span);
}

// list.__init__, dict.__init__ and set.__init__: what a subclass's own __init__ calls to fill the instance.
Value fill_instance(Interpreter& interpreter, Arguments& arguments) {
  Value self = argument(interpreter, arguments, 0);
  arguments.positional.erase(arguments.positional.begin());
  if (auto* dict = self.as<Dict>()) {
    Dict& table = interpreter.heap().write(*dict);
    if (!arguments.positional.empty()) merge_into(interpreter, table, arguments.positional[0], arguments.span);
    for (auto& [name, value] : arguments.keyword) table.set(std::string_view(name), value);
  } else if (auto* list = self.as<List>()) {
    std::vector<Value> items;
    if (!arguments.positional.empty()) items = interpreter.to_vector(arguments.positional[0], arguments.span);
    interpreter.heap().change(*list).items = std::move(items);
  } else if (auto* set = self.as<Set>()) {
    if (arguments.positional.empty()) return Value::none();
    for (const Value& item : interpreter.to_vector(arguments.positional[0], arguments.span)) {
      (void)interpreter.hash(item, arguments.span);
      interpreter.heap().write(*set).table.set(item, Value::none());
    }
  }
  return Value::none();
}

Value class_subscripted(Interpreter& interpreter, Arguments& arguments) {
  return alias_of(interpreter, argument(interpreter, arguments, 0), argument(interpreter, arguments, 1),
                  arguments.span);
}

void add_number_operators(Interpreter& interpreter, const Class& cls) {
  struct Pair {
    const char *name, *reflected;
    BinaryOp op;
  };
  constexpr Pair kPairs[] = {
      {"__add__", "__radd__", BinaryOp::add},
      {"__sub__", "__rsub__", BinaryOp::sub},
      {"__mul__", "__rmul__", BinaryOp::mul},
      {"__truediv__", "__rtruediv__", BinaryOp::div},
      {"__floordiv__", "__rfloordiv__", BinaryOp::floor_div},
      {"__mod__", "__rmod__", BinaryOp::mod},
      {"__pow__", "__rpow__", BinaryOp::pow},
  };
  for (const Pair& pair : kPairs) {
    add_binary(interpreter, cls, pair.name, pair.op, false);
    add_binary(interpreter, cls, pair.reflected, pair.op, true);
  }
  interpreter.add_method(cls, "__neg__", unary<syntax::UnaryOp::negate>);
  interpreter.add_method(cls, "__pos__", unary<syntax::UnaryOp::plus>);
  if (cls.name != "int") return;
  add_binary(interpreter, cls, "__and__", BinaryOp::bit_and, false);
  add_binary(interpreter, cls, "__or__", BinaryOp::bit_or, false);
  add_binary(interpreter, cls, "__xor__", BinaryOp::bit_xor, false);
  add_binary(interpreter, cls, "__lshift__", BinaryOp::lshift, false);
  add_binary(interpreter, cls, "__rshift__", BinaryOp::rshift, false);
  interpreter.add_method(cls, "__invert__", unary<syntax::UnaryOp::invert>);
}

void add_sequence_operators(Interpreter& interpreter, const Class& cls) {
  interpreter.add_method(cls, "__len__", pure(length_operator));
  interpreter.add_method(cls, "__iter__", iterate);
  interpreter.add_method(cls, "__contains__", pure(contains));
  bool subscripts = cls.name != "set" && cls.name != "frozenset";
  if (subscripts) interpreter.add_method(cls, "__getitem__", get_item);
  bool changes = cls.name == "list" || cls.name == "dict";
  if (changes) {
    interpreter.add_method(cls, "__setitem__", set_item);
    interpreter.add_method(cls, "__delitem__", delete_item);
  }
  if (changes || cls.name == "set") interpreter.add_method(cls, "__init__", fill_instance);
  bool adds = cls.name == "str" || cls.name == "bytes" || cls.name == "list" || cls.name == "tuple";
  if (adds) {
    add_binary(interpreter, cls, "__add__", BinaryOp::add, false);
    add_binary(interpreter, cls, "__mul__", BinaryOp::mul, false);
    add_binary(interpreter, cls, "__rmul__", BinaryOp::mul, true);
  }
  if (cls.name == "str") add_binary(interpreter, cls, "__mod__", BinaryOp::mod, false);
  if (cls.name == "dict") add_binary(interpreter, cls, "__or__", BinaryOp::bit_or, false);
}

}  // namespace

void add_operator_methods(Interpreter& interpreter, const Class& cls) {
  if (cls.name == "int" || cls.name == "float") {
    add_number_operators(interpreter, cls);
    interpreter.add_method(cls, "__bool__", pure(truth));
  } else {
    add_sequence_operators(interpreter, cls);
    interpreter.heap()
        .dict(cls.attributes)
        .set("__class_getitem__",
             Value(new ClassMethod(interpreter.make_builtin("__class_getitem__", class_subscripted))));
  }
  if (cls.name == "dict" || cls.name == "range") return;
  add_compare(interpreter, cls, "__lt__", CompareOp::lt);
  add_compare(interpreter, cls, "__le__", CompareOp::le);
  add_compare(interpreter, cls, "__gt__", CompareOp::gt);
  add_compare(interpreter, cls, "__ge__", CompareOp::ge);
}

}  // namespace vramlint::interp
