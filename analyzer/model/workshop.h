// What the builds of one run have in common: interpreters that have torch and a project's modules imported already,
// lent to one build after another, and what was built last.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "config/experiment.h"
#include "interp/snapshot.h"
#include "model/build.h"
#include "model/builder.h"
#include "model/kept_builds.h"

namespace vramlint::model {

/// An interpreter with what programs begin with imported, such as `Experiment::modules`, and the state to come back to.
struct Bench {
  Bench(interp::World world, std::shared_ptr<Builder> first);
  void begin(const std::shared_ptr<Builder>& builder);    ///< the builder is at work
  void lend(Files& files, interp::ParsedModules& trees);  ///< laid over its own
  bool come_home();                                       ///< whether it was lent
  interp::Interpreter interpreter;
  std::shared_ptr<Builder> imports;  ///< of the time of the imports; knows torch's classes
  std::optional<interp::Snapshot> snapshot;
  Files* home;  ///< what it was made on
  int uses = 0;

 private:
  interp::ParsedModules* home_trees_;
  bool is_lent_ = false;
};

/// Thread-safe. A bench stays with the thread that made it, for its values are counted without locks.
class Workshop {
 public:
  /// Without `keeps_builds` only the imports are shared: where a program may read a file that says something else each
  /// time.
  explicit Workshop(bool keeps_builds = true) : keeps_builds_(keeps_builds) {}
  /// For files laid over another's: `lender`, if any, outlives it, lends what it has free, and keeps builds of such
  /// files. `parsed`: of them.
  Workshop(std::shared_ptr<Files> files, interp::ParsedModules& parsed, Workshop* lender)
      : files_(std::move(files)), parsed_(&parsed), lender_(lender), keeps_builds_(false) {}
  /// A bench with this builder at work; made where none is free.
  std::unique_ptr<Bench> take(const config::Experiment& experiment, BuildContext& context,
                              const std::shared_ptr<Builder>& builder);
  /// The builder is done; the bench is kept if it can be used again.
  void give_back(const config::Experiment& experiment, const BuildContext& context, std::unique_ptr<Bench> bench);

  /// Likewise, a bench made by `make` where none that it made for the setting is free; without a builder.
  std::unique_ptr<Bench> take(const std::string& setting, const std::function<std::unique_ptr<Bench>()>& make);
  void give_back(const std::string& setting, std::unique_ptr<Bench> bench);

  /// Null: none are kept.
  KeptBuilds* builds() {
    if (lender_ && lender_->keeps_builds_) return &lender_->trials_;
    return keeps_builds_ ? &builds_ : nullptr;
  }
  /// What holds the texts that are laid over another's; null where none are.
  std::shared_ptr<const void> texts() const { return files_; }

 private:
  void put_back(const std::string& setting, std::unique_ptr<Bench> bench);
  std::unique_ptr<Bench> take_free(const std::string& setting, Files* files);
  struct Key {
    std::thread::id thread;
    std::string setting;
    auto operator<=>(const Key&) const = default;
  };

  std::mutex mutex_;
  std::multimap<Key, std::unique_ptr<Bench>> free_;
  KeptBuilds builds_{8, 60'000};
  KeptBuilds trials_{16, 40'000};
  std::shared_ptr<Files> files_;
  interp::ParsedModules* parsed_ = nullptr;
  Workshop* lender_ = nullptr;
  const bool keeps_builds_;
};

/// Without a workshop: a bench for one build.
std::unique_ptr<Bench> make_bench(const config::Experiment& experiment, BuildContext& context,
                                  const std::shared_ptr<Builder>& builder);

}  // namespace vramlint::model
