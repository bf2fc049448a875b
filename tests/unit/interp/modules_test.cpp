// Modules that put something else in their own place, and what the import system says of a module. Expected values are
// what CPython 3.11 printed for the same files.
#include <gtest/gtest.h>

#include "interpreter.h"

namespace vramlint::interp::testing {
namespace {

void put_lazy_package(Bench& bench) {
  bench.put("pack/early.py", "mark = 'early'\n");
  bench.put("pack/inner/__init__.py", "");
  bench.put("pack/inner/net.py",
            "from ..early import mark\n"
            "import pack\n"
            "class Net:\n"
            "    mark = mark\n"
            "    package = __package__\n"
            "    top = pack\n");
  bench.put(
      "pack/__init__.py",
      "import importlib\n"
      "import sys\n"
      "from types import ModuleType\n"
      "from . import early\n"
      "class Lazy(ModuleType):\n"
      "    def __init__(self, name, file, table, module_spec=None):\n"
      "        super().__init__(name)\n"
      "        self.__file__ = file\n"
      "        self.__spec__ = module_spec\n"
      "        self.__path__ = [file.rsplit('/', 1)[0]]\n"
      "        self._table = table\n"
      "    def __getattr__(self, name):\n"
      "        if name not in self._table:\n"
      "            raise AttributeError(name)\n"
      "        value = getattr(importlib.import_module('.' + self._table[name], self.__name__), name)\n"
      "        setattr(self, name, value)\n"
      "        return value\n"
      "before = 'of the body'\n"
      "sys.modules[__name__] = Lazy(__name__, globals()['__file__'], {'Net': 'inner.net'}, module_spec=__spec__)\n");
}

TEST(ModulesTest, AModuleMayPutAnotherObjectInItsPlace) {
  Bench bench;
  put_lazy_package(bench);
  EXPECT_EQ(bench.run("import pack, sys\n"
                      "from pack import Net\n"
                      "import pack.inner.net as net\n"
                      "print(type(pack).__name__, hasattr(pack, 'before'), hasattr(pack, 'early'))\n"
                      "print(Net.mark, Net.package, Net.top is pack, net.Net is pack.Net)\n"
                      "print(pack.inner is sys.modules['pack.inner'], 'Net' in pack.__dict__)\n"
                      "try:\n"
                      "    from pack import absent\n"
                      "except ImportError as error:\n"
                      "    print(type(error).__name__)\n"),
            "Lazy False False\n"
            "early pack.inner True True\n"
            "True True\n"
            "ImportError\n");
}

TEST(ModulesTest, AModuleKnowsItsSpec) {
  Bench bench;
  put_lazy_package(bench);
  EXPECT_EQ(bench.run("import importlib.util\n"
                      "import pack, pack.inner.net as net\n"
                      "print(pack.__spec__.name, pack.__spec__.parent, net.__spec__.name, net.__spec__.parent)\n"
                      "print(importlib.util.find_spec('pack.early').origin.endswith('pack/early.py'))\n"
                      "print(importlib.util.find_spec('absent'))\n"
                      "print(len(importlib.util.find_spec('pack.inner').submodule_search_locations))\n"),
            "pack pack pack.inner.net pack.inner\n"
            "True\n"
            "None\n"
            "1\n");
}

}  // namespace
}  // namespace vramlint::interp::testing
