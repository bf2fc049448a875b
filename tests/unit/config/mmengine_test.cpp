#include <gtest/gtest.h>

#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

std::string place(const Node* node) {
  if (!node) return "absent";
  return node->span.source->path() + ":" + std::to_string(node->span.start().line) + " " +
         std::string(node->span.text());
}

/// The findings of a config that must not load.
std::string load_refusal(Texts texts, const std::string& path) {
  Scratch scratch(std::move(texts));
  EXPECT_FALSE(scratch.load(path));
  return scratch.said();
}

void expect_load_said(const std::string& said, const std::string& wanted) {
  EXPECT_NE(said.find(wanted), std::string::npos) << said << "lacks: " << wanted;
}

TEST(Mmengine, KeepsThePlaceOfEveryMergedValue) {
  Scratch scratch(
      Texts{{"configs/base.py", "norm = dict(type='BN')\nmodel = dict(a=1, b=[2, 3], norm=norm, c=dict(d=4))\n"},
            {"configs/a.py", "_base_ = './base.py'\nmodel = dict(a=5,\n             c=dict(e=6))\nbatch = 2 * 4\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config) << scratch.said();
  auto at = [&](std::string_view path) { return place(config->root.find_path(path)); };
  EXPECT_EQ(at("model.a"), "configs/a.py:2 5");
  EXPECT_EQ(at("model.b"), "configs/base.py:2 [2, 3]");
  EXPECT_EQ(at("model.b.1"), "configs/base.py:2 3");
  EXPECT_EQ(at("model.c.d"), "configs/base.py:2 4");
  EXPECT_EQ(at("model.c.e"), "configs/a.py:3 6");
  EXPECT_EQ(at("model.norm"), "configs/base.py:1 dict(type='BN')");
  EXPECT_EQ(at("model.norm.type"), "configs/base.py:1 'BN'");
  EXPECT_EQ(config->root.find_path("batch")->span.start().line, 4);
  const Entry& e = config->root.find_path("model.c")->mapping()->entries.at(1);
  EXPECT_EQ(e.key_span.text(), "e");
  EXPECT_EQ(e.key_span.source->path(), "configs/a.py");
  ASSERT_EQ(config->files.size(), 2U);
  EXPECT_EQ(config->files[0]->path(), "configs/base.py");
  EXPECT_EQ(config->files[1], config->source);
}

TEST(Mmengine, KeepsPlacesThroughTemplatesAndAttributes) {
  Scratch scratch(
      Texts{{"configs/base.py", "model = dict(depth=50, heads=[1, 2])\n"},
            {"configs/a.py",
             "_base_ = ['./base.py']\nname = '{{ fileBasename }}'; size = 7\nheads = {{_base_.model.heads}}\n"
             "depth = _base_.model.depth\nlast = dict(x='{{fileExtname}}')\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config) << scratch.said();
  auto at = [&](std::string_view path) { return place(config->root.find_path(path)); };
  EXPECT_EQ(at("name"), "configs/a.py:2 '{{ fileBasename }}'");
  EXPECT_EQ(at("size"), "configs/a.py:2 7");
  EXPECT_EQ(at("heads.1"), "configs/base.py:1 2");
  EXPECT_EQ(at("depth"), "configs/base.py:1 50");
  EXPECT_EQ(at("last.x"), "configs/a.py:5 '{{fileExtname}}'");
  EXPECT_EQ(at("model.depth"), "configs/base.py:1 50");
}

TEST(Mmengine, NamesTheConfigsOwnFolder) {
  Scratch scratch(Texts{{"configs/deep/a.py", "_base_ = []\nfolder = '{{ fileDirname }}'\n"}});
  std::optional<Config> config = scratch.load("configs/deep/a.py");
  ASSERT_TRUE(config) << scratch.said();
  EXPECT_EQ(std::get<std::string>(config->root.find("folder")->value),
            (scratch.files.root() / "configs/deep").generic_string());
}

TEST(Mmengine, TakesDefaultsForTheEnvironment) {
  Scratch scratch(Texts{{"configs/a.py", "_base_ = []\nroot = '{{$DATA_ROOT:/data}}/x'\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config) << scratch.said();
  ASSERT_EQ(scratch.assumptions.size(), 1U);
  EXPECT_EQ(scratch.assumptions[0].span.start().line, 2);
  expect_load_said(scratch.assumptions[0].text, "DATA_ROOT");
}

TEST(Mmengine, ListsAnEnvironmentVariableWithoutDefaultAsUnknown) {
  Scratch scratch(Texts{{"configs/a.py", "_base_ = []\nroot = '{{$DATA_ROOT:}}/x'\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config) << scratch.said();
  ASSERT_EQ(scratch.unknowns.size(), 1U);
  EXPECT_EQ(scratch.unknowns[0].span.start().line, 2);
  EXPECT_TRUE(std::holds_alternative<Opaque>(config->root.find("root")->value));
}

TEST(Mmengine, NamesAMissingBaseAndTheChainToIt) {
  Texts texts = {{"configs/a.py", "_base_ = ['./b.py']\n"},
                 {"configs/b.py", "x = 1\n_base_ = './c.py'\n"},
                 {"configs/c.py", "_base_ = [\n    'gone.py',\n]\n"}};
  std::string said = load_refusal(texts, "configs/a.py");
  expect_load_said(said, "configs/c.py:2:5 missing-base base `gone.py` cannot be read");
  expect_load_said(said, "configs/a.py → configs/b.py → configs/c.py");
  expect_load_said(load_refusal({{"configs/a.py", "_base_ = 3\n"}}, "configs/a.py"), "configs/a.py:1:10 missing-base");
  expect_load_said(
      load_refusal({{"configs/a.py", "_base_ = 'mmdet::x/y.py'\n"}}, "configs/a.py"),
      "configs/a.py:1:10 unsupported-source base `mmdet::x/y.py` is a config of mmdet, whose source is not");
  expect_load_said(load_refusal({{"configs/a.py", "_base_ = 'x.txt'\n"}}, "configs/a.py"),
                   "not a .py, .yaml, .yml or .json file");
}

TEST(Mmengine, TellsOfWhatIsSetTwice) {
  Scratch scratch(Texts{{"configs/a.py",
                         "model = dict(a=1)\nsize = (8, 8)\nsteps = 1\nsteps = steps + 1\n"
                         "data = dict(size=size)\nsize = (4, 4)\nmodel = dict(b=2)\n"}});
  ASSERT_TRUE(scratch.load("configs/a.py"));
  ASSERT_EQ(scratch.findings.items().size(), 1U) << "`steps` and `size` are read before they are set again";
  expect_load_said(scratch.said(), "configs/a.py:7:1 duplicate-key `model` is set again here");
  EXPECT_EQ(scratch.findings.items()[0].related.at(0).span.start(), (Position{1, 1}));
}

TEST(Mmengine, RefusesAKeyOfTwoBases) {
  Texts texts = {{"configs/a.py", "_base_ = ['./b.py', './c.py']\n"},
                 {"configs/b.py", "x = 1\ny = 2\n"},
                 {"configs/c.py", "z = 1\ny = 3\n"}};
  Scratch scratch(texts);
  EXPECT_FALSE(scratch.load("configs/a.py"));
  expect_load_said(scratch.said(), "configs/c.py:2:1 duplicate-key `y` is set by more than one base of configs/a.py");
  ASSERT_EQ(scratch.findings.items().at(0).related.size(), 1U);
  EXPECT_EQ(scratch.findings.items()[0].related[0].span.source->path(), "configs/b.py");
}

TEST(Mmengine, SaysWhatCannotBeMerged) {
  std::string said = load_refusal(
      {{"configs/a.py", "_base_ = './b.py'\nx = dict(y=dict(z=1))\n"}, {"configs/b.py", "x = dict(y=1)\n"}},
      "configs/a.py");
  expect_load_said(said, "configs/a.py:2:10 invalid-config `y` is a dict here but int in the base");
  said = load_refusal(
      {{"configs/a.py", "_base_ = './b.py'\nx = {{ _base_.model.width }}\n"}, {"configs/b.py", "model = dict()\n"}},
      "configs/a.py");
  expect_load_said(said, "configs/a.py:2:5 invalid-config no base sets `model.width`");
}

TEST(Mmengine, SaysWherePythonRaises) {
  std::string said =
      load_refusal({{"configs/a.py", "_base_ = './b.py'\n"}, {"configs/b.py", "x = [1]\ny = x[3]\n"}}, "configs/a.py");
  expect_load_said(said, "configs/b.py:2:");
  expect_load_said(said, "invalid-config IndexError: list index out of range");
  said = load_refusal({{"configs/a.py", "_base_ = []\nx = = 2\n"}}, "configs/a.py");
  expect_load_said(said, "configs/a.py:2:");
  expect_load_said(said, "invalid-syntax");
}

// Python 3.11: `dict(m, a=2)` sets `a` anew; of keywords and `**` a name may come but once.
TEST(Mmengine, AKeywordMayStandBesideTheMappingThatADictIsMadeOf) {
  const std::string codec = "codec = dict(kind='x', size=3)\n";
  Scratch scratch(Texts{{"configs/a.py", codec + "model = dict(codec, size=codec['kind'])\n"}});
  const std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config) << scratch.said();
  EXPECT_EQ(std::get<std::string>(config->root.find_path("model.size")->value), "x");
  const auto refused = [&](const std::string& call) {
    return load_refusal({{"configs/a.py", codec + "model = " + call + "\n"}}, "configs/a.py");
  };
  expect_load_said(refused("dict(size=1, size=2)"), "SyntaxError: keyword argument repeated: size");
  expect_load_said(refused("dict(**codec, size=2)"),
                   "TypeError: dict() got multiple values for keyword argument 'size'");
  expect_load_said(refused("dict(size=2, **codec)"),
                   "TypeError: dict() got multiple values for keyword argument 'size'");
}

TEST(Mmengine, FindsABatchThatCannotRun) {
  Scratch scratch(
      Texts{{"configs/a.py",
             "model = dict()\ntrain_dataloader = dict(\n    batch_size=0)\ndata = dict(samples_per_gpu=-2)\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config) << scratch.said();
  EXPECT_FALSE(scratch.understand(*config));
  expect_load_said(scratch.said(), "configs/a.py:3:16 invalid-setting `train_dataloader.batch_size` is 0");
  expect_load_said(scratch.said(), "configs/a.py:4:29 invalid-setting `data.samples_per_gpu` is -2");
  ASSERT_EQ(scratch.unknowns.size(), 1U);
  EXPECT_EQ(scratch.unknowns[0].span.start().line, 2) << "a loader without a training set";
}

TEST(Mmengine, ReadsImportsWithoutLoadingThem) {
  Scratch scratch(
      Texts{{"configs/a.py",
             "from mmengine.config import read_base\nwith read_base():\n    from .b import *\nmodel.update(x=1)\n"},
            {"configs/b.py", "from nowhere.models import Net\nmodel = dict(\n    type=Net)\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config) << scratch.said();
  EXPECT_EQ(to_json(config->root, 0), "{\n\"model\": {\n\"type\": \"nowhere.models.Net\",\n\"x\": 1\n}\n}");
  EXPECT_EQ(config->root.find_path("model.type")->span.source->path(), "configs/b.py");
}

TEST(Mmengine, RefusesWhatReadBaseDoes) {
  std::string head = "from mmengine.config import read_base\n";
  expect_load_said(
      load_refusal({{"configs/a.py", head + "with read_base():\n    from .gone import *\n"}}, "configs/a.py"),
      "configs/a.py:3:5 missing-base base `.gone` cannot be read");
  expect_load_said(
      load_refusal({{"configs/a.py", head + "with read_base():\n    from .b import y\n"}, {"configs/b.py", "x = 1\n"}},
                   "configs/a.py"),
      "base `.b` has no `y`");
  expect_load_said(
      load_refusal({{"configs/a.py", head + "with read_base():\n    from .b import *\nfrom torch.nn import *\n"},
                    {"configs/b.py", "x = 1\n"}},
                   "configs/a.py"),
      "is only allowed in `with read_base():`");
}

TEST(Mmengine, NotesThatAConfigIsDeprecated) {
  Scratch scratch(Texts{{"configs/a.py", "_base_ = []\n_deprecation_ = dict(expected='b.py')\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->root.find("_deprecation_"), nullptr);
  ASSERT_EQ(scratch.assumptions.size(), 1U);
  expect_load_said(scratch.assumptions[0].text, "use b.py instead");
}

TEST(Mmengine, ListsValuesThatAreUnknown) {
  Scratch scratch(Texts{{"configs/a.py", "_base_ = []\nx = dict(y=[2**70])\n"}});
  std::optional<Config> config = scratch.load("configs/a.py");
  ASSERT_TRUE(config) << scratch.said();
  EXPECT_TRUE(std::holds_alternative<Opaque>(config->root.find_path("x.y.0")->value));
  ASSERT_EQ(scratch.unknowns.size(), 1U);
  EXPECT_EQ(scratch.unknowns[0].span.start().line, 2);
}

TEST(BaseCache, SeesThatATextChanged) {
  Scratch scratch(Texts{{"configs/a.py", "_base_ = './b.py'\n"}, {"configs/b.py", "x = 1\n"}});
  BaseCache cache;
  scratch.cache = &cache;
  ASSERT_TRUE(scratch.load("configs/a.py"));
  OverlayFiles edited(static_cast<Files&>(scratch.files));
  edited.put("configs/b.py", "x = 2\n");
  LoadContext context{.files = edited,
                      .parsed = scratch.parsed,
                      .findings = scratch.findings,
                      .unknowns = scratch.unknowns,
                      .assumptions = scratch.assumptions,
                      .base_cache = &cache};
  const Source& source = *edited.read("configs/a.py").source;
  std::optional<Config> config = recognise(source, context)->load(source, context);
  ASSERT_TRUE(config);
  EXPECT_EQ(std::get<int64_t>(config->root.find("x")->value), 2);
}

}  // namespace
}  // namespace vramlint::config::tests
