// The config, opened by a path that stands in the program's text: it is found from one working directory only.
#include <algorithm>
#include <functional>

#include "usage/judge.h"
#include "usage/walk.h"

namespace vramlint::usage {

namespace {

using Reached = std::vector<std::shared_ptr<const Program>>;

void each_literal(const syntax::Expr& expr, const std::function<void(const syntax::Expr&)>& visit);

void each_literal(const syntax::Stmt& statement, const std::function<void(const syntax::Expr&)>& visit) {
  each_part(statement, {[&](const syntax::Expr& part) { each_literal(part, visit); },
                        [&](const syntax::Stmt& part) { each_literal(part, visit); }});
}

void each_literal(const syntax::Expr& expr, const std::function<void(const syntax::Expr&)>& visit) {
  if (std::holds_alternative<syntax::StringLiteral>(expr.node)) visit(expr);
  const bool is_choice =
      std::holds_alternative<syntax::Conditional>(expr.node) || std::holds_alternative<syntax::BoolChain>(expr.node);
  if (is_choice) return;  // `sys.argv[1] if … else "config.yaml"`: what is taken where nothing is said
  each_part(expr, {[&](const syntax::Expr& part) { each_literal(part, visit); },
                   [&](const syntax::Stmt& part) { each_literal(part, visit); }});
}

/// Where the path is written: in the file that opens it if there, else wherever it is.
Span written(const Opened& opened, const Reached& programs) {
  Span found;
  for (const auto& program : programs) {
    for (const auto& text : program->modules) {
      if (found && text->module->source != opened.place.source) continue;
      for (const auto& statement : text->module->body) {
        each_literal(*statement, [&](const syntax::Expr& literal) {
          const bool is_first =
              !found || (found.source != opened.place.source && literal.span.source == opened.place.source);
          if (is_first && std::get<syntax::StringLiteral>(literal.node).value == opened.path) found = literal.span;
        });
      }
    }
  }
  return found;
}

/// What stands around a place.
struct Surroundings {
  const syntax::Try::Handler* handler = nullptr;  ///< that catches a missing file
  bool is_asked_for = false;                      ///< behind `if os.path.exists(…)` or the like
};

bool catches_missing(const syntax::Try::Handler& handler) {
  if (!handler.type) return true;
  constexpr std::string_view kTypes[] = {"FileNotFoundError", "OSError",   "IOError",
                                         "EnvironmentError",  "Exception", "BaseException"};
  const std::string_view type = handler.type->span.text();
  return std::any_of(std::begin(kTypes), std::end(kTypes),
                     [&](std::string_view name) { return type.find(name) != std::string_view::npos; });
}

void look_around(const syntax::Stmt& statement, const Span& place, Surroundings& found) {
  if (!covers(statement.span, place)) return;
  if (const auto* branch = std::get_if<syntax::If>(&statement.node)) {
    const std::string_view condition = branch->condition->span.text();
    for (const char* question : {"exists", "isfile", "is_file", "access"})
      found.is_asked_for = found.is_asked_for || condition.find(question) != std::string_view::npos;
  }
  if (const auto* block = std::get_if<syntax::Try>(&statement.node)) {
    const bool inside =
        std::any_of(block->body.begin(), block->body.end(), [&](const auto& one) { return covers(one->span, place); });
    const auto handler = std::find_if(block->handlers.begin(), block->handlers.end(), catches_missing);
    if (inside && handler != block->handlers.end()) found.handler = &*handler;
  }
  each_part(statement,
            {[](const syntax::Expr&) {}, [&](const syntax::Stmt& part) { look_around(part, place, found); }});
}

Surroundings surroundings_of(const Opened& opened, const Reached& programs) {
  Surroundings found;
  for (const auto& program : programs) {
    for (const auto& text : program->modules) {
      if (text->module->source != opened.place.source) continue;
      for (const auto& statement : text->module->body) look_around(*statement, opened.place, found);
    }
  }
  return found;
}

/// Whether a handler ends the program.
bool gives_up(const syntax::Body& body) {
  return std::any_of(body.begin(), body.end(), [](const auto& statement) {
    const auto* expr = std::get_if<syntax::ExprStmt>(&statement->node);
    return std::holds_alternative<syntax::Raise>(statement->node) ||
           (expr && expr->value->span.text().find("exit(") != std::string_view::npos);
  });
}

/// `return` without a value, or with None.
bool yields_none(const syntax::Body& body) {
  return std::any_of(body.begin(), body.end(), [](const auto& statement) {
    const auto* leaves = std::get_if<syntax::Return>(&statement->node);
    return leaves && (!leaves->value || std::holds_alternative<syntax::NoneLiteral>(leaves->value->node));
  });
}

RelativePath told(const Opened& opened, const Span& literal, const Surroundings& around) {
  RelativePath path{.path = opened.path, .span = literal, .outcome = {}, .related = {}};
  if (around.handler && gives_up(around.handler->body)) {
    path.outcome = "and the program ends"_words;
  } else if (around.handler) {
    path.outcome =
        yields_none(around.handler->body)
            ? "the error is caught, and `None` takes the place of the config: any key read from it then raises TypeError"_words
            : "the error is caught, and the program goes on without the config"_words;
  } else if (!around.is_asked_for) {
    path.outcome = "and the program ends with FileNotFoundError"_words;
  }
  const bool is_of_prelude = opened.place && opened.place.source->path().starts_with("<");
  if (!covers(opened.place, literal) && !is_of_prelude) path.related.push_back({opened.place, "opened here"_words});
  if (around.handler) path.related.push_back({around.handler->span, "caught here"_words});
  return path;
}

}  // namespace

void judge_paths(const Reached& programs, const Doubt& doubt, const Notes& notes, Usage& usage) {
  if (doubt.names("chdir")) return;
  for (const Opened& opened : notes.openings) {
    const Span literal = written(opened, programs);
    const auto is_told = [&](const RelativePath& path) { return path.span == literal; };
    if (!literal || std::any_of(usage.relative_paths.begin(), usage.relative_paths.end(), is_told)) continue;
    usage.relative_paths.push_back(told(opened, literal, surroundings_of(opened, programs)));
  }
}

}  // namespace vramlint::usage
