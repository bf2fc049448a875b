#include "usage/doubt.h"

#include <algorithm>

#include "syntax/find_word.h"
#include "usage/liveness.h"
#include "usage/walk.h"

namespace vramlint::usage {

namespace {

std::string_view last_name(std::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

/// "a.b" is said of "a.b" and of "x.a.b".
bool is_end_of(std::string_view said, std::string_view path) {
  if (!path.ends_with(said)) return false;
  return path.size() == said.size() || path[path.size() - said.size() - 1] == '.';
}

bool is_path(const Mention& mention) { return mention.name.find('.') != std::string::npos; }

/// Texts of the config: they may name classes and functions.
std::vector<std::string> texts_of(const Keys& keys) {
  std::vector<std::string> texts;
  for (const Key& key : keys.all()) {
    if (const auto* text = std::get_if<std::string>(&key.value->value)) texts.emplace_back(last_name(*text));
  }
  return texts;
}

}  // namespace

Doubt::Doubt(const std::vector<std::shared_ptr<const Program>>& programs, const Keys& keys, const Notes& notes)
    : notes_(notes),
      keys_(keys.all()),
      attributes_(programs),
      asks_by_attribute_(notes.by_attribute || keys.nothing_inside(keys.all()[Keys::kRoot])),
      programs_(programs) {
  const std::vector<std::string> texts = texts_of(keys);
  for (const auto& program : programs_) {
    const std::vector<std::vector<bool>> live = Liveness(*program, notes, texts).take();
    for (size_t m = 0; m < live.size(); ++m) note(*program->modules[m], live[m]);
  }
  rule_out();
  name_config();
}

/// Where a config is an object with attributes, code that was not followed can ask it only under a name that it is kept
/// under, unless such code hands the whole of it on.
void Doubt::name_config() {
  const Key& whole = keys_[Keys::kRoot];
  if (!notes_.config_has_attributes || may_be_held(whole, Loads::Of::whole)) return;
  for (const Key::Kept& name : whole.kept) config_names_.insert(name.name);
}

bool Doubt::may_be_config(const std::string& receiver) const {
  return config_names_.empty() || config_names_.contains(receiver);
}

bool Doubt::counts(const Mention& mention) const {
  const bool ran = notes_.ran(mention.statement);
  switch (mention.form) {
    case Mention::Form::always:
      return true;
    case Mention::Form::word:
    case Mention::Form::parameter:
    case Mention::Form::spread:
    case Mention::Form::turn:
      return !ran;
    case Mention::Form::attribute:
    case Mention::Form::access:
      return !ran || !notes_.asked_known.contains(mention.node) || notes_.asked_unknown.contains(mention.node);
  }
  return true;
}

/// Whether what the mention stands for can read an entry of the config at all.
bool Doubt::may_be_read(const Open& open, const Key& key) const {
  const Mention& mention = *open.mention;
  if (mention.form == Mention::Form::attribute &&
      ((!asks_by_attribute_ && !turns_) || (mention.of_self && attributes_.are_own(*open.definition, mention.name))))
    return false;
  if (!is_end_of(mention.name, key.path)) return false;
  if (mention.form == Mention::Form::attribute && key.parent == Keys::kRoot && !may_be_config(mention.receiver))
    return false;
  if (mention.form == Mention::Form::spread || mention.form == Mention::Form::turn) return false;
  if (mention.form == Mention::Form::parameter) return spreads_ && is_held(key);
  return mention.form != Mention::Form::word || is_path(mention) || is_held(key);
}

/// Whether code that was not followed may hold a section that the key lies in, and so look into it in its own way.
bool Doubt::is_held(const Key& key) const {
  for (std::optional<size_t> at = key.parent; at; at = keys_[*at].parent) {
    const Key& section = keys_[*at];
    if ((*at != Keys::kRoot && may_take_whole(section)) || may_be_held(section, Loads::Of::whole)) return true;
  }
  return false;
}

bool Doubt::may_be_held(const Key& section, Loads::Of of) const {
  return std::any_of(section.kept.begin(), section.kept.end(),
                     [&](const Key::Kept& kept) { return may_load(kept, of); });
}

bool Doubt::is_sealed(const Key& section) const {
  return section.named && !section.used && !may_read(section) && !may_be_held(section, Loads::Of::section);
}

/// A method that did not run and whose name nobody says, of a class that inherits from none that could call it.
bool Doubt::is_never_called(const syntax::FunctionDef& method, const Definition& cls) {
  const auto [known, is_new] = never_called_.try_emplace(&method, false);
  if (!is_new) return known->second;
  const std::string& name = method.target.name.text();
  const bool stands_alone =
      std::all_of(cls.bases.begin(), cls.bases.end(), [](auto& base) { return base == "object"; });
  const syntax::Body& body = method.function->body;
  known->second = stands_alone && method.decorators.empty() && !name.starts_with("__") && !body.empty() &&
                  !notes_.executed.contains(body.front().get()) && !names(name) && !notes_.handed.contains(name);
  return known->second;
}

void Doubt::note(const ModuleText& text, const std::vector<bool>& live) {
  for (const Mention& mention : text.mentions) {
    if (!live[mention.definition] || !counts(mention)) continue;
    if (mention.method && is_never_called(*mention.method, text.definitions[mention.definition])) continue;
    by_name_[last_name(mention.name)].push_back({&mention, &text.definitions[mention.definition]});
    spreads_ = spreads_ || mention.form == Mention::Form::spread;
    turns_ = turns_ || mention.form == Mention::Form::turn;
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
  const auto mention =
      std::find_if(found->second.begin(), found->second.end(), [&](const Open& one) { return may_be_read(one, key); });
  return mention == found->second.end() ? Span{} : mention->mention->span;
}

bool Doubt::may_read(const Key& key) const { return static_cast<bool>(place_of(key)); }

template <typename Predicate>
bool Doubt::any_of(const std::string& name, const Predicate& predicate) const {
  const auto found = by_name_.find(name);
  return found != by_name_.end() && std::any_of(found->second.begin(), found->second.end(), predicate);
}

bool Doubt::may_ask(const Key& key, const std::vector<Span>& apart) const {
  return any_of(key.name, [&](const Open& open) {
    const auto holds = [&](const Span& place) { return covers(place, open.mention->span); };
    if (std::any_of(apart.begin(), apart.end(), holds)) return false;
    const Mention::Form form = open.mention->form;
    const bool only_names =
        form == Mention::Form::parameter || (form == Mention::Form::word && !is_path(*open.mention));
    return !only_names && may_be_read(open, key);
  });
}

namespace {

/// Whether the text asks `receiver` for something.
bool asks(std::string_view text, const std::string& receiver) {
  for (size_t at = syntax::find_word(text, receiver); at != std::string_view::npos;
       at = syntax::find_word(text, receiver, at + 1)) {
    const size_t end = at + receiver.size();
    if (end < text.size() && (text[end] == '[' || text[end] == '.')) return true;
  }
  return false;
}

}  // namespace

/// Whether the key is asked of what its section is kept under, or what others of the section were read from.
bool Doubt::asks_section(const Mention& mention, const Key& key) const {
  if (mention.receiver.empty()) return false;
  const Key& section = keys_[*key.parent];
  const auto is_same = [&](const Key::Kept& kept) { return kept.name == mention.receiver; };
  const auto is_read_there = [&](size_t child) {
    const std::vector<Span>& reads = keys_[child].reads;
    return std::any_of(reads.begin(), reads.end(), [&](const Span& read) {
      return read.source == mention.span.source && asks(read.text(), mention.receiver);
    });
  };
  return std::any_of(section.kept.begin(), section.kept.end(), is_same) ||
         std::any_of(section.children.begin(), section.children.end(), is_read_there);
}

bool Doubt::reaches(const Open& open, const Key& key) const {
  const bool through_all = open.mention->form == Mention::Form::always || is_path(*open.mention);
  return (through_all || asks_section(*open.mention, key)) && may_be_read(open, key);
}

bool Doubt::may_reach(const Key& key) const {
  return any_of(key.name, [&](const Open& open) { return reaches(open, key); });
}

std::vector<Span> Doubt::places_of(const Key& key, bool sealed) const {
  std::vector<Span> places;
  any_of(key.name, [&](const Open& open) {
    if (sealed ? reaches(open, key) : may_be_read(open, key)) places.push_back(open.mention->span);
    return false;
  });
  return places;
}

bool Doubt::may_take_whole(const Key& section) const {
  return any_of(section.name, [&](const Open& open) {
    const Mention::Form form = open.mention->form;
    const bool names_it = form == Mention::Form::access || form == Mention::Form::attribute;
    return names_it && open.mention->passes_on && may_be_read(open, section);
  });
}

namespace {

/// Whether the place is the module's own code, outside of functions and classes.
bool is_global(const ModuleText& text, const Span& place) {
  for (const auto& statement : text.module->body) {
    if (!covers(statement->span, place)) continue;
    return !std::holds_alternative<syntax::FunctionDef>(statement->node) &&
           !std::holds_alternative<syntax::ClassDef>(statement->node);
  }
  return true;
}

/// Of a class the method that the place lies in: its variables are no other method's.
const syntax::Stmt& scope_of(const syntax::Stmt& statement, const Span& place) {
  const auto* cls = std::get_if<syntax::ClassDef>(&statement.node);
  if (!cls) return statement;
  for (const auto& inner : cls->body) {
    if (std::holds_alternative<syntax::FunctionDef>(inner->node) && covers(inner->span, place)) return *inner;
  }
  return statement;
}

}  // namespace

bool Doubt::may_load_variable(const Key::Kept& kept, Loads::Of of) const {
  const Loads loads(notes_, ruled_out_, kept.name, of);
  for (const auto& program : programs_) {
    for (const auto& text : program->modules) {
      if (text->module->source != kept.place.source) continue;
      for (const auto& statement : text->module->body) {
        const bool is_here = is_global(*text, kept.place) || covers(statement->span, kept.place);
        if (is_here && loads.in(scope_of(*statement, kept.place))) return true;
      }
    }
  }
  return false;
}

bool Doubt::says(const std::string& text) const {
  for (const auto& program : programs_) {
    for (const auto& module : program->modules) {
      const auto is_text = [&](const Mention& mention) {
        return mention.name == text && (mention.form == Mention::Form::word || mention.form == Mention::Form::access);
      };
      if (std::any_of(module->mentions.begin(), module->mentions.end(), is_text)) return true;
    }
  }
  return false;
}

bool Doubt::names(const std::string& name) const {
  for (const auto& program : programs_) {
    for (const auto& module : program->modules) {
      const auto has_it = [&](const Definition& definition) {
        return std::binary_search(definition.names.begin(), definition.names.end(), name);
      };
      if (std::any_of(module->definitions.begin(), module->definitions.end(), has_it)) return true;
    }
  }
  return false;
}

bool Doubt::may_load_attribute(const Key::Kept& kept, Loads::Of of) const {
  return any_of(kept.name, [&](const Open& open) {
    const Mention& mention = *open.mention;
    return mention.form == Mention::Form::attribute && !ruled_out_.contains(mention.statement) &&
           (of != Loads::Of::whole || mention.passes_on) &&
           (!mention.of_self || attributes_.may_share(*open.definition, kept));
  });
}

bool Doubt::may_load(const Key::Kept& kept, Loads::Of of) const {
  return kept.is_attribute ? may_load_attribute(kept, of) : may_load_variable(kept, of);
}

}  // namespace vramlint::usage
