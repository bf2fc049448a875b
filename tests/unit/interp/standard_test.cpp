// The standard library where it meets the world: files, keys and their places, what depends on the run, and what is
// hostile.
#include <gtest/gtest.h>

#include "interpreter.h"

namespace vramlint::interp::testing {
namespace {

TEST(StandardTest, YamlValuesKnowTheirKeyAndPlace) {
  Bench bench;
  bench.put("config/train.yaml", "model:\n  widths: [8, 16]\n  rate: 1e-4\n");
  EXPECT_EQ(bench.run("import yaml\n"
                      "with open('config/train.yaml') as f:\n"
                      "    cfg = yaml.safe_load(f)\n"
                      "width = cfg['model']['widths'][1] * 2\n"
                      "print(width, cfg)\n"),
            "32 {'model': {'widths': [8, 16], 'rate': '1e-4'}}\n");  // PyYAML 6.0 reads 1e-4 as a string too
  Interpreter& interpreter = bench.interpreter();
  auto module =
      interpreter.guarded([&] { return interpreter.get_attribute(interpreter.import("__main__", {}), "width", {}); });
  ASSERT_TRUE(std::holds_alternative<Value>(module));
  auto atoms = interpreter.origins().atoms(std::get<Value>(module).origin());
  ASSERT_FALSE(atoms.empty());
  bool found = false;
  for (const OriginAtom& atom : atoms) {
    if (atom.key != "model.widths.1") continue;
    found = true;
    EXPECT_EQ(atom.span.text(), "16");
    EXPECT_EQ(atom.span.start().line, 2);
    EXPECT_EQ(atom.span.start().column, 15);
  }
  EXPECT_TRUE(found);
}

TEST(StandardTest, JsonValuesKnowTheirKeyAndPlace) {
  Bench bench;
  bench.put("c.json", "{\"a\": {\"b\": [1, 2.5]}}");
  EXPECT_EQ(bench.run("import json\nv = json.load(open('c.json'))['a']['b'][1]\nprint(v)\n"), "2.5\n");
  Interpreter& interpreter = bench.interpreter();
  auto value =
      interpreter.guarded([&] { return interpreter.get_attribute(interpreter.import("__main__", {}), "v", {}); });
  auto atoms = interpreter.origins().atoms(std::get<Value>(value).origin());
  ASSERT_EQ(atoms.size(), 1u);
  EXPECT_EQ(atoms[0].key, "a.b.1");
  EXPECT_EQ(atoms[0].span.text(), "2.5");
}

TEST(StandardTest, WhatDependsOnTheRunIsUnknown) {
  Bench bench;
  bench.run("import random, time\nx = random.randint(0, 3) + 1\ny = [time.time()]\nz = str(x)\n");
  Interpreter& interpreter = bench.interpreter();
  for (const char* name : {"x", "z"}) {
    auto value =
        interpreter.guarded([&] { return interpreter.get_attribute(interpreter.import("__main__", {}), name, {}); });
    EXPECT_TRUE(std::get<Value>(value).is_unknown()) << name;
  }
}

TEST(StandardTest, TheEnvironmentIsTakenAsUnsetAndSaysSo) {
  Bench bench;
  EXPECT_EQ(
      bench.run(
          "import os\nprint(int(os.environ.get('WORLD_SIZE', 1)), os.getenv('HOME_DIR'), 'RANK' in os.environ)\n"),
      "1 None False\n");
  EXPECT_EQ(bench.interpreter().assumptions().size(), 3u);
}

TEST(StandardTest, FilesAreReadAndNeverWritten) {
  Bench bench;
  bench.put("a.txt", "one\r\ntwo\n");
  EXPECT_EQ(bench.run("print(open('a.txt').read().split('\\n'), list(open('a.txt')), open('a.txt', 'rb').read())\n"
                      "from pathlib import Path\n"
                      "print(Path('a.txt').exists(), Path('b.txt').is_file(), Path('a.txt').read_text()[:3])\n"
                      "try:\n    open('b.txt')\nexcept FileNotFoundError as error:\n    print(error)\n"
                      "try:\n    open('b.txt', 'w')\nexcept PermissionError:\n    print('not written')\n"),
            "['one', 'two', ''] ['one\\n', 'two\\n'] b'one\\r\\ntwo\\n'\nTrue False one\n"
            "[Errno 2] No such file or directory: 'b.txt'\nnot written\n");
}

TEST(StandardTest, IntegersBeyond64BitsAreUnknown) {
  Bench bench;
  bench.run("a = 2**62 * 4\nb = int('9' * 30)\nc = sum([2**62, 2**62])\n");
  Interpreter& interpreter = bench.interpreter();
  for (const char* name : {"a", "b", "c"}) {
    auto value =
        interpreter.guarded([&] { return interpreter.get_attribute(interpreter.import("__main__", {}), name, {}); });
    EXPECT_TRUE(std::get<Value>(value).is_unknown()) << name;
  }
}

TEST(StandardTest, ArgumentsHaveTheirDefaults) {
  Bench bench;
  EXPECT_EQ(
      bench.run("import argparse\np = argparse.ArgumentParser()\n"
                "p.add_argument('--lr', type=float, default='0.1')\np.add_argument('--fast', action='store_true')\n"
                "p.add_argument('--num-layers', type=int, default=3)\nprint(p.parse_args())\n"),
      "Namespace(lr=0.1, fast=False, num_layers=3)\n");
}

struct Hostile {
  const char* name;
  const char* program;
};

class HostileProgram : public ::testing::TestWithParam<Hostile> {};

TEST_P(HostileProgram, EndsInAnError) {
  Bench bench(Limits{.steps = 2'000'000, .depth = 180, .bytes = int64_t{64} << 20});
  EXPECT_NE(bench.run(GetParam().program).find("ERROR"), std::string::npos);
}

constexpr Hostile kHostile[] = {
    {"EndlessLoop", "while True:\n    pass\n"},
    {"EndlessCount", "import itertools\nfor i in itertools.count():\n    pass\n"},
    {"EndlessList", "import itertools\nlist(itertools.repeat(1))\n"},
    {"LongString", "x = 'a' * 10**9\n"},
    {"WideFormat", "x = '%*d' % (10**9, 1)\n"},
    {"LongList", "x = list(range(10**9))\n"},
    {"DoublingText", "x = 'ab'\nwhile True:\n    x = x.replace('a', x)\n"},
    {"DeepRepr", "x = []\nfor i in range(100000):\n    x = [x]\nrepr(x)\n"},
    {"WideRepr", "x = ['a']\nfor i in range(40):\n    x = [x, x]\nrepr(x)\n"},
    {"DeepHash", "x = ()\nfor i in range(100000):\n    x = (x,)\nhash(x)\n"},
    {"WideHash", "x = ()\nfor i in range(40):\n    x = (x, x)\nhash(x)\n"},
    {"DeepCopy", "import copy\nx = []\nfor i in range(100000):\n    x = [x]\ncopy.deepcopy(x)\n"},
    {"DeepEquality", "x, y = [], []\nfor i in range(100000):\n    x, y = [x], [y]\nx == y\n"},
    {"Permutations", "import itertools\nlist(itertools.permutations(range(30)))\n"},
    {"DeepJson", "import json\njson.loads('[' * 100000)\n"},
    {"Recursion", "def f():\n    return f()\nf()\n"},
    {"RecursiveRepr", "class A:\n    def __repr__(self):\n        return repr(self)\nrepr(A())\n"},
};

INSTANTIATE_TEST_SUITE_P(All, HostileProgram, ::testing::ValuesIn(kHostile),
                         [](const auto& program) { return std::string(program.param.name); });

}  // namespace
}  // namespace vramlint::interp::testing
