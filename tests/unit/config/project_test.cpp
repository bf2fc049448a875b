#include <gtest/gtest.h>

#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

constexpr const char* kWhole = R"(device: rtx3090
torch: 2.10
budget: {max_peak: 95%}
python_path: [lib]
recipes:
  - name: soil
    configs: ["config/*.yaml", "more/**/*.json"]
    script: tools/train.py
    model: src.models.get_model(cfg.model_type, input_dim=len(cfg.use_channels))
    inputs:
      - "float32[cfg.batch_size, 3]"
      - 'int64[1]'
    targets: "float32[1]"
    loss: mse
    optimizer: {name: AdamW, foreach: true, weight_decay: 0.01, momentum: 0, lr: 1.0e-3}
    amp: bf16
    accumulation: cfg.steps
    python_path: [own]
  - configs: other.yaml
    model: m.N()
    optimizer: sgd
    amp: cfg.amp
    accumulation: 4
)";

TEST(Project, AReleaseMayBeAMajorAlone) {
  Scratch scratch(Texts{{"vramlint.yaml", "torch: 2\n"}});
  scratch.read_project();
  EXPECT_EQ(scratch.project->torch, "2.0");
}

TEST(Project, ReadsEveryKey) {
  Scratch scratch(Texts{{"vramlint.yaml", kWhole}});
  scratch.read_project();
  const Project& project = *scratch.project;
  EXPECT_EQ(scratch.said(), "");
  EXPECT_EQ(project.device, "rtx3090");
  EXPECT_EQ(project.torch, "2.10");
  EXPECT_DOUBLE_EQ(project.budget_fraction.value_or(0), 0.95);
  ASSERT_EQ(project.recipes.size(), 2U);
  const Recipe& soil = project.recipes[0];
  EXPECT_EQ(soil.name, "soil");
  EXPECT_EQ(soil.facts.model->source->text(), "src.models.get_model(cfg.model_type, input_dim=len(cfg.use_channels))");
  EXPECT_EQ(soil.facts.model->span.start().line, 9);
  ASSERT_EQ(soil.facts.inputs.size(), 2U);
  EXPECT_EQ(soil.facts.inputs[1].source->text(), "int64[1]");
  EXPECT_EQ(soil.facts.inputs[1].span.text(), "'int64[1]'");
  EXPECT_EQ(soil.facts.targets.size(), 1U);
  EXPECT_EQ(soil.facts.optimizer.name, "adamw");
  EXPECT_EQ(soil.facts.optimizer.foreach, true);
  EXPECT_EQ(soil.facts.optimizer.fused, std::nullopt);
  EXPECT_TRUE(soil.facts.optimizer.weight_decay);
  EXPECT_FALSE(soil.facts.optimizer.momentum);
  EXPECT_EQ(soil.facts.precision, Precision::amp_bf16);
  ASSERT_TRUE(soil.accumulation);
  std::filesystem::path root = scratch.files.root();
  EXPECT_EQ(soil.facts.import_paths,
            (std::vector<std::filesystem::path>{root / "tools", root, root / "own", root / "lib"}));
  const Recipe& other = project.recipes[1];
  EXPECT_EQ(other.facts.optimizer.name, "sgd");
  EXPECT_TRUE(other.facts.precision_expression);
  EXPECT_EQ(other.facts.accumulation, 4);
}

TEST(Project, FindsTheFirstRecipeThatMatches) {
  Scratch scratch(Texts{{"vramlint.yaml", kWhole}});
  scratch.read_project();
  EXPECT_EQ(find_recipe(*scratch.project, "config/a.yaml"), &scratch.project->recipes[0]);
  EXPECT_EQ(find_recipe(*scratch.project, "more/x/y.json"), &scratch.project->recipes[0]);
  EXPECT_EQ(find_recipe(*scratch.project, "other.yaml"), &scratch.project->recipes[1]);
  EXPECT_EQ(find_recipe(*scratch.project, "config/deep/a.yaml"), nullptr);
}

TEST(Project, AStageStartsFromWhatTheRecipeSays) {
  Scratch scratch(Texts{{"vramlint.yaml", R"(
recipes:
  - name: two
    configs: "*.yaml"
    stages:
      first: {model: a.A(), accumulation: 2}
      second: {model: a.B(), inputs: ["float32[3]"], amp: bf16}
    inputs: ["float32[1]", "float32[2]"]
    optimizer: adam
    accumulation: cfg.steps
)"}});
  scratch.read_project();
  EXPECT_EQ(scratch.said(), "");
  const std::vector<Recipe>& stages = scratch.project->recipes.at(0).stages;
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[0].facts.stage, "first");
  EXPECT_EQ(stages[0].facts.inputs.size(), 2u);
  EXPECT_EQ(stages[0].facts.accumulation, 2);
  EXPECT_FALSE(stages[0].accumulation);
  EXPECT_EQ(stages[1].facts.inputs.size(), 1u);
  EXPECT_EQ(stages[1].facts.precision, Precision::amp_bf16);
  EXPECT_TRUE(stages[1].accumulation);
  EXPECT_EQ(stages[1].facts.optimizer.name, "adam");
  EXPECT_FALSE(stages[1].facts.import_paths.empty());
}

std::string complaint(const std::string& text) {
  Scratch scratch(Texts{{"vramlint.yaml", text}});
  scratch.read_project();
  return scratch.said();
}

void expect_complaint(const std::string& text, const std::string& wanted) {
  std::string said = complaint(text);
  EXPECT_NE(said.find(wanted), std::string::npos) << said << "lacks: " << wanted;
}

TEST(Project, NamesTheNearestKey) {
  expect_complaint("devise: x\n",
                   "vramlint.yaml:1:1 invalid-recipe a project has no key `devise`; did you mean `device`?");
  expect_complaint("recipes:\n  - configs: a\n    modle: m\n",
                   "3:5 invalid-recipe a recipe has no key `modle`; did you mean `model`?");
  expect_complaint("recipes:\n  - {configs: a, model: m, optimizer: {name: sgd, forech: true}}\n",
                   "an optimizer has no key `forech`; did you mean `foreach`?");
  expect_complaint("budget: {peak: 95%}\n", "a budget has no key `peak`");
  expect_complaint("recipes:\n  - {configs: a, stages: {one: {modell: m}}}\n",
                   "a stage has no key `modell`; did you mean `model`?");
  expect_complaint("recipes:\n  - {configs: a, stages: {one: {inputs: x}}}\n",
                   "the stage `one` has neither `model` nor `script`");
  EXPECT_EQ(complaint("zzzzzzzz: 1\n"), "vramlint.yaml:1:1 invalid-recipe a project has no key `zzzzzzzz`\n");
}

TEST(Project, SaysWhatEveryKeyMustBe) {
  expect_complaint("device: [a]\n", "1:9 invalid-recipe `device` must be a string");
  expect_complaint("budget: 95%\n", "1:9 invalid-recipe `budget` must be a mapping");
  expect_complaint("budget: {max_peak: 120%}\n", "`max_peak` must be a share");
  expect_complaint("budget: {max_peak: -3GiB}\n", "`max_peak` must be");
  expect_complaint("recipes: {}\n", "1:10 invalid-recipe `recipes` must be a list of recipes");
  expect_complaint("recipes:\n  - 3\n", "2:5 invalid-recipe a recipe must be a mapping");
  expect_complaint("recipes:\n  - {configs: [1], model: m}\n", "every item of `configs` must be a string");
  expect_complaint("recipes:\n  - {model: m}\n", "the recipe has no `configs`");
  expect_complaint("recipes:\n  - {configs: a, model: [m]}\n", "`model` must be a Python expression");
  expect_complaint("recipes:\n  - {configs: a, model: m, accumulation: 0}\n",
                   "`accumulation` must be a whole number of at least 1");
  expect_complaint("recipes:\n  - {configs: a, model: m, optimizer: {foreach: true}}\n", "an optimizer needs a `name`");
  expect_complaint("recipes:\n  - {configs: a, model: m, optimizer: {name: sgd, fused: 1}}\n",
                   "`fused` must be true or false");
  expect_complaint("recipes:\n  - {configs: a, model: m, step: {}}\n",
                   "`step` must be an expression, or one for each phase");
}

TEST(Project, PlacesAMistakeInAnExpression) {
  expect_complaint("recipes:\n  - configs: a\n    model: \"f(cfg.x,, 3)\"\n", "vramlint.yaml:3:");
  expect_complaint("recipes:\n  - configs: a\n    model: \"f(cfg.x,, 3)\"\n", "`model` is not a Python expression");
}

TEST(Project, SurvivesTextThatIsNone) {
  expect_complaint("", "invalid-recipe");
  expect_complaint("- a\n", "invalid-recipe");
  expect_complaint("a: [", "invalid-syntax");
}

TEST(Recipe, MakesTheExperimentOfAConfig) {
  Scratch scratch(Texts{{"vramlint.yaml", kWhole}, {"config/a.yaml", "steps: 3\nbatch_size: 2\n"}});
  scratch.read_project();
  scratch.overrides = {{"batch_size", "8"}};
  std::optional<Config> config = scratch.load("config/a.yaml");
  ASSERT_TRUE(config) << scratch.said();
  EXPECT_EQ(config->dialect, "recipe");
  EXPECT_EQ(std::get<int64_t>(config->root.find("batch_size")->value), 8);
  std::optional<Experiment> experiment = scratch.understand(*config);
  ASSERT_TRUE(experiment) << scratch.said();
  EXPECT_EQ(experiment->recipe, "soil");
  EXPECT_EQ(experiment->accumulation, 3);
  EXPECT_EQ(experiment->torch, "2.10");
}

TEST(Recipe, RefusesAnAccumulationThatIsNone) {
  Scratch scratch(
      Texts{{"vramlint.yaml", kWhole}, {"config/a.yaml", "steps: none\n"}, {"config/b.yaml", "other: 1\n"}});
  scratch.read_project();
  std::optional<Config> config = scratch.load("config/a.yaml");
  ASSERT_TRUE(config);
  scratch.understand(*config);
  EXPECT_NE(scratch.said().find("17:19 invalid-setting `accumulation` is 'none'"), std::string::npos) << scratch.said();
  config = scratch.load("config/b.yaml");
  scratch.understand(*config);
  EXPECT_NE(scratch.said().find("AttributeError"), std::string::npos) << scratch.said();
}

TEST(Project, TakesAScriptAsItIsTyped) {
  Scratch scratch(Texts{{"vramlint.yaml",
                         "recipes:\n"
                         "  - {configs: a.yaml, script: \"python tools/train.py --config {config} -v\"}\n"
                         "  - {configs: b.yaml, script: train.py}\n"}});
  scratch.read_project();
  ASSERT_EQ(scratch.said(), "");
  const std::vector<Program>& typed = scratch.project->recipes.at(0).facts.programs;
  ASSERT_EQ(typed.size(), 1U);
  EXPECT_EQ(typed[0].path, "tools/train.py");
  EXPECT_EQ(typed[0].arguments, (std::vector<std::string>{"--config", "{config}", "-v"}));
  EXPECT_EQ(typed[0].words.at(1).text(), "{config}");
  const std::vector<Program>& plain = scratch.project->recipes.at(1).facts.programs;
  ASSERT_EQ(plain.size(), 1U);
  EXPECT_EQ(plain[0].path, "train.py");
  EXPECT_EQ(plain[0].arguments, std::nullopt);
}

}  // namespace
}  // namespace vramlint::config::tests
