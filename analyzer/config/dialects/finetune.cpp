#include <algorithm>
#include <array>

#include "config/dialect.h"
#include "config/overrides.h"
#include "config/plain_yaml.h"
#include "config/project.h"
#include "config/project_facts.h"

// The YAML and JSON of axolotl, LLaMA-Factory and of scripts that read TrainingArguments. What makes model and batch of
// it is Python of ours, prelude/vramlint_finetune, with the table of keys; what stands around the step is read here.
namespace vramlint::config {

namespace {

/// Of a fact: axolotl's key, then that of TrainingArguments, which LLaMA-Factory takes over.
using Spelling = std::array<std::string_view, 2>;

constexpr Spelling kModel{"base_model", "model_name_or_path"};
constexpr Spelling kBatch{"micro_batch_size", "per_device_train_batch_size"};
constexpr Spelling kOptimizer{"optimizer", "optim"};

bool has_key(std::string_view text, std::string_view key) {
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const char before = at == 0 ? '\n' : text[at - 1];
    size_t behind = at + key.size();
    if (behind < text.size() && text[behind] == '"') ++behind;
    if ((before == '\n' || before == '"') && behind < text.size() && text[behind] == ':') return true;
  }
  return false;
}

bool recognises_finetune(const Source& source, const LoadContext& context) {
  if (!is_data(source) || (context.project && &source == context.project->source) || recipe_of(source, context))
    return false;
  const std::string_view text = source.text();
  const auto trains = [&](size_t family) {
    return has_key(text, kModel[family]) &&
           (has_key(text, kBatch[family]) || has_key(text, "sequence_len") || has_key(text, "do_train"));
  };
  return trains(0) || trains(1);
}

std::optional<Config> load_finetune(const Source& source, LoadContext& context) {
  std::optional<Config> config = load_plain_yaml(source, context.findings);
  if (!config) return std::nullopt;
  config->dialect = "finetune";
  apply_overrides(*config, context.overrides, context.findings, context.assumptions);
  return config;
}

const Node* given(const Config& config, const Spelling& keys) {
  for (const std::string_view key : keys) {
    const Node* node = config.root.find(key);
    if (node && !std::holds_alternative<std::monostate>(node->value)) return node;
  }
  return nullptr;
}

bool is_on(const Node* node) {
  if (!node) return false;
  if (const auto* flag = std::get_if<bool>(&node->value)) return *flag;
  const auto* text = std::get_if<std::string>(&node->value);
  return text && (*text == "auto" || *text == "true" || *text == "full");
}

/// transformers/training_args.py [5], OptimizerNames: `adamw_torch_fused`, `paged_adamw_8bit`, …
OptimizerFacts optimizer_of(const Config& config) {
  const Node* node = given(config, kOptimizer);
  const auto* text = node ? std::get_if<std::string>(&node->value) : nullptr;
  OptimizerFacts facts;
  facts.name = text ? *text : "adamw_torch_fused";
  facts.span = node ? node->span : Span{config.source, 0, 0};
  for (const std::string_view known : {"adamw_torch_fused", "adamw_torch", "adamw_hf"}) {
    if (facts.name != known) continue;
    if (known == "adamw_torch_fused") facts.fused = true;
    facts.name = "adamw";
  }
  if (facts.name == "paged_adamw_32bit") facts.name = "adamw";
  const Node* decay = config.root.find("weight_decay");
  const auto* number = decay ? std::get_if<double>(&decay->value) : nullptr;
  facts.weight_decay = number && *number != 0;
  return facts;
}

void read_step(const Config& config, Experiment& facts) {
  facts.optimizer = optimizer_of(config);
  facts.zero_grad = ZeroGradAt::after_step;
  facts.batch_holder = BatchHolder::training_loop;
  const Node* steps = config.root.find("gradient_accumulation_steps");
  const auto* count = steps ? std::get_if<int64_t>(&steps->value) : nullptr;
  if (count && *count > 1) facts.accumulation = *count;
  const Node* norm = config.root.find("max_grad_norm");  // 1.0 by default
  const auto* real = norm ? std::get_if<double>(&norm->value) : nullptr;
  const auto* whole = norm ? std::get_if<int64_t>(&norm->value) : nullptr;
  if (!(real && *real == 0) && !(whole && *whole == 0))
    facts.clipping = ClippingFacts{.span = norm ? norm->span : facts.optimizer.span};
  if (is_on(config.root.find("bf16")))
    facts.precision = Precision::amp_bf16;
  else if (is_on(config.root.find("fp16")))
    facts.precision = Precision::amp_fp16;
  if (is_on(config.root.find("pure_bf16"))) facts.precision = Precision::fp32;  // weights are, and no autocast
}

int64_t number_at(const Node& root, std::string_view path, int64_t otherwise) {
  const Node* node = root.find_path(path);
  if (!node) return otherwise;
  if (const auto* whole = std::get_if<int64_t>(&node->value)) return *whole;
  const auto* real = std::get_if<double>(&node->value);
  return real && *real >= 0 && *real < 1e15 ? static_cast<int64_t>(*real) : otherwise;  // "auto"
}

/// `zero_optimization` of a file for DeepSpeed.
std::optional<DistributedFacts> zero_of(const Node& key, LoadContext& context) {
  const auto* path = std::get_if<std::string>(&key.value);
  const ReadResult read = path ? context.files.read(*path) : ReadResult{};
  const std::optional<Config> file = read ? load_plain_yaml(*read.source, context.findings) : std::optional<Config>();
  if (!file) {
    context.unknowns.push_back({"what DeepSpeed is told stands in a file that cannot be read", key.span});
    return std::nullopt;
  }
  ZeroFacts zero;
  zero.stage = static_cast<int>(number_at(file->root, "zero_optimization.stage", 0));
  if (zero.stage < 1 || zero.stage > 3) return std::nullopt;
  zero.reduce_bucket = number_at(file->root, "zero_optimization.reduce_bucket_size", zero.reduce_bucket);
  zero.prefetch_bucket = number_at(file->root, "zero_optimization.stage3_prefetch_bucket_size", zero.prefetch_bucket);
  zero.live_parameters = number_at(file->root, "zero_optimization.stage3_max_live_parameters", zero.live_parameters);
  zero.persistence = number_at(file->root, "zero_optimization.stage3_param_persistence_threshold", zero.persistence);
  zero.overlap = is_on(file->root.find_path("zero_optimization.overlap_comm"));
  zero.offload_optimizer = file->root.find_path("zero_optimization.offload_optimizer.device") != nullptr;
  if (const Node* moved = file->root.find_path("zero_optimization.offload_param.device"))
    context.unknowns.push_back(
        {"parameters that DeepSpeed keeps in host memory are counted as on the GPU", moved->span});
  return DistributedFacts{.kind = zero, .span = key.span};
}

/// Blocks of the decoder are the units, as `TRANSFORMER_BASED_WRAP` has them.
DistributedFacts fsdp_of(const Node& key, const Config& config, LoadContext& context) {
  const Node* options = config.root.find("fsdp_config");
  for (const std::string_view name : {"offload_params", "fsdp_offload_params"})
    if (options && is_on(options->find(name)))
      context.unknowns.push_back({"parameters that FSDP keeps in host memory are counted as on the GPU", key.span});
  return {.kind = FsdpFacts{.wrap = {"model.layers.*"}}, .span = key.span};
}

void read_distribution(const Config& config, Experiment& facts, LoadContext& context) {
  if (const Node* zero = given(config, {"deepspeed"})) facts.distributed = zero_of(*zero, context);
  if (const Node* sharded = given(config, {"fsdp", "fsdp_config"})) {
    const Sequence* words = sharded->sequence();
    if (!words || !words->items.empty()) facts.distributed = fsdp_of(*sharded, config, context);
  }
  if (!facts.distributed) return;
  // DeepSpeed's engine has weights of half precision, and no autocast
  if (std::holds_alternative<ZeroFacts>(facts.distributed->kind)) facts.precision = Precision::fp32;
  facts.distributed->gpus = facts.gpus.value_or(1);
  if (!facts.gpus)
    context.assumptions.push_back({"one GPU is taken to be there; --gpus 8 says otherwise", facts.distributed->span});
}

void read_project(Experiment& facts, const LoadContext& context) {
  facts.torch = "2.8";
  begin_in_project(facts, context);
  const Project* project = context.project;
  if (!project) return;
  facts.packages = project->packages;
  facts.environment = project->environment;
  facts.models = project->models;
  facts.gpus = project->gpus;
  facts.runtime = project->runtime;
}

std::optional<Experiment> understand_finetune(const Config& config, LoadContext& context) {
  static const Source model("vramlint_finetune", "vramlint_finetune.model(cfg)");
  static const Source tokens("vramlint_finetune", "int64[vramlint_finetune.shape(cfg)]");
  static const Source forward("vramlint_finetune", "vramlint_finetune.forward(cfg, model, inputs)");
  static const Source loss("vramlint_finetune", "outputs");
  const Node* name = given(config, kModel);
  const Span span = name ? name->span : Span{config.source, 0, 0};
  if (!name || !std::holds_alternative<std::string>(name->value)) {
    context.unknowns.push_back({"the config names no model (`base_model`, `model_name_or_path`)", span});
    context.trains_nothing = "the config says no training step: it names no model";
    return std::nullopt;
  }
  Experiment facts;
  facts.recipe = "fine-tuning";
  facts.model = Expression{&model, span};
  facts.inputs = {Expression{&tokens, span}};
  facts.makes_its_batch = true;
  facts.forward = Expression{&forward, span};
  facts.loss = Expression{&loss, span};
  facts.modules.push_back("vramlint_finetune");
  read_step(config, facts);
  read_project(facts, context);
  read_distribution(config, facts, context);
  return facts;
}

}  // namespace

extern const Dialect finetune_dialect = {.name = "finetune",
                                         .recognises = recognises_finetune,
                                         .load = load_finetune,
                                         .understand = understand_finetune,
                                         .manual = {}};

}  // namespace vramlint::config
