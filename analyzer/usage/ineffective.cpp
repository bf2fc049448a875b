#include <algorithm>
#include <functional>

#include "usage/idle.h"
#include "usage/judge.h"
#include "usage/replaced.h"
#include "usage/walk.h"

namespace vramlint::usage {

namespace {

/// `f.write` of `f.write(report)`.
std::string_view shown_by(const Span& call) { return call.text().substr(0, call.text().find('(')); }

/// What is there to be shown: alone, or as a text among others.
bool is_label(const Key& key) {
  return key.shown || (key.told && std::holds_alternative<std::string>(key.value->value));
}

class Judge {
 public:
  Judge(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage)
      : keys_(keys), doubt_(doubt), notes_(notes), usage_(usage) {}

  void all() {
    for (size_t i = Keys::kRoot + 1; i < keys_.all().size(); ++i) {
      const Key& key = keys_.all()[i];
      if (key.used || is_label(key) || is_refused(i) || says_idle(key) || says_replaced(key) ||
          (key.named ? doubt_.may_ask(key) : doubt_.may_read(key)))
        continue;
      if (key.overwrite && !key.named) {
        overwritten(key);
      } else if (key.named && !std::any_of(key.kept.begin(), key.kept.end(),
                                           [&](const Key::Kept& kept) { return doubt_.may_load(kept); })) {
        judge(i);
      }
    }
  }

 private:
  /// The program ends over it and what it was given with: what they would do is not seen.
  bool is_refused(size_t index) const {
    return std::any_of(notes_.failures.begin(), notes_.failures.end(), [&](const Failure& failure) {
      return std::find(failure.keys.begin(), failure.keys.end(), index) != failure.keys.end();
    });
  }

  /// `options: {}`: the entries that it would have are not there to have an effect.
  static bool holds_nothing(const Key& key) {
    const config::Mapping* mapping = key.value ? key.value->mapping() : nullptr;
    return mapping && mapping->entries.empty();
  }

  void judge(size_t index) {
    const Key& key = keys_.all()[index];
    const auto searches = notes_.searches.find(index);
    if (!key.conditions.empty()) return;
    if (searches != notes_.searches.end()) return never_met(key, searches->second);
    if (key.there) return only_there(key);
    if (key.children.empty() ? !holds_nothing(key) : is_idle_section(key)) never_used(key);
  }

  bool is_idle_section(const Key& key) const {
    return doubt_.is_sealed(key) && keys_.nothing_inside(key) &&
           std::none_of(key.children.begin(), key.children.end(),
                        [this](size_t child) { return doubt_.may_reach(keys_.all()[child]); });
  }

  void add(const Key& key, Words message, std::vector<Related> related, bool is_note = false) {
    usage_.ineffective.push_back({.key = key.path,
                                  .span = key.span,
                                  .message = std::move(message),
                                  .is_note = is_note,
                                  .related = std::move(related)});
  }

  /// Whether all that asks for it is in branches that make no difference, be they followed to the end or not.
  bool says_idle(const Key& key) {
    Idle idle(notes_, keys_);
    if (!key.named || !idle.is_idle(key) || !idle.lack || doubt_.may_ask(key, idle.branches)) return false;
    const auto is_inside = [&](const Key::Kept& kept) {
      return std::any_of(idle.branches.begin(), idle.branches.end(),
                         [&](const Span& branch) { return covers(branch, kept.place); });
    };
    if (std::any_of(key.kept.begin(), key.kept.end(),
                    [&](const Key::Kept& kept) { return !is_inside(kept) && doubt_.may_load(kept); }))
      return false;
    const Span& place = key.conditions.empty() ? key.answers.front() : key.conditions.front();
    add(key,
        "`{0}` has no effect: what it turns on is done only if the object has `{1}`, and `{2}` has none"_words(
            key.path, idle.lack->name, idle.lack->type),
        {{idle.lack->place, "never true of `{0}`"_words(idle.lack->type)}, {place, "read here"_words}});
    return true;
  }

  /// Whether another key chooses a mode in which the program itself says what it is.
  bool says_replaced(const Key& key) {
    if (!key.named || !key.conditions.empty() || !key.children.empty()) return false;
    const std::optional<Replaced> other = replaced(key, keys_, notes_);
    if (!other) return false;
    const Key& mode = keys_.all()[other->mode];
    usage_.dormant.push_back(
        {.key = key.path,
         .span = key.span,
         .message = "`{0}` has no effect: line {1} of `{2}` sets `{3}` to {4}, as `{5}` is {6}"_words(
             key.path, other->place.source->position_of(other->place.begin).line, other->place.source->path(),
             other->variable, std::string(other->value.text()), mode.path, std::string(mode.value->span.text())),
         .related = {{other->place, "set here"_words}, {other->condition, "decided here"_words}}});
    return true;
  }

  void never_met(const Key& key, const std::vector<Search>& searches) {
    const config::Sequence* list = key.value->sequence();
    if (list && list->items.empty()) return;  // an empty list says: nowhere
    std::string sought;
    for (const Search& search : searches) {
      for (const std::string& text : search.sought) {
        if (sought.find(text) == std::string::npos) sought += (sought.empty() ? "" : ", ") + text;
      }
    }
    std::vector<Related> related;
    for (const Search& search : searches) related.push_back({search.place, "sought here"_words});
    add(key,
        "`{0}` has no effect: the program looks in it for {1}, and it contains none of them"_words(key.path, sought),
        std::move(related));
  }

  void only_there(const Key& key) {
    std::vector<Related> related;
    if (!key.reads.empty()) related.push_back({key.reads.front(), "read here"_words});
    const auto* flag = std::get_if<bool>(&key.value->value);
    if (flag && !*flag)
      add(key, "`{0}: false` does not turn it off: it is only asked whether the key is there"_words(key.path),
          std::move(related));
    else if (key.value->mapping() && key.children.empty() && !key.opened)
      add(key, "Only whether `{0}` is present matters: its value is never read"_words(key.path), std::move(related),
          true);
  }

  void overwritten(const Key& key) {
    add(key, "`{0}` has no effect: the program sets another value before anything reads it"_words(key.path),
        {{key.overwrite, "set here"_words}});
  }

  void never_used(const Key& key) {
    std::vector<Related> related;
    if (!key.reads.empty()) related.push_back({key.reads.front(), "read here"_words});
    const Key::Kept* last = nullptr;
    for (const Key::Kept& kept : key.kept) {
      if (kept.is_attribute || !last) last = &kept;
    }
    Words message = "`{0}` is read and has no effect"_words(key.path);
    if (key.told) {
      message = "{0}: it is only written into a text for `{1}`"_words(message, shown_by(key.told));
      related.push_back({key.told, "shown here"_words});
    } else if (last) {
      const Form kept = last->is_attribute ? "{0}: it is kept in the attribute `{1}`, which nothing uses"_words
                                           : "{0}: it is kept in `{1}` and not used from there"_words;
      message = kept(message, last->name);
      related.push_back({last->place, "kept here"_words});
    }
    add(key, std::move(message), std::move(related));
  }

  const Keys& keys_;
  const Doubt& doubt_;
  const Notes& notes_;
  Usage& usage_;
};

}  // namespace

void judge_ineffective(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage) {
  Judge(keys, doubt, notes, usage).all();
}

}  // namespace vramlint::usage
