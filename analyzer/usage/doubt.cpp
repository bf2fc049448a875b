#include "usage/doubt.h"

#include <algorithm>

#include "usage/walk.h"

namespace vramlint::usage {

namespace {

std::string_view last_part(std::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

/// "a.b" is said of "a.b" and of "x.a.b".
bool is_end_of(std::string_view said, std::string_view path) {
  if (!path.ends_with(said)) return false;
  return path.size() == said.size() || path[path.size() - said.size() - 1] == '.';
}

/// Which definitions of a program may run beside what was followed: all of its own file where nothing starts it, those
/// that ran in part, those that something asks for from outside, and those that code which did not run says by name.
class Liveness {
 public:
  Liveness(const Program& program, const Notes& notes, const std::vector<std::string>& also)
      : program_(program), notes_(notes) {
    for (const auto& module : program.modules) live_.emplace_back(module->definitions.size(), false);
    has_main_ = !program.modules.empty() &&
                std::any_of(program.modules[0]->definitions.begin(), program.modules[0]->definitions.end(),
                            [](const Definition& definition) { return definition.is_main; });
    for (size_t m = 0; m < program.modules.size(); ++m) register_module(m);
    for (const std::string& name : also) say(name);
    for (const std::string& name : notes.handed) say(name);
    for (const std::string& name : said_) say(name);
    while (!open_.empty()) {
      const auto [m, d] = open_.back();
      open_.pop_back();
      for (const std::string& name : program.modules[m]->definitions[d].names) say(name);
    }
  }
  std::vector<std::vector<bool>> take() { return std::move(live_); }

 private:
  void register_module(size_t m) {
    const ModuleText& text = *program_.modules[m];
    const syntax::Body& body = text.module->body;
    const bool ran =
        std::any_of(body.begin(), body.end(), [&](const auto& one) { return notes_.executed.contains(one.get()); });
    live_[m][0] = true;
    if (!ran) open_.emplace_back(m, 0);
    for (const auto& statement : body) {
      if (ran) say_what_did_not_run(*statement);
    }
    for (size_t d = 1; d < text.definitions.size(); ++d) {
      const Definition& definition = text.definitions[d];
      if (definition.is_main ? m == 0
                             : (m == 0 && !has_main_) || definition.is_asked_for || was_met(*definition.statement) ||
                                   ran_inside(*definition.statement))
        wake(m, d);
      else if (!definition.is_main)
        named_[definition.name].emplace_back(m, d);
    }
  }

  bool was_met(const syntax::Stmt& statement) const {
    return notes_.met.contains({statement.span.source, statement.span.begin});
  }
  static bool is_definition(const syntax::Stmt& statement) {
    return std::holds_alternative<syntax::FunctionDef>(statement.node) ||
           std::holds_alternative<syntax::ClassDef>(statement.node);
  }
  void say_what_did_not_run(const syntax::Stmt& statement) {
    if (is_definition(statement)) return;
    if (!notes_.executed.contains(&statement))
      each_name(statement, [&](const std::string& name) { said_.push_back(name); });
    each_part(statement, {[](const syntax::Expr&) {}, [&](const syntax::Stmt& inner) { say_what_did_not_run(inner); }});
  }
  /// Whether the body of a function, or of a function of a class, ran.
  bool ran_inside(const syntax::Stmt& statement) const {
    bool ran = false;
    const bool is_class = std::holds_alternative<syntax::ClassDef>(statement.node);
    each_part(statement, {[](const syntax::Expr&) {},
                          [&](const syntax::Stmt& inner) {
                            if (is_class && is_definition(inner))
                              ran = ran || ran_inside(inner);
                            else
                              ran = ran || (!is_class && notes_.executed.contains(&inner));
                          }});
    return ran;
  }

  void wake(size_t m, size_t d) {
    if (live_[m][d]) return;
    live_[m][d] = true;
    open_.emplace_back(m, d);
  }
  void say(const std::string& name) {
    const auto found = named_.find(name);
    if (found == named_.end()) return;
    const auto definitions = std::move(found->second);
    named_.erase(found);
    for (const auto& [m, d] : definitions) wake(m, d);
  }

  const Program& program_;
  const Notes& notes_;
  bool has_main_ = false;  ///< `if __name__ == "__main__"` says what runs
  std::vector<std::vector<bool>> live_;
  std::vector<std::pair<size_t, size_t>> open_;
  std::vector<std::string> said_;
  std::unordered_map<std::string, std::vector<std::pair<size_t, size_t>>> named_;
};

/// Texts of the config: they may name classes and functions.
std::vector<std::string> texts_of(const Keys& keys) {
  std::vector<std::string> texts;
  for (const Key& key : keys.all()) {
    if (const auto* text = std::get_if<std::string>(&key.value->value)) texts.emplace_back(last_part(*text));
  }
  return texts;
}

}  // namespace

Doubt::Doubt(const std::vector<std::shared_ptr<const Program>>& programs, const Keys& keys, const Notes& notes)
    : notes_(notes), keys_(keys.all()), programs_(programs) {
  const std::vector<std::string> texts = texts_of(keys);
  for (const auto& program : programs_) {
    const std::vector<std::vector<bool>> live = Liveness(*program, notes, texts).take();
    for (size_t m = 0; m < live.size(); ++m) note(*program->modules[m], live[m]);
  }
  rule_out();
}

bool Doubt::counts(const Mention& mention) const {
  const bool ran = notes_.executed.contains(mention.statement);
  switch (mention.form) {
    case Mention::Form::always:
      return true;
    case Mention::Form::word:
    case Mention::Form::parameter:
    case Mention::Form::spread:
      return !ran;
    case Mention::Form::attribute:
    case Mention::Form::access:
      return !ran || !notes_.asked_known.contains(mention.node) || notes_.asked_unknown.contains(mention.node);
  }
  return true;
}

/// Whether what the mention stands for can read an entry of the config at all.
bool Doubt::may_be_read(const Mention& mention, const Key& key) const {
  if (mention.form == Mention::Form::attribute && !notes_.by_attribute) return false;
  if (!is_end_of(mention.name, key.path)) return false;
  if (mention.form == Mention::Form::spread) return false;
  if (mention.form == Mention::Form::parameter) return spreads_ && is_held(key);
  return mention.form != Mention::Form::word || mention.name.find('.') != std::string::npos || is_held(key);
}

/// Whether code that was not followed may hold a section that the key lies in, and so look into it in its own way.
bool Doubt::is_held(const Key& key) const {
  for (std::optional<size_t> at = key.parent; at; at = keys_[*at].parent) {
    const Key& section = keys_[*at];
    if (*at != Keys::kRoot && may_take_whole(section)) return true;
    for (const Key::Kept& kept : section.kept) {
      if (may_load(kept)) return true;
    }
  }
  return false;
}

void Doubt::note(const ModuleText& text, const std::vector<bool>& live) {
  for (const Mention& mention : text.mentions) {
    if (!live[mention.definition] || !counts(mention)) continue;
    by_name_[last_part(mention.name)].push_back(&mention);
    spreads_ = spreads_ || mention.form == Mention::Form::spread;
  }
}

namespace {

/// `x is None`, `x is not None`: an arm for what is not given. An arm behind any other condition is another way to set
/// the program up, whose settings may well stand in a config that does not use them.
bool asks_for_none(const syntax::Expr& condition) {
  const auto* compare = std::get_if<syntax::Compare>(&condition.node);
  return compare && compare->rest.size() == 1 &&
         (compare->rest[0].first == syntax::CompareOp::is || compare->rest[0].first == syntax::CompareOp::is_not) &&
         std::holds_alternative<syntax::NoneLiteral>(compare->rest[0].second->node);
}

}  // namespace

void Doubt::rule_out() {
  const std::function<void(const syntax::Stmt&)> visit = [&](const syntax::Stmt& statement) {
    if (notes_.executed.contains(&statement)) return;
    ruled_out_.insert(&statement);
    each_part(statement, {[](const syntax::Expr&) {}, visit});
  };
  for (const auto& [branch, decision] : notes_.decisions) {
    if (decision.taken == decision.not_taken || !asks_for_none(*branch->condition)) continue;
    for (const auto& statement : decision.taken ? branch->otherwise : branch->then) visit(*statement);
  }
}

Span Doubt::place_of(const Key& key) const {
  const auto found = by_name_.find(key.name);
  if (found == by_name_.end()) return {};
  const auto mention = std::find_if(found->second.begin(), found->second.end(),
                                    [&](const Mention* one) { return may_be_read(*one, key); });
  return mention == found->second.end() ? Span{} : (*mention)->span;
}

bool Doubt::may_read(const Key& key) const { return static_cast<bool>(place_of(key)); }

bool Doubt::may_take_whole(const Key& section) const {
  const auto found = by_name_.find(section.name);
  if (found == by_name_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(), [&](const Mention* mention) {
    const bool names_it =
        mention->form == Mention::Form::access || (mention->form == Mention::Form::attribute && notes_.by_attribute);
    return names_it && mention->passes_on && is_end_of(mention->name, section.path);
  });
}

namespace {

/// Whether a statement loads the variable: in what ran, a use may have gone unseen.
class Loads {
 public:
  Loads(const Notes& notes, const std::unordered_set<const syntax::Stmt*>& ruled_out, std::string_view name)
      : notes_(notes), ruled_out_(ruled_out), name_(name) {}

  bool in(const syntax::Stmt& statement) const {
    const bool ran = notes_.executed.contains(&statement);
    if (ruled_out_.contains(&statement) || (ran && only_keeps(statement))) return false;
    bool found = false;
    each_part(statement, {[&](const syntax::Expr& expr) { found = found || (ran ? used_by(expr) : in(expr)); },
                          [&](const syntax::Stmt& inner) { found = found || in(inner); }});
    return found;
  }

 private:
  bool in(const syntax::Expr& expr) const {
    const auto* name = std::get_if<syntax::Name>(&expr.node);
    bool found = name && name->variable.name.text() == name_;
    each_part(expr, {[&](const syntax::Expr& inner) { found = found || in(inner); },
                     [&](const syntax::Stmt& inner) { found = found || in(inner); }});
    return found;
  }

  /// Comparisons that ran are known, with what they found.
  bool used_by(const syntax::Expr& expr) const {
    const bool compares = std::holds_alternative<syntax::Compare>(expr.node);
    if (const auto* name = std::get_if<syntax::Name>(&expr.node)) return name->variable.name.text() == name_;
    bool found = false;
    each_part(expr, {[&](const syntax::Expr& inner) {
                       if (!compares || !std::holds_alternative<syntax::Name>(inner.node))
                         found = found || used_by(inner);
                     },
                     [&](const syntax::Stmt& inner) { found = found || in(inner); }});
    return found;
  }

  /// `self.x = x`: it was seen where the value went on to.
  bool only_keeps(const syntax::Stmt& statement) const {
    const auto* assign = std::get_if<syntax::Assign>(&statement.node);
    const auto* value = assign ? std::get_if<syntax::Name>(&assign->value->node) : nullptr;
    return value && value->variable.name.text() == name_;
  }

  const Notes& notes_;
  const std::unordered_set<const syntax::Stmt*>& ruled_out_;
  std::string_view name_;
};

}  // namespace

namespace {

bool covers(const Span& outer, const Span& inner) { return outer.begin <= inner.begin && inner.end <= outer.end; }

/// Whether the place is the module's own code, outside of functions and classes.
bool is_global(const ModuleText& text, const Span& place) {
  for (const auto& statement : text.module->body) {
    if (!covers(statement->span, place)) continue;
    return !std::holds_alternative<syntax::FunctionDef>(statement->node) &&
           !std::holds_alternative<syntax::ClassDef>(statement->node);
  }
  return true;
}

}  // namespace

bool Doubt::may_load_variable(const Key::Kept& kept) const {
  const Loads loads(notes_, ruled_out_, kept.name);
  for (const auto& program : programs_) {
    for (const auto& text : program->modules) {
      if (text->module->source != kept.place.source) continue;
      for (const auto& statement : text->module->body) {
        if ((is_global(*text, kept.place) || covers(statement->span, kept.place)) && loads.in(*statement)) return true;
      }
    }
  }
  return false;
}

bool Doubt::may_load(const Key::Kept& kept) const {
  if (!kept.is_attribute) return may_load_variable(kept);
  const auto found = by_name_.find(kept.name);
  if (found == by_name_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(), [&](const Mention* mention) {
    return mention->form == Mention::Form::attribute && !ruled_out_.contains(mention->statement);
  });
}

}  // namespace vramlint::usage
