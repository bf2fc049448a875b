// What is built once for several configs: those that the program cannot tell apart, and no others.
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "config/dialect.h"
#include "config/project.h"
#include "model/workshop.h"

namespace vramlint::model {
namespace {

const char* const kNet = R"(
import torch.nn as nn

def net(cfg):
    return nn.Linear(cfg["model"]["width"], 4)

def all_of(cfg):
    return nn.Linear(cfg["model"]["width"] + 0 * len(cfg["schedule"]), 4)

def exchanged(cfg):
    known = cfg["schedule"]
    lr = known["lr"]
    cfg["schedule"] = cfg["other"]
    return nn.Linear(cfg["model"]["width"] + int(lr) - 1, 4)

def by_name(cfg):
    return nn.Linear(cfg["model"]["width"] * cfg["schedule"].get("factor", 1), 4)

def same_place(cfg):
    return nn.Linear(cfg["model"]["width"], 4)
)";

using Texts = std::map<std::string, std::string>;  ///< by path

/// One after the other, as a run of the command line builds them.
class Project {
 public:
  explicit Project(Texts texts, std::string entry = "net") : entry_(std::move(entry)) {
    files_.put("net.py", kNet);
    for (auto& [path, text] : texts) files_.put(path, std::move(text));
  }

  BuildResult build(const std::string& path) { return build(path, files_, workshop_); }

  /// With other texts laid over the project's, as a fix is tried.
  BuildResult try_out(const std::string& path, const Texts& texts) {
    auto trial = std::make_shared<OverlayFiles>(static_cast<Files&>(files_));
    for (const auto& [name, text] : texts) trial->put(name, text);
    Workshop& workshop = trials_.emplace_back(trial, parsed_, &workshop_);
    return build(path, *trial, workshop);
  }

 private:
  BuildResult build(const std::string& path, Files& files, Workshop& workshop) {
    const Source& source = *files.read(path).source;
    config::BaseCache own;
    config::LoadContext load{.files = files,
                             .parsed = parsed_,
                             .overrides = {},
                             .findings = findings_,
                             .unknowns = unknowns_,
                             .assumptions = assumptions_,
                             .base_cache = &files == &files_ ? &cache_ : &own};
    const config::Dialect* dialect = config::recognise(source, load);
    configs_.push_back(std::make_unique<config::Config>(*dialect->load(source, load)));
    config::Experiment experiment;
    experiment.model = expression("net." + entry_ + "(cfg)");
    experiment.inputs = {expression("float32[cfg.data.batch, cfg.model.width]")};
    experiment.loss = expression("outputs.mean()");
    experiment.optimizer.span = configs_.back()->root.find("schedule")->span;
    experiment.import_paths = {disk_.root()};
    experiment.working_directory = disk_.root();
    BuildContext context{files, parsed_, "1.13", &workshop};
    BuildResult result = model::build(*configs_.back(), experiment, context);
    steps_.push_back(context.steps);
    return result;
  }

 public:
  const std::vector<int64_t>& steps() const { return steps_; }  ///< of every build

  bool are_built_once(const std::string& first, const std::string& second) {
    const BuildResult one = build(first), other = build(second);
    EXPECT_TRUE(one.built && other.built);
    return one.built->phases.shared(0) == other.built->phases.shared(0);
  }

 private:
  config::Expression expression(const std::string& text) {
    const Source*& source = expressions_[text];
    if (!source) source = sources_.emplace_back(std::make_unique<Source>("vramlint.yaml", text)).get();
    return {source, {source, 0, static_cast<uint32_t>(text.size())}};
  }

  std::string entry_;
  DiskFiles disk_{std::filesystem::temp_directory_path()};
  OverlayFiles files_{disk_};
  interp::ParsedModules parsed_;
  config::BaseCache cache_;
  Workshop workshop_;
  std::deque<Workshop> trials_;
  std::vector<int64_t> steps_;
  Findings findings_;
  std::vector<Unknown> unknowns_;
  std::vector<Assumption> assumptions_;
  std::vector<std::unique_ptr<config::Config>> configs_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::map<std::string, const Source*> expressions_;
};

const char* const kPlain = R"(_base_ = []
model = dict(width=8)
data = dict(batch=2)
schedule = dict(lr=1)
other = dict()
)";

TEST(KeptBuilds, WhatIsNotLookedAtMayDiffer) {
  Project project(Texts{{"configs/a.py", kPlain}, {"configs/b.py", R"(_base_ = []
# later in the file
model = dict(width=8)
data = dict(batch=2)
schedule = dict(lr=2, momentum=dict(first=0.9), steps=[1, 2])
other = dict()
)"}});
  const BuildResult one = project.build("configs/a.py"), other = project.build("configs/b.py");
  ASSERT_TRUE(one.built && other.built);
  EXPECT_EQ(one.built->phases.shared(0), other.built->phases.shared(0));
  ASSERT_TRUE(other.built->batch);
  EXPECT_EQ(other.built->batch->span.source->path(), "configs/b.py");
  EXPECT_EQ(other.built->batch->span.start().line, 4);
  EXPECT_EQ(one.built->batch->span.start().line, 3);
  ASSERT_EQ(other.built->shape_keys.size(), 1U);
  EXPECT_EQ(other.built->shape_keys[0].span.text(), "8");
  EXPECT_EQ(other.built->shape_keys[0].span.start().line, 3);
}

const char* const kSmaller = R"(_base_ = []
model = dict(width=8)
data = dict(batch=1)
schedule = dict(lr=1)
other = dict()
)";

TEST(KeptBuilds, TrialsOfTwinsAreBuiltOnce) {
  Project project(Texts{{"configs/a.py", kPlain}, {"configs/b.py", kPlain}});
  const BuildResult plain = project.build("configs/a.py");
  const BuildResult one = project.try_out("configs/a.py", {{"configs/a.py", kSmaller}});
  const BuildResult other = project.try_out("configs/b.py", {{"configs/b.py", kSmaller}});
  ASSERT_TRUE(plain.built && one.built && other.built);
  EXPECT_NE(plain.built->phases.shared(0), one.built->phases.shared(0));
  EXPECT_EQ(one.built->phases.shared(0), other.built->phases.shared(0));
  ASSERT_TRUE(other.built->batch);
  EXPECT_EQ(other.built->batch->span.source->path(), "configs/b.py");
  EXPECT_EQ(other.built->batch->span.text(), "1");
  EXPECT_EQ(project.steps()[1], project.steps()[2]) << "what is not done again counts as if it were";
}

TEST(KeptBuilds, ATrialOfTheSourceIsBuiltByItself) {
  const std::string other_net =
      "import torch.nn as nn\n\ndef net(cfg):\n    return nn.Linear(cfg['model']['width'], 5)\n";
  Project project(Texts{{"configs/a.py", kPlain}, {"configs/b.py", kPlain}});
  const Texts smaller = {{"configs/a.py", kSmaller}, {"configs/b.py", kSmaller}};
  Texts with_source = smaller;
  with_source.emplace("net.py", other_net);
  const BuildResult kept = project.try_out("configs/a.py", smaller);
  const BuildResult patched = project.try_out("configs/b.py", with_source);
  const BuildResult again = project.try_out("configs/b.py", smaller);
  ASSERT_TRUE(kept.built && patched.built && again.built);
  EXPECT_NE(kept.built->phases.shared(0), patched.built->phases.shared(0));
  EXPECT_EQ(kept.built->phases.shared(0), again.built->phases.shared(0));
}

TEST(KeptBuilds, WhatIsLookedAtMayNot) {
  Project project(Texts{{"configs/a.py", kPlain},
                        {"configs/b.py", R"(_base_ = []
model = dict(width=16)
data = dict(batch=2)
schedule = dict(lr=1)
other = dict()
)"},
                        {"configs/c.py", R"(_base_ = []
model = dict(width=8)
data = dict(batch=2)
schedule = dict(lr=1)
other = dict()
seed = 1
)"},
                        {"configs/d.py", R"(_base_ = []
model = dict(width=8.0)
data = dict(batch=2)
schedule = dict(lr=1)
other = dict()
)"}});
  EXPECT_FALSE(project.are_built_once("configs/a.py", "configs/b.py"));
  EXPECT_TRUE(project.are_built_once("configs/a.py", "configs/c.py")) << "nobody looks for a seed";
  EXPECT_EQ(project.build("configs/b.py").built->phases.at(0).parameter_count(false), 16 * 4 + 4);
  EXPECT_FALSE(project.build("configs/d.py").built);  // a width is an integer
  EXPECT_TRUE(project.are_built_once("configs/a.py", "configs/a.py"));
}

TEST(KeptBuilds, AMappingIsLookedAtByItsLength) {
  const Texts texts = {{"configs/a.py", kPlain}, {"configs/b.py", R"(_base_ = []
model = dict(width=8)
data = dict(batch=2)
schedule = dict(lr=2)
other = dict()
)"}};
  EXPECT_TRUE(Project(texts).are_built_once("configs/a.py", "configs/b.py"));
  EXPECT_FALSE(Project(texts, "all_of").are_built_once("configs/a.py", "configs/b.py"));
}

// Of a mapping of which one name is looked for, whether or not it is there, others may differ.
TEST(KeptBuilds, WhatIsLookedForByNameAloneMayNotDiffer) {
  const auto with = [](const std::string& schedule) {
    return "_base_ = []\nmodel = dict(width=8)\ndata = dict(batch=2)\nschedule = dict(" + schedule +
           ")\nother = dict()\n";
  };
  const Texts texts = {{"configs/a.py", with("lr=1")},
                       {"configs/b.py", with("lr=2, momentum=dict(first=0.9)")},
                       {"configs/c.py", with("lr=1, factor=1")},
                       {"configs/d.py", with("factor=1, steps=[1, 2]")}};
  EXPECT_TRUE(Project(texts, "by_name").are_built_once("configs/a.py", "configs/b.py"));
  EXPECT_FALSE(Project(texts, "by_name").are_built_once("configs/a.py", "configs/c.py"));
  EXPECT_TRUE(Project(texts, "by_name").are_built_once("configs/c.py", "configs/d.py"));
  EXPECT_FALSE(Project(texts, "all_of").are_built_once("configs/a.py", "configs/b.py"));
}

TEST(KeptBuilds, WhatWasLookedAtAndIsGoneWasLookedAt) {
  Project project(Texts{{"configs/a.py", kPlain},
                        {"configs/b.py", R"(_base_ = []
model = dict(width=7)
data = dict(batch=2)
schedule = dict(lr=1)
other = dict()
)"},
                        {"configs/c.py", R"(_base_ = []
model = dict(width=7)
data = dict(batch=2)
schedule = dict(lr=3)
other = dict()
)"}},
                  "exchanged");
  ASSERT_TRUE(project.build("configs/b.py").built);
  const BuildResult wider = project.build("configs/c.py");
  ASSERT_TRUE(wider.failure);  // 7 + 3 - 1 inputs, and the tensor has 7
}

/// A key that is written once and stands in two mappings has one place.
TEST(KeptBuilds, PlacesThatAreOneStayOne) {
  Project project(Texts{{"configs/a.py", R"(_base_ = []
size = dict(width=8)
model = size
data = dict(batch=2, again=size)
schedule = dict(lr=1)
)"},
                        {"configs/b.py", R"(_base_ = []
size = dict(width=8)
model = dict(width=8)
data = dict(batch=2, again=size)
schedule = dict(lr=1)
)"}},
                  "same_place");
  EXPECT_FALSE(project.are_built_once("configs/a.py", "configs/b.py"));
}

}  // namespace
}  // namespace vramlint::model
