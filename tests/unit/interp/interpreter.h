// A small world for running programs in tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "interp/interpreter.h"

namespace vramlint::interp::testing {

/// The prelude as it lies in the source tree.
class PreludeFolder : public EmbeddedFiles {
 public:
  const Source* find(std::string_view path) const override { return files_.read(std::string(path)).source; }

 private:
  mutable DiskFiles files_{std::filesystem::path(VRAMLINT_SOURCE_DIR) / "analyzer/prelude"};
};

/// One interpreter over a folder of files that exist only in memory.
class Bench {
 public:
  explicit Bench(Limits limits = {}) : limits_(limits) {}

  void put(const std::string& path, std::string text) { files_.put(path, std::move(text)); }

  /// Runs the program; what it printed, and an "ERROR Type: message, line n" line if it ended in one.
  std::string run(std::string program) {
    put("program.py", std::move(program));
    interpreter_.emplace(World{files_, parsed_, &prelude_, {files_.root()}, files_.root(), {}, limits_});
    const auto result = interpreter_->run_file(*files_.read("program.py").source, "__main__");
    std::string text = interpreter_->output();
    if (const auto* error = std::get_if<Error>(&result))
      text +=
          "ERROR " + error->type + ": " + error->message + ", line " + std::to_string(error->span.start().line) + "\n";
    return text;
  }

  Interpreter& interpreter() { return *interpreter_; }

 private:
  Limits limits_;
  DiskFiles disk_{std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests/unit/interp/programs"};
  OverlayFiles files_{disk_};
  ParsedModules parsed_;
  PreludeFolder prelude_;
  std::optional<Interpreter> interpreter_;
};

inline std::string read_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace vramlint::interp::testing
