// Generator functions. A generator's body runs on an explicit stack of blocks, so that it can stop at a `yield` and go
// on later; each statement that holds no yield is executed as everywhere else. A yield may stand as a statement, as the
// right-hand side of an assignment, or as what is returned.
#include <algorithm>
#include <variant>

#include "interp/followed.h"
#include "interp/frame.h"

namespace vramlint::interp {

namespace {

bool yields(const syntax::Expr* expr) {
  return expr &&
         (std::holds_alternative<syntax::Yield>(expr->node) || std::holds_alternative<syntax::YieldFrom>(expr->node));
}

bool yields(const syntax::Body& body);

struct YieldFinder {
  bool operator()(const syntax::ExprStmt& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::Assign& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::AugAssign& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::AnnAssign& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::Return& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::If& node) const { return yields(node.then) || yields(node.otherwise); }
  bool operator()(const syntax::For& node) const { return yields(node.body) || yields(node.otherwise); }
  bool operator()(const syntax::While& node) const { return yields(node.body) || yields(node.otherwise); }
  bool operator()(const syntax::With& node) const { return yields(node.body); }
  bool operator()(const syntax::Try& node) const {
    return yields(node.body) || yields(node.otherwise) || yields(node.finally) ||
           std::any_of(node.handlers.begin(), node.handlers.end(),
                       [](const auto& handler) { return yields(handler.body); });
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
};

bool yields(const syntax::Body& body) {
  return std::any_of(body.begin(), body.end(),
                     [](const auto& statement) { return std::visit(YieldFinder{}, statement->node); });
}

/// One block being run: a body with what surrounds it.
struct Block {
  const syntax::Body* body = nullptr;
  size_t next = 0;
  const syntax::For* loop = nullptr;
  const syntax::While* repeat = nullptr;
  const syntax::Try* attempt = nullptr;  // its body, handlers or else
  bool handling = false;                 // in a handler or the else: its own handlers no longer apply
  bool finishing = false;                // in the finally
  std::optional<Raised> pending;         // raised on, after the finally
  bool returning = false;                // a return goes on after the finally
  bool turned = false;                   // a while whose condition is not known: it has run once
  Value iterator;                        // of a loop
  Value exit, manager;                   // of a with
  Span place;
};

/// What the objects of a paused body take beside the Generator itself.
constexpr size_t kFootprint = sizeof(Frame) + sizeof(Block) + 64;

struct Generator : Resumable<Generator> {
  explicit Generator(Frame f) : frame(std::move(f)), footprint(kFootprint + frame.slots.size() * sizeof(Value)) {
    const auto* function = static_cast<const FunctionObject*>(frame.function.object());
    blocks.push_back({.body = &function->code->body});
  }
  std::string_view type_name() const override { return "generator"; }
  std::optional<Value> next(Interpreter& interpreter) override { return resume(interpreter, Value::none()); }

  std::optional<Value> resume(Interpreter& interpreter, Value sent) {
    if (running) interpreter.raise("ValueError", "generator already executing", {});
    if (blocks.empty() && !delegate.is_object()) return {};
    Running run(interpreter, frame, frame.current);
    running = true;
    try {
      std::optional<Value> item = go_on(interpreter, std::move(sent));
      running = false;
      if (!item) finish();
      return item;
    } catch (...) {
      running = false;
      finish();
      throw;
    }
  }

  bool visit(const Visitor& visitor) const override;

  bool started() const { return blocks.size() > 1 || (!blocks.empty() && blocks[0].next > 0); }
  Value returned() const override { return result; }
  void finish() {
    if (!frame.result.is_none()) result = std::move(frame.result);
    blocks.clear();
    delegate = Value::none();
    frame.slots.clear();
  }

  std::optional<Value> go_on(Interpreter& interpreter, Value sent);
  bool step(Interpreter& interpreter, std::optional<Value>& item);
  bool yield_statement(Interpreter& interpreter, const syntax::Stmt& statement, std::optional<Value>& item);
  void enter(Interpreter& interpreter, const syntax::Stmt& statement);
  void leave(Interpreter& interpreter);
  void unwind(Interpreter& interpreter, Raised raised);
  void jump(Interpreter& interpreter, Flow flow);

  Frame frame;
  std::vector<Block> blocks;
  Value delegate;                         // the iterator of a `yield from`
  Value result;                           // of a return, once it has ended
  const syntax::Expr* waiting = nullptr;  // the target of `x = yield` or `x = yield from y`
  bool running = false;
  Footprint footprint;
};

bool Generator::visit(const Visitor& visitor) const {
  for (const Value& slot : frame.slots) visitor(slot);
  for (const Value* part : {&frame.module, &frame.names, &frame.function, &frame.handling, &frame.result})
    visitor(*part);
  for (const Block& block : blocks) {
    for (const Value* part : {&block.iterator, &block.exit, &block.manager}) visitor(*part);
    if (block.pending) visitor(block.pending->exception);
  }
  visitor(delegate);
  visitor(result);
  return true;
}

std::optional<Value> Generator::go_on(Interpreter& interpreter, Value sent) {
  if (waiting && !delegate.is_object()) assign(interpreter, frame, *std::exchange(waiting, nullptr), std::move(sent));
  while (true) {
    if (delegate.is_object()) {
      if (auto item = interpreter.next(delegate, frame.current)) return item;
      const auto* ended = delegate.as<Iterator>();
      Value last = ended ? ended->returned() : Value::none();
      delegate = Value::none();
      if (waiting) assign(interpreter, frame, *std::exchange(waiting, nullptr), std::move(last));
    }
    if (blocks.empty()) return {};
    std::optional<Value> item;
    try {
      if (step(interpreter, item)) return item;
    } catch (Raised& raised) {
      unwind(interpreter, raised);
    }
  }
}

/// Runs one statement of the innermost block; true when it yielded `item`.
bool Generator::step(Interpreter& interpreter, std::optional<Value>& item) {
  const Operation operation(interpreter.budget());
  Block& block = blocks.back();
  if (block.next >= block.body->size()) {
    leave(interpreter);
    return false;
  }
  const syntax::Stmt& statement = *(*block.body)[block.next++];
  frame.current = statement.span;
  if (!std::visit(YieldFinder{}, statement.node)) {
    jump(interpreter, execute(interpreter, frame, statement));
    return false;
  }
  if (yield_statement(interpreter, statement, item)) return item.has_value();
  enter(interpreter, statement);
  return false;
}

bool Generator::yield_statement(Interpreter& interpreter, const syntax::Stmt& statement, std::optional<Value>& item) {
  const syntax::Expr* expr = nullptr;
  if (const auto* node = std::get_if<syntax::ExprStmt>(&statement.node)) expr = node->value.get();
  if (const auto* node = std::get_if<syntax::Assign>(&statement.node)) {
    expr = node->value.get();
    waiting = node->targets.back().get();
  }
  if (!expr) return false;
  if (const auto* from = std::get_if<syntax::YieldFrom>(&expr->node)) {
    delegate = interpreter.iterate(evaluate(interpreter, frame, *from->value), expr->span);
    if (delegate.is_unknown()) {  // one of what it may hold stands for all
      if (waiting) assign(interpreter, frame, *std::exchange(waiting, nullptr), delegate);
      item = std::exchange(delegate, Value::none());
    }
    return true;
  }
  const auto& node = std::get<syntax::Yield>(expr->node);
  item = node.value ? evaluate(interpreter, frame, *node.value) : Value::none();
  return true;
}

/// Enters a compound statement that has a yield somewhere inside.
void Generator::enter(Interpreter& interpreter, const syntax::Stmt& statement) {
  if (Follower* follower = following(interpreter, statement.span)) follower->executes(statement);
  if (const auto* node = std::get_if<syntax::If>(&statement.node)) {
    const bool taken = is_yielded_behind(interpreter, evaluate(interpreter, frame, *node->condition), *node->condition);
    blocks.push_back({.body = taken ? &node->then : &node->otherwise});
  } else if (const auto* loop = std::get_if<syntax::For>(&statement.node)) {
    const Value iterable = evaluate(interpreter, frame, *loop->iterable);
    Value iterator = interpreter.iterate(iterable, loop->iterable->span);
    if (iterator.is_unknown()) iterator = one_turn(interpreter, iterable, iterator, statement.span);
    blocks.push_back({.body = &loop->body, .next = loop->body.size(), .loop = loop, .iterator = std::move(iterator)});
  } else if (const auto* repeat = std::get_if<syntax::While>(&statement.node)) {
    blocks.push_back({.body = &repeat->body, .next = repeat->body.size(), .repeat = repeat});
  } else if (const auto* attempt = std::get_if<syntax::Try>(&statement.node)) {
    blocks.push_back({.body = &attempt->body, .attempt = attempt});
  } else if (const auto* with = std::get_if<syntax::With>(&statement.node)) {
    for (const auto& item : with->items) {
      const Value manager = evaluate(interpreter, frame, *item.context);
      Block block{.body = &with->body,
                  .next = &item == &with->items.back() ? 0 : with->body.size(),
                  .place = item.context->span};
      Value entered = manager;
      if (!manager.is_unknown()) {
        block.exit = interpreter.get_attribute(manager, "__exit__", block.place);
        entered = interpreter.call(interpreter.get_attribute(manager, "__enter__", block.place), std::vector<Value>{},
                                   block.place);
      }
      blocks.push_back(std::move(block));
      if (item.target) assign(interpreter, frame, *item.target, std::move(entered));
    }
  } else {
    jump(interpreter, execute(interpreter, frame, statement));
  }
}

/// The innermost block has come to its end.
void Generator::leave(Interpreter& interpreter) {
  Block& block = blocks.back();
  if (block.loop) {
    if (auto item = interpreter.next(block.iterator, block.loop->iterable->span)) {
      block.next = 0;
      assign(interpreter, frame, *block.loop->target, std::move(*item));
    } else {
      const syntax::Body* otherwise = &block.loop->otherwise;
      block = Block{.body = otherwise};
    }
  } else if (block.repeat) {
    const syntax::While& node = *block.repeat;
    const Value condition = evaluate(interpreter, frame, *node.condition);
    const bool ends = condition.is_unknown() && std::exchange(block.turned, true);
    if (!ends && is_yielded_behind(interpreter, condition, *node.condition))
      block.next = 0;
    else
      block = Block{.body = &node.otherwise};
  } else if (block.attempt && !block.finishing) {
    const syntax::Try* attempt = block.attempt;
    if (!block.handling)
      block = Block{.body = &attempt->otherwise, .attempt = attempt, .handling = true};
    else
      block = Block{.body = &attempt->finally, .attempt = attempt, .handling = true, .finishing = true};
  } else {
    Block done = std::move(block);
    blocks.pop_back();
    if (done.exit.is_object()) interpreter.call(done.exit, {Value::none(), Value::none(), Value::none()}, done.place);
    if (done.pending) throw Raised(*done.pending);
    if (done.returning) jump(interpreter, Flow::return_value);
  }
}

/// break, continue and return: out of blocks, through the finally and exit of each.
void Generator::jump(Interpreter& interpreter, Flow flow) {
  if (flow == Flow::next) return;
  while (!blocks.empty()) {
    Block& block = blocks.back();
    if ((block.loop || block.repeat) && flow != Flow::return_value) {
      block.next = block.body->size();
      if (flow == Flow::break_loop) blocks.pop_back();
      return;
    }
    if (block.attempt && !block.finishing && !block.attempt->finally.empty()) {
      block = Block{.body = &block.attempt->finally,
                    .attempt = block.attempt,
                    .handling = true,
                    .finishing = true,
                    .returning = flow == Flow::return_value};
      return;
    }
    const Block done = std::move(block);
    blocks.pop_back();
    if (done.exit.is_object()) interpreter.call(done.exit, {Value::none(), Value::none(), Value::none()}, done.place);
  }
}

void Generator::unwind(Interpreter& interpreter, Raised raised) {
  waiting = nullptr;
  delegate = Value::none();
  while (!blocks.empty()) {
    Block& block = blocks.back();
    if (block.attempt && !block.handling) {
      if (const auto* handler = matching_handler(interpreter, frame, *block.attempt, raised.exception)) {
        if (handler->name.name) store(interpreter, frame, handler->name, raised.exception, handler->span);
        frame.handling = raised.exception;
        block = Block{.body = &handler->body, .attempt = block.attempt, .handling = true};
        return;
      }
    }
    if (block.attempt && !block.finishing) {
      block = Block{.body = &block.attempt->finally,
                    .attempt = block.attempt,
                    .handling = true,
                    .finishing = true,
                    .pending = std::move(raised)};
      return;
    }
    const Block done = std::move(block);
    blocks.pop_back();
    if (!done.exit.is_object()) continue;
    const Value type(interpreter.type_of(raised.exception));
    const Value suppressed = interpreter.call(done.exit, {type, raised.exception, Value::none()}, done.place);
    if (!suppressed.is_unknown() && interpreter.truthy(suppressed, done.place)) return;
  }
  throw raised;
}

Value first_or(const Arguments& arguments, size_t index) {
  return arguments.positional.size() > index ? arguments.positional[index] : Value::none();
}

[[noreturn]] void stop(Interpreter& interpreter, Value result, const Span& span) {
  auto* names = new Dict;
  names->set("args", Value::tuple({result}));
  names->set("value", std::move(result));
  Value exception(new Instance(Value(interpreter.builtin_class("StopIteration")), Value(names)));
  throw Raised{exception, span, interpreter.impl().guard, {}};
}

/// Raises GeneratorExit where the body stopped, so that its finally blocks and context managers run.
void close(Interpreter& interpreter, Generator& generator, const Span& span) {
  if (!generator.started()) return generator.finish();
  const Value exception = interpreter.make_instance(interpreter.builtin_class("GeneratorExit"));
  try {
    {
      Running run(interpreter, generator.frame, span);
      generator.unwind(interpreter, Raised{exception, span, interpreter.impl().guard, {}});
    }
    if (generator.resume(interpreter, Value::none()))
      interpreter.raise("RuntimeError", "generator ignored GeneratorExit", span);
  } catch (Raised& raised) {
    generator.finish();
    if (!raised.exception.same(exception)) throw;
  }
}

}  // namespace

Value make_generator(Interpreter&, std::unique_ptr<Frame> frame) { return Value(new Generator(std::move(*frame))); }

namespace {

/// The receiver, about to go on; nullptr if it is another iterator.
Generator* generator_of(Interpreter& interpreter, const Arguments& arguments) {
  const auto* generator = dynamic_cast<const Generator*>(arguments.positional.at(0).as<Iterator>());
  return generator ? &interpreter.heap().write(*generator) : nullptr;
}

}  // namespace

void add_generator_methods(Interpreter& interpreter, const Class& cls) {
  interpreter.add_method(cls, "send", [](Interpreter& in, Arguments& a) {
    Generator* generator = generator_of(in, a);
    auto item = generator ? generator->resume(in, first_or(a, 1)) : in.next(a.positional.at(0), a.span);
    return item ? std::move(*item) : (stop(in, Value::none(), a.span), Value());
  });
  interpreter.add_method(cls, "throw", [](Interpreter& in, Arguments& a) {
    Generator* generator = generator_of(in, a);
    Value exception = first_or(a, 2).is_none() ? first_or(a, 1) : first_or(a, 2);
    if (exception.is(ObjectKind::type)) exception = in.call(exception, std::vector<Value>{}, a.span);
    Raised raised{exception, a.span, in.impl().guard, {}};
    if (!generator) throw raised;
    {
      Running run(in, generator->frame, a.span);
      generator->unwind(in, raised);
    }
    auto item = generator->resume(in, Value::none());
    return item ? std::move(*item) : (stop(in, Value::none(), a.span), Value());
  });
  interpreter.add_method(cls, "close", [](Interpreter& in, Arguments& a) {
    if (Generator* generator = generator_of(in, a)) close(in, *generator, a.span);
    return Value::none();
  });
}

}  // namespace vramlint::interp
