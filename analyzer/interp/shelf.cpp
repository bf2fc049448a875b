#include "interp/shelf.h"

#include <algorithm>
#include <limits>

#include "interp/dict.h"
#include "interp/following.h"
#include "interp/native.h"
#include "interp/snapshot.h"
#include "interp/teardown.h"

namespace vramlint::interp {

namespace {

constexpr int64_t kMostKept = int64_t{256} << 20;
constexpr size_t kUnheard = std::numeric_limits<size_t>::max();  // of a follower that has to see all imports
constexpr size_t kMostChanged = 256, kMostNoted = 256;           // what is looked at for every import

void add_all(std::vector<Value>& values, const Contents& contents) {
  values.insert(values.end(), contents.items.begin(), contents.items.end());
  values.insert(values.end(), contents.fixed.begin(), contents.fixed.end());
  for (const Dict::Entry& entry : contents.entries) {
    values.push_back(entry.key);
    values.push_back(entry.value);
  }
}

template <typename T>
std::vector<T> since(const std::vector<T>& all, size_t first) {
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.end()};
}

}  // namespace

Shelf::~Shelf() {
  std::vector<std::unique_ptr<Layer>> layers = std::move(first_);
  for (size_t i = 0; i < layers.size(); ++i) {
    for (const Value& value : layers[i]->made) let_go(Heap::unseen(*value.object()));
    std::move(layers[i]->next.begin(), layers[i]->next.end(), std::back_inserter(layers));
  }
}

void Shelf::changes(const Object& settled) { (importing_ ? written_ : changed_).insert(&settled); }

void Shelf::begin_anew() {
  next_ = &first_;
  changed_.clear();
  written_.clear();
  uncertain_.clear();
  exposures_ = interpreter_.impl().exposures.size();
  closed_ = false;
}

const Value* Shelf::module(const std::string& name) const {
  return interpreter_.impl().modules.as<Dict>()->find(std::string_view(name));
}

bool Shelf::can_keep() const {
  const Interpreter::Impl& impl = interpreter_.impl();
  const bool few =
      changed_.size() <= kMostChanged && impl.assumptions.size() <= kMostNoted && impl.withheld.size() <= kMostNoted;
  const auto is_common = [&](const auto& item) { return item.first->settled && !uncertain_.contains(item.first); };
  return few && impl.world.supposed.there.empty() && !impl.heap.on_trial() && !impl.course.noted &&
         !impl.course.known && noted() != kUnheard &&
         std::none_of(impl.uncertain.begin(), impl.uncertain.end(), is_common) && has_all_exposures() && impl.effects &&
         !impl.effects->state().empty();
}

std::unordered_set<const Object*> Shelf::uncertain() const {
  std::unordered_set<const Object*> objects;
  for (const auto& [object, item] : interpreter_.impl().uncertain) objects.insert(object);
  return objects;
}

size_t Shelf::noted() const {
  const Follower* follower = interpreter_.impl().follower;
  return follower ? follower->noted().value_or(kUnheard) : 0;
}

Shelf::Moment Shelf::moment(const std::string& name) const {
  const Interpreter::Impl& impl = interpreter_.impl();
  Moment moment{name,
                impl.assumptions,
                {},
                impl.effects->surroundings(),
                impl.follower != nullptr,
                impl.import_guards,
                impl.handlers,
                impl.missing_handlers,
                impl.key_handlers,
                impl.catching,
                impl.broad_handlers.size(),
                impl.last_name};
  for (const WithheldUnknowns& each : impl.withheld) moment.told.push_back(each.told_at.has_value());
  return moment;
}

bool Shelf::has_all_exposures() const { return interpreter_.impl().exposures.size() == exposures_; }

size_t Shelf::modules() const { return interpreter_.impl().modules.as<Dict>()->entries().size(); }

Shelf::Sums Shelf::sums() const {
  const Interpreter::Impl& impl = interpreter_.impl();
  return {impl.unknowns.size(),
          impl.output.size(),
          impl.origins.count(),
          impl.made_folders.size(),
          impl.open_sizes.size(),
          impl.asked_sizes.size(),
          noted(),
          impl.effects ? impl.effects->state() : std::string()};
}

Value Shelf::import(const std::string& name, const std::function<Value()>& plainly) {
  if (importing_ || closed_) return plainly();
  closed_ = !can_keep();
  if (closed_) return plainly();
  Moment now = moment(name);
  if (const Layer* layer = find(now)) return put(*layer);
  return record(std::move(now), plainly);
}

std::vector<Shelf::Place> Shelf::stack() const {
  std::vector<Place> stack;
  for (const Span& span : interpreter_.call_stack()) stack.push_back({span, span ? span.source->path() : ""});
  return stack;
}

/// In a text of its own, or in one that is tried in its place and the same up to there.
bool Shelf::is_there(const std::vector<Place>& recorded, const std::vector<Place>& now) const {
  const auto is_same = [this](const Place& one, const Place& other) {
    const bool is_as_far = one.span.begin == other.span.begin && one.span.end == other.span.end;
    return one.span == other.span || (is_lent() && is_as_far && one.path == other.path);
  };
  return std::equal(recorded.begin(), recorded.end(), now.begin(), now.end(), is_same);
}

const Shelf::Layer* Shelf::find(const Moment& moment) const {
  const std::vector<Place> now = stack();
  for (const std::unique_ptr<Layer>& layer : *next_)
    if (layer->moment == moment && is_there(layer->stack, now) &&
        interpreter_.impl().budget.has_room_for(layer->spent) && fits(*layer))
      return layer.get();
  return nullptr;
}

bool Shelf::is_laid_over(const Source* source) const {
  return interpreter_.impl().world.files.get().is_laid_over(source->path());
}

/// Where nothing is laid over a file, it says what it said.
bool Shelf::stands(const Opened& opened) const {
  const auto& [source, was_laid_over] = opened;
  if (is_lent()) return !is_laid_over(source);
  return !(was_laid_over || is_laid_over(source)) ||
         interpreter_.impl().world.files.get().read(source->path()).source == source;
}

bool Shelf::fits(const Layer& layer) const {
  if (!std::all_of(layer.opened.begin(), layer.opened.end(), [&](const Opened& each) { return stands(each); }))
    return false;
  size_t met = 0;
  for (const EarlierChange& change : layer.earlier) {
    if (!change.fits()) return false;
    met += changed_.contains(&change.object()) ? 1 : 0;
  }
  return met == changed_.size();
}

Value Shelf::put(const Layer& layer) {
  Interpreter::Impl& impl = interpreter_.impl();
  const Uncounted uncounted;
  importing_ = true;
  for (const auto& [object, contents] : layer.after) {
    snapshot_.note(*object.object());
    contents.restore(Heap::unseen(*object.object()));
  }
  for (const EarlierChange& change : layer.earlier) {
    if (change.is_left_alone()) continue;
    snapshot_.note(change.object());
    change.leave();
  }
  importing_ = false;
  written_.clear();
  for (const auto& [object, renewal] : layer.renewals) renewal->renew(interpreter_, *object);
  impl.assumptions.insert(impl.assumptions.end(), layer.assumptions.begin(), layer.assumptions.end());
  impl.imports.assumed.insert(impl.imports.assumed.end(), layer.assumed_by_modules.begin(),
                              layer.assumed_by_modules.end());
  for (const Opened& opened : layer.opened) impl.opened.push_back(opened.source);
  for (const size_t index : layer.met) impl.withheld[index].told_at = impl.unknowns.size();
  impl.withheld.insert(impl.withheld.end(), layer.withheld.begin(), layer.withheld.end());
  for (const Exposures::Exposure& exposure : layer.exposures) impl.exposures.add(exposure);
  for (const auto& [object, why] : layer.uncertain) {
    impl.uncertain.try_emplace(object.object(), MayHold{object, why, {}});
    uncertain_.insert(object.object());
  }
  impl.evaluated.insert(layer.evaluated.begin(), layer.evaluated.end());
  impl.last_name = layer.last_name;
  impl.absences.insert(impl.absences.end(), layer.absences.begin(), layer.absences.end());
  exposures_ = impl.exposures.size();
  impl.budget.spend(layer.spent);
  for (const auto& [object, site] : layer.sites) impl.effects->set_making(*object, {site});
  if (impl.follower) impl.follower->imports_again(layer.told.get());
  next_ = const_cast<std::vector<std::unique_ptr<Layer>>*>(&layer.next);
  return *module(layer.moment.name);
}

Value Shelf::record(Moment moment, const std::function<Value()>& plainly) {
  const Interpreter::Impl& impl = interpreter_.impl();
  const Before before{sums(),
                      impl.assumptions.size(),
                      impl.imports.assumed.size(),
                      impl.withheld.size(),
                      exposures_,
                      modules(),
                      impl.opened.size(),
                      impl.absences.size(),
                      uncertain(),
                      impl.evaluated,
                      impl.budget.spent()};
  auto layer = std::make_unique<Layer>();
  layer->stack = stack();
  for (const Object* object : changed_) layer->earlier.emplace_back(*object);
  if (impl.follower) impl.follower->begins_import();
  closed_ = true;
  refused_ = false;
  importing_ = true;
  Value value;
  try {
    value = plainly();
  } catch (...) {
    importing_ = false;
    if (impl.follower) (void)impl.follower->ends_import();
    (void)close(layer->earlier);
    closed_ = !is_as_before(before);
    written_.clear();
    throw;
  }
  importing_ = false;
  if (impl.follower) layer->told = impl.follower->ends_import();
  exposures_ = impl.exposures.size();
  const bool depends_on_common = close(layer->earlier);
  if (depends_on_common && !leads_through_trial(layer->stack) && is_kept(value, moment, before)) {
    layer->moment = std::move(moment);
    keep(std::move(layer), before);
  }
  if (closed_) closed_ = !is_as_before(before);
  written_.clear();
  return value;
}

/// What is tried is gone when the trial is over, and with it the texts that places are in.
bool Shelf::leads_through_trial(const std::vector<Place>& stack) const {
  return is_lent() &&
         std::ranges::any_of(stack, [this](const Place& each) { return each.span && is_laid_over(each.span.source); });
}

/// False: the import looked at what only this program has.
bool Shelf::close(std::vector<EarlierChange>& earlier) const {
  bool all = true;
  for (EarlierChange& change : earlier) all = change.close(written_.contains(&change.object()), origins_) && all;
  return all;
}

/// An import that finds nothing has entered the module's name and taken it out again.
bool Shelf::is_as_before(const Before& before) const {
  const Interpreter::Impl& impl = interpreter_.impl();
  const auto is_table = [&](const Object* object) { return object == impl.modules.object(); };
  return can_keep() && sums() == before.sums && impl.assumptions.size() == before.assumptions &&
         impl.withheld.size() == before.withheld && impl.uncertain.size() == before.uncertain.size() &&
         impl.absences.size() == before.absences && impl.exposures.size() == before.exposures &&
         impl.evaluated.size() == before.evaluated.size() && modules() == before.modules &&
         std::all_of(written_.begin(), written_.end(), is_table);
}

bool Shelf::is_kept(const Value& value, const Moment& moment, const Before& before) const {
  const Value* found = module(moment.name);
  const std::vector<const Source*> opened = since(interpreter_.impl().opened, before.opened);
  const auto is_of_trial = [&](const Source* source) { return is_lent() && is_laid_over(source); };
  return !refused_ && std::none_of(opened.begin(), opened.end(), is_of_trial) && can_keep() && found &&
         found->same(value) && sums() == before.sums && kept_bytes_ < kMostKept;
}

std::vector<Value> Shelf::made(const std::vector<EarlierChange>& earlier, Origin& highest) const {
  const Uncounted uncounted;
  std::vector<Value> held;
  for (const Object* object : written_)
    if (!changed_.contains(object)) add_all(held, Contents::of(*object));
  for (const EarlierChange& change : earlier) change.add_left(held);
  return reachable_from(held, &highest);
}

/// What cannot be kept as it is has to be made what it is now each time. False: something cannot.
bool Shelf::renew_all(const std::vector<Value>& made, Renewals& renewals) {
  for (const Value& value : made) {
    if (obstacle_in(*value.object()).empty()) continue;
    const auto* native = value.as<Native>();
    std::unique_ptr<Renewal> renewal = native ? native->renewal() : nullptr;
    if (!renewal) return false;
    renewals.emplace_back(native, std::move(renewal));
  }
  return true;
}

void Shelf::keep(std::unique_ptr<Layer> layer, const Before& before) {
  Interpreter::Impl& impl = interpreter_.impl();
  Origin highest = 0;
  std::vector<Value> made = this->made(layer->earlier, highest);
  if (highest >= origins_ || !renew_all(made, layer->renewals)) return;
  const Uncounted uncounted;
  layer->spent = impl.budget.spent() - before.spent;
  kept_bytes_ += layer->spent.bytes;
  for (const Object* object : written_)
    if (!changed_.contains(object)) layer->after.emplace_back(Value(object), Contents::of(*object));
  for (const Value& value : made) snapshot_.settle(value);
  for (const Value& value : made)
    if (const auto making = impl.effects->making_of(*value.object()))
      layer->sites.emplace_back(value.object(), making->site);
  layer->made = std::move(made);
  layer->assumptions = since(impl.assumptions, before.assumptions);
  layer->assumed_by_modules = since(impl.imports.assumed, before.assumed_by_modules);
  layer->withheld = since(impl.withheld, before.withheld);
  std::set_difference(impl.evaluated.begin(), impl.evaluated.end(), before.evaluated.begin(), before.evaluated.end(),
                      std::back_inserter(layer->evaluated));
  for (const Source* source : since(impl.opened, before.opened))
    layer->opened.push_back({source, is_laid_over(source)});
  for (size_t i = 0; i < before.withheld; ++i)
    if (impl.withheld[i].told_at && !layer->moment.told[i]) layer->met.push_back(i);
  layer->exposures = impl.exposures.since(before.exposures);
  for (const auto& [object, item] : impl.uncertain) {
    if (before.uncertain.contains(object)) continue;
    layer->uncertain.emplace_back(item.container, item.why);
    uncertain_.insert(object);
  }
  layer->last_name = impl.last_name;
  layer->absences = since(impl.absences, before.absences);
  next_->push_back(std::move(layer));
  next_ = &next_->back()->next;
  closed_ = false;
}

}  // namespace vramlint::interp
