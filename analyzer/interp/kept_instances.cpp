#include "interp/kept_instances.h"

#include <algorithm>
#include <utility>

#include "interp/dict.h"
#include "interp/frame.h"
#include "interp/native.h"
#include "interp/shelf.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMostInstances = 500'000;  // parts of moulds
constexpr size_t kMostKeys = 20'000;
constexpr size_t kMostWritten = 256;     // objects that are looked at for every instance
constexpr size_t kDeepestArguments = 8;  // instances inside of others
constexpr int64_t kWorthwhile = 24;      // steps
constexpr int64_t kLarge = 20'000;       // likewise: what is as large as that is made once in most runs

/// What instances consist of, which no constructor exchanges for something else.
std::vector<const Object*> parts_of(const Given& given) {
  std::vector<const Object*> parts;
  for (const Object* object : given.objects) {
    if (object->kind != ObjectKind::instance) continue;
    const auto& instance = static_cast<const Instance&>(*object);
    for (const Value* part : {&instance.type, &instance.attributes, &instance.payload})
      parts.push_back(part->is_object() ? part->object() : nullptr);
  }
  return parts;
}

template <typename T>
void append(std::string& text, const T& bits) {
  text.append(reinterpret_cast<const char*>(&bits), sizeof bits);
}

}  // namespace

class KeptInstances::Open {
 public:
  Open(KeptInstances& owner, Recording& recording) : owner_(owner) { owner_.open_.push_back(&recording); }
  ~Open() {
    owner_.look_around();
    owner_.open_.pop_back();
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

 private:
  KeptInstances& owner_;
};

KeptInstances::KeptInstances(Interpreter& interpreter) : interpreter_(interpreter), changed_(interpreter) {
  for (const Value& names : interpreter.impl().filled_as_asked) {
    Filled& filled = filled_.emplace_back(Filled{names.as<Dict>(), {}});
    for (const Dict::Entry& entry : filled.names->entries()) filled.values.push_back(entry.value);
  }
}

void KeptInstances::begin_anew() {
  changed_.begin_anew();
  puts_known_ = false;
  described_ = 0;
}

void KeptInstances::changes(const Object& settled, bool by_import) {
  const auto is_it = [&](const Filled& one) { return one.names == &settled; };
  if (std::any_of(filled_.begin(), filled_.end(), is_it)) {
    puts_known_ = false;
    return;
  }
  refuse();
  if (!by_import) changed_.add(settled);
}

const std::optional<KeptInstances::Puts>& KeptInstances::asked_for() {
  if (std::exchange(puts_known_, true)) return puts_;
  puts_.emplace();
  for (size_t i = 0; i < filled_.size(); ++i) {
    const auto& entries = filled_[i].names->entries();
    const std::vector<Value>& first = filled_[i].values;
    const auto is_first = [](const Value& value, const Dict::Entry& entry) {
      return entry.live && value.same(entry.value) && value.origin() == entry.value.origin();
    };
    bool fits = entries.size() >= first.size() && std::equal(first.begin(), first.end(), entries.begin(), is_first);
    for (size_t at = first.size(); fits && at < entries.size(); ++at) {
      const Value &name = entries[at].key, &value = entries[at].value;
      fits = entries[at].live && name.is(ObjectKind::string) && value.origin() == 0 && value.is_object() &&
             value.object()->settled;
      if (fits) puts_->push_back({i, name, value});
    }
    if (!fits) {
      puts_.reset();
      break;
    }
  }
  return puts_;
}

/// Empty where what was there is gone or is something else.
std::optional<KeptInstances::Puts> KeptInstances::puts_since(const Puts& before) {
  std::optional<Puts> now = asked_for();
  if (!now) return {};
  for (const Put& put : before) {
    const auto found = std::find(now->begin(), now->end(), put);
    if (found == now->end()) return {};
    now->erase(found);
  }
  return now;
}

void KeptInstances::refuse() {
  for (Recording* recording : open_) recording->refused = true;
}

/// What was looked at since the last time was looked at by all that run now.
void KeptInstances::look_around() {
  if (open_.empty()) return;
  for (const Object* object : changed_.read()) {
    for (Recording* recording : open_) {
      const Alterations::Objects& told = recording->told;
      if (std::find(told.begin(), told.end(), object) != told.end()) continue;
      recording->refused = true;
      changed_.see(recording->cls, object);
    }
  }
}

bool KeptInstances::can_keep(const Class& cls) const {
  const Interpreter::Impl& impl = interpreter_.impl();
  const bool few = changed_.all().size() <= kMostWritten && impl.withheld.size() <= kMostWritten &&
                   open_.size() <= kDeepestArguments;
  return few && cls.settled && !impl.heap.on_trial() && !impl.course.noted && !impl.course.known && !impl.follower &&
         !impl.literal_origins && !impl.writing && impl.uncertain.empty() && impl.shelf->has_all_exposures() &&
         !impl.origins.is_cut_short();
}

/// What is looked at for the sake of keeping is in proportion to what runs.
bool KeptInstances::is_busy() const {
  constexpr size_t kFree = size_t{4} << 20, kForAStep = 256;
  return described_ > kFree + kForAStep * static_cast<size_t>(interpreter_.impl().budget.steps());
}

/// Everything but the arguments, the objects that every program has, and what constructors themselves may add to; empty
/// where it is no time for keeping.
std::string KeptInstances::setting(const Class& cls) const {
  const Interpreter::Impl& impl = interpreter_.impl();
  const std::string state = impl.effects ? impl.effects->state() : std::string();
  if (state.empty() || impl.shelf->is_closed()) return {};
  std::string text;
  append(text, &cls);
  append(text, impl.shelf->place());
  append(text, state.size());
  text += state;
  append(text, impl.import_guards);
  append(text, impl.handlers);
  append(text, impl.key_handlers);
  append(text, impl.broad_handlers.size());
  append(text, impl.frames.size());
  for (const Frame* frame : impl.frames) append(text, frame->current);
  return text;
}

std::string KeptInstances::circumstances(const Class& cls) {
  std::string text = setting(cls);
  if (text.empty() || !asked_for()) return {};
  append(text, puts_->size());
  for (const Put& put : *puts_) {
    append(text, put.filled);
    append(text, put.value.object());
    append(text, put.name.as_string().size());
    text += put.name.as_string();
  }
  for (const WithheldUnknowns& each : interpreter_.impl().withheld) text += each.told_at ? '1' : '0';
  return text;
}

KeptInstances::Sums KeptInstances::sums() const {
  const Interpreter::Impl& impl = interpreter_.impl();
  return {impl.assumptions.size(), impl.unknowns.size(), impl.output.size(), impl.evaluated.size(), impl.loaded.size()};
}

std::optional<KeptInstances::Call> KeptInstances::call_of(const Class& cls, const Arguments& arguments) {
  if (is_busy() || !can_keep(cls)) return {};
  std::string before = circumstances(cls);
  if (before.empty()) return {};
  Alterations::Objects told = changed_.told_for(cls);
  before += changed_.marks(cls);
  std::optional<Given> given = describe(interpreter_, arguments, before, told);
  described_ += given ? given->key.size() : 8 * before.size();
  if (!given) return {};
  return Call{cls, std::move(before), std::move(told), std::move(*given)};
}

Value KeptInstances::make(const Class& cls, Arguments arguments, const std::function<Value(Arguments)>& plainly) {
  const std::optional<Call> call = call_of(cls, arguments);
  if (!call) return plainly(std::move(arguments));
  if (const Kept* kept = find(call->given.key)) return again(*kept, call->given);
  return record(*call, std::move(arguments), plainly);
}

const KeptInstances::Kept* KeptInstances::find(const std::string& key) {
  auto found = kept_.find(key);
  if (found == kept_.end()) {
    auto older = older_.extract(key);
    if (!older) return nullptr;
    size_ += older.mapped().mould->size();
    found = kept_.insert(std::move(older)).position;
  }
  const Kept& kept = found->second;
  const auto& changed = changed_.all();
  const auto was_changed = [&](const Object* object) { return kept.changed.contains(object); };
  const bool holds =
      interpreter_.impl().budget.has_room_for(kept.spent) && std::all_of(changed.begin(), changed.end(), was_changed);
  return holds ? &kept : nullptr;
}

Value KeptInstances::again(const Kept& kept, const Given& given) {
  Interpreter::Impl& impl = interpreter_.impl();
  for (const Object* module : kept.told) impl.tell(module);
  impl.budget.spend({kept.spent.steps, kept.spent.touched, 0});
  const Uncounted uncounted;
  for (const Put& put : kept.puts) impl.heap.write(*filled_[put.filled].names).set(put.name, put.value);
  return kept.mould->make(interpreter_, given);
}

Value KeptInstances::record(const Call& call, Arguments arguments, const std::function<Value(Arguments)>& plainly) {
  Interpreter::Impl& impl = interpreter_.impl();
  const Given& given = call.given;
  const Arguments handed = arguments;  // those that are described stay
  std::vector<Value> held;             // also what the constructor takes out of them
  for (const Object* object : given.objects) held.emplace_back(object);
  const std::vector<const Object*> parts = parts_of(given);
  const Sums before = sums();
  const Budget::Spent spent = impl.budget.spent();
  const Puts put = *asked_for();
  look_around();
  Recording recording{call.cls, call.told, !changed_.watch(call.told)};
  Value made;
  {
    const Open open(*this, recording);
    made = plainly(std::move(arguments));
  }
  const std::optional<Puts> added = puts_since(put);
  if (recording.refused || !added || parts_of(given) != parts) return made;
  Kept kept{nullptr, changed_.all(), told_since(before.unknowns), *added, impl.budget.spent() - spent};
  Sums after = sums();
  for (const WithheldUnknowns& each : impl.withheld)
    if (each.told_at && *each.told_at >= before.unknowns) after.unknowns -= each.unknowns.size();
  if (after != before || kept.spent.steps < kWorthwhile) return made;
  if (kept.spent.steps > kLarge && is_first(given.key)) return made;
  const Change change = change_since(call, handed);
  if (change != Change::of_more) keep(given, made, std::move(kept), change == Change::of_arguments);
  return made;
}

KeptInstances::Change KeptInstances::change_since(const Call& call, const Arguments& arguments) const {
  const std::string set = setting(call.cls);
  if (!can_keep(call.cls) || set.empty() || !call.circumstances.starts_with(set)) return Change::of_more;
  const std::optional<Given> now = describe(interpreter_, arguments, call.circumstances, call.told);
  const Given& given = call.given;
  const bool same = now && now->key == given.key && now->atoms == given.atoms && now->objects == given.objects;
  return same ? Change::none : Change::of_arguments;
}

/// Nothing as large was made of such arguments before.
bool KeptInstances::is_first(const std::string& key) {
  if (met_.size() >= kMostKeys) met_.clear();
  return met_.insert(std::hash<std::string>{}(key)).second;
}

std::vector<const Object*> KeptInstances::told_since(size_t unknowns) const {
  std::vector<std::pair<size_t, const Object*>> told;
  for (const WithheldUnknowns& each : interpreter_.impl().withheld)
    if (each.told_at && *each.told_at >= unknowns) told.emplace_back(*each.told_at, each.module);
  std::sort(told.begin(), told.end());
  std::vector<const Object*> modules;
  for (const auto& [at, module] : told) modules.push_back(module);
  return modules;
}

void KeptInstances::keep(const Given& given, const Value& made, Kept kept, bool changed) {
  kept.mould = Mould::of(interpreter_, made, given, changed);
  if (!kept.mould) return;
  size_ += kept.mould->size() + given.key.size() / 16;
  kept_.insert_or_assign(given.key, std::move(kept));
  if (size_ < kMostInstances && kept_.size() < kMostKeys) return;
  older_ = std::move(kept_);
  kept_.clear();
  size_ = 0;
}

}  // namespace vramlint::interp
