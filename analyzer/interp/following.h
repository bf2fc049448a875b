// Following a whole program rather than one call: what is noted on the way, and how it goes on where a model's build
// would stop. Where a statement of the program raises and no handler close by is there for it, what it would have set
// is not known and the next one runs; files that are not there are not known, for they may be data; loops that go on
// for long are left.
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "interp/interpreter.h"
#include "interp/round_comparison.h"

namespace vramlint::interp {

/// What a value takes part in.
enum class Use : uint8_t {
  operand,    ///< of an operation whose result depends on it
  condition,  ///< of a branch
  identity,   ///< `is None` and the like: only whether it is there matters
};

/// What the items of a loop are.
struct RoundNumbers {
  int64_t last, turns;
  bool strides;  ///< `range(0, len(data), batch)`: the batch that is the last one may be another
};

/// What goes one way or the other: an `if`, or an expression.
struct Branch {
  Span condition;
  const syntax::If* statement = nullptr;  ///< null: `then if condition else otherwise`
  Span then = {}, otherwise = {};         ///< arms of an expression
  bool weighs = false;                    ///< of an expression: an arm calls, or is what is called then
  std::optional<RoundComparison> compared = {};
};

/// Everything is told of the program's own source only, for which is_program says yes.
struct Follower {
  virtual ~Follower() = default;

  bool builds = false;           ///< what runs on the device is written down: what is not known taints as in a build
  bool by_attribute = false;     ///< entries of dicts were asked for as attributes, or made into attributes
  bool starts_afresh = false;    ///< files that are not there are taken not to be there, as before a first run
  int64_t loop_steps = 100'000;  ///< a loop that took more is left after the iteration
  std::map<std::pair<const Source*, uint32_t>, int64_t> loops;  ///< steps that each took, by its place

  virtual bool is_program(const Source* source) = 0;
  /// An exception that is not Python's: true lets the program go on as after a Raised.
  virtual bool absorbs(const std::exception_ptr& exception) = 0;

  virtual void executes(const syntax::Stmt& statement) = 0;
  /// It raised before it was done, itself or in what it called outside of the program.
  virtual void breaks_off(const syntax::Stmt& statement) = 0;
  virtual void decides(const syntax::If& branch, bool taken) = 0;
  /// An attribute, a subscript or a call (by the address of its node): whether what it is asked of is known.
  virtual void asks(const void* node, bool known) = 0;
  /// An entry of a dict, by its name.
  virtual void reads(const Value& key, const Value& value, const Span& place) = 0;
  /// `get` of a dict that has no such entry; `other`: one that it has.
  virtual void misses(const Value& /*key*/, const Value& /*other*/, const Span& /*place*/) {}
  virtual void uses(const Value& value, Use use, const Span& place) = 0;
  /// The program's own function or class is called, or an object of its own.
  virtual void calls(const Value& callee) = 0;
  /// A value goes to code that is not the program's: `callee` is not known, built in, or a library's.
  virtual void hands_over(const Value& callee, const Value& value, const Span& place) = 0;
  /// A package without a source, or something in it, is called.
  virtual void leads_into(const Value& /*callee*/, const Span& /*place*/) {}
  /// An entry of a dict gets another value. `surely`: not in a branch that may not be taken.
  virtual void replaces(const Value& key, const Value& before, const Value& value, bool surely, const Span& place) = 0;
  /// A value is kept under a name: a variable's, an attribute's, a parameter's.
  virtual void keeps(std::string_view name, bool is_attribute, const Value& value, const Span& place) = 0;
  virtual void lacks(const Value& object, std::string_view name, const Span& place) = 0;
  /// `item in container` where both are known.
  virtual void seeks(const Value& item, const Value& container, bool found, const Span& place) = 0;
  /// `left == right`, `left != right` of two texts.
  virtual void compares(const Value& left, const Value& right, const Span& place) = 0;
  /// A file of data is opened by `path`: a text.
  virtual void opens(const Source& file, const Value& path, const Span& place) = 0;
  /// A `for` or `while` begins an iteration, before it takes the item or asks the condition; it may throw what ends the
  /// run.
  virtual void begins_iteration(const Span& /*loop*/) {}
  virtual void leaves_loop(const Span& /*loop*/) {}
  /// Asked when an iteration has begun: true leaves the loop as if it had no more.
  virtual bool ends_loop(const Span& /*loop*/) { return false; }
  /// The items of the loop number rounds: what is computed of these numbers is known as such.
  virtual bool numbers_rounds(const Span& /*loop*/) const { return false; }
  /// A number is divided by `divisor` for what is left.
  virtual void asks_remainder(int64_t /*divisor*/, const Span& /*place*/) {}
  /// Of the number of a round: what is left of it does not grow with it.
  virtual void counts_anew(const Span& /*place*/) {}
  /// Its items are numbers: which one is followed.
  virtual int64_t followed_round(const Span& /*loop*/, int64_t item, const RoundNumbers&) { return item; }
  /// The n-th of so many turns of a loop over numbers begins.
  virtual void numbers_turn(const Span& /*loop*/, int64_t /*turn*/, int64_t /*turns*/) {}
  /// Which number is followed beside an item, as enumerate() counts them.
  virtual int64_t followed_count(const Span& /*loop*/, int64_t number) { return number; }
  /// It goes over so many items of a list or tuple: how many of them are passed over first.
  virtual int64_t first_item(const Span& /*loop*/, int64_t /*items*/) { return 0; }
  /// It goes over what is not known: what an item of that is, where somebody says it.
  virtual std::optional<Value> item_of_unknown(const Value& /*unknown*/, const Span& /*loop*/) { return {}; }
  /// A `while` runs until a number reaches `limit`.
  virtual void limits(const Span& /*loop*/, int64_t /*limit*/) {}
  /// A list is added to only up to so many items, or cut to them.
  virtual void limits_list(const Value& /*list*/, int64_t /*most*/) {}
  /// Whether it tells one round from another.
  virtual bool counts_rounds(const LocalCounter& /*counter*/) { return true; }
  /// What the program itself counts up comes from `before` to `after`: what it comes to.
  virtual int64_t counts(const Span& /*place*/, int64_t /*before*/, int64_t after) { return after; }
  /// The number of a round picks what is used: an item, an arm of an expression, an attribute by name.
  virtual void picks_by_round() {}
  /// It is looked for among these numbers.
  virtual void seeks_round(int64_t /*number*/) {}
  /// Such a loop runs: so does what the program itself counts up.
  virtual bool is_counting() const { return false; }
  /// A branch on such a number: true where it goes the other way.
  virtual bool turns(const Branch& /*branch*/, bool /*taken*/) { return false; }
  /// It is one that is to be turned, also where it is not seen to depend on the round: a counter that is not yet one.
  virtual bool turns_always(const Span& /*condition*/) const { return false; }
  /// An import that may be kept: what is told while it runs is told again, from `ends_import`, where it need not run.
  virtual void begins_import() {}
  virtual std::shared_ptr<const void> ends_import() { return {}; }
  virtual void imports_again(const void* /*told*/) {}
  /// How often it was told what cannot be told again; empty: every import has to run.
  virtual std::optional<size_t> noted() const { return {}; }
  /// A statement raised and nothing catches that: it was passed over. `surely`: not in a branch that may not be taken.
  virtual void fails(const Error& error, bool surely) = 0;
};

/// The place of what the run gives the program, such as its command line: in no text of the program.
Span place_of_run();

/// The variables of everything that runs now, the innermost first where several have one name; a Dict.
Value variables_in_reach(Interpreter& interpreter);

/// "it raises KeyError: 'lr'"; of what needs something that is not known, that reason alone.
std::string said_of(const Error& error);

/// Null ends it. Must outlive the interpreter's use.
void follow(Interpreter& interpreter, Follower* follower);

}  // namespace vramlint::interp
