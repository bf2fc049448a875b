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

/// Which definitions of a program can run at all, by the names that the others say.
class Liveness {
 public:
  Liveness(const Program& program, const std::vector<std::string>& also) : program_(program) {
    for (const auto& module : program.modules) live_.emplace_back(module->definitions.size(), false);
    for (size_t m = 0; m < program.modules.size(); ++m) {
      for (size_t d = 0; d < live_[m].size(); ++d) register_definition(m, d);
    }
    for (const std::string& name : also) say(name);
    while (!open_.empty()) {
      const auto [m, d] = open_.back();
      open_.pop_back();
      for (const std::string& name : program.modules[m]->definitions[d].names) say(name);
    }
  }
  std::vector<std::vector<bool>> take() { return std::move(live_); }

 private:
  void register_definition(size_t m, size_t d) {
    const Definition& definition = program_.modules[m]->definitions[d];
    if (definition.is_asked_for || (definition.is_main && m == 0))
      wake(m, d);
    else if (!definition.is_main)
      named_[definition.name].emplace_back(m, d);
  }
  void wake(size_t m, size_t d) {
    if (live_[m][d]) return;
    live_[m][d] = true;
    open_.emplace_back(m, d);
  }
  void say(const std::string& name) {
    const auto found = named_.find(name);
    if (found == named_.end()) return;
    for (const auto& [m, d] : found->second) wake(m, d);
    named_.erase(found);
  }

  const Program& program_;
  std::vector<std::vector<bool>> live_;
  std::vector<std::pair<size_t, size_t>> open_;
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
    : notes_(notes), programs_(programs) {
  const std::vector<std::string> texts = texts_of(keys);
  for (const auto& program : programs_) {
    const std::vector<std::vector<bool>> live = Liveness(*program, texts).take();
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
      return !ran;
    case Mention::Form::access:
      return !ran || !notes_.asked_known.contains(mention.node) || notes_.asked_unknown.contains(mention.node);
  }
  return true;
}

void Doubt::note(const ModuleText& text, const std::vector<bool>& live) {
  for (const Mention& mention : text.mentions) {
    if (live[mention.definition] && counts(mention)) by_name_[last_part(mention.name)].push_back(&mention);
  }
}

void Doubt::rule_out() {
  const std::function<void(const syntax::Stmt&)> visit = [&](const syntax::Stmt& statement) {
    if (notes_.executed.contains(&statement)) return;
    ruled_out_.insert(&statement);
    each_part(statement, {[](const syntax::Expr&) {}, visit});
  };
  for (const auto& [branch, decision] : notes_.decisions) {
    if (decision.taken == decision.not_taken) continue;
    for (const auto& statement : decision.taken ? branch->otherwise : branch->then) visit(*statement);
  }
}

Span Doubt::place_of(const Key& key) const {
  const auto found = by_name_.find(key.name);
  if (found == by_name_.end()) return {};
  const auto mention = std::find_if(found->second.begin(), found->second.end(),
                                    [&](const Mention* one) { return is_end_of(one->name, key.path); });
  return mention == found->second.end() ? Span{} : (*mention)->span;
}

bool Doubt::may_read(const Key& key) const { return static_cast<bool>(place_of(key)); }

bool Doubt::may_take_whole(const Key& section) const {
  const auto found = by_name_.find(section.name);
  if (found == by_name_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(), [&](const Mention* mention) {
    return mention->passes_on && is_end_of(mention->name, section.path);
  });
}

namespace {

/// Whether a statement that may still run loads the variable.
class Loads {
 public:
  Loads(const Notes& notes, const std::unordered_set<const syntax::Stmt*>& ruled_out, std::string_view name)
      : notes_(notes), ruled_out_(ruled_out), name_(name) {}

  bool in(const syntax::Stmt& statement) const {
    if (ruled_out_.contains(&statement)) return false;
    const bool ran = notes_.executed.contains(&statement);
    bool found = false;
    each_part(statement, {[&](const syntax::Expr& expr) { found = found || (!ran && in(expr)); },
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
  return std::any_of(found->second.begin(), found->second.end(),
                     [&](const Mention* mention) { return !ruled_out_.contains(mention->statement); });
}

}  // namespace vramlint::usage
