// What open() returns: a file that is read through Files, never written.
#pragma once

#include <filesystem>

#include "interp/interpreter.h"

namespace vramlint::interp {

struct FileObject : Native {
  FileObject(const Source& s, std::string n, bool b);
  const Source& source;
  std::string name;  ///< as the program gave it
  bool is_binary;
  std::string text;        ///< what read() yields: line ends as `\n` unless binary
  const Value place, end;  ///< Cells: where it is read next, and whether it is closed
  const Footprint footprint;

  size_t at() const { return static_cast<size_t>(place.as<Cell>()->value.as_int()); }
  bool closed() const { return end.as<Cell>()->value.as_bool(); }
  void move_to(Interpreter&, size_t to);
  void pass(Interpreter& interpreter) { go_to(interpreter, text.size()); }  ///< what it holds is taken otherwise
  void close(Interpreter&);

  bool is_constant() const override { return true; }
  void visit(const std::function<void(const Value&)>& visitor) const override { visitor(place), visitor(end); }
  std::string_view type_name() const override { return is_binary ? "BufferedReader" : "TextIOWrapper"; }
  std::optional<Value> get_attribute(Interpreter&, std::string_view, Span) override;
  std::optional<Value> iterate(Interpreter&, Span) override;
  std::optional<std::string> repr(Interpreter&) override;

  Value piece(Interpreter&, size_t size);  ///< the next `size` bytes, str or bytes
  Value line(Interpreter&);                ///< up to and with the next line end; empty at the end

 private:
  void go_to(Interpreter&, size_t to);
};

/// A path given as str, bytes or os.PathLike, resolved against the working directory; TypeError otherwise.
std::filesystem::path path_argument(Interpreter& interpreter, const Value& value, Span span);

/// open(path, "r"); FileNotFoundError, IsADirectoryError, or an Unknown for what may not be read.
Value open_file(Interpreter& interpreter, const Value& path, bool binary, Span span);

}  // namespace vramlint::interp
