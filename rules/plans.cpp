// Settings go down in the order of the harm they do, the one that saves most first, each as far as it trains, until the
// step fits; then each goes back up as far as it still fits. That is done for every amount of harm by itself, and where
// it does not suffice once more with expandable segments, which change nothing that is computed.
#include "rules/plans.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "rules/accumulated_batch.h"
#include "rules/allocators.h"
#include "rules/effect.h"
#include "rules/input_sizes.h"
#include "rules/largest_batch.h"
#include "rules/leaf_overrides.h"
#include "rules/setting_steps.h"

namespace vramlint::rules {
namespace {

constexpr int kLeverTrials = 150;
constexpr int kMostTrials = 400;
constexpr int kMostLevels = 6;
constexpr size_t kMostPlans = 5;
constexpr std::string_view kExpandable = "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True";

/// A setting, and how far down it can go. Level 0 is what it is.
class Knob {
 public:
  explicit Knob(const Lever& lever) : lever_(&lever) {}

  const Lever& lever() const { return *lever_; }
  bool is_one_number() const { return lever_->edits.size() == 1 && number_in(lever_->edits[0].text).has_value(); }
  /// Halved once more a level; nothing where a number would go below one or a truth has no further value.
  std::vector<Edit> edits(int level) const {
    std::vector<Edit> edits = lever_->edits;
    for (Edit& edit : edits) {
      const std::optional<int64_t> number = number_in(edit.text);
      if (!number && level > 1) return {};
      if (number) edit.text = std::to_string(std::max<int64_t>(*number >> (level - 1), 1));
    }
    const bool at_end =
        level > 1 && std::all_of(edits.begin(), edits.end(), [&](const Edit& edit) {
          return *number_in(lever_->edits[static_cast<size_t>(&edit - edits.data())].text) >> (level - 1) == 0;
        });
    return at_end ? std::vector<Edit>() : edits;
  }

 private:
  const Lever* lever_;
};

struct Setting {
  const Knob* knob = nullptr;
  std::vector<Edit> edits;
};
using Settings = std::vector<Setting>;

/// In the config's own file: what a base has is set anew there, all of it at once. Empty where that cannot be.
std::vector<Edit> edits_of(const Analysis& analysis, const Settings& settings) {
  std::vector<Edit> edits;
  std::vector<Override> overrides;
  for (const Setting& one : settings) {
    const Lever& lever = one.knob->lever();
    if (one.edits.empty()) continue;
    if (lever.overrides)
      overrides.emplace_back(lever.key, lever.to);
    else if (is_own(analysis, lever.span.source))
      edits.insert(edits.end(), one.edits.begin(), one.edits.end());
    else
      overrides.emplace_back(lever.key, text_after(lever.span, one.edits));
  }
  if (overrides.empty()) return edits;
  const std::vector<Edit> added = leaf_overrides(analysis, overrides);
  if (added.empty()) return {};
  edits.insert(edits.end(), added.begin(), added.end());
  return edits;
}

struct Tried {
  bool trains = false, fits = false;
  FixEffect effect;
  Harm harm = Harm::none;
  std::optional<FixEffect> expandable;  ///< where the step fits so only with expandable segments
};

class Planner {
 public:
  Planner(const Analysis& analysis, const Session& session, const PlanOptions& options, Plans& result)
      : analysis_(analysis), session_(session), spared_(session), options_(options), result_(result) {
    spared_.spare = kSpare;
  }

  void run() {
    if (analysis_.built->batches.size() > 1) others_ = other_batches(analysis_, session_, result_.levers);
    for (const std::vector<Lever>* levers : {&result_.levers, &others_}) {
      for (const Lever& lever : *levers)
        if (may_change(lever)) knobs_.emplace_back(lever);
    }
    std::stable_sort(knobs_.begin(), knobs_.end(),
                     [](const Knob& a, const Knob& b) { return a.lever().harm < b.lever().harm; });
    unchanged_ = with_expandable_segments(analysis_, kSpare);
    add({});
    for (const Knob& knob : knobs_)
      if (!add({&knob}) && knob.lever().harm > Harm::batch) add_with_samples(knob);
    add_accumulated();
    for (size_t i = 0; i < knobs_.size(); ++i) {
      if (i + 1 < knobs_.size() && knobs_[i + 1].lever().harm == knobs_[i].lever().harm) continue;
      std::vector<const Knob*> usable;
      for (size_t k = 0; k <= i; ++k) usable.push_back(&knobs_[k]);
      if (usable.size() > 1) add(usable);
    }
    order();
  }

 private:
  bool is_kept(const std::string& changed) const {
    return std::any_of(options_.keep.begin(), options_.keep.end(),
                       [&](const std::string& key) { return changed == key || changed.starts_with(key + "."); });
  }

  bool may_change(const Lever& lever) const {
    const auto stays = [&](const std::string& key) { return is_kept(key); };
    return !is_kept(lever.key) && std::none_of(lever.also.begin(), lever.also.end(), stays) &&
           std::find(options_.without.begin(), options_.without.end(), lever.harm) == options_.without.end();
  }

  const Tried& tried(const Settings& settings) {
    const std::vector<Edit> edits = edits_of(analysis_, settings);
    std::string key;
    for (const Edit& edit : edits) key += std::to_string(edit.span.begin) + "=" + edit.text + ";";
    const auto [at, is_new] = cache_.try_emplace(key);
    if (edits.empty() || !is_new || ++result_.trials > kMostTrials) return at->second;
    if (options_.progress) options_.progress(result_.trials);
    Analysis after = what_if(analysis_, edits, spared_);
    if (!still_trains(analysis_, after) || !after.device) return at->second;
    bool fits = fits_as_known(analysis_, after);
    const std::optional<FixEffect> expandable = fits ? std::nullopt : with_expandable_segments(after, kSpare);
    if (fits) {  // more room may fragment otherwise: it has to fit with and without what is left free
      after = what_if(analysis_, edits, session_);
      fits = fits_as_known(analysis_, after);
    }
    at->second = {true, fits, effect_of(after.outcome), harm_between(analysis_, after), expandable};
    return at->second;
  }

  bool fits(const Settings& settings) {
    const Tried& now = tried(settings);
    return now.fits || (expandable_ && now.expandable);
  }

  /// The plan that uses these, if there is one; of the allocator's setting where it takes that.
  bool add(const std::vector<const Knob*>& knobs) {
    for (const bool expandable : {false, true}) {
      expandable_ = expandable;
      if (add_as_set(knobs)) return true;
    }
    return false;
  }

  /// It does not suffice by itself: with what changes nothing that is computed, and with fewer samples.
  void add_with_samples(const Knob& knob) {
    std::vector<const Knob*> usable;
    for (const Knob& each : knobs_)
      if (each.lever().harm <= Harm::batch) usable.push_back(&each);
    usable.push_back(&knob);
    if (usable.size() > 1) add(usable);
  }

  bool add_as_set(const std::vector<const Knob*>& knobs) {
    Settings settings;
    Bytes peak = analysis_.outcome.peak.process.point;
    bool found = expandable_ && unchanged_.has_value();
    for (size_t i = 0; i < knobs.size() && !found; ++i) found = lower(*knobs[i], settings, peak);
    if (!found) return false;
    for (size_t i = settings.size(); i-- > 0;) raise(i, settings);
    std::erase_if(settings, [](const Setting& one) { return one.edits.empty(); });
    keep(settings);
    return true;
  }

  /// A batch with those of other phases, least harm first: that of what only validates is to go up last.
  std::vector<const Knob*> together_with(const Knob& knob) const {
    const std::vector<model::KeyFact>& batches = analysis_.built->batches;
    const auto is_batch = [&](const Knob& one) {
      return std::any_of(batches.begin(), batches.end(),
                         [&](const model::KeyFact& batch) { return batch.key == one.lever().key; });
    };
    std::vector<const Knob*> found;
    for (const Knob& one : knobs_)
      if (&one == &knob || (is_batch(knob) && is_batch(one))) found.push_back(&one);
    return found;
  }

  /// As far down as it trains and saves something; whether the step fits then.
  bool lower(const Knob& knob, Settings& settings, Bytes& peak) {
    const auto is_there = [&](const Knob& one) {
      return std::any_of(settings.begin(), settings.end(),
                         [&](const Setting& set) { return set.knob->lever().span == one.lever().span; });
    };
    if (is_there(knob)) return false;  // another text for the same key
    const size_t first = settings.size();
    for (const Knob* one : together_with(knob))
      if (!is_there(*one)) settings.push_back({one, {}});
    for (int level = 1; level <= kMostLevels; ++level) {
      Settings trial = settings;
      bool is_moved = false;
      for (size_t i = first; i < trial.size(); ++i) {
        std::vector<Edit> edits = trial[i].knob->edits(level);
        if (!edits.empty()) trial[i].edits = std::move(edits), is_moved = true;
      }
      if (!is_moved) break;
      const Tried& now = tried(trial);
      if (!now.trains || now.effect.process.point >= peak) break;
      settings = std::move(trial);
      peak = now.effect.process.point;
      if (fits(settings)) return true;
    }
    if (settings.back().edits.empty()) settings.resize(first);
    return false;
  }

  /// As far up as the step still fits: away, else by halves, and then a batch to the last one, other sizes of the input
  /// by parts: of these many cannot be trained.
  void raise(size_t at, Settings& settings) {
    Settings trial = settings;
    trial[at].edits.clear();
    if (fits(trial)) {
      settings = std::move(trial);
      return;
    }
    const Knob& knob = *settings[at].knob;
    for (int level = 1; level <= kMostLevels; ++level) {
      trial[at].edits = knob.edits(level);
      if (trial[at].edits.empty() || fits(trial)) break;
    }
    if (!trial[at].edits.empty() && fits(trial)) settings = trial;
    if (knob.is_one_number() && knob.lever().harm <= Harm::batch) refine(at, settings);
    if (knob.lever().harm == Harm::data) refine_by_parts(at, settings);
  }

  void refine(size_t at, Settings& settings) {
    int64_t fitting = *number_in(settings[at].edits[0].text), above = fitting * 2 + 1;
    if (const auto now = number_in(settings[at].knob->lever().from)) above = std::min(above, *now);
    Settings trial = settings;
    while (above - fitting > 1) {
      const int64_t middle = fitting + (above - fitting) / 2;
      trial[at].edits[0].text = std::to_string(middle);
      (fits(trial) ? fitting : above) = middle;
    }
    settings[at].edits[0].text = std::to_string(fitting);
  }

  void refine_by_parts(size_t at, Settings& settings) {
    std::vector<Span> numbers;
    for (const Edit& edit : settings[at].edits) numbers.push_back(edit.span);
    Settings trial = settings;
    const std::vector<Edit> largest = largest_sizes(numbers, [&](const std::vector<Edit>& edits) {
      trial[at].edits = edits;
      return fits(trial);
    });
    if (!largest.empty()) settings[at].edits = largest;
  }

  void keep(const Settings& settings) {
    const Tried& whole = tried(settings);
    const std::optional<FixEffect>& eased = settings.empty() ? unchanged_ : whole.expandable;
    if (!whole.fits && !(expandable_ && eased)) return;
    Plan plan{{},
              Harm::none,
              whole.fits ? whole.effect : *eased,
              edits_of(analysis_, settings),
              whole.fits ? std::string() : std::string(kExpandable)};
    Settings so_far;
    for (const Setting& one : settings) {
      so_far.push_back(one);
      const Lever& lever = one.knob->lever();
      const bool is_in_place = is_own(analysis_, lever.span.source);  // else the key alone is set anew
      const std::string to = lever.from.empty() ? lever.to : text_after(lever.span, one.edits);
      plan.changes.push_back({lever.key, lever.span, lever.from, to,
                              is_in_place ? lever.also : std::vector<std::string>(), lever.harm,
                              tried(so_far).effect.process.point});
      plan.harm = std::max(plan.harm, lever.harm);
    }
    const auto same = [&](const Plan& other) {
      return plan.environment == other.environment &&
             std::equal(plan.changes.begin(), plan.changes.end(), other.changes.begin(), other.changes.end(),
                        [](const Change& a, const Change& b) { return a.key == b.key && a.to == b.to; });
    };
    if (std::none_of(result_.plans.begin(), result_.plans.end(), same)) result_.plans.push_back(std::move(plan));
  }

  /// Where a smaller batch alone suffices: with more passes the optimizer's step sees as many samples as before.
  void add_accumulated() {
    if (!analysis_.built->batch) return;
    const model::KeyFact& batch = *analysis_.built->batch;
    const auto is_it = [&](const Plan& plan) {
      return plan.changes.size() == 1 && plan.changes[0].key == batch.key && plan.environment.empty() &&
             number_in(plan.changes[0].to);
    };
    const auto smaller = std::find_if(result_.plans.begin(), result_.plans.end(), is_it);
    if (smaller == result_.plans.end()) return;
    const auto found = accumulated_batch(analysis_, spared_, *number_in(smaller->changes[0].to));
    if (!found || is_kept(found->key.key)) return;
    Plan plan{{smaller->changes[0]}, Harm::passes, *found->fix.effect, found->fix.edits, {}};
    const Bytes peak = plan.effect.process.point;
    plan.changes[0].to = std::to_string(found->size);
    const std::string from = found->is_there ? std::to_string(found->key.steps) : std::string();
    plan.changes.push_back(
        {found->key.key, found->key.span, from, std::to_string(found->steps), {}, Harm::passes, peak});
    for (Change& change : plan.changes) change.harm = Harm::passes, change.peak = peak;
    result_.plans.push_back(std::move(plan));
  }

  /// Of as many changes with the same effect the one comes first that leaves most of the step as it is.
  void order() {
    std::vector<Plan>& plans = result_.plans;
    std::stable_sort(plans.begin(), plans.end(), [](const Plan& a, const Plan& b) {
      const auto rank = [](const Plan& plan) {
        return std::tuple(plan.harm, plan.changes.size() + (plan.environment.empty() ? 0 : 1),
                          -plan.effect.process.point.count);
      };
      return rank(a) < rank(b);
    });
    if (plans.size() > kMostPlans) plans.resize(kMostPlans);
  }

  const Analysis& analysis_;
  Session session_, spared_;
  const PlanOptions& options_;
  Plans& result_;
  std::vector<Lever> others_;  ///< batches that save nothing by themselves
  std::vector<Knob> knobs_;
  std::map<std::string, Tried> cache_;
  std::optional<FixEffect> unchanged_;  ///< with expandable segments and no other change, where it fits so
  bool expandable_ = false;             ///< what is looked for may take them
};

}  // namespace

Plans plans(const Analysis& analysis, const Session& session, const PlanOptions& options) {
  Plans result;
  result.levers = levers(analysis, session, kLeverTrials);
  for (Lever& lever : levers_of_neighbours(analysis, session)) {
    const auto is_it = [&](const Lever& one) { return one.key == lever.key; };
    if (std::none_of(result.levers.begin(), result.levers.end(), is_it)) result.levers.push_back(std::move(lever));
  }
  std::stable_sort(result.levers.begin(), result.levers.end(),
                   [](const Lever& a, const Lever& b) { return a.saved > b.saved; });
  Planner(analysis, session, options, result).run();
  return result;
}

}  // namespace vramlint::rules
