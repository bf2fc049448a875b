// Programs that mean harm: each ends within seconds of processor time and the memory that an evaluation may take, and
// what is said names what is wrong.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "hostile.h"

namespace vramlint::tests {
namespace {

TEST(Hostile, StepWithoutEnd) {
  expect_forward_refused("        kept = []\n        while True:\n            kept.append(torch.relu(x))\n",
                         "model.py:13:25: warning: one step makes more than");
}

/// One turn of a loop without end, over containers and texts of 100,000 items: native code walks them all each time.
constexpr const char* kLongWalks[] = {
    "l.insert(0, 1)",
    "del l[0]; l.append(1)",
    "l == m",
    "l.count(-1)",
    "l.reverse()",
    "-1 in l",
    "l[:]",
    "l[::2]",
    "l[:] = m",
    "sorted(l)",
    "l + m",
    "hash(t)",
    "[*l, *m]",
    "d.copy()",
    "d | d",
    "d == d.copy()",
    "{1}.union(d)",
    "s.find('zz')",
    "s.count('zz')",
    "s.replace('zz', 'y')",
    "s[1:]",
    "s.splitlines()",
    "s.translate({97: 'b'})",
    "s.split('b')",
    "s == r",
    "'%s' % s",
    "','.join(w)",
    "copy.deepcopy(l)",
    "list(itertools.groupby(l))",
    "dir(C)",
    "hasattr(deep, 'absent')",
    "long.find(late)",
    "long.strip(s)",
    "long.title()",
    "long.startswith(late[:500000])",
    "long.rstrip('a')",
    "long.isalpha()",
    "f'{long:>10}'",
    "'%r' % long",
    "ascii(long)",
    "print(long)",
    "int(long[:4000], 16)",
    "eval('1 + 1')",
    "setattr(C, long, 1)",
    "os.path.normpath(long)",
    "os.path.exists(long)",
    "d.popitem(); d[-1] = 1",
    "re.findall('(a|b|ab)*c', s)",
    "re.search('(a+)+b', long)",
    "re.search(r'\\w*[-+]', long)",
    "re.findall(r'(.*)(.*)\\1\\2z', s[:1900])",
    "re.fullmatch('(?:a?){500}a{500}', long[:500])",
    "re.split('', s)",
    "set(l)",
    "yaml.safe_load('[' + '1,' * 9999 + '1]')",
    "str.maketrans(s, s)",
    "(lambda **k: 1)(**words)",
    "dict(**words)",
    "copy.copy(d)",
    "copy.deepcopy({1: d.copy()})",
    "copy.copy(set(l))",
    "absent.taken(l)",
    "os.listdir('.')",
    "eval('[' + '1,' * 5000 + ']')",
    "ascii('\u00e9' * 50000)",
    "list(itertools.combinations(l[:2000], 1999))",
};

TEST(Hostile, LongWalksInALoop) {
  const std::string given =
      "import copy, itertools, os, re, yaml, absent; l = list(range(100000)); m = l[:]; t = tuple(l); d = "
      "dict.fromkeys(l); "
      "s = 'ab' * 50000; r = s[:-1] + 'c'; w = [str(i) for i in l]; words = dict.fromkeys(w); long = 'a' * 1000000; "
      "late = 'a' * 500000 + 'b'; "
      "C = type('C', (), {str(i): i for i in l}); deep = functools.reduce(lambda c, i: type('D', (c,), {}), "
      "range(2000), object)\n        while True: ";
  for (const char* turn : kLongWalks) {
    SCOPED_TRACE(turn);
    expect_model_refused("import functools; " + given + turn, "evaluation-too-long");
  }
}

/// What takes more memory than there is, at once or bit by bit.
constexpr const char* kMuch[] = {
    "a = list(itertools.product(range(100), repeat=5))",
    "a = itertools.product([1], repeat=10**9)",
    "while True: l[:] = l * 3",
    "while True: l = [*l, *l]",
    "while True: l = [x for y in l for x in (1, 2)]",
    "while True: l.append([1])",
    "while True: l = (l, 1)",
    "while True: l.append(type('C', (), {})())",
    "while True: l.append(lambda: l)",
    "while True: l.append(x for x in l)",
    "while True: d[len(d)] = {}",
    "while True: s += s + 'a'",
    "while True: l.append(torch.ones(1000))",
    "while True: l.append(torch.tensor(list(range(1000))))",
    "while True: l.append(itertools.count())",
    "a = list(range(10**9))",
    "a = ''.center(2**62)",
    "a = ''.ljust(2**62)",
    "a = b'a' * 2**62",
    "a = (1,) * 10**9",
    "a = 'a' * 10**10",
    "a = bytes(10**9)",
    "a = 'a'.center(10**9)",
    "a = '%s' * 10**5 % (('a' * 10**6,) * 10**5)",
    "a = ('a' * 10**6).join(['b'] * 10**6)",
    "a = ('a,' * 10**8).split(',')",
    "a = ('a' * 10**6).replace('a', 'b' * 10**6)",
    "def f(n): return sorted(range(10**6), key=lambda x: f(n + 1))\n        f(0)",
};

TEST(Hostile, MemoryOfEveryKind) {
  for (const char* body : kMuch) {
    SCOPED_TRACE(body);
    expect_model_refused(std::string("import itertools, torch; l = [1]; d = {}; s = 'a'\n        ") + body,
                         "evaluation-too-long");
  }
}

/// `depth` branches, each within the one before, on what nobody knows; each does `work`.
std::string nested_branches(int depth, const std::string& work) {
  std::string body =
      "import torch.nn as nn\nimport foo\n\n\nclass Net(nn.Module):\n    def __init__(self, width):\n"
      "        super().__init__()\n        self.conv = nn.Conv2d(3, width, 3)\n\n"
      "    def forward(self, x):\n        d = {}\n";
  for (int level = 0; level < depth; ++level) {
    const std::string indent(static_cast<size_t>(8 + 4 * level), ' ');
    body += indent + "if foo.a" + std::to_string(level) + "():\n" + indent + "    " + work + "\n";
  }
  return body + "        return self.conv(x)\n";
}

TEST(Hostile, BranchesOnUnknownsWithinEachOther) {
  for (const char* work : {"x = x * 2", "d['a'] = x", "d['n'] = len(d)", "x = x if foo.b() else x + 1"}) {
    SCOPED_TRACE(work);
    const ScratchFolder folder(
        {{"vramlint.yaml", kRecipe}, {"config/a.yaml", "width: 8\n"}, {"model.py", nested_branches(30, work)}});
    const ProgramRun run = run_program(folder.path(), {"check", "--root", ".", "config/a.yaml"});
    EXPECT_EQ(run.exit_code, 0) << run.output << run.errors;
    EXPECT_LT(run.seconds, kSeconds);
  }
}

/// Imports that take long have steps of their own, and no memory.
TEST(Hostile, MemoryOfModules) {
  const std::string part = "kept = ['x' * 50_000 + str(i) for i in range(4000)]\nfor _ in range(600_000): pass\n";
  const ScratchFolder folder(
      {{"vramlint.yaml", kRecipe},
       {"config/a.yaml", "width: 8\n"},
       {"one.py", part},
       {"two.py", part},
       {"three.py", part},
       {"model.py", "import one, two, three\nfrom torch import nn\n\n\nclass Net(nn.Conv2d):\n    pass\n"}});
  expect_refused(folder, "config/a.yaml", "evaluation-too-long");
}

/// What an arm makes is forgotten one by one, however much the arms around it have made.
TEST(Hostile, TensorsInArms) {
  const ScratchFolder folder(
      {{"vramlint.yaml", kRecipe},
       {"config/a.yaml", "width: 8\n"},
       {"model.py",
        "import torch.nn as nn\nimport foo\n\n\nclass Net(nn.Module):\n    def __init__(self, width):\n"
        "        super().__init__()\n        self.conv = nn.Conv2d(3, width, 3)\n\n"
        "    def forward(self, x):\n        if foo.a():\n            for _ in range(120):\n"
        "                if foo.b():\n                    for _ in range(4000): x.grad = None; kept = x * 2\n"
        "        return self.conv(x)\n"}});
  const ProgramRun run = run_program(folder.path(), {"check", "--root", ".", "config/a.yaml"});
  EXPECT_EQ(run.exit_code, 0) << run.output << run.errors;
  EXPECT_LT(run.seconds, kSeconds);
}

TEST(Hostile, LoopsOfUnknownCountsWithinEachOther) {
  std::string body =
      "import foo\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self, width):\n        "
      "super().__init__()\n        self.conv = nn.Conv2d(3, width, 3)\n\n    def forward(self, x):\n";
  std::string indent(8, ' ');
  for (int level = 0; level < 30; ++level, indent += "  ")
    body += indent + "for _ in foo.a" + std::to_string(level) + "():\n";
  const ScratchFolder folder({{"vramlint.yaml", kRecipe},
                              {"config/a.yaml", "width: 8\n"},
                              {"model.py", body + indent + "y = x * 2\n        return self.conv(x)\n"}});
  const ProgramRun run = run_program(folder.path(), {"check", "--root", ".", "config/a.yaml"});
  EXPECT_EQ(run.exit_code, 0) << run.output << run.errors;
  EXPECT_LT(run.seconds, kSeconds);
}

TEST(Hostile, ALoopWithoutEndThatGoesOnAfterWhatItRaises) {
  for (const char* turn : {"try: raise ValueError\n            except ValueError: pass",
                           "try: {}['a']\n            except KeyError: continue"})
    expect_model_refused(std::string("while True:\n            ") + turn, "evaluation-too-long");
}

// ---------------------------------------------------------------- one row a program

struct HostileProgram {
  const char* name;
  std::string text;
  const char* said;
};

std::string nested(const std::string& start, const std::string& step) {
  return "m = " + start + "\nfor _ in range(100000):\n    m = " + step + "\n";
}

/// Walks of ours over what a program has nested 100,000 deep, or in itself, on the way up and down.
std::vector<HostileProgram> deep_programs() {
  const char* deep = "nested too deeply";
  return {
      {"maps", nested("iter([1])", "map(abs, m)") + "a = next(m)", deep},
      {"zips", nested("iter([1])", "zip(m)") + "a = next(m)", deep},
      {"filters", nested("iter([1])", "filter(None, m)") + "a = next(m)", deep},
      {"enumerations", nested("iter([1])", "enumerate(m)") + "a = next(m)", deep},
      {"chains", "import itertools\n" + nested("iter([1])", "itertools.chain(m)") + "a = next(m)", deep},
      {"generators", nested("iter([1])", "(x for x in m)") + "a = next(m)", "nested"},
      {"classes of isinstance", nested("int", "(m,)") + "a = isinstance('a', m)", deep},
      {"classes of issubclass", nested("int", "(m,)") + "a = issubclass(str, m)", deep},
      {"classes of except", nested("int", "(m,)") + "try:\n    raise KeyError\nexcept m:\n    pass", deep},
      {"classes twice each", nested("int", "(m, m)") + "a = isinstance('a', m)", "configs/a.py"},
      {"methods", "import types\n" + nested("print", "types.MethodType(m, 1)") + "m()", deep},
      {"attributes of methods", "import types\n" + nested("print", "types.MethodType(m, 1)") + "a = m.absent",
       "configs/a.py"},
      {"an exception in its own text", "e = ValueError()\ne.args = (e,)\na = str(e)", deep},
      {"an exception in its own repr", "e = ValueError()\ne.args = (e,)\na = repr(e)", deep},
      {"an exception in itself raised", "e = ValueError()\ne.args = (e,)\nraise e", deep},
      {"lists", nested("1", "[m]") + "a = repr(m)", "nested deeper"},
      {"dicts", nested("1", "{'a': m}") + "a = str(m)", "nested deeper"},
      {"tuples", nested("1", "(m,)") + "a = hash(m)", "nested deeper"},
      {"frozensets", nested("1", "frozenset([m])") + "n = frozenset([m])\na = n == frozenset([frozenset([m])])",
       "configs/a.py"},
      {"lists in a config", nested("1", "[m]"), "configs/a.py"},
  };
}

TEST(Hostile, WhatIsDeep) {
  for (const HostileProgram& program : deep_programs()) {
    SCOPED_TRACE(program.name);
    expect_python_refused(program.text, program.said);
  }
}

std::string indented(const std::string& text) {
  std::string result;
  size_t begin = 0;
  for (size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = text.find('\n', begin);
    result += "        " + text.substr(begin, end == std::string::npos ? end : end - begin) + "\n";
  }
  return result;
}

/// Tensors without bound: in number, in dimensions, in size; each a step's forward.
std::vector<HostileProgram> tensor_programs() {
  const char* depth = "too many dimensions 'list'";
  return {
      {"a list in itself", "a = []\na.append(a)\nreturn x + torch.tensor(a)", depth},
      {"a list in itself twice", "a = []\na.append(a)\na.append(a)\nreturn x + torch.tensor(a)", depth},
      {"a deep list", nested("1.0", "[m]") + "return x + torch.tensor(m)", depth},
      {"a range", "return x + torch.tensor(range(10**8))", "evaluation-too-long"},
      {"chunks", "return x.new_zeros(10**7).chunk(10**7)[0]", "evaluation-too-long"},
      {"parts", "return x.new_zeros(10**7).split(1)[0]", "evaluation-too-long"},
      {"rows", "return x.new_zeros(10**9).unbind()[0]", "evaluation-too-long"},
      {"sections", "return x.new_zeros(10**7).split([1] * 10**7)[0]", "evaluation-too-long"},
      {"rows of nothing", "return x + torch.zeros(10**9, 0).tolist()[0]", "model.py:"},
      {"tensors kept", "kept = []\nwhile True: kept.append(torch.zeros(1))", "evaluation-too-long"},
      {"a step back to no number", "return x.as_strided((-1, 2), (1, 1))", "Storage size calculation overflowed"},
      {"negative parts", "return x.split([-1, 4], 1)[0]", "non-negative entries"},
      {"windows of nothing", "return torch.nn.functional.unfold(x, 0)", "kernel size should be greater than zero"},
      {"windows that stand still", "return torch.nn.functional.unfold(x, 1, stride=0)", "stride should be greater"},
      {"blocks that stand still", "return torch.nn.functional.fold(x.view(1, 12, 16), (8, 8), 2, stride=0)",
       "stride should be greater"},
      {"too many indices", "return x[..., 0, 0, 0, 0, 0]", "too many indices for tensor of dimension 4"},
      {"more bytes than there are numbers", "return x.new_zeros(2**40, 2**40)", "Storage size calculation overflowed"},
      {"None among tensors", "return torch.cat([x, None])", "expected Tensor as element 1"},
      {"pads beyond all sizes", "return torch.nn.functional.pad(x, (2**62,) * 4)", "Storage size calculation"},
  };
}

TEST(Hostile, TensorsWithoutBound) {
  for (const HostileProgram& program : tensor_programs()) {
    SCOPED_TRACE(program.name);
    expect_forward_refused(indented(program.text), program.said);
  }
}

TEST(Hostile, DimensionsWithoutBound) {
  for (const char* forward : {"while True: x = x.unsqueeze(0)", "return x + torch.zeros([1] * 100000)"}) {
    const ScratchFolder folder({{"vramlint.yaml", kRecipe},
                                {"config/a.yaml", "width: 8\n"},
                                {"model.py",
                                 "import torch\n\n\nclass Net(torch.nn.Linear):\n"
                                 "    def __init__(self, width):\n        super().__init__(3, 3)\n\n"
                                 "    def forward(self, x):\n" +
                                     indented(forward)}});
    const ProgramRun run = run_program(folder.path(), {"check", "--root", ".", "config/a.yaml"});
    EXPECT_LE(run.exit_code, 1) << run.errors;
    EXPECT_LT(run.seconds, kSeconds);
    EXPECT_NE(run.output.find("more than 64 dimensions"), std::string::npos) << run.output;
  }
}

TEST(Hostile, ATextThatRaises) {
  expect_forward_refused(indented("class E(Exception):\n    def __str__(self):\n        raise E()\nraise E()"),
                         "str() failed");
}

TEST(Hostile, LayersWithoutBound) {
  expect_model_refused("self.a = nn.ModuleList([nn.Linear(1, 1)] * 10**6)", "evaluation-too-long");
  expect_model_refused("self.a = nn.Sequential(*[nn.Linear(1, 1)] * 10**6)", "evaluation-too-long");
  expect_model_refused("self.a = nn.Transformer(8, 2, 10**6)", "evaluation-too-long");
  expect_model_refused("while True: self.add_module('a' + str(width), nn.Linear(1, 1))", "evaluation-too-long");
}

/// A counter of steps, written in place in what a checkpoint makes again later: between the two it is what it was.
TEST(Hostile, CountersInWhatACheckpointMakesAgain) {
  for (const char* reentrant : {"True", "False"}) {
    SCOPED_TRACE(reentrant);
    const ScratchFolder folder(
        {{"vramlint.yaml", kRecipe},
         {"config/a.yaml", "width: 8\n"},
         {"model.py",
          "import torch\nimport torch.nn as nn\nfrom torch.utils.checkpoint import checkpoint\n\n\n"
          "class Net(nn.Module):\n"
          "    def __init__(self, width):\n        super().__init__()\n"
          "        self.a = nn.Conv2d(3, 3, 1)\n        self.register_buffer('steps', torch.tensor(0))\n\n"
          "    def part(self, x):\n        self.steps.add_(1)\n        return self.a(x)\n\n"
          "    def forward(self, x):\n        x = self.part(x)\n        for _ in range(3):\n"
          "            x = checkpoint(self.part, x, use_reentrant=" +
              std::string(reentrant) + ")\n        return self.part(x)\n"}});
    const ProgramRun run = run_program(folder.path(), {"check", "--root", ".", "--format", "json", "config/a.yaml"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("\"status\": \"estimated\""), std::string::npos) << run.output.substr(0, 2000);
  }
}

}  // namespace
}  // namespace vramlint::tests
