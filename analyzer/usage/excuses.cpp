#include "usage/excuses.h"

#include <cctype>
#include <unordered_set>

#include "usage/walk.h"

namespace vramlint::usage {

namespace {

class Names {
 public:
  void read(const syntax::PythonModule& module) {
    for (const auto& statement : module.body) visit(*statement);
  }
  bool contain(const std::string& name) const { return names_.contains(name); }

 private:
  void visit(const syntax::Stmt& statement) {
    const auto* assign = std::get_if<syntax::Assign>(&statement.node);
    if (assign) return visit(*assign->value);
    each_part(statement,
              {[this](const syntax::Expr& expr) { visit(expr); }, [this](const syntax::Stmt& inner) { visit(inner); }});
  }
  void visit(const syntax::Expr& expr) {
    if (const auto* name = std::get_if<syntax::Name>(&expr.node)) names_.insert(name->variable.name.text());
    if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.node)) names_.insert(attribute->name.text());
    if (const auto* text = std::get_if<syntax::StringLiteral>(&expr.node)) template_names(text->value);
    each_part(expr, {[this](const syntax::Expr& inner) { visit(inner); },
                     [this](const syntax::Stmt& inner) { visit(inner); }});
  }
  /// "{{_base_.name}}", "{{_base_.name.part}}"
  void template_names(const std::string& text) {
    constexpr std::string_view kBase = "_base_.";
    for (size_t at = text.find(kBase); at != std::string::npos; at = text.find(kBase, at)) {
      at += kBase.size();
      names_.insert(text.substr(at, text.find_first_of(". }", at) - at));
    }
  }

  std::unordered_set<std::string> names_;
};

void excuse(Keys& keys, size_t index) {
  keys.at(index).named = keys.at(index).used = true;
  for (size_t child : keys.at(index).children) excuse(keys, child);
}

/// `cfg.a.b` in a text.
void excuse_entries(std::string_view text, Keys& keys) {
  constexpr std::string_view kConfig = "cfg.";
  for (size_t at = text.find(kConfig); at != std::string_view::npos; at = text.find(kConfig, at)) {
    at += kConfig.size();
    size_t end = at;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_' || text[end] == '.'))
      ++end;
    for (size_t key : keys.find(std::string(text.substr(at, end - at)), {})) excuse(keys, key);
  }
}

}  // namespace

void excuse_inputs(const config::Experiment& experiment, Keys& keys) {
  for (size_t stage = 0; stage < stage_count(experiment); ++stage) {
    for (const auto* expressions : {&stage_at(experiment, stage).inputs, &stage_at(experiment, stage).targets}) {
      for (const config::Expression& expression : *expressions) excuse_entries(expression.source->text(), keys);
    }
  }
}

void excuse_own_names(const config::Config& config, Context& context, Keys& keys) {
  Names names;
  bool any = false;
  for (const Source* source : config.files) {
    if (!source->path().ends_with(".py")) continue;
    names.read(*context.parsed.parse(*source));
    any = true;
  }
  for (size_t child : any ? keys.at(Keys::kRoot).children : std::vector<size_t>{}) {
    const std::string& name = keys.at(child).name;
    if (names.contain(name) || name == "custom_imports") excuse(keys, child);
  }
}

}  // namespace vramlint::usage
