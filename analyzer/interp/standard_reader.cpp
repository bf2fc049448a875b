// YAML and JSON texts as Python values. Values read from a file of the user's remember their key path and place.
#include <charconv>
#include <cmath>
#include <memory>

#include "interp/builtins_files.h"
#include "interp/builtins_parts.h"
#include "interp/kept_instances.h"
#include "interp/known_parts.h"
#include "interp/made_text.h"
#include "interp/quoted_json.h"
#include "interp/shelf.h"
#include "interp/standard.h"
#include "interp/text.h"
#include "interp/writing.h"
#include "syntax/toml.h"
#include "syntax/yaml_scalars.h"

namespace vramlint::interp {

namespace {

/// What is read: a file's Source, or a text the program made, of a file's lines or of its own.
struct Input {
  const Source* source = nullptr;
  std::unique_ptr<Source> made;
  const Source* file = nullptr;
  LinesOfFile lines = {};  ///< of the file, that a text was made of
  Origin origin = 0;

  Span in_file(const Span& place) const { return source == file ? place : lines.in_file(place); }
};

std::string joined_key(const std::string& parent, const std::string& key) {
  return parent.empty() ? key : parent + "." + key;
}

std::optional<Input> input_of(Interpreter& interpreter, const Value& stream, Span span) {
  Input input;
  input.origin = stream.origin();
  std::string text;
  if (auto* file = stream.as_native<FileObject>(); file && file->at() == 0) {
    file->pass(interpreter);
    input.source = input.file = &file->source;
    return input;
  }
  if (stream.is_string()) {
    text = stream.as_string();
  } else if (auto* bytes = stream.as<ByteString>()) {
    text = bytes->text;
  } else {
    Value read = interpreter.call(interpreter.get_attribute(stream, "read", span), std::vector<Value>{}, span);
    if (read.is_unknown()) return {};
    text = read.is_string() ? std::string(read.as_string()) : read.as<ByteString>() ? read.as<ByteString>()->text : "";
  }
  interpreter.budget().touch(text.size(), span);
  if (std::optional<LinesOfFile> lines = lines_of_file(interpreter.impl().opened, text))
    input.file = lines->file, input.lines = std::move(*lines);
  input.made = std::make_unique<Source>("<string>", std::move(text));
  input.source = input.made.get();
  return input;
}

Value contents_of(Interpreter& interpreter, const Input& input, Value written) {
  const auto& contents = interpreter.world().contents;
  Interpreter::Impl& impl = interpreter.impl();
  if (impl.shelf && input.file) {
    impl.shelf->refuse();
    impl.kept->refuse();
  }
  return input.file && contents ? contents(interpreter, *input.file, std::move(written)) : written;
}

// ---------------------------------------------------------------- YAML

class YamlReader {
 public:
  YamlReader(Interpreter& interpreter, const Input& input, bool is_newer, Span span)
      : interpreter_(interpreter), input_(input), is_newer_(is_newer), span_(span) {}

  Value read(const syntax::YamlPtr& node, const std::string& key) {
    interpreter_.budget().step(span_);
    const auto read_as = [&](const auto& content) -> Value { return make(content, *node, key); };
    if (const auto newer = is_newer_ ? syntax::newer_meaning(*node) : std::nullopt)
      return located(std::visit(read_as, *newer), *node, key);
    return located(std::visit(read_as, node->value), *node, key);
  }

 private:
  // A text that the program made dies with the call.
  Span place(const syntax::YamlNode& node) const { return input_.file ? input_.in_file(node.span) : span_; }

  Value located(Value value, const syntax::YamlNode& node, const std::string& key) {
    if (!input_.file) return std::move(value).with_origin(input_.origin);
    return std::move(value).with_origin(interpreter_.origins().atom({key, place(node)}));
  }

  Value make(std::monostate, const syntax::YamlNode&, const std::string&) { return Value::none(); }
  Value make(bool content, const syntax::YamlNode&, const std::string&) { return Value::boolean(content); }
  Value make(int64_t content, const syntax::YamlNode&, const std::string&) { return Value::integer(content); }
  Value make(double content, const syntax::YamlNode&, const std::string&) { return Value::real(content); }
  Value make(const std::string& content, const syntax::YamlNode&, const std::string&) { return Value::string(content); }

  Value make(const syntax::YamlSequence& content, const syntax::YamlNode&, const std::string& key) {
    std::vector<Value> items;
    for (size_t i = 0; i < content.items.size(); ++i)
      items.push_back(read(content.items[i], joined_key(key, std::to_string(i))));
    interpreter_.budget().allocate(static_cast<int64_t>(items.size() * sizeof(Value)), span_);
    return Value::list(std::move(items));
  }

  Value make(const syntax::YamlMapping& content, const syntax::YamlNode&, const std::string& key) {
    auto* dict = new Dict;
    Value result(dict);
    interpreter_.budget().allocate(static_cast<int64_t>(content.entries.size() * sizeof(Dict::Entry)), span_);
    for (const syntax::YamlEntry& entry : content.entries) {
      Value name = read(entry.key, key);
      std::string path = joined_key(key, interpreter_.str(name));
      name = located(std::move(name), *entry.key, path);
      (void)interpreter_.hash(name, span_);
      dict->set(std::move(name), read(entry.value, path));
    }
    return result;
  }

  /// Of a sequence that PyYAML's unsafe loader makes something else of (yaml/constructor.py, 6.0).
  std::optional<Value> made_of(const syntax::YamlOther& content, const std::string& key) {
    if (content.items.empty()) return {};
    std::vector<Value> items;
    for (size_t i = 0; i < content.items.size(); ++i)
      items.push_back(read(content.items[i], joined_key(key, std::to_string(i))));
    if (content.text == "tag:yaml.org,2002:python/tuple") return Value::tuple(std::move(items));
    if (content.text != "tag:yaml.org,2002:python/object/apply:eval") return {};
    const Value eval = interpreter_.get_attribute(interpreter_.import("builtins", span_), "eval", span_);
    return interpreter_.call(eval, std::move(items), span_);
  }

  Value make(const syntax::YamlOther& content, const syntax::YamlNode& node, const std::string& key) {
    switch (content.kind) {
      case syntax::YamlOther::Kind::big_integer:
        return beyond_64_bits(place(node));
      case syntax::YamlOther::Kind::timestamp:
        return Value::string(content.text);
      case syntax::YamlOther::Kind::binary:
        return Value(new ByteString(content.text));
      case syntax::YamlOther::Kind::unsupported_tag:
        if (std::optional<Value> made = made_of(content, key)) return *made;
        break;
    }
    return Value::unknown("a YAML value with a tag that is not understood: " + content.text, place(node));
  }

  Interpreter& interpreter_;
  const Input& input_;
  bool is_newer_;
  Span span_;
};

const syntax::Problem* fatal_problem(const syntax::YamlFile& file) {
  for (const syntax::Problem& problem : file.problems) {
    if (!is_harmless(problem.kind)) return &problem;
  }
  return nullptr;
}

std::vector<Value> documents_of(Interpreter& interpreter, const Input& input, const syntax::YamlFile& file,
                                const Value& error_class, bool is_newer, const Span& span) {
  if (const syntax::Problem* problem = fatal_problem(file)) {
    Position at = problem->span.start();
    std::string message = problem->message.text() + " in " + input.source->path() + ", line " +
                          std::to_string(at.line) + ", column " + std::to_string(at.column);
    Value error = interpreter.call(error_class, {Value::string(std::move(message))}, span);
    throw Raised{error, input.file ? input.in_file(problem->span) : span, input.origin, {}};
  }
  YamlReader reader(interpreter, input, is_newer, span);
  std::vector<Value> documents;
  for (const syntax::YamlPtr& document : file.documents) documents.push_back(reader.read(document, ""));
  if (!documents.empty()) documents[0] = contents_of(interpreter, input, std::move(documents[0]));
  return documents;
}

/// What a file or a text holds that is not known: things of any kind, where that was lines and letters.
Value anything_in(const Value& stream) {
  if (!unknown_list(stream) && !is_unknown_text(stream)) return stream;
  const Unknown& why = stream.as<UnknownValue>()->info;
  const Value each(new UnknownValue(why));
  return Value(new UnknownList(why, each, each)).with_origin(stream.origin());
}

// yaml(stream, error_class, all, is_newer): raises error_class with the parser's message. is_newer: as YAML 1.2.
Value read_yaml(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "yaml", 3, 4);
  const std::vector<Value>& given = arguments.positional;
  if (given[0].is_unknown()) return anything_in(given[0]);
  std::optional<Input> input = input_of(interpreter, given[0], arguments.span);
  if (!input) return Value::unknown("the YAML text that is read is not known", arguments.span);
  interpreter.budget().touch(8 * input->source->text().size(), arguments.span);  // as long as reading it takes
  const bool is_newer = given.size() > 3 && interpreter.truthy(given[3], arguments.span);
  std::vector<Value> documents =
      documents_of(interpreter, *input, syntax::parse_yaml(*input->source), given[1], is_newer, arguments.span);
  if (interpreter.truthy(given[2], arguments.span)) return Value::list(std::move(documents));
  if (documents.size() < 2) return documents.empty() ? Value::none() : documents[0];
  const std::string message =
      "expected a single document in the stream but found another document in " + std::string(input->source->path());
  throw Raised{interpreter.call(given[1], {Value::string(message)}, arguments.span), arguments.span, input->origin, {}};
}

// toml(stream, error_class)
Value read_toml(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "toml", 2, 2);
  const std::vector<Value>& given = arguments.positional;
  std::optional<Input> input = given[0].is_unknown() ? std::nullopt : input_of(interpreter, given[0], arguments.span);
  if (!input) return given[0];
  interpreter.budget().touch(8 * input->source->text().size(), arguments.span);
  return documents_of(interpreter, *input, syntax::parse_toml(*input->source), given[1], false, arguments.span)[0];
}

// ---------------------------------------------------------------- JSON

class JsonReader {
 public:
  JsonReader(Interpreter& interpreter, const Input& input, const Value& error, Span span)
      : interpreter_(interpreter), input_(input), text_(input.source->text()), error_(error), span_(span) {}

  Value read() {
    Value value = element("");
    blanks();
    if (at_ < text_.size()) fail("Extra data");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& what) {
    Position at = input_.source->position_of(static_cast<uint32_t>(at_));
    std::string message = what + ": line " + std::to_string(at.line) + " column " + std::to_string(at.column) +
                          " (char " + std::to_string(at_) + ")";
    Value error = interpreter_.call(error_, {Value::string(std::move(message))}, span_);
    throw Raised{error, input_.file ? here(at_) : span_, input_.origin, {}};
  }

  Span here(size_t begin) const {
    return input_.in_file({input_.source, static_cast<uint32_t>(begin), static_cast<uint32_t>(at_)});
  }

  void blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  bool accept(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  Value located(Value value, size_t begin, const std::string& key) {
    if (!input_.file) return std::move(value).with_origin(input_.origin);
    return std::move(value).with_origin(interpreter_.origins().atom({key, here(begin)}));
  }

  Value element(const std::string& key) {
    interpreter_.budget().step(span_);
    blanks();
    size_t begin = at_;
    return located(bare(key), begin, key);
  }

  Value bare(const std::string& key) {
    if (accept("{")) return object(key);
    if (accept("[")) return array(key);
    if (accept("\"")) return Value::string(string());
    if (accept("true")) return Value::boolean(true);
    if (accept("false")) return Value::boolean(false);
    if (accept("null")) return Value::none();
    if (accept("NaN")) return Value::real(NAN);
    if (accept("Infinity")) return Value::real(INFINITY);
    if (accept("-Infinity")) return Value::real(-INFINITY);
    return number();
  }

  Value object(const std::string& key) {
    auto* dict = new Dict;
    Value result(dict);
    Deeper deeper(interpreter_.budget(), span_);
    blanks();
    for (bool first = true; !accept("}"); first = false) {
      if (!first && !accept(",")) fail("Expecting ',' delimiter");
      blanks();
      size_t begin = at_;
      if (!accept("\"")) fail("Expecting property name enclosed in double quotes");
      std::string name = string();
      std::string path = joined_key(key, name);
      Value name_value = located(Value::string(name), begin, path);
      blanks();
      if (!accept(":")) fail("Expecting ':' delimiter");
      dict->set(std::move(name_value), element(path));
      blanks();
    }
    return result;
  }

  Value array(const std::string& key) {
    std::vector<Value> items;
    Deeper deeper(interpreter_.budget(), span_);
    blanks();
    while (!accept("]")) {
      if (!items.empty() && !accept(",")) fail("Expecting ',' delimiter");
      items.push_back(element(joined_key(key, std::to_string(items.size()))));
      blanks();
    }
    return Value::list(std::move(items));
  }

  uint32_t hex_digits() {
    uint32_t code = 0;
    if (at_ + 4 > text_.size()) fail("Invalid \\uXXXX escape");
    auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + at_ + 4, code, 16);
    if (error != std::errc() || end != text_.data() + at_ + 4) fail("Invalid \\uXXXX escape");
    at_ += 4;
    return code;
  }

  void escape(std::string& out) {
    if (at_ >= text_.size()) fail("Unterminated string starting at");
    char c = text_[at_++];
    constexpr std::string_view kFrom = "\"\\/bfnrt", kTo = "\"\\/\b\f\n\r\t";
    size_t place = kFrom.find(c);
    if (place != std::string_view::npos) {
      out.push_back(kTo[place]);
      return;
    }
    if (c != 'u') fail("Invalid \\escape");
    uint32_t code = hex_digits();
    if (code >= 0xd800 && code < 0xdc00 && accept("\\u"))
      code = 0x10000 + ((code - 0xd800) << 10) + (hex_digits() - 0xdc00);
    append_code_point(out, code & 0x1fffff);
  }

  std::string string() {
    std::string out;
    while (true) {
      if (at_ >= text_.size() || text_[at_] == '\n') fail("Unterminated string starting at");
      char c = text_[at_++];
      if (c == '"') return out;
      if (c == '\\')
        escape(out);
      else
        out.push_back(c);
    }
  }

  Value number() {
    size_t end = at_;
    bool real = false;
    for (; end < text_.size() && std::string_view("+-0123456789.eE").find(text_[end]) != std::string_view::npos;
         ++end) {
      real |= text_[end] == '.' || text_[end] == 'e' || text_[end] == 'E';
    }
    std::string_view digits = text_.substr(at_, end - at_);
    if (digits.empty() || digits == "-" || digits[0] == '+') fail("Expecting value");
    at_ = end;
    return real ? parse_real(interpreter_, digits, span_) : parse_integer(interpreter_, digits, 10, span_);
  }

  Interpreter& interpreter_;
  const Input& input_;
  std::string_view text_;
  const Value& error_;
  Span span_;
  size_t at_ = 0;
};

// json(stream, error_class)
Value read_json(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "json", 2, 2);
  const Value& stream = arguments.positional[0];
  if (stream.is_unknown()) return anything_in(stream);
  std::optional<Input> input = input_of(interpreter, stream, arguments.span);
  if (!input) return Value::unknown("the JSON text that is read is not known", arguments.span);
  Value written = JsonReader(interpreter, *input, arguments.positional[1], arguments.span).read();
  return contents_of(interpreter, *input, std::move(written));
}

}  // namespace

void fill_reader_module(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "yaml", read_yaml);
  define(interpreter, names, "toml", read_toml);
  define(interpreter, names, "json", read_json);
  define_pure(interpreter, names, "quoted", quoted_field);
}

}  // namespace vramlint::interp
