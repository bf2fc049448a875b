// str and bytes.
#include "interp/builtins_parts.h"
#include "interp/text.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

Value make_str(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "str", {"object", "encoding", "errors"}, 0);
  if (given[0].is_unbound()) return Value::string("");
  auto* bytes = given[0].as<ByteString>();
  if (bytes && (!given[1].is_unbound() || !given[2].is_unbound())) return Value::string(bytes->text);
  if (given[0].is(ObjectKind::string)) return given[0];
  if (const Value* method = program_method(given[0], "__str__")) {  // its text knows where it is from
    Value text = interpreter.call(Value(*method), {given[0]}, arguments.span);
    if (text.is_string() || text.is_unknown()) return text;
  }
  Writing writing(interpreter);
  return writing.text(interpreter.str(given[0]));
}

Value make_bytes(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "bytes", {"source", "encoding", "errors"}, 0);
  Span span = arguments.span;
  if (given[0].is_unbound()) return Value(new ByteString(""));
  if (given[0].is_string()) {
    if (given[1].is_unbound()) interpreter.raise("TypeError", "string argument without an encoding", span);
    return Value(new ByteString(std::string(given[0].as_string())));
  }
  if (auto* bytes = given[0].as<ByteString>()) return Value(new ByteString(bytes->text));
  if (given[0].is_integral()) {
    if (given[0].as_int() < 0) interpreter.raise("ValueError", "negative count", span);
    interpreter.budget().allocate(given[0].as_int(), span);
    return Value(new ByteString(std::string(static_cast<size_t>(given[0].as_int()), '\0')));
  }
  std::string text;
  for (const Value& item : interpreter.to_vector(given[0], span)) {
    int64_t byte = index_of(interpreter, item, span);
    if (byte < 0 || byte > 255) interpreter.raise("ValueError", "bytes must be in range(0, 256)", span);
    text.push_back(static_cast<char>(byte));
  }
  return Value(new ByteString(std::move(text)));
}

}  // namespace

void make_text_classes(ClassMaker& maker) {
  const Class& str = maker.make("str", "object", of_text("__str__", text_maker(make_str)));
  add_str_methods(maker.interpreter(), str);
  add_str_search_methods(maker.interpreter(), str);
  add_operator_methods(maker.interpreter(), str);
  const Class& bytes = maker.make("bytes", "object", pure(make_bytes));
  add_bytes_methods(maker.interpreter(), bytes);
  add_operator_methods(maker.interpreter(), bytes);
  for (const char* name : {"bytearray", "memoryview"}) {
    maker.make(name, "object", [name](Interpreter&, Arguments& arguments) {
      return Value::unknown(std::string(name) + " objects are not modelled", arguments.span);
    });
  }
}

}  // namespace vramlint::interp
