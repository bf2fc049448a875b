#include "usage/notes.h"

#include <algorithm>
#include <utility>

#include "interp/text_edits.h"
#include "model/failure.h"
#include "usage/walk.h"

namespace vramlint::usage {

using interp::ObjectKind;
using interp::Value;

namespace {

constexpr size_t kMostPlaces = 8;
constexpr size_t kMostChoices = 64;
constexpr int kDepth = 6;

void add_place(std::vector<Span>& places, const Span& place) {
  if (places.size() < kMostPlaces && std::find(places.begin(), places.end(), place) == places.end())
    places.push_back(place);
}

}  // namespace

void Notes::begins_import() { before_import_ = std::exchange(static_cast<Seen&>(*this), Seen()); }

std::shared_ptr<const void> Notes::ends_import() {
  Seen& now = *this;
  auto told = std::make_shared<const Seen>(std::exchange(now, std::exchange(before_import_, Seen())));
  add(*told);
  return told;
}

void Notes::imports_again(const void* told) { add(*static_cast<const Seen*>(told)); }

void Notes::attach(interp::Interpreter& interpreter) {
  constexpr size_t kMostOrigins = 256;  // reports put all of a config into one text
  interpreter_ = &interpreter;
  interpreter.origins().keep(kMostOrigins);
  by_origin_.clear();
}

void Notes::detach() {
  for (size_t index : keys_of(interpreter_->origins().lost())) keys_.at(index).used = true;
}

bool Notes::is_program(const Source* source) {
  if (source == last_) return last_is_program_;
  last_ = source;
  return last_is_program_ = model::is_of_program(source);
}

bool Notes::absorbs(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const model::Unsupported&) {
    return true;
  } catch (...) {
    return false;
  }
}

namespace {

/// A method of str that makes another: what it yields tells where all of it is from.
bool is_text_method(const Value& callee) {
  if (!callee.is(ObjectKind::bound_method)) return false;
  const auto* method = static_cast<const interp::BoundMethod*>(callee.object());
  const auto* function = method->function.as<interp::Builtin>();
  return function && (method->self.is_string() || method->self.is_unknown()) && interp::is_text_method(function->name);
}

std::string_view name_of(const Value& callee) {
  const Value* function = &callee;
  if (callee.is(ObjectKind::bound_method))
    function = &static_cast<const interp::BoundMethod*>(callee.object())->function;
  if (function->is(ObjectKind::builtin)) return static_cast<const interp::Builtin*>(function->object())->name;
  if (function->is(ObjectKind::type)) return static_cast<const interp::Class*>(function->object())->name;
  if (function->is(ObjectKind::function))
    return static_cast<const interp::FunctionObject*>(function->object())->code->name.text();
  return {};
}

}  // namespace

void Notes::decides(const syntax::If& branch, bool taken) {
  Decision& decision = decisions[&branch];
  decision.branch = &branch;
  (taken ? decision.taken : decision.not_taken) = true;
}

const std::vector<size_t>& Notes::keys_of(interp::Origin origin) {
  auto [entry, is_new] = by_origin_.try_emplace(origin);
  std::vector<size_t>& keys = entry->second;
  if (is_new && origin != 0) keys = keys_of(interpreter_->origins().atoms(origin));
  opened = opened || !keys.empty();
  keys_met_ += keys.empty() ? 0 : 1;
  return keys;
}

std::vector<size_t> Notes::keys_of(const std::vector<interp::OriginAtom>& atoms) const {
  std::vector<size_t> keys;
  for (const interp::OriginAtom& atom : atoms) {
    if (std::find(sources_.begin(), sources_.end(), atom.span.source) == sources_.end()) continue;
    for (size_t key : keys_.find(atom.key, atom.span)) keys.push_back(key);
  }
  return keys;
}

void Notes::reads(const Value& key, const Value& value, const Span& place) {
  const auto read = [&](size_t index) {
    Key& found = keys_.at(index);
    found.named = true;
    add_place(found.reads, place);
  };
  for (size_t index : keys_of(value.origin())) read(index);
  for (size_t index : keys_of(key.origin())) {
    if (!keys_.at(index).overwritten) read(index);
  }
}

void Notes::use(interp::Origin origin) {
  if (origin == 0) return;
  for (size_t index : keys_of(origin)) keys_.at(index).used = true;
}

namespace {

/// Calls `visit` with what `holder` holds, and with the levels that it lies below.
template <class Visit>
void each_held(const Value& holder, bool attributes, const Visit& visit) {
  if (const auto* list = holder.as<interp::List>()) {
    for (const Value& item : list->items) visit(item, 1);
  } else if (const auto* tuple = holder.as<interp::Tuple>()) {
    for (const Value& item : tuple->items) visit(item, 1);
  } else if (const auto* dict = holder.as<interp::Dict>()) {
    for (const auto& entry : dict->entries()) {
      if (!entry.live) continue;
      visit(entry.key, kDepth);
      visit(entry.value, 1);
    }
  } else if (holder.is(ObjectKind::bound_method) && attributes) {
    visit(static_cast<const interp::BoundMethod*>(holder.object())->self, 1);
  } else if (holder.is(ObjectKind::instance) && attributes) {
    visit(static_cast<const interp::Instance*>(holder.object())->attributes, 3);
  }
}

}  // namespace

/// Breadth first, so that an object that many hold is met once, at the least of its depths.
void Notes::use_all(const Value& value, bool attributes, const Span& place) {
  use(value.origin());
  if (!value.is_object() || value.is_string()) return;
  std::vector<std::pair<const Value*, int>> holders{{&value, 0}};
  std::unordered_set<const interp::Object*> seen{value.object()};
  for (size_t i = 0; i < holders.size(); ++i) {
    const auto [holder, depth] = holders[i];
    each_held(*holder, attributes, [&, depth = depth](const Value& held, int levels) {
      interpreter_->budget().touch(1, place);
      use(held.origin());
      if (depth + levels >= kDepth || !held.is_object() || held.is_string()) return;
      if (seen.insert(held.object()).second) holders.emplace_back(&held, depth + levels);
    });
  }
}

/// A branch. What a comparison in its condition has answered is judged by itself.
void Notes::decide_by(Key& key, bool alone, const Span& condition) {
  const auto is_inside = [&](const Span& answer) { return covers(condition, answer); };
  if (std::any_of(key.answers.begin(), key.answers.end(), is_inside)) return;
  if (alone)
    add_place(key.conditions, condition);
  else
    key.used = true;
}

void Notes::uses(const Value& value, interp::Use use_of, const Span& place) {
  if (value.origin() == 0) return;
  const std::vector<size_t>& keys = keys_of(value.origin());
  if (use_of == interp::Use::identity) {
    for (size_t index : keys) {
      keys_.at(index).there = true;
      add_place(keys_.at(index).answers, place);
    }
  } else if (use_of == interp::Use::condition) {
    for (size_t index : keys) decide_by(keys_.at(index), keys.size() == 1, place);
  } else {
    for (size_t index : keys) keys_.at(index).used = true;
  }
}

bool Notes::moves_only(const Value& callee, const Value& value, const Span& place) const {
  if (callee.is_unknown()) return shows_only(place.text());
  const std::string_view name = name_of(callee);
  const bool is_bound = callee.is(ObjectKind::bound_method);
  const Value& function = is_bound ? static_cast<const interp::BoundMethod*>(callee.object())->function : callee;
  if (name == "__init__" && function.is(ObjectKind::function)) return false;  // of a class that is only described
  if (place.text().starts_with("re.sub") || is_text_method(callee)) return true;
  if (looks_up(name) && (!value.is_object() || value.is_string())) return false;
  return moves(name) || name.ends_with("Namespace") || shows_only(place.text());
}

namespace {

/// A dict with more to it, or a class of the program that answers for names that it does not have.
bool shows_entries_as_attributes(const interp::Class& cls) {
  const auto answers = [](const interp::Class* base) {
    if (base->name == "dict") return true;
    auto* own = base->attributes.as<interp::Dict>();
    return own && base->span.source && !model::is_prelude(base->span.source) &&
           (own->find("__getattr__") || own->find("__getattribute__"));
  };
  const bool is_plain = cls.module == "builtins" || cls.module == "collections";
  return !is_plain && std::any_of(cls.mro.begin(), cls.mro.end(), answers);
}

}  // namespace

/// setattr(self, key, value), self.__dict__.update(section), Namespace(**section), EasyDict(section).
bool Notes::makes_attributes(const Value& callee, const Value& value, const Span& place) {
  if (keys_of(value.origin()).empty() || callee.is_unknown()) return false;
  const std::string_view text = place.text();
  if (text.starts_with("setattr") || text.find("__dict__") != std::string_view::npos) return true;
  const auto* cls = callee.as<interp::Class>();
  return cls && callee.is(ObjectKind::type) &&
         (cls->name.ends_with("Namespace") || (value.as<interp::Dict>() && shows_entries_as_attributes(*cls)));
}

/// Code that was not followed may call the methods of a class that it got hold of.
void Notes::may_run(const Value& value) {
  const Value* function = &value;
  if (value.is(ObjectKind::bound_method)) function = &static_cast<const interp::BoundMethod*>(value.object())->function;
  if (function->is(ObjectKind::function))
    handed.insert(static_cast<const interp::FunctionObject*>(function->object())->code->name.text());
  const interp::Class* cls = nullptr;
  if (value.is(ObjectKind::type)) cls = static_cast<const interp::Class*>(value.object());
  if (value.is(ObjectKind::instance)) cls = static_cast<const interp::Instance*>(value.object())->cls();
  if (!cls) return;
  for (const interp::Class* one : cls->mro) {
    if (one->span) met.emplace(one->span.source, one->span.begin);
  }
}

void Notes::shows(const Value& value, const Span& place) {
  const std::vector<size_t>& keys = keys_of(value.origin());
  for (size_t index : keys) {
    Key& key = keys_.at(index);
    if (keys.size() == 1)
      key.shown = true;
    else if (!key.told)
      key.told = place;
  }
}

void Notes::hands_over(const Value& callee, const Value& value, const Span& place) {
  may_run(value);
  if (value.origin() == 0 && !value.is_object()) return;
  if (makes_attributes(callee, value, place)) by_attribute = true;
  const std::string_view name = name_of(callee);
  const bool looks = looks_up(name) && value.is_object(),
             converts = name == "float" || name == "int" || name == "literal_eval";
  for (size_t index : looks || converts ? keys_of(value.origin()) : std::vector<size_t>()) {
    keys_.at(index).opened |= looks;
    keys_.at(index).converted |= converts;
  }
  if (shows_only(place.text())) shows(value, place);
  if (!moves_only(callee, value, place)) use_all(value, callee.is_unknown(), place);
}

void Notes::replaces(const Value& key, const Value& before, const Value& value, bool surely, const Span& place) {
  const std::vector<size_t>& kept = keys_of(value.origin());
  const auto replace = [&](size_t index) {
    if (std::find(kept.begin(), kept.end(), index) != kept.end() || holds_part_of(index, value)) return;
    Key& found = keys_.at(index);
    found.overwritten = true;
    if (surely && !found.named && !found.used && !found.overwrite) found.overwrite = place;
    if (!surely) found.used = true;
  };
  for (size_t index : keys_of(before.origin())) {
    if (keys_of(before.origin()).size() == 1) replace(index);
  }
  for (size_t index : keys_of(key.origin())) replace(index);
}

void Notes::keeps(std::string_view name, bool is_attribute, const Value& value, const Span& place) {
  const Key::Kept here{std::string(name), is_attribute, place};
  for (size_t index : keys_of(value.origin())) {
    std::vector<Key::Kept>& kept = keys_.at(index).kept;
    if (std::find(kept.begin(), kept.end(), here) == kept.end()) kept.push_back(here);
  }
  const auto* tuple = value.as<interp::Tuple>();  // `self.size = (cfg["height"], cfg["width"])`
  for (size_t i = 0; tuple && i < std::min<size_t>(tuple->items.size(), 16); ++i)
    keeps(name, is_attribute, tuple->items[i], place);
}

void Notes::misses(const Value& key, const Value& other, const Span& place) {
  if (!keys_of(key.origin()).empty() || !missed_at_.emplace(place.source, place.begin).second) return;
  for (size_t index : keys_of(other.origin()))
    if (const std::optional<size_t> section = keys_.at(index).parent)
      missed.push_back({*section, std::string(key.as_string()), place});
}

void Notes::lacks(const Value& object, std::string_view name, const Span& place) {
  const interp::Class* type = interpreter_->type_of(object);
  lack({type ? type->name : "object", std::string(name), place});
}

/// `name` is one of those that the program knows.
void Notes::choose(const Value& value, const Value& name, const Span& place) {
  if (!name.is_string() || !value.is_string() || !keys_of(name.origin()).empty()) return;
  for (size_t index : keys_of(value.origin())) {
    Choice& choice = choices[index];
    const std::string text(name.as_string());
    choice.matched = choice.matched || text == value.as_string();
    const bool known =
        std::any_of(choice.tried.begin(), choice.tried.end(), [&](const auto& tried) { return tried.first == text; });
    if (!known && choice.tried.size() < kMostChoices) choice.tried.emplace_back(text, place);
  }
}

void Notes::compares(const Value& left, const Value& right, const Span& place) {
  choose(left, right, place);
  choose(right, left, place);
  keys_of(left.origin()).empty() ? compare(right, left, place) : compare(left, right, place);
}

void Notes::compare(const Value& value, const Value& text, const Span& place) {
  const std::vector<size_t>& keys = keys_of(value.origin());
  const bool is_plain = keys.size() == 1 && keys_of(text.origin()).empty();
  comparisons.add(place, is_plain ? std::optional(keys.front()) : std::nullopt, text.as_string(),
                  value.as_string() == text.as_string());
}

void Notes::opens(const Source& file, const Value& path, const Span& place) {
  const std::string text(path.as_string());
  const bool is_config = std::find(sources_.begin(), sources_.end(), &file) != sources_.end();
  if (!is_config || path.origin() != 0 || text.starts_with('/')) return;
  const Opened here{text, place};
  if (std::find(openings.begin(), openings.end(), here) == openings.end()) openings.push_back(here);
}

void Notes::seeks(const Value& item, const Value& container, bool found, const Span& place) {
  const auto each_choice = [&](const std::vector<Value>& items) {
    interpreter_->budget().touch(items.size(), place);
    for (const Value& name : items) choose(item, name, place);
  };
  if (const auto* list = container.as<interp::List>()) each_choice(list->items);
  if (const auto* tuple = container.as<interp::Tuple>()) each_choice(tuple->items);
  std::set<size_t> keys;
  const auto add = [&](const Value& value) {
    for (size_t index : keys_of(value.origin())) keys.insert(index);
  };
  add(container);
  if (const auto* list = container.as<interp::List>()) std::for_each(list->items.begin(), list->items.end(), add);
  if (const auto* tuple = container.as<interp::Tuple>()) std::for_each(tuple->items.begin(), tuple->items.end(), add);
  for (size_t index : keys) {
    if (found || !keys_.at(index).value->sequence()) {
      keys_.at(index).used = true;
      continue;
    }
    add_place(keys_.at(index).answers, place);
    std::vector<Search>& searches_of = searches[index];
    auto same = std::find_if(searches_of.begin(), searches_of.end(), [&](const Search& s) { return s.place == place; });
    if (same == searches_of.end()) same = searches_of.insert(searches_of.end(), {{}, place});
    std::string text = interpreter_->repr(item).substr(0, 40);
    std::vector<std::string>& sought = same->sought;
    if (sought.size() < kMostPlaces && std::find(sought.begin(), sought.end(), text) == sought.end())
      sought.push_back(std::move(text));
  }
}

}  // namespace vramlint::usage
