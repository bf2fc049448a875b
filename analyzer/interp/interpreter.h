// The Python interpreter: evaluates configs and model source on partly unknown values, within a budget, without side
// effects. It reads source files through Files and does nothing else to the world.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/files.h"
#include "base/unknown.h"
#include "interp/budget.h"
#include "interp/heap.h"
#include "interp/native.h"
#include "interp/objects.h"
#include "interp/origin.h"
#include "syntax/python.h"
#include "syntax/tree_store.h"

namespace vramlint::interp {

/// A Python exception on its way; C++ code in natives and builtins may throw and catch it.
struct Raised {
  Value exception;    ///< an Instance of a class that derives from BaseException
  Span span;          ///< where it was raised
  Origin origin = 0;  ///< of the conditions that led to the raise (the `if` or `assert` around it) and of its arguments
  std::vector<Span> calls;       ///< call sites on the way out, innermost first
  bool gap = false;              ///< it speaks of what a description of ours lacks
  Origin nearest = 0;            ///< what of `origin` decided it; 0: not known
  Origin own = 0;                ///< of `origin` that of the values it speaks of
  const Span* header = nullptr;  ///< that of the statement whose condition or items raised it

  /// On its way out, once a call: by name, or by an attribute, an operator, a subscript.
  void called_at(const Span& call) {
    if (call && call != span && (calls.empty() || calls.back() != call)) calls.push_back(call);
  }
};

/// What came out of an evaluation that did not yield a value.
struct Error {
  enum class Kind : uint8_t { raised, budget, syntax, missing } kind = Kind::raised;
  std::string type;  ///< "ValueError"; empty unless raised
  std::string message;
  Span span;
  std::vector<OriginAtom> origins;  ///< what decided it first
  std::vector<Span> calls;
  bool gap = false;  ///< as Raised::gap
};

template <typename T>
using Result = std::variant<T, Error>;

/// Python files of ours, found by import when nothing on disk has the name: path ("torch/nn/__init__.py") → text.
class EmbeddedFiles {
 public:
  virtual ~EmbeddedFiles() = default;
  virtual const Source* find(std::string_view path) const = 0;
  /// The tree of one of these files, if it is there without parsing; nullptr also for any other source.
  virtual std::shared_ptr<const syntax::PythonModule> tree(const Source&) const { return nullptr; }
};

/// Parsed files, shared between interpreters and threads. Thread-safe.
class ParsedModules {
 public:
  ParsedModules() = default;
  explicit ParsedModules(const syntax::TreeStore* store) : store_(store) {}  ///< kept between runs, where not null
  /// Beside others that outlive it: what they have parsed is not parsed again.
  explicit ParsedModules(const ParsedModules* others) : others_(others), store_(others->store_) {}
  /// `ours`: may have the tree already.
  std::shared_ptr<const syntax::PythonModule> parse(const Source& source, const EmbeddedFiles* ours = nullptr);

 private:
  std::shared_ptr<const syntax::PythonModule> find(const Source& source) const;

  const ParsedModules* others_ = nullptr;
  const syntax::TreeStore* store_ = nullptr;
  mutable std::mutex mutex_;
  std::unordered_map<const Source*, std::shared_ptr<const syntax::PythonModule>> modules_;
};

/// What the interpreter is given. Everything must outlive it.
/// What a size that nothing bounds has been asked to be: of that place, for that reason not known.
struct AskedSize {
  std::string reason;
  Span span;
  int64_t size = 0;
  bool operator==(const AskedSize&) const = default;
};

/// What is taken of files that are not at hand, as the program has been seen to ask for it.
struct Supposed {
  std::vector<AskedSize> sizes;    ///< of what they hold
  std::vector<std::string> there;  ///< paths, as they are said, that are there
  bool operator==(const Supposed&) const = default;
};

/// A size that nothing bounds, and why the number is not known that it was made of, where the program made one.
struct OpenSize {
  AskedSize size;
  std::optional<Unknown> cause;
};

/// Literals of a file that count as settings: a key each, by where it begins.
struct NamedLiterals {
  const Source* source = nullptr;
  std::unordered_map<uint32_t, std::string> keys = {};
};

struct World {
  std::reference_wrapper<Files> files;
  std::reference_wrapper<ParsedModules> parsed;
  const EmbeddedFiles* prelude = nullptr;
  /// Directories (absolute) searched for imports, in order, before the prelude: the script's directory, root, search
  /// paths.
  std::vector<std::filesystem::path> import_paths;
  /// Directory that relative paths given to open() are resolved against.
  std::filesystem::path working_directory;
  std::filesystem::path program_folder =
      {};  ///< where the program lies that is followed; relative paths may be meant from there
  Limits limits = {};
  bool reads_installed = true;  ///< packages from where they are installed
  /// Environment variables that the program finds set.
  std::vector<std::pair<std::string, std::string>> environment = {};
  /// Packages that are installed, by version, whether their source is at hand or not; none: it is not installed.
  std::vector<std::pair<std::string, std::optional<std::string>>> packages = {};
  /// What the project says of others, by name in lower case: the release, where one is pinned.
  std::vector<std::pair<std::string, std::string>> stated_packages = {};
  /// What files hold that are not at hand, by patterns of their names: a type and sizes.
  struct Data {
    std::string pattern, dtype;
    std::vector<int64_t> sizes;
  };
  std::vector<Data> data = {};
  /// Folders (absolute) that stand in for names and paths of models.
  std::vector<std::pair<std::string, std::filesystem::path>> models = {};
  /// What a file of data holds for the program, from what is written in it; empty: just that.
  std::function<Value(Interpreter&, const Source&, Value)> contents = {};
  /// Told of every file that the program reads as a text, and not for what is written in it.
  std::function<void(const Source&)> reads_text = {};
  /// What loaders yield is told by the recipe, whatever their data sets do.
  bool batch_is_said = false;
  /// Settings of the program that stand in itself.
  NamedLiterals settings = {};
  /// Branches on what is not known whose other arm is to be taken: the one that was, failed later.
  std::vector<Span> other_arms = {};
  Supposed supposed = {};
  /// It is followed to see which ones it asks for: tensors of such sizes go on.
  bool asks_sizes = false;
  /// What nobody says of the environment is not known, instead of what it is by default: the program failed with that.
  bool doubts = false;
};

/// Completes a module after the prelude's source for it has run, or makes one that has no source. Called once per
/// module name and interpreter; returns false if it knows nothing of that module.
using ModuleHook = std::function<bool(Interpreter&, Module&)>;

class Interpreter {
 public:
  explicit Interpreter(World world);
  ~Interpreter();

  // ---- entry points for other rooms: never throw
  Result<Value> import_module(std::string_view dotted_name, Span importer = {});
  /// Runs a file as module `name`, and returns the Module.
  Result<Value> run_file(const Source& source, std::string name);
  /// Evaluates an expression with `names` (a Dict) as its globals.
  Result<Value> evaluate(const Source& expression, Value names);
  Result<Value> call_guarded(const Value& callee, Arguments arguments);
  /// Runs any C++ code that uses the throwing members below.
  Result<Value> guarded(const std::function<Value()>& body);

  // ---- for natives, builtins and other rooms inside guarded(): may throw Raised or BudgetExceeded
  Value call(const Value& callee, Arguments arguments);
  Value call(const Value& callee, std::vector<Value> positional, Span span);
  Value get_attribute(const Value& object, std::string_view name, Span span);
  std::optional<Value> find_attribute(const Value& object, std::string_view name,
                                      Span span);  ///< empty: AttributeError
  void set_attribute(const Value& object, std::string_view name, Value value, Span span);
  void delete_attribute(const Value& object, std::string_view name, Span span);
  /// object.__setattr__ and object.__delattr__: past the class's own hooks.
  void set_own_attribute(const Value& object, std::string_view name, Value value, Span span);
  void delete_own_attribute(const Value& object, std::string_view name, Span span);
  Value get_item(const Value& object, const Value& index, Span span);
  void set_item(const Value& object, const Value& index, Value value, Span span);
  void delete_item(const Value& object, const Value& index, Span span);
  void set_slice(const List& list, const SliceObject& slice, const Value& value, Span span);
  Value binary(syntax::BinaryOp op, const Value& left, const Value& right, Span span);
  Value in_place(syntax::BinaryOp op, const Value& left, const Value& right, Span span);
  Value unary(syntax::UnaryOp op, const Value& operand, Span span);
  Value compare(syntax::CompareOp op, const Value& left, const Value& right,
                Span span);                                      ///< may be Unknown or a native
  bool equal(const Value& left, const Value& right, Span span);  ///< Unknown compares unequal
  Value iterate(const Value& iterable, Span span);               ///< an Iterator, or an Unknown
  std::optional<Value> next(const Value& iterator, Span span);
  std::vector<Value> to_vector(const Value& iterable, Span span);  ///< raises TypeError; an Unknown raises Opaque
  Value truth(const Value& value, Span span);                      ///< a bool, or an Unknown
  bool truthy(const Value& value, Span span);   ///< an Unknown is noted as assumption and taken as true
  Value length(const Value& value, Span span);  ///< an int, or an Unknown
  std::string str(const Value& value);
  std::string repr(const Value& value);
  std::string format(const Value& value, std::string_view spec, Span span);
  size_t hash(const Value& value, Span span);  ///< raises TypeError if unhashable
  const Class* type_of(const Value& value);
  bool is_instance(const Value& value, const Value& class_or_tuple, Span span);
  bool is_subclass(const Class* cls, const Value& class_or_tuple, Span span);
  Value import(std::string_view dotted_name, Span span);  ///< the module of the full name; raises ModuleNotFoundError

  [[noreturn]] void raise(std::string_view exception_type, std::string message, Span span, Origin origin = 0);

  // ---- making things
  Value make_builtin(std::string name, BuiltinFunction function);
  /// A class whose methods are C++ functions. `bases` may be empty (object).
  Value make_class(std::string name, std::vector<Value> bases, BuiltinFunction construct = nullptr);
  void add_method(const Class& cls, std::string name, BuiltinFunction function);  ///< positional[0] is self
  /// `class name(bases): namespace`, after the body has run: C3 order, __set_name__, __init_subclass__.
  Value build_class(std::string name, std::vector<Value> bases, Value names, Arguments keywords, Span span);
  /// `cls(...)` as type.__call__ does it, whatever the metaclass's own __call__ says.
  Value instantiate(const Value& cls, Arguments arguments);
  /// Their constructors make what they are told to and do nothing else, as a rule: it need not be made twice.
  void keep_instances_of(const Class& cls);
  /// Names of a module that it fills with what is asked of it: what stands there is the same for every program.
  void fills_as_asked(const Value& names);
  const Class* builtin_class(std::string_view name);  ///< "int", "ValueError", …; must exist
  Value make_instance(const Class* cls);              ///< without calling __init__
  Value make_instance(const Class* cls, Value payload);
  Value make_exception(const Class* cls, std::vector<Value> args);

  // ---- surroundings
  World& world();
  Origins& origins();
  Budget& budget();
  Heap& heap();
  void add_module_hook(ModuleHook hook);
  void set_effects(Effects* effects);  ///< must outlive the interpreter's use; nullptr: natives have none
  /// The statement being executed, innermost first: where a tensor was made.
  std::vector<Span> call_stack() const;
  /// Things noted on the way: branches taken on Unknowns, modules that could not be read.
  std::vector<Assumption>& assumptions();
  std::vector<Unknown>& unknowns();
  /// All print() output, cut at 64 KiB; for tests and dumps.
  std::string& output();

  /// From here on every literal and display evaluated, also a dict key and the keywords of `dict(a=1)`, gets an origin
  /// atom of its own span (with an empty key): how a config file's values know where they are written.
  void set_literal_origins(bool on);

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace vramlint::interp
