// The interpreter's own state; private to this room.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "interp/absences.h"
#include "interp/bounded.h"
#include "interp/builtins.h"
#include "interp/decision.h"
#include "interp/exposures.h"
#include "interp/heap.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

struct Awaited;
struct Frame;
struct Follower;
class KeptInstances;
class Shelf;
class Writing;

/// What was not known while a module was imported: of interest once its code runs or its data are taken.
struct WithheldUnknowns {
  const Object* module;
  std::vector<Unknown> unknowns;
  std::optional<size_t> told_at = {};  ///< where they stand among the interpreter's, if they do
  std::vector<Assumption> assumptions = {};
};

struct ImportNotes {
  std::vector<Assumption> assumed;  // by modules that were imported
  std::vector<Assumption>
      pending;            // of the modules that are being imported: what their guarded imports take for granted
  bool running = false;   // a module's body
  size_t beforehand = 0;  // modules that were there when the program began
  int depth = 0;          // imports around us
  int long_ones = 0;      // that had a budget of their own
};

struct Interpreter::Impl {
  explicit Impl(World w) : world(std::move(w)), budget(world.limits) {
    constexpr int64_t kNote = 192;  // bytes of one with its text
    budget.count_also(
        [this] { return static_cast<int64_t>(unknowns.size() + assumptions.size()) * kNote + origins.bytes(); });
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  World world;
  Origins origins;
  Budget budget;
  ClassTable classes;
  const Class* object_class = nullptr;
  const Class* type_class = nullptr;
  std::array<const Class*, 8> scalar_classes{};   // by Value::Kind; null until asked for
  std::array<const Class*, 32> object_classes{};  // by ObjectKind: of the kinds that have a single one
  std::unordered_set<const Class*> asks_itself;   // classes that may have a `__getattribute__` of the program's
  Value builtins;                                 // a Dict
  Value modules = Value(new Dict);                // sys.modules
  std::vector<const Source*> opened;              // files that have been read, as data or as modules
  std::set<std::string> evaluated;                // texts that eval() was given
  std::vector<ModuleHook> hooks;
  std::vector<Frame*> frames;  // innermost last
  Heap heap;
  Shelf* shelf = nullptr;              // of the Snapshot, while there is one
  int turning = 0;                     // loops of an unknown count that are followed, one within another
  KeptInstances* kept = nullptr;       // likewise
  const Class* kept_class = nullptr;   // whose instances may be kept
  std::vector<Value> filled_as_asked;  // Dicts
  Effects* effects = nullptr;
  std::vector<Assumption> assumptions;
  std::vector<Unknown> unknowns;
  std::vector<WithheldUnknowns> withheld;
  ImportNotes imports;
  std::vector<std::shared_ptr<const syntax::PythonModule>> loaded;  // keeps class bodies' trees alive
  std::string output;
  Writing* writing = nullptr;  // the innermost text in the making
  Origin guard = 0;            // of the conditions around the running statement
  Origin nearest = 0;          // of the innermost of them that has any
  Origin around_nearest = 0;   // of those around that one
  Origin first_turns = 0;      // of how often loops run that are in their first turn
  std::vector<TriedArm> trying, entered;
  Course course;                                      // of the arm under trial, or followed after one
  Awaited* awaited = nullptr;                         // by the innermost `while` that waits for a number
  Narrowings narrowings;                              // by the branches that were taken
  uint32_t last_name = 0;                             // of a BoundedNumber
  std::unordered_map<uint32_t, OpenSize> open_sizes;  // by the name of the number
  std::vector<AskedSize> asked_sizes;
  int tables = 0;             // comprehensions that are evaluated, one within another
  int64_t table_numbers = 0;  // floats that those made
  int import_guards = 0;      // `try` bodies around us that catch ImportError
  int catching = 0;           // `try` bodies around us of which a handler goes on
  bool literal_origins = false;
  // What may hold more than is seen: while following, dicts and lists that are kept alive, by address, and why.
  std::unordered_map<const Object*, MayHold> uncertain;
  Exposures exposures;
  Follower* follower = nullptr;  // of a whole program; null while a model is built
  Absences absences;
  std::vector<std::string> lacking_data;            // lacking_data()
  std::set<std::string> made_folders;               // by a program that starts afresh
  std::map<std::string, bool, std::less<>> hidden;  // descriptions, as far as asked, by a package of the program's
  int handlers = 0;                                 // `try` bodies around us whose handlers name what they catch
  int missing_handlers = 0;                         // those that name what a file that is not there raises
  int key_handlers = 0;                             // those that name what a key that is not there raises
  std::vector<const Frame*> broad_handlers;         // in a `try` that catches nearly all; null: what it calls, too
  Value leaving;                                    // the exception with which a `raise` leaves `leaving_from`
  const Frame* leaving_from = nullptr;
  Value told;    // the exception whose innermost statement of the program is known
  Value unsure;  // an exception from behind what was passed over and might have left the function
  Value misfit;  // an exception: what is given to a function of the program does not suit its parameters

  /// Before the module is used.
  void tell(const Object* module) {
    for (WithheldUnknowns& each : withheld) {
      if (each.told_at || each.module != module) continue;
      each.told_at = unknowns.size();
      unknowns.insert(unknowns.end(), each.unknowns.begin(), each.unknowns.end());
      assumptions.insert(assumptions.end(), each.assumptions.begin(), each.assumptions.end());
    }
  }

  void come_to_rest();  ///< as at the first line of a program: what ends a run may leave `try` bodies and loops behind

  /// Leaves the first `count`.
  void forget_unknowns(size_t count) {
    unknowns.resize(count);
    for (WithheldUnknowns& each : withheld)
      if (each.told_at && *each.told_at >= count) each.told_at.reset();
  }

  Origin join(Origin left, Origin right) {
    return left == right || right == 0 ? left : left == 0 ? right : origins.join(left, right);
  }

  /// What the innermost condition adds to those around it; all of it where that is nothing.
  Origin decisive() {
    const Origin added = origins.without(nearest, around_nearest);
    return added != 0 ? added : nearest;
  }
};

}  // namespace vramlint::interp
