// Generator functions. A generator's body runs on an explicit stack of blocks, so that it can stop at a `yield` and go
// on later; each statement that holds no yield is executed as everywhere else. A yield may stand as a statement, as the
// right-hand side of an assignment of any kind, or as what is returned.
#include <utility>
#include <variant>

#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/generator_block.h"
#include "interp/yielding.h"

namespace vramlint::interp {

namespace {

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
      if (item)
        pause(interpreter);
      else
        finish();
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
  void receive(Interpreter& interpreter, Value value);
  std::optional<Value> send_on(Interpreter& interpreter, Value sent) const;
  bool yield_statement(Interpreter& interpreter, const syntax::Stmt& statement, std::optional<Value>& item);
  void enter(Interpreter& interpreter, const syntax::Stmt& statement);
  void leave(Interpreter& interpreter);
  void unwind(Interpreter& interpreter, Raised raised);
  void jump(Interpreter& interpreter, Flow flow);
  void begin_turn(Interpreter& interpreter, Block& block) const;
  void pause(Interpreter& interpreter);

  Frame frame;
  std::vector<Block> blocks;
  Value delegate;                         // the iterator of a `yield from`
  Value result;                           // of a return, once it has ended
  const syntax::Stmt* waiting = nullptr;  // for what its yield is sent
  bool running = false;
  bool has_yielded = false;
  Footprint footprint;
};

/// Told like that of any other function for as long as nothing is yielded: from then on it turns when somebody asks.
void Generator::begin_turn(Interpreter& interpreter, Block& block) const {
  Follower* follower = has_yielded ? nullptr : following(interpreter, block.place);
  if (!follower) return;
  block.told = true;
  follower->begins_iteration(block.place);
}

/// Of a loop that is left, however.
void end_turns(Interpreter& interpreter, Block& block) {
  if (!std::exchange(block.told, false)) return;
  if (Follower* follower = following(interpreter, block.place)) follower->leaves_loop(block.place);
}

void Generator::pause(Interpreter& interpreter) {
  has_yielded = true;
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) end_turns(interpreter, *block);
}

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

/// To what a `yield from` stands for.
std::optional<Value> Generator::send_on(Interpreter& interpreter, Value sent) const {
  const auto* inner = sent.is_none() ? nullptr : dynamic_cast<const Generator*>(delegate.as<Iterator>());
  if (!inner) return interpreter.next(delegate, frame.current);
  return interpreter.heap().write(*inner).resume(interpreter, std::move(sent));
}

std::optional<Value> Generator::go_on(Interpreter& interpreter, Value sent) {
  while (true) {
    std::optional<Value> item;
    try {
      if (delegate.is_object()) {
        if ((item = send_on(interpreter, std::exchange(sent, Value::none())))) return item;
        const Value ended = std::exchange(delegate, Value::none());
        sent = ended.as<Iterator>() ? ended.as<Iterator>()->returned() : Value::none();
      }
      receive(interpreter, std::exchange(sent, Value::none()));
      if (blocks.empty()) return {};
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
  if (!yields(statement)) {
    jump(interpreter, execute(interpreter, frame, statement));
    return false;
  }
  if (yield_statement(interpreter, statement, item)) return item.has_value();
  enter(interpreter, statement);
  return false;
}

/// What the statement does with the value of its yield.
void Generator::receive(Interpreter& interpreter, Value value) {
  if (!waiting) return;
  const syntax::Stmt& statement = *std::exchange(waiting, nullptr);
  if (const auto* node = std::get_if<syntax::Assign>(&statement.node)) {
    for (const auto& target : node->targets) assign(interpreter, frame, *target, value);
  } else if (const auto* annotated = std::get_if<syntax::AnnAssign>(&statement.node)) {
    assign(interpreter, frame, *annotated->target, std::move(value));
  } else if (const auto* in_place = std::get_if<syntax::AugAssign>(&statement.node)) {
    assign_in_place(interpreter, frame, *in_place, &value, statement.span);
  } else if (std::holds_alternative<syntax::Return>(statement.node)) {
    frame.result = std::move(value);
    jump(interpreter, Flow::return_value);
  }
}

bool Generator::yield_statement(Interpreter& interpreter, const syntax::Stmt& statement, std::optional<Value>& item) {
  const syntax::Expr* expr = yield_of(statement);
  if (!expr) return false;
  waiting = &statement;
  if (const auto* from = std::get_if<syntax::YieldFrom>(&expr->node)) {
    delegate = interpreter.iterate(evaluate(interpreter, frame, *from->value), expr->span);
    if (delegate.is_unknown()) {  // one of what it may hold stands for all
      item = std::exchange(delegate, Value::none());
      receive(interpreter, *item);
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
    blocks.push_back({.body = &loop->body,
                      .next = loop->body.size(),
                      .loop = loop,
                      .iterator = std::move(iterator),
                      .place = statement.span});
  } else if (const auto* repeat = std::get_if<syntax::While>(&statement.node)) {
    blocks.push_back({.body = &repeat->body, .next = repeat->body.size(), .repeat = repeat, .place = statement.span});
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
  if (block.loop || block.repeat) begin_turn(interpreter, block);
  if (block.loop) {
    if (auto item = interpreter.next(block.iterator, block.loop->iterable->span)) {
      block.next = 0;
      assign(interpreter, frame, *block.loop->target, std::move(*item));
    } else {
      const syntax::Body* otherwise = &block.loop->otherwise;
      end_turns(interpreter, block);
      block = Block{.body = otherwise};
    }
  } else if (block.repeat) {
    const syntax::While& node = *block.repeat;
    const Value condition = evaluate(interpreter, frame, *node.condition);
    const bool ends = condition.is_unknown() && std::exchange(block.turned, true);
    if (!ends && is_yielded_behind(interpreter, condition, *node.condition)) {
      block.next = 0;
    } else {
      end_turns(interpreter, block);
      block = Block{.body = &node.otherwise};
    }
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
      if (flow != Flow::break_loop) return;
      end_turns(interpreter, block);
      return blocks.pop_back();
    }
    if (block.attempt && !block.finishing && !block.attempt->finally.empty()) {
      block = Block{.body = &block.attempt->finally,
                    .attempt = block.attempt,
                    .handling = true,
                    .finishing = true,
                    .returning = flow == Flow::return_value};
      return;
    }
    end_turns(interpreter, block);
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
    end_turns(interpreter, block);
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
  interpreter.impl().budget.touch_throw(span);
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
    return item ? std::move(*item) : (stop(in, generator ? generator->returned() : Value::none(), a.span), Value());
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
    return item ? std::move(*item) : (stop(in, generator->returned(), a.span), Value());
  });
  interpreter.add_method(cls, "close", [](Interpreter& in, Arguments& a) {
    if (Generator* generator = generator_of(in, a)) close(in, *generator, a.span);
    return Value::none();
  });
}

}  // namespace vramlint::interp
