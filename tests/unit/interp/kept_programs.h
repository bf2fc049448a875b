// What programs make alike, from the same imported modules, is made once: an import, a constructor's instance. No
// program can tell.
#pragma once

#include <gtest/gtest.h>

#include "interp/listed.h"
#include "interp/native.h"
#include "interp/snapshot.h"
#include "interpreter.h"
#include "kept_parts.h"

namespace vramlint::interp {

struct AtRest : Effects {
  size_t done = 0;  ///< by natives
  size_t mark() override { return 0; }
  bool touched_since(size_t) override { return false; }
  int64_t cost_since(size_t) override { return 0; }
  void rollback(size_t) override {}
  std::string state() const override { return "at rest after " + std::to_string(done); }
  std::string surroundings() const override { return "at rest"; }
};

struct Kept {
  OverlayFiles files{disk()};
  ParsedModules parsed;
  testing::PreludeFolder prelude;
  Interpreter interpreter{World{files, parsed, &prelude, {files.root()}, files.root(), {}}};
  AtRest effects;
  std::map<std::string, int> runs;
  std::string does_something;  ///< of those that run
  std::map<std::string, std::unique_ptr<Source>> sources;
  std::unique_ptr<Snapshot> snapshot;

  static Files& disk() {
    static DiskFiles files{std::filesystem::temp_directory_path()};
    return files;
  }

  Kept() {
    files.put("parts.py", kParts);
    files.put("later.py",
              "import marks, parts\nmarks.run('later')\nitems = [1]\nclass Made:\n    number = 3\nmade = Made()\n");
    interpreter.set_effects(&effects);
    interpreter.add_module_hook([this](Interpreter& in, Module& module) {
      if (module.name != "marks") return false;
      in.heap().dict(module.globals).set("run", in.make_builtin("run", [this](Interpreter&, Arguments& arguments) {
        const std::string name(arguments.positional.at(0).as_string());
        effects.done += name == does_something ? 1 : 0;
        ++runs[name];
        return Value::none();
      }));
      return true;
    });
    const auto parts = interpreter.import_module("parts");
    EXPECT_TRUE(std::holds_alternative<Value>(parts));
    const Value& names = std::get<Value>(parts).as<Module>()->globals;
    interpreter.keep_instances_of(*names.as<Dict>()->find("Part")->as<Class>());
    snapshot = std::make_unique<Snapshot>(interpreter);
    EXPECT_EQ(snapshot->obstacle(), "");
  }

  /// A program of its own: what the expression's value is written like.
  std::string program(const std::string& text, const Value& given = Value()) {
    std::unique_ptr<Source>& source = sources[text];
    if (!source) source = std::make_unique<Source>("expression", text);
    auto* names = new Dict;
    Value held(names);
    names->set("parts", std::get<Value>(interpreter.import_module("parts")));
    names->set("given", given);
    const auto result = interpreter.evaluate(*source, held);
    const auto* error = std::get_if<Error>(&result);
    return error ? error->type + ": " + error->message : interpreter.repr(std::get<Value>(result));
  }
  std::string alone(const std::string& text, const Value& given = Value()) {
    std::string written = program(text, given);
    EXPECT_TRUE(snapshot->restore());
    return written;
  }
};

}  // namespace vramlint::interp
