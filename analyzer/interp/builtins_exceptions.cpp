// The exception hierarchy.
#include "interp/builtins_parts.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

struct Entry {
  const char* name;
  const char* base;
};

// Python's library reference, "Exception hierarchy". UnknownIteration is ours: the program needs the items of something
// that is not known; no program can catch it.
constexpr Entry kExceptions[] = {
    {"BaseException", "object"},
    {"SystemExit", "BaseException"},
    {"KeyboardInterrupt", "BaseException"},
    {"GeneratorExit", "BaseException"},
    {"UnknownIteration", "BaseException"},
    {"Exception", "BaseException"},
    {"StopIteration", "Exception"},
    {"StopAsyncIteration", "Exception"},
    {"ArithmeticError", "Exception"},
    {"FloatingPointError", "ArithmeticError"},
    {"OverflowError", "ArithmeticError"},
    {"ZeroDivisionError", "ArithmeticError"},
    {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},
    {"BufferError", "Exception"},
    {"EOFError", "Exception"},
    {"ImportError", "Exception"},
    {"ModuleNotFoundError", "ImportError"},
    {"LookupError", "Exception"},
    {"IndexError", "LookupError"},
    {"KeyError", "LookupError"},
    {"MemoryError", "Exception"},
    {"NameError", "Exception"},
    {"UnboundLocalError", "NameError"},
    {"OSError", "Exception"},
    {"BlockingIOError", "OSError"},
    {"ChildProcessError", "OSError"},
    {"ConnectionError", "OSError"},
    {"BrokenPipeError", "ConnectionError"},
    {"ConnectionAbortedError", "ConnectionError"},
    {"ConnectionRefusedError", "ConnectionError"},
    {"ConnectionResetError", "ConnectionError"},
    {"FileExistsError", "OSError"},
    {"FileNotFoundError", "OSError"},
    {"InterruptedError", "OSError"},
    {"IsADirectoryError", "OSError"},
    {"NotADirectoryError", "OSError"},
    {"PermissionError", "OSError"},
    {"ProcessLookupError", "OSError"},
    {"TimeoutError", "OSError"},
    {"ReferenceError", "Exception"},
    {"RuntimeError", "Exception"},
    {"NotImplementedError", "RuntimeError"},
    {"RecursionError", "RuntimeError"},
    {"SyntaxError", "Exception"},
    {"IndentationError", "SyntaxError"},
    {"TabError", "IndentationError"},
    {"SystemError", "Exception"},
    {"TypeError", "Exception"},
    {"ValueError", "Exception"},
    {"UnicodeError", "ValueError"},
    {"UnicodeDecodeError", "UnicodeError"},
    {"UnicodeEncodeError", "UnicodeError"},
    {"UnicodeTranslateError", "UnicodeError"},
    {"Warning", "Exception"},
    {"BytesWarning", "Warning"},
    {"DeprecationWarning", "Warning"},
    {"FutureWarning", "Warning"},
    {"ImportWarning", "Warning"},
    {"PendingDeprecationWarning", "Warning"},
    {"ResourceWarning", "Warning"},
    {"RuntimeWarning", "Warning"},
    {"SyntaxWarning", "Warning"},
    {"UnicodeWarning", "Warning"},
    {"UserWarning", "Warning"},
};

const Dict& attributes_of(const Value& instance) {
  return *static_cast<const Dict*>(static_cast<const Instance*>(instance.object())->attributes.object());
}

const Value& receiver(Interpreter& interpreter, const Arguments& arguments, std::string_view name) {
  if (arguments.positional.empty() || !arguments.positional[0].is(ObjectKind::instance)) {
    interpreter.raise("TypeError", "descriptor '" + std::string(name) + "' requires a 'BaseException' object",
                      arguments.span);
  }
  return arguments.positional[0];
}

Value initialise(Interpreter& interpreter, Arguments& arguments) {
  const Value& self = receiver(interpreter, arguments, "__init__");
  Dict& names = interpreter.heap().write(attributes_of(self));
  names.set("args", Value::tuple({arguments.positional.begin() + 1, arguments.positional.end()}));
  for (auto& [name, value] : arguments.keyword) names.set(std::string_view(name), value);
  return Value::none();
}

// For every exception class, whatever its own __init__ takes.
Value make(Interpreter& interpreter, Arguments& arguments) {
  if (arguments.positional.empty() || !arguments.positional[0].is(ObjectKind::type)) {
    interpreter.raise("TypeError", "BaseException.__new__(): not enough arguments", arguments.span);
  }
  return interpreter.make_exception(arguments.positional[0].as<Class>(),
                                    {arguments.positional.begin() + 1, arguments.positional.end()});
}

Value with_traceback(Interpreter& interpreter, Arguments& arguments) {
  return receiver(interpreter, arguments, "with_traceback");
}

Value to_text(Interpreter& interpreter, Arguments& arguments) {
  return Value::string(exception_text(interpreter, receiver(interpreter, arguments, "__str__")));
}

Value argument_or_none(const Value& self, size_t place) {
  const Value* args = attributes_of(self).find("args");
  auto* tuple = args ? args->as<Tuple>() : nullptr;
  return tuple && tuple->items.size() > place ? tuple->items[place] : Value::none();
}

void define_argument(Interpreter& interpreter, const Class& cls, std::string_view name, size_t place, size_t least) {
  define_reader(interpreter, cls, name, [place, least](Interpreter&, const Value& self) {
    return argument_or_none(self, least - 1).is_none() ? Value::none() : argument_or_none(self, place);
  });
}

}  // namespace

void make_exception_classes(ClassMaker& maker) {
  Interpreter& interpreter = maker.interpreter();
  for (const Entry& entry : kExceptions) {
    const Class& cls = maker.make(entry.name, entry.base);
    interpreter.heap().write(cls).construct = [&cls](Interpreter&, Arguments& arguments) {
      auto* names = new Dict;
      names->set("args", Value::tuple(arguments.positional));
      for (auto& [name, value] : arguments.keyword) names->set(std::string_view(name), value);
      return Value(new Instance(Value(&cls), Value(names)));
    };
  }
  const Class& base = maker.get("BaseException");
  interpreter.heap().dict(base.attributes).set("__new__", interpreter.make_builtin("__new__", make));
  interpreter.add_method(base, "__init__", initialise);
  interpreter.add_method(base, "__str__", to_text);
  interpreter.add_method(base, "with_traceback", with_traceback);
  interpreter.add_method(base, "add_note", [](Interpreter&, Arguments&) { return Value::none(); });
  for (const char* name : {"__cause__", "__context__", "__traceback__"}) {
    interpreter.heap().dict(base.attributes).set(name, Value::none());
  }
  define_argument(interpreter, maker.get("StopIteration"), "value", 0, 1);
  define_argument(interpreter, maker.get("SystemExit"), "code", 0, 1);
  define_argument(interpreter, maker.get("OSError"), "errno", 0, 2);
  define_argument(interpreter, maker.get("OSError"), "strerror", 1, 2);
  define_argument(interpreter, maker.get("OSError"), "filename", 2, 2);
  interpreter.heap().dict(maker.get("ImportError").attributes).set("name", Value::none());
}

}  // namespace vramlint::interp
