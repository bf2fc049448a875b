// An interpreter's state at one moment, to come back to: modules are imported once, and many programs start from there.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "interp/heap.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

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

  /// The modules that were imported since, in that order.
  std::vector<std::string> imported() const;

  /// As it was. False: there is an obstacle, and the interpreter must not be used again.
  bool restore();

 private:
  std::vector<Value> new_modules() const;

  Interpreter& interpreter_;
  std::vector<Value> settled_;
  std::vector<Journal::Change> changes_;
  std::unordered_map<const Object*, size_t> known_;
  Origins origins_;
  std::set<std::string> evaluated_, told_;
  size_t assumptions_, unknowns_, withheld_, output_;
  std::string obstacle_;
};

/// Imports what programs will ask for. What that notes is listed where a program does.
void import_beforehand(Interpreter& interpreter, const std::vector<std::string>& modules);

}  // namespace vramlint::interp
