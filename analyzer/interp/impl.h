// The interpreter's own state; private to this room.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "interp/builtins.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

struct Frame;
class Journal;
class Snapshot;
struct Follower;

struct Interpreter::Impl {
  explicit Impl(World w) : world(std::move(w)), budget(world.limits) {}

  World world;
  Origins origins;
  Budget budget;
  ClassTable classes;
  Class* object_class = nullptr;
  Class* type_class = nullptr;
  std::array<Class*, 8> scalar_classes{};          // by Value::Kind; null until asked for
  std::array<Class*, 32> object_classes{};         // by ObjectKind: of the kinds that have a single one
  Value builtins;                                  // a Dict
  std::unordered_map<std::string, Value> modules;  // sys.modules
  std::vector<ModuleHook> hooks;
  std::vector<Frame*> frames;      // innermost last
  std::vector<Journal*> journals;  // arms under trial, innermost last
  Snapshot* snapshot = nullptr;    // to come back to
  Effects* effects = nullptr;
  std::vector<Assumption> assumptions;
  std::vector<Unknown> unknowns;
  std::vector<std::shared_ptr<const syntax::PythonModule>> loaded;  // keeps class bodies' trees alive
  std::string output;
  Origin guard = 0;       // of the conditions around the running statement
  int import_guards = 0;  // `try` bodies around us that catch ImportError
  bool literal_origins = false;
  Follower* follower = nullptr;              // of a whole program; null while a model is built
  int handlers = 0;                          // `try` bodies around us whose handlers name what they catch
  std::vector<const Frame*> broad_handlers;  // frames in a `try` whose handler catches nearly everything
  Value leaving;                             // the exception with which a `raise` leaves `leaving_from`
  const Frame* leaving_from = nullptr;
  const char* stack_base = nullptr;

  Origin join(Origin left, Origin right) {
    return left == right || right == 0 ? left : left == 0 ? right : origins.join(left, right);
  }
};

}  // namespace vramlint::interp
