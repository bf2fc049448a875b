// An interpreter's state at one moment, to come back to: modules are imported once, and many programs start from there.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "interp/exposures.h"
#include "interp/heap.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

class KeptInstances;
class Shelf;

/// Why an object's state cannot be put back; empty if it can.
std::string obstacle_in(const Object& object);

/// Everything reachable at the moment is settled: a change to it is noted from then on, and undone by `restore`.
class Snapshot {
 public:
  explicit Snapshot(Interpreter& interpreter);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  /// What holds or has met a change that cannot be undone; empty if nothing has.
  const std::string& obstacle() const { return obstacle_; }

  void note(const Object& object);   ///< is about to change
  void settle(const Value& part);    ///< belongs to what is settled
  void spoil(std::string obstacle);  ///< a change that is not noted

  /// As it was. False: there is an obstacle, and the interpreter must not be used again.
  bool restore();
  std::vector<const Source*> opened() const;  ///< files, by that moment
  const std::vector<const Source*>& opened_by_now() const;

 private:
  std::vector<Value> new_modules() const;

  Interpreter& interpreter_;
  std::vector<Value> settled_;
  std::vector<Journal::Change> changes_;
  std::unordered_map<const Object*, size_t> known_;
  Origins origins_;
  std::set<std::string> evaluated_;
  std::unordered_map<const Object*, MayHold> uncertain_;
  size_t assumptions_, unknowns_, withheld_, exposures_, output_, opened_;
  std::string obstacle_;
  std::unique_ptr<Shelf> shelf_;
  std::unique_ptr<KeptInstances> kept_;
};

}  // namespace vramlint::interp
