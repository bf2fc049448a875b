// One function per kind of statement.
#include "interp/absences.h"
#include "interp/asserted_release.h"
#include "interp/awaited.h"
#include "interp/builtins_views.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/grown_list.h"
#include "interp/guarded.h"
#include "interp/heap.h"
#include "interp/host_loop.h"
#include "interp/list_limits.h"
#include "interp/opaque.h"
#include "interp/passed_over.h"
#include "interp/quiet_turns.h"
#include "interp/round_branches.h"
#include "interp/round_numbers.h"
#include "interp/shelf.h"
#include "interp/steady_turns.h"
#include "interp/text_edits.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

struct Executor {
  Interpreter& interpreter;
  Frame& frame;
  const Span& span;

  Value eval(const syntax::ExprPtr& expr) const { return evaluate(interpreter, frame, *expr); }

  Flow operator()(const syntax::ExprStmt& node) const {
    if (!grows_list(interpreter, frame, *node.value)) (void)eval(node.value);
    return Flow::next;
  }
  Flow operator()(const syntax::Assign& node) const {
    Value value = eval(node.value);
    for (size_t i = 0; i + 1 < node.targets.size(); ++i) assign(interpreter, frame, *node.targets[i], value);
    assign(interpreter, frame, *node.targets.back(), std::move(value));
    return Flow::next;
  }

  Flow operator()(const syntax::AugAssign& node) const {
    assign_in_place(interpreter, frame, node, nullptr, span);
    return Flow::next;
  }

  Flow operator()(const syntax::AnnAssign& node) const {
    if (node.value) assign(interpreter, frame, *node.target, eval(node.value));
    const auto* name = std::get_if<syntax::Name>(&node.target->node);
    if (name && name->variable.where == syntax::Where::class_body) annotate(*name, *node.annotation);
    return Flow::next;
  }
  /// Class bodies keep __annotations__: dataclasses look at them.
  void annotate(const syntax::Name& name, const syntax::Expr& annotation) const {
    auto* names = static_cast<const Dict*>(frame.names.object());
    if (!names->find("__annotations__")) interpreter.heap().write(*names).set("__annotations__", Value(new Dict));
    Value value;
    try {
      value = evaluate(interpreter, frame, annotation);
    } catch (Raised&) {
      value = Value::string(std::string(annotation.span.text()));
    }
    if (const Value* kept = names->find("__annotations__"); kept && kept->as<Dict>())
      interpreter.heap().dict(*kept).set(name.variable.name, std::move(value));
  }

  Flow operator()(const syntax::Return& node) const {
    frame.result = node.value ? eval(node.value) : Value::none();
    return Flow::return_value;
  }
  Flow operator()(const syntax::Raise& node) const { raise_statement(interpreter, frame, node, span); }

  Flow operator()(const syntax::Assert& node) const {
    const AskedForPaths asked(interpreter);
    const size_t noted = interpreter.assumptions().size();
    const Value condition = interpreter.truth(eval(node.condition), node.condition->span);
    if (condition.is_unknown()) {
      const std::string why = interpreter.world().doubts ? ": " + condition.as<UnknownValue>()->info.reason : "";
      interpreter.assumptions().push_back({"the assertion holds" + why, span});
      return Flow::next;
    }
    if (condition.as_bool() || asked.are_there(span) || is_of_releases(interpreter, frame, *node.condition) ||
        is_of_gpus(noted))
      return Flow::next;
    Guarded guarded(interpreter, condition.origin());
    interpreter.raise("AssertionError", node.message ? interpreter.str(eval(node.message)) : "", span);
  }
  /// It looks at the one GPU that is taken to be there (torch.cuda.device_count), where the program wants others.
  bool is_of_gpus(size_t noted) const {
    std::vector<Assumption>& all = interpreter.assumptions();
    const auto own = all.begin() + static_cast<std::ptrdiff_t>(std::min(noted, all.size()));
    const bool asks = std::any_of(
        own, all.end(), [](const Assumption& one) { return one.text.starts_with("one GPU is taken to be there"); });
    if (asks) all.push_back({"the assertion holds: there are as many GPUs as the program wants", span});
    return asks;
  }

  Flow operator()(const syntax::Delete& node) const {
    for (const auto& target : node.targets) remove(*target);
    return Flow::next;
  }
  void remove(const syntax::Expr& target) const {
    if (const auto* name = std::get_if<syntax::Name>(&target.node)) {
      unset(interpreter, frame, name->variable, target.span);
    } else if (const auto* attribute = std::get_if<syntax::Attribute>(&target.node)) {
      interpreter.delete_attribute(eval(attribute->object), attribute->name.text(), target.span);
    } else if (const auto* subscript = std::get_if<syntax::Subscript>(&target.node)) {
      const Value object = eval(subscript->object);
      interpreter.delete_item(object, eval(subscript->index), target.span);
    } else if (const auto* tuple = std::get_if<syntax::TupleDisplay>(&target.node)) {
      for (const auto& item : tuple->items) remove(*item);
    }
  }

  Flow operator()(const syntax::Pass&) const { return Flow::next; }
  Flow operator()(const syntax::Break&) const { return Flow::break_loop; }
  Flow operator()(const syntax::Continue&) const { return Flow::continue_loop; }

  Value decide(const syntax::ExprPtr& expr) const {
    Value value = eval(expr);
    note_use(interpreter, value, Use::condition, expr->span);
    return interpreter.truth(value, expr->span);
  }

  Value decide(const syntax::If& node) const {
    const Value value = eval(node.condition);
    if (!value.is_unknown() || !only_edits_texts(node))
      note_use(interpreter, value, Use::condition, node.condition->span);
    return interpreter.truth(value, node.condition->span);
  }

  Flow operator()(const syntax::If& node) const {
    const AskedForPaths asked(interpreter);
    Value condition = in_header(span, [&] { return decide(node); });
    if (condition.is_unknown()) return execute_unknown_branch(interpreter, frame, node, condition, span);
    const bool first = condition.as_bool();
    if (asked.are_there(first ? node.then : node.otherwise, first ? node.otherwise : node.then, span) ||
        (!condition.as_bool() && stops_later(asked, node)))
      condition = Value::boolean(!condition.as_bool()).with_origin(condition.origin());
    if (Follower* follower = following(interpreter, span)) {
      condition = in_round(interpreter, frame, node, std::move(condition));
      follower->decides(node, condition.as_bool());
      note_list_limit(interpreter, frame, *node.condition,
                      condition.as_bool() ? Arms{node.then, node.otherwise} : Arms{node.otherwise, node.then});
    }
    if (condition.origin() != 0 && is_built(interpreter)) note_decided(frame, node, condition.origin());
    Guarded guarded(interpreter, condition.origin());
    return execute(interpreter, frame, condition.as_bool() ? node.then : node.otherwise);
  }

  /// `elif path: raise …` behind `if os.path.isfile(path):`: the program stops as well where it has a path.
  bool stops_later(const AskedForPaths& asked, const syntax::If& node) const {
    if (!asked.asked() || node.otherwise.size() != 1) return false;
    const auto* next = std::get_if<syntax::If>(&node.otherwise.front()->node);
    if (!next || !next->otherwise.empty() || !std::holds_alternative<syntax::Name>(next->condition->node)) return false;
    const Value given = interpreter.truth(eval(next->condition), next->condition->span);
    return given.is_bool() && given.as_bool() && asked.are_there(next->then, {}, span);
  }

  /// How far the loop is that stands around what runs: none of ours, behind it.
  struct Turns {
    explicit Turns(Frame& frame) : frame_(frame), before_(std::exchange(frame.turns, 0)) {}
    ~Turns() { frame_.turns = before_; }
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

   private:
    Frame& frame_;
    const int before_;
  };

  Flow operator()(const syntax::For& node) const {
    const Turns turns(frame);
    Value iterable = in_header(span, [&] { return eval(node.iterable); });
    note_use(interpreter, iterable, Use::operand, node.iterable->span);
    const Value iterator = in_header(span, [&] { return interpreter.iterate(iterable, node.iterable->span); });
    const Value like = iterator.is_unknown() ? item_of_unknown(interpreter, node, iterable, iterator, span) : Value();
    const std::optional<RoundNumbers> numbers = numbers_of(iterable);
    note_pick(interpreter, iterable, span);
    const int64_t items = items_of(iterable);
    iterable = Value::none();
    if (iterator.is_unknown()) {
      skip_unknown_loop(interpreter, frame, node.body, node.target.get(), like, iterator, span);
      return Flow::next;
    }
    Guarded guarded(interpreter, iterator.origin());
    FirstTurn first(interpreter, iterator.origin());
    const Patience patience(interpreter, span);
    QuietTurns quiet(node);
    SteadyTurns steady(interpreter, frame, span);
    HostLoop host(interpreter, span);
    Follower* const counting = numbers ? following(interpreter, span) : nullptr;
    int64_t turn = 0;
    for (int64_t left = passed_over(items); left > 0 && steady.next(iterator); --left) {
    }
    while (true) {
      quiet.pass_over(interpreter, iterator, span);
      if (!patience.begin_iteration()) break;
      std::optional<Value> item = steady.next(iterator);
      if (!item) break;
      frame.current = span;
      const bool is_measured = steady.is_long() && is_of_numbers(*item);
      if (counting) counting->numbers_turn(span, turn++, numbers->turns);
      if (numbers_rounds()) item = as_round_number(interpreter, followed_round(*item, numbers));
      assign(interpreter, frame, *node.target, std::move(*item));
      item.reset();
      const auto run = [&] { return execute(interpreter, frame, node.body); };
      const Flow flow = is_measured ? steady.turn(run, iterator) : run();
      first.end();
      if (flow == Flow::break_loop) return Flow::next;
      if (flow == Flow::return_value) return flow;
      if (patience.ends() || host.ends()) return leave_loop(node.body, node.target.get());
    }
    return execute(interpreter, frame, node.otherwise);
  }
  static std::optional<RoundNumbers> numbers_of(const Value& iterable) {
    const auto* range = iterable.as<Range>();
    if (!range || range->length() < 2) return std::nullopt;
    return RoundNumbers{range->start + (range->length() - 1) * range->step, range->length(), range->step != 1};
  }
  Value followed_round(const Value& item, const std::optional<RoundNumbers>& numbers) const {
    Follower* follower = following(interpreter, span);
    if (!follower) return item;
    if (!numbers) return followed_count(*follower, item);
    if (!item.is_int()) return item;
    const int64_t number = item.as_int();
    const int64_t followed = follower->followed_round(span, number, *numbers);
    return followed == number ? item : Value::integer(followed).with_origin(item.origin());
  }
  /// As enumerate() yields them.
  Value followed_count(Follower& follower, const Value& item) const {
    const auto* pair = item.as<Tuple>();
    if (!pair || pair->items.size() != 2 || !pair->items.front().is_int()) return item;
    const int64_t number = pair->items.front().as_int(), followed = follower.followed_count(span, number);
    if (followed == number) return item;
    const Value counted = Value::integer(followed).with_origin(pair->items.front().origin());
    return Value::tuple({counted, pair->items.back()}).with_origin(item.origin());
  }
  int64_t items_of(const Value& iterable) const {
    const auto* list = iterable.as<List>();
    const auto* tuple = iterable.as<Tuple>();
    const auto* dict = iterable.as<Dict>();
    auto* view = iterable.as_native<DictView>();
    if (view) return view->length(interpreter, span).value_or(0);
    return static_cast<int64_t>(list ? list->items.size() : tuple ? tuple->items.size() : dict ? dict->size() : 0);
  }
  int64_t passed_over(int64_t items) const {
    Follower* follower = items > 1 ? following(interpreter, span) : nullptr;
    return follower ? follower->first_item(span, items) : 0;
  }
  bool numbers_rounds() const {
    const Follower* follower = following(interpreter, span);
    return follower && follower->numbers_rounds(span);
  }
  /// The iterations that are left, as one of which nothing is known.
  Flow leave_loop(const syntax::Body& body, const syntax::Expr* target) const {
    const Value unknown(new UnknownValue({"not every iteration of a long loop is followed", span, Pull::up, "",
                                          "`--evaluation-budget 10` follows ten times as many"}));
    skip_unknown_loop(interpreter, frame, body, target, {}, unknown, span);
    return Flow::next;
  }

  Flow operator()(const syntax::While& node) const {
    const Turns turns(frame);
    const Patience patience(interpreter, span);
    HostLoop host(interpreter, span);
    Awaiting awaiting(interpreter, frame, *node.condition);
    while (true) {
      const Operation operation(interpreter.budget());
      interpreter.budget().step(span);
      if (!patience.begin_iteration()) break;
      ++frame.turns;
      if (frame.turns == 1) note_limit(*node.condition);
      const Value condition = decide(node.condition);
      if (condition.is_unknown()) {
        skip_unknown_loop(interpreter, frame, node.body, nullptr, {}, condition, span);
        return Flow::next;
      }
      if (!condition.as_bool()) break;
      Guarded guarded(interpreter, condition.origin());
      awaiting.begin_turn();
      const Flow flow = execute(interpreter, frame, node.body);
      awaiting.end_turn();
      if (flow == Flow::break_loop) return Flow::next;
      if (flow == Flow::return_value) return flow;
      if (patience.ends() || host.ends()) return leave_loop(node.body, nullptr);
    }
    note_list_limit(interpreter, frame, *node.condition, {node.otherwise, node.body});
    return execute(interpreter, frame, node.otherwise);
  }

  /// `while step < steps`
  void note_limit(const syntax::Expr& condition) const {
    Follower* follower = following(interpreter, span);
    const auto* compare = std::get_if<syntax::Compare>(&condition.node);
    if (!follower || !follower->numbers_rounds(span) || !compare || compare->rest.size() != 1) return;
    const auto& [op, right] = compare->rest.front();
    const bool is_less = op == syntax::CompareOp::lt, is_most = op == syntax::CompareOp::le;
    if ((!is_less && !is_most) || !is_plain(*compare->first) || !is_plain(*right)) return;
    const Value limit = eval(right);
    if (limit.is_int()) follower->limits(span, limit.as_int() + (is_most ? 1 : 0));
  }
  static bool is_plain(const syntax::Expr& expr) {
    const auto* attribute = std::get_if<syntax::Attribute>(&expr.node);
    return std::holds_alternative<syntax::Name>(expr.node) || std::holds_alternative<syntax::IntLiteral>(expr.node) ||
           (attribute && is_plain(*attribute->object));
  }

  Flow operator()(const syntax::Try& node) const { return execute_try(interpreter, frame, node); }
  Flow operator()(const syntax::With& node) const { return execute_with(interpreter, frame, node, span); }

  Flow operator()(const syntax::FunctionDef& node) const {
    std::vector<Value> decorators;
    for (const auto& decorator : node.decorators) decorators.push_back(eval(decorator));
    Value function = make_function(interpreter, frame, node.function);
    for (size_t i = decorators.size(); i-- > 0;)
      function = decorated(interpreter, decorators[i], std::move(function), node.decorators[i]->span);
    store(interpreter, frame, node.target, std::move(function), span);
    return Flow::next;
  }
  Flow operator()(const syntax::ClassDef& node) const {
    execute_class(interpreter, frame, node, span);
    return Flow::next;
  }
  Flow operator()(const syntax::Import& node) const {
    execute_import(interpreter, frame, node, span);
    return Flow::next;
  }
  Flow operator()(const syntax::ImportFrom& node) const {
    execute_import_from(interpreter, frame, node, span);
    return Flow::next;
  }
  Flow operator()(const syntax::ScopeDeclaration&) const { return Flow::next; }
  Flow operator()(const syntax::Invalid& node) const {
    if (!node.refused) interpreter.raise("SyntaxError", node.message, span);
    const std::string why = node.message + " in " + span.source->path();
    if (Shelf* shelf = interpreter.impl().shelf) shelf->refuse();
    note_uncertain(interpreter, *frame.module.object(), why);
    if (!is_followed(interpreter)) may_hold_more(interpreter, *frame.module.object(), why);
    return Flow::next;
  }
};

}  // namespace

void assign_in_place(Interpreter& interpreter, Frame& frame, const syntax::AugAssign& node, const Value* given,
                     const Span& span) {
  const auto result = [&](Value old) {
    const Value right = given ? *given : evaluate(interpreter, frame, *node.value);
    return as_counted(interpreter, frame, node, old, interpreter.in_place(node.op, old, right, span), span);
  };
  if (const auto* attribute = std::get_if<syntax::Attribute>(&node.target->node)) {
    const Value object = evaluate(interpreter, frame, *attribute->object);
    Value old = interpreter.get_attribute(object, attribute->name.text(), node.target->span);
    interpreter.set_attribute(object, attribute->name.text(), result(std::move(old)), span);
  } else if (const auto* subscript = std::get_if<syntax::Subscript>(&node.target->node)) {
    const Value object = evaluate(interpreter, frame, *subscript->object);
    const Value index = evaluate(interpreter, frame, *subscript->index);
    Value old = interpreter.get_item(object, index, node.target->span);
    interpreter.set_item(object, index, result(std::move(old)), span);
  } else {
    Value old = evaluate(interpreter, frame, *node.target);
    assign(interpreter, frame, *node.target, result(std::move(old)));
  }
}

Flow execute_plainly(Interpreter& interpreter, Frame& frame, const syntax::Stmt& statement) {
  const Operation operation(interpreter.impl().budget);
  interpreter.impl().budget.step(statement.span);
  frame.current = statement.span;
  return std::visit(Executor{interpreter, frame, statement.span}, statement.node);
}

Flow execute(Interpreter& interpreter, Frame& frame, const syntax::Stmt& statement) {
  if (Follower* follower = following(interpreter, statement.span))
    return execute_followed(interpreter, frame, statement, *follower);
  return execute_plainly(interpreter, frame, statement);
}

Flow execute(Interpreter& interpreter, Frame& frame, const syntax::Body& body) {
  for (const auto& statement : body) {
    const Flow flow = execute(interpreter, frame, *statement);
    if (flow != Flow::next) return flow;
  }
  return Flow::next;
}

}  // namespace vramlint::interp
