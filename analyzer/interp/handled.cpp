// What the handlers of a `try` name.
#include <algorithm>
#include <span>
#include <string_view>

#include "interp/followed.h"

namespace vramlint::interp {

namespace {

bool is_broad(const syntax::Try::Handler& handler) {
  if (!handler.type) return true;
  const auto* name = std::get_if<syntax::Name>(&handler.type->node);
  return name && (name->variable.name.text() == "Exception" || name->variable.name.text() == "BaseException");
}

/// `except KeyboardInterrupt`: nothing that the program itself raises.
bool is_interrupt(const syntax::Try::Handler& handler) {
  const auto* name = handler.type ? std::get_if<syntax::Name>(&handler.type->node) : nullptr;
  return name && (name->variable.name.text() == "KeyboardInterrupt" || name->variable.name.text() == "GeneratorExit");
}

constexpr std::string_view kMissingFile[] = {"FileNotFoundError", "OSError", "IOError", "EnvironmentError"};
constexpr std::string_view kMissingKey[] = {"KeyError", "LookupError"};

bool names_one(const syntax::Expr& type, std::span<const std::string_view> wanted) {
  if (const auto* tuple = std::get_if<syntax::TupleDisplay>(&type.node))
    return std::any_of(tuple->items.begin(), tuple->items.end(),
                       [&](const auto& item) { return names_one(*item, wanted); });
  const auto* name = std::get_if<syntax::Name>(&type.node);
  return name && std::find(wanted.begin(), wanted.end(), name->variable.name.text()) != wanted.end();
}

bool any_names(const syntax::Try& node, std::span<const std::string_view> wanted) {
  return std::any_of(node.handlers.begin(), node.handlers.end(),
                     [&](const auto& handler) { return handler.type && names_one(*handler.type, wanted); });
}

/// `try: moment = of_all(state[p]["momentum"] for p in parameters)`: the handler sets it otherwise. No more than a name
/// is set: `try: self.model = train()` may be all that there is.
bool only_sets(const syntax::Body& body) {
  const auto* assign = body.size() == 1 ? std::get_if<syntax::Assign>(&body.front()->node) : nullptr;
  return assign && std::all_of(assign->targets.begin(), assign->targets.end(), [](const syntax::ExprPtr& target) {
           return std::holds_alternative<syntax::Name>(target->node);
         });
}

}  // namespace

bool may_leave(const syntax::Stmt& statement) {
  return std::holds_alternative<syntax::If>(statement.node) || std::holds_alternative<syntax::For>(statement.node) ||
         std::holds_alternative<syntax::While>(statement.node) || std::holds_alternative<syntax::Try>(statement.node) ||
         std::holds_alternative<syntax::With>(statement.node);
}

Handled::Handled(Interpreter& interpreter, Frame& frame, const syntax::Try& node) : impl_(interpreter.impl()) {
  keys_ = any_names(node, kMissingKey);
  impl_.key_handlers += keys_;
  if (!impl_.follower) return;
  broad_ = std::any_of(node.handlers.begin(), node.handlers.end(), is_broad);
  narrow_ = !std::all_of(node.handlers.begin(), node.handlers.end(),
                         [](const auto& handler) { return is_broad(handler) || is_interrupt(handler); });
  missing_ = any_names(node, kMissingFile);
  impl_.handlers += narrow_;
  impl_.missing_handlers += missing_;
  if (!broad_) return;
  sets_ = only_sets(node.body);
  if (sets_) impl_.broad_handlers.push_back(nullptr);
  impl_.broad_handlers.push_back(&frame);
}

Handled::~Handled() {
  impl_.key_handlers -= keys_;
  impl_.handlers -= narrow_;
  impl_.missing_handlers -= missing_;
  if (broad_) impl_.broad_handlers.pop_back();
  if (sets_) impl_.broad_handlers.pop_back();
}

}  // namespace vramlint::interp
