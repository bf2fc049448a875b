#include "model/loop_search.h"

#include <algorithm>

#include "interp/absences.h"
#include "interp/objects.h"
#include "interp/opaque.h"
#include "model/drawn_batch.h"
#include "model/failure.h"
#include "model/layer_refusal.h"

namespace vramlint::model {

using interp::Value;

bool Watcher::is_program(const Source* source) {
  if (source != last_) {
    last_ = source;
    last_is_program_ = is_of_program(source);
  }
  return last_is_program_;
}

bool Watcher::absorbs(const std::exception_ptr&) { return false; }
void LoopSearch::drew(const Drawn& drawn) {
  ++noted_;
  if (behind_) behind_->drew(drawn);
  if (found_) return;
  ++batches_;
  std::vector<InputShape> shapes;
  shapes_in(drawn.batch, shapes);
  if (!unknown_batch) unknown_batch = unknown_batch_in(drawn.batch, shapes, drawn.place);
}

/// Rounds that train nothing fill a buffer, or gradients are accumulated without a backward of each: what the next
/// round does tells.
void LoopSearch::look_again(const Running& loop) {
  if (builder_.optimizer_steps > steps_of_lone_) {
    warm_up_ = WarmUp{loop.span, lone_->iterations - 1};
    lone_->iterations = 1;
    lone_->batches = batches_ - batches_of_lone_;
  }
  found_ = std::exchange(lone_, std::nullopt);
}

bool LoopSearch::is_lone(const Running& loop) const {
  constexpr int kMost = 256;  // of more rounds, branches hold it off
  return loop.iterations > 1 && loop.iterations <= kMost && builder_.backwards - loop.backwards < loop.iterations;
}

void LoopSearch::look(const Running& loop) {
  if (lone_ && loop.span == lone_->span) return look_again(loop);
  if (found_ || builder_.optimizer_steps == loop.steps) return;
  if (builder_.backwards > 0 && builder_.backwards == loop.backwards) return;  // `for each in optimizers: each.step()`
  std::vector<Span> around;
  for (const Running& each : running_)
    if (each.span != loop.span) around.push_back(each.span);
  const bool repeats = batches_ > 0 && batches_ == loop.batches && !loop.draws && !around.empty();
  TrainingLoop seen{loop.span, loop.iterations, batches_ - loop.batches, std::move(around),
                    interp::arms_on_trial(interpreter_)};
  if (!repeats && is_lone(loop))
    lone_ = std::move(seen), steps_of_lone_ = builder_.optimizer_steps, batches_of_lone_ = batches_;
  else if (!repeats)
    found_ = std::move(seen);
  else if (!repeated_)
    repeated_ = std::move(seen), batches_of_repeated_ = batches_;
}

/// The loop around one that steps several times on a batch is the one that trains, if it draws the next.
void LoopSearch::look_around(const Running& loop) {
  constexpr int kMost = 8;
  if (!repeated_ || found_) return;
  const std::vector<Span>& around = repeated_->around;
  const bool is_around = std::find(around.begin(), around.end(), loop.span) != around.end();
  const bool draws = batches_ > batches_of_repeated_;
  if (is_around && draws)
    look(loop);
  else if (is_around || (loop.span == repeated_->span && loop.iterations >= kMost))
    found_ = repeated_;
}

/// It goes backward time after time, and no optimizer that is known steps: it would go on to the end of the budget.
/// But gradients are accumulated over dozens of batches.
bool LoopSearch::is_vain(const Running& loop) const {
  constexpr int64_t kSome = 8, kOften = 64, kLong = 2'000'000;
  const int64_t backwards = builder_.backwards - loop.backwards, spent = interpreter_.budget().steps() - loop.spent;
  return (backwards >= kOften && spent >= kLong) ||
         (backwards >= kSome && spent >= interpreter_.budget().limits().steps / 2);
}

/// The search is over, or goes on behind.
void LoopSearch::found() {
  constexpr int64_t kMore = 1'000'000;
  const int64_t steps = interpreter_.budget().steps();
  if (looks_behind == 0 || (most_ > 0 && steps > most_)) throw Seen{};
  if (most_ == 0) most_ = steps + steps / 4 + kMore;
}

void LoopSearch::look_behind() {
  if (!calls_before_) calls_before_ = builder_.module_calls;
  behind_ = std::make_unique<LoopSearch>(interpreter_, builder_);
  behind_->looks_behind = looks_behind - 1;
}

bool LoopSearch::ends_loop(const Span& loop) {
  if (behind_) return behind_->ends_loop(loop);
  return found_ && found_->is_of(loop);
}

bool LoopSearch::works_behind() const { return behind_ && !behind_->loop() && builder_.module_calls > calls_before_; }

std::vector<TrainingLoop> LoopSearch::further() const {
  if (!found_ || !behind_ || !behind_->loop()) return {};
  std::vector<TrainingLoop> all{*behind_->loop()};
  for (TrainingLoop& each : behind_->further()) all.push_back(std::move(each));
  for (TrainingLoop& each : all) each.before.insert(each.before.begin(), *found_);
  return all;
}

void LoopSearch::begins_iteration(const Span& loop) {
  if (behind_) return behind_->begins_iteration(loop);
  if (found_) return found();
  if (running_.empty() || running_.back().span != loop)
    running_.push_back({.span = loop,
                        .batches = batches_,
                        .draws = batches_ > batches_before_,
                        .steps = builder_.optimizer_steps,
                        .backwards = builder_.backwards,
                        .spent = interpreter_.budget().steps()});
  look(running_.back());
  look_around(running_.back());
  if (found_) return found();
  if (is_vain(running_.back())) throw Seen{};
  ++running_.back().iterations;
}

void LoopSearch::begin_anew(const Span& loop) {
  for (Running& each : running_)
    each = {.span = each.span,
            .iterations = each.span == loop ? 0 : 1,
            .batches = batches_,
            .draws = each.draws,
            .steps = builder_.optimizer_steps,
            .backwards = builder_.backwards,
            .spent = interpreter_.budget().steps()};
}

void LoopSearch::asks_remainder(int64_t divisor, const Span& place) {
  if (behind_) return behind_->asks_remainder(divisor, place);
  divisor_ = std::max(divisor_, divisor);
}

int64_t LoopSearch::opens() {
  if (behind_) return behind_->opens();
  turns_.push_back(0);
  return static_cast<int64_t>(turns_.size());
}

/// An optimizer may step every so many batches.
int64_t LoopSearch::goes_on(int64_t loader, const interp::Value& length, bool surely) {
  constexpr int64_t kMostTurns = 64;
  if (behind_) return behind_->goes_on(loader, length, surely);
  if (loader > static_cast<int64_t>(turns_.size())) return 0;  // it began before another search
  return ++turns_[static_cast<size_t>(loader - 1)] < std::min(divisor_, kMostTurns) ? 1 : 0;
}

void ArmSearch::begins_iteration(const Span& loop) {
  is_counting_ = is_counting_ || numbers_rounds(loop);
  LoopSearch::begins_iteration(loop);
}

/// A turn of a loop that runs as often as is not known: what was tried is undone, and then run.
bool LoopSearch::is_tried(const Span& loop) const {
  return std::ranges::any_of(interp::arms_on_trial(interpreter_),
                             [&](const interp::TriedArm& arm) { return arm.span == loop; });
}

void LoopSearch::leaves_loop(const Span& loop) {
  if (behind_) return behind_->leaves_loop(loop);
  if (found_ && loop == found_->outermost() && is_tried(loop)) return;
  if (found_ && loop == found_->outermost()) return look_behind();
  if (found_ && !calls_before_ && !found_->around.empty() && loop == found_->around.back())
    calls_before_ = builder_.module_calls;
  if (running_.empty() || running_.back().span != loop) return;
  look(running_.back());
  running_.pop_back();
  if (found_ && loop == found_->outermost()) look_behind();
}

void LoopSearch::executes(const syntax::Stmt& statement) {
  if (behind_) behind_->executes(statement);
  if (found_) found();
  batches_before_ = batches_;
}

/// A package asks for what it keeps itself: caches, settings.
static std::vector<std::string> own_absences(interp::Interpreter& interpreter) {
  std::vector<std::string> paths;
  for (const interp::Absence& each : interp::absences(interpreter))
    if (each.span && is_of_program(each.span.source) && !each.span.source->path().starts_with("/"))
      paths.push_back(each.path);
  return paths;
}

/// What argparse says before it ends the program; none of any other end.
static std::string_view refusal_in(const interp::Error& error) {
  constexpr std::string_view kBegins = "2, for ";
  const std::string_view said = error.message;
  return error.type == "SystemExit" && said.starts_with(kBegins) ? said.substr(kBegins.size()) : std::string_view();
}
void LoopSearch::fails(const interp::Error& error, bool surely) {
  ++noted_;
  if (!surely || found_) return;
  last_failure = error;
  if (!absent && error.kind == interp::Error::Kind::raised) absent = own_absences(interpreter_);
  if (is_refused_by_layer(interpreter_, error)) fail_for_good(interpreter_, error);
  const std::string_view refusal = refusal_in(error);
  if (!refusal.empty() && interpreter_.unknowns().empty())
    fail(BuildFailure::Kind::unsupported, "the program ends at its command line: " + std::string(refusal), error.span);
}

void LoopSearch::leads_into(const Value& callee, const Span& place) {
  if (found_) return;
  const Unknown& why = callee.as<interp::UnknownValue>()->info;
  if (packages_.insert(why.reason).second) taken_over = Unknown{why.reason, place, why.pull, {}, why.remedy};
}

}  // namespace vramlint::model
