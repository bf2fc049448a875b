#include "model/kept_results.h"

#include <algorithm>

#include "interp/objects.h"
#include "model/kept_history.h"
#include "model/rounds.h"
#include "model/tensor.h"
#include "model/unsupported.h"

namespace vramlint::model {
namespace {

using interp::Value;

constexpr int64_t kMostPlayed = 64;     // where every turn is followed
constexpr size_t kMostEvents = 60'000;  // likewise, of all of them
constexpr size_t kMostWaited = 2;       // batches before anything is done with one
constexpr int64_t kMostGathered = 64;   // batches, at once
constexpr size_t kMostTurns = 6;        // until what is kept grows in the same way twice

int64_t batches_of(const Value& length) { return length.is_int() ? std::min(length.as_int(), kMostCounted) : 0; }

}  // namespace

int64_t KeptResultsWatch::opens() {
  for (Loop& each : running_) each.history = Value::none();
  Loop loop;
  loop.number = ++opened_;
  if (!builder_.in_step)
    loop.done = true;
  else
    loop.turns.push_back(meter_.look());
  running_.push_back(std::move(loop));
  return opened_;
}

int64_t KeptResultsWatch::goes_on(int64_t loader, const Value& length, bool surely) {
  const auto at =
      std::find_if(running_.begin(), running_.end(), [&](const Loop& each) { return each.number == loader; });
  if (at == running_.end()) return 0;
  running_.erase(at + 1, running_.end());
  if (at->done) return 0;
  if (is_gathering(*at, length)) return 1;
  const int64_t more = go_on(*at, length);
  at->done = at->done || (more == 0 && (!surely || at->limit > 0));
  if (at->done) at->grown.clear();  // it is the program that holds them
  return more;
}

int64_t KeptResultsWatch::go_on(Loop& loop, const Value& length) {
  BetweenTurns now = meter_.look();
  if (now.events == loop.turns.back().events && loop.waited++ < kMostWaited) return 1;  // it is drawn ahead
  loop.turns.push_back(std::move(now));
  const auto played = static_cast<int64_t>(loop.turns.size()) - 1;
  const int64_t batches = batches_of(length), taken = batches > 0 ? batches : kTurnsTaken;
  if (const int64_t more = follow_history(loop, batches, played); more > 0) return more;
  const Bytes before = loop.turns[loop.turns.size() - 2].held, grown = loop.turns.back().held - loop.turns.front().held;
  if (taken <= std::max<int64_t>(played, loop.limit) || grown * taken < kWorthCounting) return 0;
  if (loop.turns.size() > 3 && loop.turns.back().held <= before) return 0;
  const KeptGrowth growth = meter_.of(loop.turns, loop.grown);
  if (growth.bytes * taken < kWorthCounting) return loop.turns.size() <= kMostTurns && loop.limit == 0 ? 1 : 0;
  if (loop.limit == 0) tell(growth, batches);
  if (batches > 0) return enlarge(loop, growth, batches, played);
  note(growth, length);
  loop.done = true;
  return 0;
}

/// Results that keep their history: all turns of a short loop are followed; of a longer one the last of them finds that
/// of the others there.
int64_t KeptResultsWatch::follow_history(Loop& loop, int64_t batches, int64_t played) {
  const int64_t taken = batches > 0 ? batches : kTurnsTaken;
  if (taken <= played || loop.limit > 0 || !records_history(builder_, loop.turns)) return 0;
  if (played < 3) return 1;
  const std::optional<KeptHistory> history = history_kept(builder_, loop.turns);
  if (!history || history->bytes * taken < kWorthCounting) return 0;
  if (!std::exchange(loop.history_told, true))
    found.push_back({{in_program(history->place)}, history->bytes, batches, KeptResults::Of::history});
  if (batches > 0 && batches <= kMostPlayed && builder_.graph.events.size() < kMostEvents) return 1;
  loop.done = true;
  if (batches > 0 && history->result) {
    loop.history = meter_.of_size(*history->result, history->bytes * (batches - played - 1));
    return 1;
  }
  builder_.graph.unknowns.push_back({"autograd keeps " + to_string(history->bytes) +
                                         " of each batch until the loop ends: those of " + std::to_string(played) +
                                         " batches are counted",
                                     in_program(history->place), Pull::up});
  return 0;
}

/// To what it is in the last turn, or in the first one in which a condition holds that may let go of it.
int64_t KeptResultsWatch::enlarge(Loop& loop, const KeptGrowth& growth, int64_t batches, int64_t played) {
  const int64_t stands = std::max(played, loop.limit);
  int64_t limit = batches;
  const auto turn_of = [&](const Condition& each) { return played + each.period - each.asked; };
  if (loop.limit == 0)
    for (const Condition& each : loop.open)
      if (each.period > each.asked) limit = std::min(limit, turn_of(each));
  for (const Condition& each : loop.open)
    if (loop.limit == 0 && turn_of(each) == limit) loop.due.push_back(each.place);
  if (limit > stands + 1) meter_.enlarge(growth, limit - stands - 1);
  loop.limit = limit;
  for (const Grown& each : growth.grown) loop.grown.push_back(each);
  loop.turns.back() = meter_.look();
  return 1;
}

void KeptResultsWatch::hands_over(const Value& value, const Span& place) {
  if (!running_.empty()) appends_.note(value, place);
}

void KeptResultsWatch::asks_remainder(int64_t divisor, const Span& place) {
  if (!running_.empty() && !running_.back().done && divisor > 1) running_.back().remainders.push_back({place, divisor});
}

void KeptResultsWatch::decides(const syntax::If& branch, bool taken) {
  if (running_.empty() || running_.back().done) return;
  Loop& loop = running_.back();
  const Span& place = branch.condition->span;
  const auto asked = std::find_if(loop.remainders.begin(), loop.remainders.end(),
                                  [&](const Condition& each) { return covers(place, each.place); });
  if (asked == loop.remainders.end()) return;
  const auto known =
      std::find_if(loop.open.begin(), loop.open.end(), [&](const Condition& each) { return each.place == place; });
  const int64_t before = known == loop.open.end() ? 0 : known->asked;
  if (known != loop.open.end()) loop.open.erase(known);
  if (!taken) loop.open.push_back({place, asked->period, before + 1});
  loop.remainders.clear();
}

bool KeptResultsWatch::turns(const Span& condition) const {
  if (running_.empty() || running_.back().done || running_.back().limit == 0) return false;
  const std::vector<Span>& due = running_.back().due;
  return std::find(due.begin(), due.end(), condition) != due.end();
}

void KeptResultsWatch::numbers_turn(const Span& loop, int64_t turn, int64_t turns) {
  const auto at =
      std::find_if(counted_.begin(), counted_.end(), [&](const Counted& each) { return each.loop == loop; });
  if (at != counted_.end() && turn > 0) return void(at->turn = turn);
  if (at != counted_.end()) counted_.erase(at);
  counted_.push_back({loop, turn, turns});
}

void KeptResultsWatch::leaves_loop(const Span& loop) {
  std::erase_if(counted_, [&](const Counted& each) { return each.loop == loop; });
}

/// `for _ in range(4): batches.append(next(loader))`: what is kept in between is let go of together. Of a loop that is
/// as long as the loader each turn is one of it.
bool KeptResultsWatch::is_gathering(Loop& loop, const Value& length) const {
  const int64_t batches = batches_of(length);
  const Counted now = counted_.empty() ? Counted{} : counted_.back();
  const Counted before = std::exchange(loop.drawn_in, now);
  const bool is_short = now.turns <= kMostGathered && (batches == 0 || now.turns < batches);
  return now.turn > 0 && is_short && before.loop == now.loop && before.turn == now.turn - 1;
}

/// The line of the project that leads there.
Span KeptResultsWatch::in_program(const Span& place) const {
  const auto is_own = [](const Span& each) { return each && !each.source->path().starts_with("/"); };
  if (is_own(place)) return place;
  const std::vector<Span> calls = interpreter_.call_stack();
  const auto own = std::find_if(calls.rbegin(), calls.rend(),
                                [&](const Span& each) { return is_own(each) && !is_prelude(each.source); });
  return own == calls.rend() ? place : *own;
}

void KeptResultsWatch::tell(const KeptGrowth& growth, int64_t batches) {
  KeptResults kept{{}, growth.bytes, batches, KeptResults::Of::evaluation};
  const auto add = [&](const Span& place) {
    if (place && std::find(kept.places.begin(), kept.places.end(), place) == kept.places.end())
      kept.places.push_back(place);
  };
  for (const Grown& grown : growth.grown)
    for (const Tensor* each : grown.added) {
      const Span at = appends_.at(*each);
      add(in_program(at ? at : user_span(interpreter_)));
    }
  for (const Joined& each : growth.joined) add(in_program(each.place));
  if (growth.keeps_graph)
    builder_.graph.unknowns.push_back(
        {"what the loop keeps of each batch has its history with it, for it is made without `torch.no_grad()`: of the "
         "batches that are not followed, that history is not counted",
         kept.places.front(), Pull::up});
  if (!kept.places.empty()) found.push_back(std::move(kept));
}

void KeptResultsWatch::note(const KeptGrowth& growth, const Value& length) {
  const std::string what = "how many batches the loop has is not known, and " + to_string(growth.bytes) +
                           " of each stay on the GPU until it ends: those of a few batches are counted";
  const Span place = in_program(growth.joined.empty() ? user_span(interpreter_) : growth.joined.front().place);
  const auto* why = length.as<interp::UnknownValue>();
  Unknown open = why ? unknown_by(why->info, what, place, Gap::own) : Unknown{what, place, Pull::up};
  open.is_of_turns = true;
  builder_.graph.unknowns.push_back(std::move(open));
}

}  // namespace vramlint::model
