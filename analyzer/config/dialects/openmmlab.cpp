#include "config/dialects/openmmlab.h"

#include <algorithm>

#include "config/dialects/stated_releases.h"
#include "config/project.h"
#include "config/project_facts.h"

namespace vramlint::config {
namespace {

// The releases that the prelude describes.
constexpr std::string_view kOldMmcv = "1.7.2", kNewMmcv = "2.1.0";

bool truthy(const Node* node) {
  if (!node) return false;
  if (const auto* flag = std::get_if<bool>(&node->value)) return *flag;
  if (const auto* whole = std::get_if<int64_t>(&node->value)) return *whole != 0;
  if (const auto* real = std::get_if<double>(&node->value)) return *real != 0;
  return !std::holds_alternative<std::monostate>(node->value);
}

std::string text_of(const Node* node) {
  const auto* text = node ? std::get_if<std::string>(&node->value) : nullptr;
  return text ? *text : std::string();
}

const Node* child(const Node* node, std::string_view key) { return node ? node->find(key) : nullptr; }

/// Present, and not None.
const Node* given(const Node* node, std::string_view key) {
  const Node* found = child(node, key);
  return found && !std::holds_alternative<std::monostate>(found->value) ? found : nullptr;
}

std::string in_lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

OptimizerFacts optimizer_of(const Node* node) {
  OptimizerFacts facts;
  if (!node) return facts;
  facts.span = node->span;
  facts.name = in_lower_case(text_of(node->find("type")));
  facts.momentum = truthy(node->find("momentum"));
  facts.nesterov = truthy(node->find("nesterov"));
  facts.amsgrad = truthy(node->find("amsgrad"));
  facts.centered = truthy(node->find("centered"));
  facts.weight_decay = truthy(node->find("weight_decay"));
  return facts;
}

std::optional<ClippingFacts> clipping_of(const Node* node) {
  if (!node) return std::nullopt;
  ClippingFacts facts{.span = node->span};
  if (text_of(node->find("type")) == "value") facts.kind = ClippingFacts::Kind::value;
  return facts;
}

Expression fixed(const Source& source, Span span) { return {&source, span}; }

struct PipelineReading {
  const Config& config;
  LoadContext& context;
  Experiment& facts;

  const Node* find(std::string_view path) const { return config.root.find_path(path); }
  Span span_of(const Node* node) const { return node ? node->span : Span{config.source, 0, 0}; }
  void assume(std::string text, Span span) const { context.assumptions.push_back({std::move(text), span}); }

  void read_program() {
    static const Source model("vramlint_mm", "vramlint_mm.model(cfg)");
    static const Source image("vramlint_mm", "vramlint_mm.image(cfg)");
    static const Source forward("vramlint_mm", "vramlint_mm.forward(cfg, model, inputs)");
    static const Source loss("vramlint_mm", "outputs['loss']");
    const Span span = span_of(config.root.find("model"));
    facts.recipe = "OpenMMLab";
    facts.model = fixed(model, span);
    facts.inputs = {fixed(image, span)};
    facts.makes_its_batch = true;
    facts.forward = fixed(forward, span);
    facts.loss = fixed(loss, span);
  }

  /// mmcv 1.7, mmcv/runner: OptimizerHook.after_train_iter clears, runs backward, clips and steps.
  void read_old_line() {
    const std::optional<Span> imported = import_of_mmengine(context);
    if (imported)
      take_mmengine(*imported);
    else
      facts.packages = {{"mmcv", std::string(kOldMmcv)}, {"mmengine", std::nullopt}};
    if (!imported) read_stated(kOldMmcv);
    facts.batch_holder = BatchHolder::forward;
    facts.zero_grad = ZeroGradAt::before_backward;
    facts.optimizer = optimizer_of(given(&config.root, "optimizer"));
    const Node* hook = given(&config.root, "optimizer_config");
    facts.clipping = clipping_of(given(hook, "grad_clip"));
    if (const Node* count = child(hook, "cumulative_iters"); text_of(child(hook, "type")).starts_with("Gradient"))
      accumulate(count);
    facts.runtime.cudnn_benchmark = truthy(find("cudnn_benchmark"));
    if (!imported) facts.torch = "1.8";
  }

  /// A fork that has been moved on to mmcv 2, with the settings that it had.
  void take_mmengine(Span imported) {
    if (knows_mmcv()) return;
    facts.packages = {{"mmcv", std::string(kNewMmcv)}};
    assume(
        "mmcv " + std::string(kNewMmcv) + " and mmengine are taken to be installed, for the project imports mmengine",
        imported);
  }

  /// mmengine 0.10: BaseModel.train_step around the whole step, OptimWrapper.update_params inside of it.
  void read_new_line() {
    read_stated(kNewMmcv);
    facts.batch_holder = BatchHolder::step;
    facts.zero_grad = ZeroGradAt::after_step;
    const Node* wrapper = given(&config.root, "optim_wrapper");
    facts.optimizer = optimizer_of(given(wrapper, "optimizer"));
    facts.clipping = clipping_of(given(wrapper, "clip_grad"));
    accumulate(child(wrapper, "accumulative_counts"));
    if (text_of(child(wrapper, "type")) == "AmpOptimWrapper") {
      const std::string dtype = text_of(child(wrapper, "dtype"));
      facts.precision = dtype == "bfloat16" ? Precision::amp_bf16 : Precision::amp_fp16;
    }
    facts.runtime.cudnn_benchmark = truthy(find("env_cfg.cudnn_benchmark"));
  }

  /// A project that takes other releases of mmcv than the usual one gets one of those.
  void read_stated(std::string_view usual) {
    const std::optional<StatedRelease> stated = stated_mmcv(usual, context);
    if (!stated || knows_mmcv()) return;
    std::vector<Package> packages = {{"mmcv", stated->version}};
    complete_packages(packages, facts.packages);
    facts.packages = std::move(packages);
    assume("mmcv " + stated->version + " is taken to be installed, for the project does not take " +
               std::string(usual) + "; what it has is described as of " + std::string(usual),
           stated->span);
  }

  /// By its source, or because vramlint.yaml says which one there is.
  bool knows_mmcv() const {
    const auto& searched = context.files.search_paths();
    const auto is_it = [](const Package& package) { return package.name == "mmcv"; };
    const auto says = [&](const std::vector<Package>& packages) {
      return std::any_of(packages.begin(), packages.end(), is_it);
    };
    const Recipe* recipe = context.project ? find_recipe(*context.project, config.source->path()) : nullptr;
    return std::any_of(searched.begin(), searched.end(),
                       [&](const auto& path) { return context.files.is_directory(path / "mmcv"); }) ||
           (context.project && says(context.project->packages)) || (recipe && says(recipe->facts.packages));
  }

  void accumulate(const Node* count) {
    const auto* number = count ? std::get_if<int64_t>(&count->value) : nullptr;
    if (number && *number > 1) facts.accumulation = *number;
  }

  /// The package whose models the config names: its scope, or the one of the family that the root holds.
  void read_package() {
    constexpr std::string_view kFamily[] = {"mmseg",  "mmdet",    "mmdet3d",  "mmcls", "mmpretrain",
                                            "mmpose", "mmrotate", "mmaction", "mmocr", "mmedit"};
    std::string name = text_of(find("default_scope"));
    for (std::string_view one : kFamily) {
      if (name.empty() && context.files.is_directory(context.files.root() / one / "models")) name = one;
    }
    if (name.empty()) return;
    for (const char* module : {"torch.nn.modules.activation", "torch.nn.modules.normalization",
                               "torch.nn.modules.shapes", "vramlint_openmmlab.usual", "vramlint_mm"})
      facts.modules.push_back(module);
    if (context.files.is_directory(context.files.root() / name / "models")) facts.modules.push_back(name + ".models");
  }

  void read_hooks() {
    const Node* hooks = find("custom_hooks");
    const Sequence* list = hooks ? hooks->sequence() : nullptr;
    if (!list) return;
    for (const Node& hook : list->items) {
      const std::string type = text_of(hook.find("type"));
      if (type == "EMAHook" || type == "ExpMomentumEMAHook" || type == "LinearMomentumEMAHook")
        facts.ema = EmaFacts{.buffers = true, .span = hook.span};
    }
  }

  void read_distribution() {
    DdpFacts ddp{.broadcast_buffers = false};
    ddp.find_unused_parameters = truthy(find("find_unused_parameters"));
    ddp.static_graph = truthy(find("static_graph"));
    facts.distributed = DistributedFacts{ddp, 4, span_of(config.root.find("model")), true};
    assume(
        "the config does not say how training is launched: DistributedDataParallel with a GPU per process is taken, as "
        "tools/dist_train.sh starts it",
        span_of(config.root.find("model")));
  }

  /// mmengine/runner/runner.py [0.10], wrap_model: the wrapper's own settings.
  void read_wrapper() {
    auto* ddp = facts.distributed ? std::get_if<DdpFacts>(&facts.distributed->kind) : nullptr;
    if (ddp && truthy(find("model_wrapper_cfg.gradient_as_bucket_view"))) ddp->gradient_as_bucket_view = true;
  }
};

/// The keys of a recipe for this file win over what the config says by itself.
void overlay(Experiment& facts, const Experiment& recipe) {
  if (recipe.model) facts.model = recipe.model, facts.recipe = recipe.recipe;
  if (!recipe.inputs.empty()) facts.inputs = recipe.inputs, facts.makes_its_batch = false;
  if (!recipe.targets.empty()) facts.targets = recipe.targets;
  if (recipe.forward) facts.forward = recipe.forward;
  if (recipe.loss) facts.loss = recipe.loss;
  if (recipe.setup) facts.setup = recipe.setup;
  if (!recipe.phases.empty()) facts.phases = recipe.phases;
  if (recipe.validates) facts.validates = true, facts.validation_inputs = recipe.validation_inputs;
  if (recipe.optimizer.span) facts.optimizer = recipe.optimizer;
  if (recipe.clipping) facts.clipping = recipe.clipping;
  if (recipe.ema) facts.ema = recipe.ema;
  if (recipe.distributed || recipe.one_process) facts.distributed = recipe.distributed;
  if (recipe.precision_expression || recipe.precision != Precision::fp32) {
    facts.precision = recipe.precision;
    facts.precision_expression = recipe.precision_expression;
  }
  if (!recipe.script.empty()) facts.script = recipe.script, facts.programs = recipe.programs;
}

void choose_packages(Experiment& facts, std::vector<Package> chosen) {
  complete_packages(chosen, facts.packages);
  facts.packages = std::move(chosen);
}

void complete_from_project(Experiment& facts, const Recipe* recipe, LoadContext& context) {
  begin_in_project(facts, context);
  const Project* project = context.project;
  if (recipe) {
    overlay(facts, recipe->facts);
    choose_packages(facts, recipe->facts.packages);
    facts.import_paths = recipe->facts.import_paths;
    facts.environment = recipe->facts.environment;
    facts.data = recipe->facts.data;
    facts.gpus = recipe->facts.gpus;
    RuntimeFacts runtime = recipe->facts.runtime;
    runtime.complete_from(facts.runtime);
    facts.runtime = runtime;
  } else if (project) {
    choose_packages(facts, project->packages);
    facts.environment = project->environment;
    facts.data = project->data;
    facts.gpus = project->gpus;
    RuntimeFacts runtime = project->runtime;
    runtime.complete_from(facts.runtime);
    facts.runtime = runtime;
  }
}

}  // namespace

Experiment openmmlab_experiment(const Config& config, LoadContext& context) {
  Experiment facts;
  PipelineReading reading{config, context, facts};
  reading.read_program();
  const bool is_new = config.root.find("optim_wrapper") || config.root.find("train_dataloader");
  if (is_new)
    reading.read_new_line();
  else
    reading.read_old_line();
  reading.read_package();
  reading.read_hooks();
  const Recipe* recipe = context.project ? find_recipe(*context.project, config.source->path()) : nullptr;
  if (!recipe || !(recipe->facts.distributed || recipe->facts.one_process)) reading.read_distribution();
  complete_from_project(facts, recipe, context);
  reading.read_wrapper();
  return facts;
}

}  // namespace vramlint::config
