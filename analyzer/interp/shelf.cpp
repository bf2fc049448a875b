#include "interp/shelf.h"

#include <algorithm>

#include "interp/dict.h"
#include "interp/snapshot.h"
#include "interp/teardown.h"

namespace vramlint::interp {

namespace {

constexpr int64_t kMostKept = int64_t{256} << 20;
constexpr size_t kMostChanged = 256, kMostNoted = 256;  // what is looked at for every import

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
  return few && !impl.heap.on_trial() && !impl.course.noted && !impl.course.known && !impl.follower &&
         impl.uncertain.empty() && has_all_exposures() && impl.effects && impl.effects->is_untouched();
}

Shelf::Moment Shelf::moment(const std::string& name) const {
  const Interpreter::Impl& impl = interpreter_.impl();
  Moment moment{
      name,          interpreter_.call_stack(), impl.assumptions, {}, impl.effects->state(), impl.import_guards,
      impl.handlers, impl.broad_handlers.size()};
  for (const WithheldUnknowns& each : impl.withheld) moment.told.push_back(each.told_at.has_value());
  return moment;
}

bool Shelf::has_all_exposures() const { return interpreter_.impl().exposures.size() == exposures_; }

size_t Shelf::modules() const { return interpreter_.impl().modules.as<Dict>()->entries().size(); }

Shelf::Sums Shelf::sums() const {
  const Interpreter::Impl& impl = interpreter_.impl();
  return {impl.unknowns.size(), impl.output.size(), impl.evaluated.size(), impl.origins.count()};
}

Value Shelf::import(const std::string& name, const std::function<Value()>& plainly) {
  if (importing_ || closed_) return plainly();
  closed_ = !can_keep();
  if (closed_) return plainly();
  Moment now = moment(name);
  if (const Layer* layer = find(now)) return put(*layer);
  return record(std::move(now), plainly);
}

const Shelf::Layer* Shelf::find(const Moment& moment) const {
  for (const std::unique_ptr<Layer>& layer : *next_) {
    const auto is_unread = [&](const Object* object) { return layer->unread.contains(object); };
    if (layer->moment == moment && interpreter_.impl().budget.has_room_for(layer->spent) &&
        std::all_of(changed_.begin(), changed_.end(), is_unread))
      return layer.get();
  }
  return nullptr;
}

Value Shelf::put(const Layer& layer) {
  Interpreter::Impl& impl = interpreter_.impl();
  const Uncounted uncounted;
  importing_ = true;
  for (const auto& [object, contents] : layer.after) {
    snapshot_.note(*object.object());
    contents.restore(Heap::unseen(*object.object()));
  }
  importing_ = false;
  written_.clear();
  impl.assumptions.insert(impl.assumptions.end(), layer.assumptions.begin(), layer.assumptions.end());
  impl.imports.assumed.insert(impl.imports.assumed.end(), layer.assumed_by_modules.begin(),
                              layer.assumed_by_modules.end());
  impl.withheld.insert(impl.withheld.end(), layer.withheld.begin(), layer.withheld.end());
  for (const Exposures::Exposure& exposure : layer.exposures) impl.exposures.add(exposure);
  exposures_ = impl.exposures.size();
  impl.budget.spend(layer.spent);
  for (const auto& [object, site] : layer.sites) impl.effects->set_making(*object, {site});
  next_ = const_cast<std::vector<std::unique_ptr<Layer>>*>(&layer.next);
  return *module(layer.moment.name);
}

Value Shelf::record(Moment moment, const std::function<Value()>& plainly) {
  const Interpreter::Impl& impl = interpreter_.impl();
  const Before before{sums(),    impl.assumptions.size(), impl.imports.assumed.size(), impl.withheld.size(), exposures_,
                      modules(), impl.budget.spent()};
  closed_ = true;
  refused_ = !watch();
  importing_ = true;
  Value value;
  try {
    value = plainly();
  } catch (...) {
    importing_ = false;
    closed_ = !is_as_before(before);
    written_.clear();
    throw;
  }
  importing_ = false;
  exposures_ = impl.exposures.size();
  if (is_kept(value, moment, before)) keep(std::move(moment), made(), before);
  if (closed_) closed_ = !is_as_before(before);
  written_.clear();
  return value;
}

/// From now on a dict that the program has changed says whether it was looked at. Of other objects that is not known.
bool Shelf::watch() const {
  for (const Object* object : changed_) {
    if (object->kind != ObjectKind::dict) return false;
    static_cast<const Dict*>(object)->watch();
  }
  return true;
}

/// An import that finds nothing has entered the module's name and taken it out again.
bool Shelf::is_as_before(const Before& before) const {
  const Interpreter::Impl& impl = interpreter_.impl();
  const auto is_table = [&](const Object* object) { return object == impl.modules.object(); };
  return can_keep() && sums() == before.sums && impl.assumptions.size() == before.assumptions &&
         impl.withheld.size() == before.withheld && impl.exposures.size() == before.exposures &&
         modules() == before.modules && std::all_of(written_.begin(), written_.end(), is_table);
}

bool Shelf::is_kept(const Value& value, const Moment& moment, const Before& before) const {
  const Value* found = module(moment.name);
  const auto is_unread = [](const Object* object) { return static_cast<const Dict*>(object)->is_unread(); };
  return !refused_ && can_keep() && found && found->same(value) && sums() == before.sums && kept_bytes_ < kMostKept &&
         std::all_of(changed_.begin(), changed_.end(), is_unread);
}

std::vector<Value> Shelf::made() const {
  const Uncounted uncounted;
  std::vector<Value> held;
  for (const Object* object : written_) add_all(held, Contents::of(*object));
  return reachable_from(held);
}

void Shelf::keep(Moment moment, std::vector<Value> made, const Before& before) {
  Interpreter::Impl& impl = interpreter_.impl();
  if (std::any_of(made.begin(), made.end(), [](const Value& value) { return !obstacle_in(*value.object()).empty(); }))
    return;
  const Uncounted uncounted;
  auto layer = std::make_unique<Layer>();
  layer->moment = std::move(moment);
  layer->unread = changed_;
  layer->spent = impl.budget.spent() - before.spent;
  kept_bytes_ += layer->spent.bytes;
  for (const Object* object : written_) layer->after.emplace_back(Value(object), Contents::of(*object));
  for (const Value& value : made) snapshot_.settle(value);
  for (const Value& value : made)
    if (const auto making = impl.effects->making_of(*value.object()))
      layer->sites.emplace_back(value.object(), making->site);
  layer->made = std::move(made);
  layer->assumptions = since(impl.assumptions, before.assumptions);
  layer->assumed_by_modules = since(impl.imports.assumed, before.assumed_by_modules);
  layer->withheld = since(impl.withheld, before.withheld);
  layer->exposures = impl.exposures.since(before.exposures);
  next_->push_back(std::move(layer));
  next_ = &next_->back()->next;
  closed_ = false;
}

}  // namespace vramlint::interp
