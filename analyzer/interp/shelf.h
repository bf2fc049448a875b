// Imports that are kept: what the import of a module made while one program ran is there at once when the next program
// comes to the same import in the same state. Private to this room.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "interp/earlier_change.h"
#include "interp/impl.h"

namespace vramlint::interp {

class Snapshot;
struct Renewal;

/// Imports come one after the other, so what is kept is a tree: the root is the Snapshot, a path is what one program
/// imported. An import depends on what it reads: on what the Snapshot holds, on the imports before it, and on what the
/// program itself had changed by then, which must be the same where the import looked at it; on nothing else, or it is
/// not kept.
class Shelf {
 public:
  Shelf(Interpreter& interpreter, Snapshot& snapshot)
      : interpreter_(interpreter),
        snapshot_(snapshot),
        origins_(interpreter.impl().origins.count()),
        exposures_(interpreter.impl().exposures.size()),
        home_(&interpreter.impl().world.files.get()) {}
  ~Shelf();
  Shelf(const Shelf&) = delete;
  Shelf& operator=(const Shelf&) = delete;

  /// Of a module that is not there yet; `plainly` imports it.
  Value import(const std::string& name, const std::function<Value()>& plainly);
  void changes(const Object& settled);                      ///< is about to
  void refuse() { refused_ = true; }                        ///< the import that runs depends on what is seen nowhere
  bool has_all_exposures() const;                           ///< imports alone made some
  bool is_closed() const { return importing_ || closed_; }  ///< not all that is imported is kept here
  bool is_importing() const { return importing_; }
  const void* place() const { return next_; }  ///< equal where the same has been imported
  void begin_anew();                           ///< the interpreter is as the Snapshot has it

 private:
  /// What tells one import from another, beside the objects.
  struct Moment {
    std::string name;
    std::vector<Assumption> assumptions;
    std::vector<bool> told;
    std::string surroundings;
    bool is_followed;
    int import_guards, handlers, missing_handlers, key_handlers, catching;
    size_t broad_handlers;
    uint32_t last_name;
    bool operator==(const Moment&) const = default;
  };
  /// How much of everything there is: what an import kept here does not add to.
  struct Sums {
    size_t unknowns, output, origins, folders, open_sizes, asked_sizes, noted;
    std::string state;  ///< of what natives do
    bool operator==(const Sums&) const = default;
  };
  struct Opened {
    const Source* source;
    bool is_laid_over;  ///< another file
  };
  using Renewals = std::vector<std::pair<const Object*, std::unique_ptr<Renewal>>>;
  /// Where an import stands, and the statements that led there. Texts may have been changed behind them since.
  struct Place {
    Span span;
    std::string path;
  };
  struct Layer {
    Moment moment;
    std::vector<Place> stack;
    std::vector<EarlierChange> earlier;  ///< by the program
    std::vector<std::pair<Value, Contents>> after;
    std::vector<Value> made;
    std::vector<std::pair<const Object*, Span>> sites;  ///< of what it made
    Renewals renewals;                                  ///< likewise
    std::vector<Assumption> assumptions, assumed_by_modules;
    std::vector<WithheldUnknowns> withheld;
    std::vector<std::string> evaluated;  ///< texts
    std::vector<Opened> opened;          ///< must be what is read there
    std::vector<size_t> met;             ///< of those that were withheld before: told by the import
    std::vector<Exposures::Exposure> exposures;
    std::vector<std::pair<Value, std::string>> uncertain;
    Absences absences;
    uint32_t last_name = 0;
    Budget::Spent spent;
    std::shared_ptr<const void> told;  ///< to who follows the program
    std::vector<std::unique_ptr<Layer>> next;
  };
  struct Before {
    Sums sums;
    size_t assumptions, assumed_by_modules, withheld, exposures, modules, opened, absences;
    std::unordered_set<const Object*> uncertain;
    std::set<std::string> evaluated;
    Budget::Spent spent;
  };

  bool can_keep() const;
  Moment moment(const std::string& name) const;
  Sums sums() const;
  size_t modules() const;
  size_t noted() const;
  std::unordered_set<const Object*> uncertain() const;
  std::vector<Place> stack() const;
  bool is_there(const std::vector<Place>& recorded, const std::vector<Place>& now) const;
  bool leads_through_trial(const std::vector<Place>& stack) const;
  const Layer* find(const Moment& moment) const;
  bool fits(const Layer& layer) const;
  bool is_lent() const { return home_ != &interpreter_.impl().world.files.get(); }
  bool is_laid_over(const Source* source) const;
  bool stands(const Opened& opened) const;
  Value put(const Layer& layer);
  Value record(Moment moment, const std::function<Value()>& plainly);
  bool is_kept(const Value& module, const Moment& moment, const Before& before) const;
  bool is_as_before(const Before& before) const;
  bool close(std::vector<EarlierChange>& earlier) const;
  std::vector<Value> made(const std::vector<EarlierChange>& earlier, Origin& highest) const;
  void keep(std::unique_ptr<Layer> layer, const Before& before);
  static bool renew_all(const std::vector<Value>& made, Renewals& renewals);
  const Value* module(const std::string& name) const;

  Interpreter& interpreter_;
  Snapshot& snapshot_;
  std::vector<std::unique_ptr<Layer>> first_;
  std::vector<std::unique_ptr<Layer>>* next_ = &first_;
  std::unordered_set<const Object*> changed_;    // by the program
  std::unordered_set<const Object*> written_;    // by the import that runs
  std::unordered_set<const Object*> uncertain_;  // that imports made
  int64_t kept_bytes_ = 0;
  size_t origins_;  ///< that the Snapshot has
  bool importing_ = false;
  size_t exposures_;  // of the program, where nothing but imports made some
  const Files* home_;
  bool refused_ = false;
  bool closed_ = false;  // until it begins anew: an import was not kept, and others may depend on it
};

}  // namespace vramlint::interp
