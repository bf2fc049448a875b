// Whoever looks on while a program runs that is to be built.
#pragma once

#include <limits>
#include <optional>

#include "interp/following.h"

namespace vramlint::model {

/// Thrown through the interpreter when everything has been seen.
struct Seen {};

/// A batch leaves a loader.
struct Drawn {
  const interp::Value& batch;
  Span place;                                        ///< where it is drawn
  const interp::Value &workers, &prefetch, &length;  ///< how many batches it has
};

/// What all that watch have in common: they see the program's own source.
class Watcher : public interp::Follower {
 public:
  Watcher() { builds = true, loop_steps = std::numeric_limits<int64_t>::max(); }  // a budget ends what is too long
  bool is_program(const Source* source) override;
  bool absorbs(const std::exception_ptr& exception) override;
  void executes(const syntax::Stmt&) override {}
  void breaks_off(const syntax::Stmt&) override {}
  void decides(const syntax::If&, bool) override {}
  void asks(const void*, bool) override {}
  void reads(const interp::Value&, const interp::Value&, const Span&) override {}
  void uses(const interp::Value&, interp::Use, const Span&) override {}
  void calls(const interp::Value&) override {}
  void hands_over(const interp::Value&, const interp::Value&, const Span&) override {}
  void replaces(const interp::Value&, const interp::Value&, const interp::Value&, bool, const Span&) override {}
  void keeps(std::string_view, bool, const interp::Value&, const Span&) override {}
  void lacks(const interp::Value&, std::string_view, const Span&) override {}
  void seeks(const interp::Value&, const interp::Value&, bool, const Span&) override {}
  void compares(const interp::Value&, const interp::Value&, const Span&) override {}
  void opens(const Source&, const interp::Value&, const Span&) override {}
  void fails(const interp::Error&, bool) override { ++noted_; }
  std::optional<size_t> noted() const override { return noted_; }
  virtual void drew(const Drawn& drawn) = 0;
  /// A loader begins to yield; the number by which it is told of: 0 where nobody asks.
  virtual int64_t opens() { return 0; }
  /// A batch of it was dealt with, and trained nothing: how many more there are to be, at least.
  /// `length`: as Drawn's; `surely`: there is another in any case.
  virtual int64_t goes_on(int64_t /*loader*/, const interp::Value& /*length*/, bool /*surely*/) { return 0; }

 protected:
  size_t noted_ = 0;

 private:
  const Source* last_ = nullptr;
  bool last_is_program_ = false;
};

}  // namespace vramlint::model
