#include <fmt/format.h>

#include "base/printable.h"
#include "dump_stage.h"

namespace vramlint::dumping {
namespace {

std::string_view name_of(Encoding encoding) {
  switch (encoding) {
    case Encoding::utf8:
      return "utf-8";
    case Encoding::gbk:
      return "gbk";
    case Encoding::latin1:
      return "latin-1";
  }
  return "";
}

std::string leaf_text(const config::Node& node) {
  if (const auto* opaque = std::get_if<config::Opaque>(&node.value)) {
    return fmt::format("<{}: {}>", printable(opaque->reason), printable_name(opaque->text));
  }
  return config::to_json(node);
}

/// One line a leaf: its dotted key, its value, the place that set it. Empty lists and mappings are leaves.
void append_leaves(std::string& text, const std::string& key, const config::Node& node) {
  const auto below = [&](const std::string& name) { return key.empty() ? name : key + "." + name; };
  if (const config::Mapping* mapping = node.mapping(); mapping && !mapping->entries.empty()) {
    for (const config::Entry& entry : mapping->entries) append_leaves(text, below(entry.key), entry.value);
  } else if (const config::Sequence* sequence = node.sequence(); sequence && !sequence->items.empty()) {
    for (size_t i = 0; i < sequence->items.size(); ++i)
      append_leaves(text, below(std::to_string(i)), sequence->items[i]);
  } else {
    const std::string where = place(node.span);
    text += fmt::format("{} = {}{}\n", printable_name(key), leaf_text(node), where.empty() ? "" : "  # " + where);
  }
}

std::string_view name_of(config::Precision precision) {
  switch (precision) {
    case config::Precision::fp32:
      return "fp32";
    case config::Precision::amp_fp16:
      return "amp fp16";
    case config::Precision::amp_bf16:
      return "amp bf16";
  }
  return "";
}

Json expression_json(const config::Expression& expression) {
  Json object = {{"expression", expression.source->text()}};
  object["at"] = place_json(expression.span);
  return object;
}

Json optional_expression(const std::optional<config::Expression>& expression) {
  return expression && *expression ? expression_json(*expression) : Json(nullptr);
}

Json expressions_json(const std::vector<config::Expression>& expressions) {
  Json list = Json::array();
  for (const config::Expression& expression : expressions) {
    if (expression) list.push_back(expression_json(expression));
  }
  return list;
}

template <typename T>
Json optional_json(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// What is said only when it is so.
Json when(bool fact) { return fact ? Json(true) : Json(nullptr); }

Json zero_grad_json(config::ZeroGradAt place) {
  switch (place) {
    case config::ZeroGradAt::before_forward:
      return nullptr;
    case config::ZeroGradAt::before_backward:
      return "before_backward";
    case config::ZeroGradAt::after_step:
      return "after_step";
  }
  return nullptr;
}

Json clipping_json(const std::optional<config::ClippingFacts>& clipping) {
  if (!clipping) return nullptr;
  return {{"by", clipping->kind == config::ClippingFacts::Kind::norm ? "norm" : "value"},
          {"foreach", optional_json(clipping->foreach)}};
}

struct DistributedJson {
  Json operator()(const config::DdpFacts& ddp) const {
    return {{"kind", "ddp"},
            {"bucket_cap", ddp.bucket_cap.count},
            {"gradient_as_bucket_view", ddp.gradient_as_bucket_view},
            {"find_unused_parameters", ddp.find_unused_parameters},
            {"static_graph", ddp.static_graph}};
  }
  Json operator()(const config::DataParallelFacts&) const { return {{"kind", "dp"}}; }
  Json operator()(const config::FsdpFacts& fsdp) const {
    constexpr std::string_view kNames[] = {"full_shard", "shard_grad_op", "no_shard"};
    return {{"kind", "fsdp"},
            {"strategy", kNames[static_cast<size_t>(fsdp.strategy)]},
            {"wrap", fmt::format("{}", fmt::join(fsdp.wrap, " "))},
            {"prefetch", optional_json(fsdp.prefetch)}};
  }
  Json operator()(const config::ZeroFacts& zero) const {
    return {{"kind", "zero" + std::to_string(zero.stage)},
            {"reduce_bucket_size", zero.reduce_bucket},
            {"offload_optimizer", when(zero.offload_optimizer)}};
  }
};

Json distributed_json(const std::optional<config::DistributedFacts>& distributed) {
  if (!distributed) return nullptr;
  Json object = std::visit(DistributedJson{}, distributed->kind);
  object["gpus"] = distributed->gpus;
  return object;
}

Json allocator_json(const config::AllocatorSettings& settings) {
  Json object = {{"max_split_size", settings.max_split_size ? Json(settings.max_split_size->count) : Json(nullptr)},
                 {"expandable_segments", when(settings.expandable_segments)},
                 {"cuda_malloc_async", when(!settings.native)},
                 {"memory_fraction", optional_json(settings.memory_fraction)}};
  if (settings.garbage_collection_threshold > 0)
    object["garbage_collection_threshold"] = settings.garbage_collection_threshold;
  return object;
}

Json optimizer_json(const config::OptimizerFacts& optimizer) {
  return {{"name", optimizer.name},
          {"momentum", optimizer.momentum},
          {"nesterov", when(optimizer.nesterov)},
          {"amsgrad", optimizer.amsgrad},
          {"centered", when(optimizer.centered)},
          {"maximize", when(optimizer.maximize)},
          {"capturable", when(optimizer.capturable)},
          {"weight_decay", optimizer.weight_decay},
          {"history_size", optional_json(optimizer.history)},
          {"foreach", optional_json(optimizer.foreach)},
          {"fused", optional_json(optimizer.fused)},
          {"set_to_none", optional_json(optimizer.set_to_none)},
          {"at", place_json(optimizer.span)}};
}

/// "key: value" lines of the JSON object, nested ones indented.
void append_facts(std::string& text, const Json& object, size_t depth) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_null()) continue;
    text += std::string(depth * 2, ' ');
    if (value.is_object() && value.contains("expression")) {
      const Json& at = value["at"];
      const std::string where =
          at.is_null() ? ""
                       : fmt::format("  # {}:{}", printable_name(at["file"].get<std::string>()), at["line"].get<int>());
      text += fmt::format("{}: {}{}\n", key, value["expression"].get<std::string>(), where);
    } else if (value.is_object() && value.contains("file")) {
      text +=
          fmt::format("{}: {}:{}\n", key, printable_name(value["file"].get<std::string>()), value["line"].get<int>());
    } else if (value.is_structured()) {
      text += key + ":\n";
      append_facts(text, value, depth + 1);
    } else {
      text += fmt::format("{}: {}\n", key, value.is_string() ? printable(value.get<std::string>()) : value.dump());
    }
  }
}

}  // namespace

std::string source_text(const Analysis& analysis) {
  const Source& source = *analysis.source;
  std::string text =
      fmt::format("{}: {}, {} bytes, {} lines{}{}\n", printable_name(source.path()), name_of(source.encoding()),
                  source.raw().size(), source.line_count(), source.had_bom() ? ", byte-order mark" : "",
                  source.text().find("\r\n") == std::string::npos ? "" : ", CRLF");
  for (int i = 1; i <= source.line_count(); ++i) text += fmt::format("{:>5}  {}\n", i, source.line(i));
  return text;
}

Json source_json(const Analysis& analysis) {
  const Source& source = *analysis.source;
  return {
      {"path", source.path()},        {"encoding", name_of(source.encoding())}, {"byte_order_mark", source.had_bom()},
      {"bytes", source.raw().size()}, {"lines", source.line_count()},           {"text", source.text()}};
}

std::string config_text(const Analysis& analysis) {
  std::string text = fmt::format("# {}, from", analysis.config->dialect);
  for (const Source* file : analysis.config->files) text += " " + printable_name(file->path());
  text += "\n";
  append_leaves(text, "", analysis.config->root);
  return text;
}

std::string experiment_text(const Analysis& analysis) {
  std::string text;
  append_facts(text, experiment_json(analysis), 0);
  return text;
}

Json experiment_json(const Analysis& analysis) {
  const config::Experiment& experiment = *analysis.experiment;
  Json object = {{"recipe", experiment.recipe}};
  object["model"] = optional_expression(experiment.model);
  object["inputs"] = expressions_json(experiment.inputs);
  object["targets"] = expressions_json(experiment.targets);
  object["loss"] = optional_expression(experiment.loss);
  object["optimizer"] = optimizer_json(experiment.optimizer);
  object["zero_grad"] = zero_grad_json(experiment.zero_grad);
  object["clip_grad"] = clipping_json(experiment.clipping);
  object["ema"] = experiment.ema ? Json{{"buffers", experiment.ema->buffers}} : Json(nullptr);
  object["distributed"] = distributed_json(experiment.distributed);
  object["allocator"] =
      experiment.runtime.allocator_span ? allocator_json(experiment.runtime.allocator) : Json(nullptr);
  object["cudnn_benchmark"] = optional_json(experiment.runtime.cudnn_benchmark);
  object["cuda"] = optional_json(experiment.runtime.cuda);
  object["precision"] = name_of(analysis.built ? analysis.built->precision : experiment.precision);
  object["precision_expression"] = optional_expression(experiment.precision_expression);
  object["accumulation"] = experiment.accumulation;
  object["torch"] = optional_json(experiment.torch);
  object["device"] = optional_json(experiment.device);
  object["budget_fraction"] = experiment.budget_fraction;
  object["budget"] = experiment.budget ? Json(experiment.budget->count) : Json(nullptr);
  object["script"] = experiment.script.empty() ? Json(nullptr) : Json(experiment.script);
  return object;
}

}  // namespace vramlint::dumping
