// Every kind of change that a program can make is undone: by a branch on an Unknown whose arm is not taken, and by a
// Snapshot that is restored. What can be reached from the modules is written down before and after, place by place.
#include <gtest/gtest.h>

#include <map>

#include "interp/impl.h"
#include "interp/snapshot.h"
#include "interpreter.h"

namespace vramlint::interp {
namespace {

constexpr const char* kShared = R"(
import builtins, itertools, os, sys
numbers = [3, 1, 2]
nested = [[1], {"k": [2]}]
table = {"a": 1, "b": [1], "c": 3}
names = {"x", "y"}
count = 0

class Base:
    size = 1
    def method(self): return self.size

class Other:
    pass

class Meta(type):
    pass

class Words(list):
    pass

class Table(dict):
    pass

class Managed(Base, metaclass=Meta):
    def __init__(self): self._value = 1
    @property
    def value(self): return self._value
    @value.setter
    def value(self, to): self._value = to
    @value.deleter
    def value(self): del self._value

thing = Managed()
plain = Other()
words = Words([1, 2])
fields = Table(a=1)
deep = {"of": [thing, (plain, [numbers])]}

def function(a, b=[1]): return a
function.kept = [1]
def counter():
    total = 0
    def add():
        nonlocal total
        total += 1
        return total
    return add
add = counter()
def generate(held):
    for i in range(4):
        held.append(i)
        yield i
log = []
generator = generate(log)
next(generator)
expression = (n * 2 for n in [1, 2, 3])
iterator = iter([1, 2, 3])
letters = iter("abc")
keys = iter({"p": 1, "q": 2})
entries = iter({"p": 1, "q": 2}.items())
numbered = enumerate([1, 2, 3])
pairs = zip([1, 2, 3], "abc")
mapped = map(str, [1, 2, 3])
kept = filter(None, [1, 2, 3])
backwards = reversed([1, 2, 3])
ids = itertools.count()
file = open("data.txt")
bytes_left = iter(b"abc")
calls = iter(add, 7)
)";

// Not what a snapshot can put back: their state is a C++ function's.
constexpr const char* kSteppers = R"(
chained = itertools.chain([1, 2], [3, 4])
cycled = itertools.cycle([1, 2, 3])
sliced = itertools.islice([1, 2, 3, 4, 5], 4)
product = itertools.product([1, 2], [3, 4])
sums = itertools.accumulate([1, 2, 3])
)";

constexpr const char* kDrain = R"(
import itertools, shared
from shared import *
for each in ("generator", "expression", "iterator", "letters", "keys", "entries", "numbered", "pairs", "mapped", "kept",
             "backwards", "bytes_left", "calls", "chained", "sliced", "product", "sums"):
    print(each, list(getattr(shared, each, [])))
print(list(itertools.islice(ids, 3)), list(itertools.islice(getattr(shared, "cycled", []), 4)), file.closed)
print(file.read(), add(), log, Base.__name__, os.environ.get("HOME", "unset"), thing.value, isinstance(plain, Other))
)";

// One line may hold several, with ` ;; ` between them.
constexpr const char* kUndoneChanges = R"(
# lists
numbers.append(4) ;; numbers.extend([4, 5]) ;; numbers.insert(0, 9) ;; numbers.pop() ;; numbers.pop(0)
numbers.remove(1) ;; numbers.clear() ;; numbers.reverse() ;; numbers.sort() ;; numbers[0] = 9
numbers[0:2] = [7, 8, 9] ;; numbers[::2] = [7, 8] ;; del numbers[0] ;; del numbers[0:2] ;; shared.numbers += [4]
shared.numbers *= 2 ;; numbers.__init__([1]) ;; numbers.__setitem__(0, 5) ;; nested[0].append(2)
nested[1]['k'].append(3) ;; nested[1]['n'] = 1 ;; import random; random.shuffle(numbers)
numbers[random.random()] = 1 ;; numbers.insert(random.random(), 1) ;; numbers.pop(random.random())
# dicts
table['d'] = 1 ;; table['a'] = 2 ;; del table['a'] ;; table.pop('a') ;; table.popitem() ;; table.setdefault('e', 1)
table.update(f=1) ;; table.update({'g': 1}) ;; table.clear() ;; table['b'].append(2) ;; shared.table |= {'z': 1}
table.__init__(q=1) ;; table.pop('a'); table['a'] = 1
# sets
names.add('z') ;; names.discard('x') ;; names.remove('x') ;; names.pop() ;; names.clear() ;; names.update(['w'])
shared.names |= {'v'} ;; shared.names &= {'x'} ;; shared.names -= {'x'} ;; shared.names ^= {'x', 'n'}
names.__init__(['u'])
# payloads of subclasses
words.append(3) ;; words[0] = 5 ;; fields['b'] = 2 ;; fields.clear() ;; words.__init__([9]) ;; words.note = 1
# instances
thing.new = 1 ;; thing.value = 5 ;; del thing.value ;; del thing._value ;; setattr(thing, 'more', 2)
thing.__dict__['d'] = 1 ;; thing.__dict__.update(e=1) ;; thing.__dict__ = {'_value': 3} ;; thing.__class__ = Other
object.__setattr__(thing, 'x', 1) ;; object.__delattr__(thing, '_value') ;; vars(plain)['v'] = 1
deep['of'][0].new = 1 ;; deep['of'][1][1][0].append(1)
# classes
Base.size = 2 ;; Base.__name__ = 'Renamed' ;; Base.__qualname__ = 'Renamed' ;; Base.__module__ = 'elsewhere'
Base.__doc__ = 'text' ;; del Base.size ;; Base.__bases__ = (Other,) ;; setattr(Base, 'fresh', 1)
type.__setattr__(Base, 'size', 3) if hasattr(type, '__setattr__') else None ;; Managed.method = function
Managed.value = 1 ;; Meta.extra = 1
# functions
function.x = 1 ;; function.kept.append(2) ;; function.__name__ = 'other' ;; function.__doc__ = 'text'
function.__defaults__ = (5,) ;; function.__dict__['y'] = 1 ;; function.__wrapped__ = add ;; Base.method.note = 1
generate.z = 1 ;; add.first = 1 ;; function.__defaults__[0].append(2)
# cells, globals, modules
add() ;; shared.count += 1 ;; shared.fresh = 1 ;; del shared.count ;; shared.__dict__['g'] = 1
shared.__name__ = 'other' ;; sys.path.append('x') ;; sys.modules['made'] = shared ;; sys.modules.pop('shared')
os.environ['HOME'] = '/x' ;; os.environ.setdefault('NEW', 'x')
os.sep = '?' ;; builtins.extra = 1
# iterators
next(generator) ;; generator.close() ;; list(generator) ;; generator.send(None) ;; next(expression)
list(expression) ;; next(iterator) ;; list(iterator) ;; next(letters) ;; next(keys) ;; next(entries)
next(numbered) ;; next(pairs) ;; list(pairs) ;; next(mapped) ;; next(kept) ;; next(backwards) ;; next(ids)
next(bytes_left) ;; next(calls) ;; for each in iterator: break ;; 2 in iterator ;; a, *b = iterator
iterator.__next__() ;; [each for each in generator] ;; file.read() ;; file.readline() ;; file.seek(2)
file.close() ;; for line in file: pass ;; numbers.extend(iterator) ;; dict(zip(keys, iterator))
# several, and what fails half-way
numbers.append(1); numbers.append(2); table['n'] = numbers; thing.n = table; numbers.sort()
table['n'] = [thing]; del table['n']; next(iterator); next(iterator) ;; numbers.extend([1]); numbers.missing
for i in range(3): numbers.append(i); table[i] = i; add(); next(generator)
for each in random.random(): numbers.append(1); next(iterator); Base.__name__ = 'L'
)";

constexpr const char* kBranches[] = {
    "if random.random(): numbers.append(1)\n    else: numbers.append(2)",
    "if random.random(): next(iterator)\n    else: function.x = 1",
    "if random.random():\n        Base.__name__ = 'A'\n    else:\n        thing.__class__ = Other",
};

constexpr const char* kOnlyInArms[] = {
    "next(chained)", "list(chained)", "next(cycled)", "next(sliced)", "list(product)", "next(product)", "next(sums)",
};

/// Everything that can be reached from a value, each object by the number of its first appearance.
class Dump {
 public:
  std::string of(const Value& root) {
    write(root);
    while (!waiting_.empty()) {
      const Object* next = waiting_.front();
      waiting_.erase(waiting_.begin());
      text_ += "\n" + std::to_string(numbers_.at(next)) + ": ";
      visit(*next);
    }
    return std::move(text_);
  }

 private:
  void write(const Value& value) {
    if (value.is_string()) {
      text_ += "'" + std::string(value.as_string()) + "' ";
      if (value.is(ObjectKind::string)) return;
    }
    if (!value.is_object()) {
      text_ += std::to_string(static_cast<int>(value.kind())) + "=" + std::to_string(value.as_int()) + " ";
      return;
    }
    const auto [found, is_new] = numbers_.try_emplace(value.object(), numbers_.size());
    if (is_new) waiting_.push_back(value.object()), alive_.push_back(value);
    text_ += "#" + std::to_string(found->second) + " ";
  }
  void write_all(const std::vector<Value>& values) {
    for (const Value& value : values) write(value);
  }
  void write_entries(const Dict& dict) {
    for (const Dict::Entry& entry : dict.entries()) {
      if (!entry.live) continue;
      write(entry.key);
      write(entry.value);
    }
  }
  void write_class(const Class& cls) {
    text_ += "class " + cls.name + " " + cls.module + " ";
    write_all(cls.bases);
    for (const Class* each : cls.mro) write(Value(each));
    write(cls.attributes);
    write(cls.metaclass);
  }
  void write_function(const FunctionObject& function) {
    text_ += "function " + function.qualified_name + " ";
    write_all(function.captured);
    write_all(function.defaults);
    // A dict that holds nothing is as good as none.
    if (const auto* own = function.attributes.as<Dict>(); own && own->size() > 0) write(function.attributes);
  }
  void visit(const Object& object) {
    text_ += "kind " + std::to_string(static_cast<int>(object.kind)) + " ";
    switch (object.kind) {
      case ObjectKind::list:
        return write_all(static_cast<const List&>(object).items);
      case ObjectKind::tuple:
        return write_all(static_cast<const Tuple&>(object).items);
      case ObjectKind::dict:
        return write_entries(static_cast<const Dict&>(object));
      case ObjectKind::set:
        return write_entries(static_cast<const Set&>(object).table);
      case ObjectKind::cell:
        return write(static_cast<const Cell&>(object).value);
      case ObjectKind::module:
        text_ += static_cast<const Module&>(object).name + " " + static_cast<const Module&>(object).file + " ";
        return write(static_cast<const Module&>(object).globals);
      case ObjectKind::type:
        return write_class(static_cast<const Class&>(object));
      case ObjectKind::function:
        return write_function(static_cast<const FunctionObject&>(object));
      case ObjectKind::instance:
        write(static_cast<const Instance&>(object).type);
        write(static_cast<const Instance&>(object).attributes);
        return write(static_cast<const Instance&>(object).payload);
      case ObjectKind::property:
        write(static_cast<const Property&>(object).getter);
        write(static_cast<const Property&>(object).setter);
        return write(static_cast<const Property&>(object).deleter);
      case ObjectKind::iterator:
        text_ += std::string(static_cast<const Iterator&>(object).type_name()) + " ";
        (void)static_cast<const Iterator&>(object).visit([this](const Value& value) { write(value); });
        return;
      case ObjectKind::native:
        return static_cast<const Native&>(object).visit([this](const Value& value) { write(value); });
      default:
        return;
    }
  }

  std::string text_;
  std::map<const Object*, size_t> numbers_;
  std::vector<const Object*> waiting_;
  std::vector<Value> alive_;
};

std::vector<std::string> changes() {
  std::vector<std::string> all(std::begin(kBranches), std::end(kBranches));
  std::istringstream lines(kUndoneChanges);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    for (size_t at = 0; at != std::string::npos;) {
      const size_t end = line.find(" ;; ", at);
      all.push_back(line.substr(at, end - at));
      at = end == std::string::npos ? end : end + 4;
    }
  }
  return all;
}

struct World {
  DiskFiles disk{std::filesystem::temp_directory_path()};
  OverlayFiles files{disk};
  ParsedModules parsed;
  testing::PreludeFolder prelude;
  Interpreter interpreter{interp::World{files, parsed, &prelude, {files.root()}, files.root(), {}}};

  explicit World(const std::string& shared) {
    files.put("shared.py", shared);
    files.put("data.txt", "one\ntwo\n");
    const auto imported = interpreter.import_module("shared");
    const auto* error = std::get_if<Error>(&imported);
    EXPECT_FALSE(error) << error->type << ": " << error->message;
    (void)interpreter.import_module("random");
  }

  std::string run(const std::string& text) {
    const std::string path = "program.py";
    files.put(path, "import random, shared\nfrom shared import *\n" + text);
    interpreter.output().clear();
    const auto result = interpreter.run_file(*files.read(path).source, "__main__");
    const auto* error = std::get_if<Error>(&result);
    return interpreter.output() + (error ? error->type + ": " + error->message : "");
  }

  std::string dump() { return Dump().of(Value::tuple({interpreter.impl().modules, interpreter.impl().builtins})); }
};

std::string drained(const std::string& shared) {
  World world(shared);
  return world.run(kDrain);
}

void expect_arm_undone(const std::string& change) {
  SCOPED_TRACE(change);
  World world(std::string(kShared) + kSteppers);
  (void)world.run("");  // the module __main__ is there
  const std::string before = world.dump();
  const std::string said = world.run("if random.random():\n    " + change +
                                     "\n    raise ValueError\nimport sys\nsys.modules.pop('__main__')\n");
  EXPECT_EQ(said, "");
  (void)world.run("");
  EXPECT_EQ(world.dump(), before);
  static const std::string expected = drained(std::string(kShared) + kSteppers);
  EXPECT_EQ(world.run(kDrain), expected);
}

TEST(Undo, AnArmThatIsNotTakenChangesNothing) {
  for (const std::string& change : changes()) expect_arm_undone(change);
  for (const char* change : kOnlyInArms) expect_arm_undone(change);
}

TEST(Undo, ASnapshotTakesBackEveryChange) {
  static const std::string expected = drained(kShared);
  for (const std::string& change : changes()) {
    SCOPED_TRACE(change);
    World world(kShared);
    Snapshot snapshot(world.interpreter);
    EXPECT_EQ(snapshot.obstacle(), "");
    const std::string before = world.dump();
    (void)world.run("if True:\n    " + change);
    ASSERT_TRUE(snapshot.restore()) << snapshot.obstacle();
    EXPECT_EQ(world.dump(), before);
    EXPECT_EQ(world.run(kDrain), expected);
  }
}

// The dump sees what it is to see: each change is one.
TEST(Undo, EveryChangeIsSeen) {
  for (const std::string& change : changes()) {
    World world(kShared);
    const std::string before = world.dump();
    (void)world.run("if True:\n    " + change + "\nimport sys\nsys.modules.pop('__main__', None)");
    const bool is_seen = world.dump() != before || world.run(kDrain) != drained(kShared);
    EXPECT_TRUE(is_seen) << change;
  }
}

// What two arms do to one object is one or the other where it cannot be both.
TEST(Undo, AnIteratorThatOneArmAdvancesIsNotJoined) {
  World world(kShared);
  EXPECT_EQ(world.run("if random.random():\n    next(iterator)\nprint(next(iterator))\n"), "2\n");
  EXPECT_FALSE(world.interpreter.assumptions().empty());
  EXPECT_EQ(world.run("if random.random():\n    Base.__name__ = 'Other'\nprint(Base.__name__)\n"), "Other\n");
}

TEST(Undo, AModuleThatAnArmImportsIsImportedOnce) {
  World world(kShared);
  world.files.put("made/__init__.py", "import shared\nshared.numbers.append('made')\n");
  world.files.put("made/part.py", "import shared\nshared.numbers.append('part')\n");
  EXPECT_EQ(world.run("if random.random():\n    import made.part\n    raise ValueError\n"
                      "import made.part\nprint(numbers, made.part.__name__)\n"),
            "[3, 1, 2, 'made', 'part'] made.part\n");
}

}  // namespace
}  // namespace vramlint::interp
