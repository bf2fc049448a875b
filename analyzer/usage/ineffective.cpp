#include <algorithm>
#include <functional>

#include "usage/judge.h"
#include "usage/walk.h"

namespace vramlint::usage {

namespace {

/// Whether a branch on a key makes no difference: whatever it holds only shows something, or waits for an attribute
/// that is not there.
class Idle {
 public:
  explicit Idle(const Notes& notes) : notes_(notes) {}

  const Lack* lack = nullptr;  ///< the attribute that is waited for

  bool is_idle(const Span& condition) {
    for (const auto& [branch, decision] : notes_.decisions) {
      if (covers(branch->condition->span, condition))
        return branch->condition->span == condition && decision.taken && !decision.not_taken && idle(branch->then) &&
               idle(branch->otherwise);
    }
    return false;
  }

 private:
  bool idle(const syntax::Body& body) {
    return std::all_of(body.begin(), body.end(), [&](const auto& statement) { return idle(*statement); });
  }
  bool idle(const syntax::Stmt& statement) {
    if (std::holds_alternative<syntax::Pass>(statement.node)) return true;
    if (const auto* expr = std::get_if<syntax::ExprStmt>(&statement.node)) return shows(*expr->value);
    const auto* branch = std::get_if<syntax::If>(&statement.node);
    if (!branch) return false;
    const auto decision = notes_.decisions.find(branch);
    if (decision == notes_.decisions.end() || decision->second.taken || !idle(branch->otherwise)) return false;
    for (const Lack& candidate : notes_.lacked) {
      if (!covers(branch->condition->span, candidate.place)) continue;
      lack = &candidate;
      return true;
    }
    return false;
  }
  static bool shows(const syntax::Expr& expr) {
    if (std::holds_alternative<syntax::StringLiteral>(expr.node)) return true;
    const auto* call = std::get_if<syntax::Call>(&expr.node);
    return call && shows_only(call->callee->span.text());
  }

  const Notes& notes_;
};

class Judge {
 public:
  Judge(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage)
      : keys_(keys), doubt_(doubt), notes_(notes), usage_(usage) {}

  void all() {
    for (size_t i = Keys::kRoot + 1; i < keys_.all().size(); ++i) {
      const Key& key = keys_.all()[i];
      if (key.used || key.shown || (key.named ? doubt_.may_ask(key) : doubt_.may_read(key))) continue;
      if (key.overwrite && !key.named) {
        overwritten(key);
      } else if (key.named && !std::any_of(key.kept.begin(), key.kept.end(),
                                           [&](const Key::Kept& kept) { return doubt_.may_load(kept); })) {
        judge(i);
      }
    }
  }

 private:
  void judge(size_t index) {
    const Key& key = keys_.all()[index];
    const auto searches = notes_.searches.find(index);
    if (!key.conditions.empty()) return idle(key);
    if (searches != notes_.searches.end()) return never_met(key, searches->second);
    if (key.there) return only_there(key);
    if (key.children.empty() || is_idle_section(key)) never_used(key);
  }

  bool is_idle_section(const Key& key) const {
    return doubt_.is_sealed(key) && keys_.nothing_inside(key) &&
           std::none_of(key.children.begin(), key.children.end(),
                        [this](size_t child) { return doubt_.may_reach(keys_.all()[child]); });
  }

  void add(const Key& key, std::string message, std::vector<Related> related, bool is_note = false) {
    usage_.ineffective.push_back({.key = key.path,
                                  .span = key.span,
                                  .message = std::move(message),
                                  .is_note = is_note,
                                  .related = std::move(related)});
  }

  void idle(const Key& key) {
    Idle idle(notes_);
    for (const Span& condition : key.conditions) {
      if (!idle.is_idle(condition)) return;
    }
    if (!idle.lack) return;
    add(key,
        "`" + key.path + "` has no effect: what it turns on is done only if the object has `" + idle.lack->name +
            "`, and `" + idle.lack->type + "` has none",
        {{idle.lack->place, "never true of `" + idle.lack->type + "`"}, {key.conditions.front(), "read here"}});
  }

  void never_met(const Key& key, const std::vector<Search>& searches) {
    std::string sought;
    for (const Search& search : searches) {
      for (const std::string& text : search.sought) {
        if (sought.find(text) == std::string::npos) sought += (sought.empty() ? "" : ", ") + text;
      }
    }
    std::vector<Related> related;
    for (const Search& search : searches) related.push_back({search.place, "sought here"});
    add(key, "`" + key.path + "` has no effect: nothing that is looked for is in it; what is looked for is " + sought,
        std::move(related));
  }

  void only_there(const Key& key) {
    std::vector<Related> related;
    if (!key.reads.empty()) related.push_back({key.reads.front(), "read here"});
    const auto* flag = std::get_if<bool>(&key.value->value);
    if (flag && !*flag)
      add(key, "`" + key.path + ": false` does not turn it off: it is only asked whether the key is there",
          std::move(related));
    else if (key.value->mapping() && key.children.empty() && !key.opened)
      add(key, "`" + key.path + "` works by being there: what it holds is not read", std::move(related), true);
  }

  void overwritten(const Key& key) {
    add(key, "`" + key.path + "` has no effect: the program sets another value before anything reads it",
        {{key.overwrite, "set here"}});
  }

  void never_used(const Key& key) {
    std::vector<Related> related;
    if (!key.reads.empty()) related.push_back({key.reads.front(), "read here"});
    const Key::Kept* last = nullptr;
    for (const Key::Kept& kept : key.kept) {
      if (kept.is_attribute || !last) last = &kept;
    }
    std::string where;
    if (last) {
      where = last->is_attribute ? ": it is kept in the attribute `" + last->name + "`, which nothing uses"
                                 : ": it is kept in `" + last->name + "` and not used from there";
      related.push_back({last->place, "kept here"});
    }
    add(key, "`" + key.path + "` is read and has no effect" + where, std::move(related));
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
