#include "model/library_settings.h"

#include <algorithm>

#include "config/contents.h"
#include "interp/listed.h"
#include "interp/opaque.h"
#include "interp/text.h"

namespace vramlint::model {
namespace {

using interp::global_of;
using interp::Interpreter;
using interp::Value;

bool is_true(const Value* value) { return value && value->is_bool() && value->as_bool(); }

/// An option that is not known is as by default.
config::DdpFacts ddp_of(const interp::Dict& options) {
  config::DdpFacts facts;
  facts.gradient_as_bucket_view = is_true(options.find("gradient_as_bucket_view"));
  facts.find_unused_parameters = is_true(options.find("find_unused_parameters"));
  facts.static_graph = is_true(options.find("static_graph"));
  const Value* broadcast = options.find("broadcast_buffers");
  facts.broadcast_buffers = !broadcast || !broadcast->is_bool() || broadcast->as_bool();
  const Value* cap = options.find("bucket_cap_mb");
  constexpr int64_t kLargest = int64_t{1} << 20;  // MiB
  if (cap && cap->is_int() && cap->as_int() > 0 && cap->as_int() < kLargest)
    facts.bucket_cap = Bytes(cap->as_int() << 20);
  return facts;
}

/// The modules that were given to it are units; what no other unit takes is the root's.
config::FsdpFacts fsdp_of(const interp::Tuple& modules, const Builder& builder) {
  config::FsdpFacts facts;
  for (const Value& module : modules.items) {
    const auto at = module.is_object() ? builder.modules.find(module.object()) : builder.modules.end();
    if (at != builder.modules.end()) facts.wrap.push_back(builder.graph.modules[at->second]);
  }
  return facts;
}

/// One process: how many there are, only a launcher or a recipe says.
std::optional<config::DistributedFacts> distribution_of(Interpreter& interpreter, const Builder& builder) {
  const Value* sharded = global_of(interpreter, "torch.distributed", "_sharded");
  const auto* modules = sharded ? sharded->as<interp::Tuple>() : nullptr;
  if (modules && !modules->items.empty()) return config::DistributedFacts{fsdp_of(*modules, builder), 1, {}};
  const Value* told = global_of(interpreter, "torch.distributed", "_buckets");
  const auto* options = told ? told->as<interp::Dict>() : nullptr;
  return options ? std::optional(config::DistributedFacts{ddp_of(*options), 1, builder.wrapped}) : std::nullopt;
}

/// What the program has put into os.environ for libraries, beyond what it found there.
std::vector<std::pair<std::string, std::string>> set_by_program(Interpreter& interpreter,
                                                                const config::Experiment& experiment) {
  std::vector<std::pair<std::string, std::string>> set;
  for (const auto& [name, value] : interp::environment_of(interpreter)) {
    if (!config::is_library_variable(name)) continue;
    if (value.is_unknown()) {
      interp::note_unknown(
          interpreter, unknown_by(value.as<interp::UnknownValue>()->info,
                                  "the program sets " + name + " to what is not known", {}, Gap::held, Pull::either));
    } else if (value.is_string()) {
      std::pair<std::string, std::string> variable(name, value.as_string());
      const auto& found = experiment.environment;
      if (std::find(found.begin(), found.end(), variable) == found.end()) set.push_back(std::move(variable));
    }
  }
  return set;
}

}  // namespace

void take_library_settings(Interpreter& interpreter, const Builder& builder, const config::Experiment& experiment,
                           PhaseFacts& facts) {
  if (is_true(global_of(interpreter, "torch.backends.cudnn", "benchmark"))) facts.cudnn_benchmark = true;
  facts.compiles = is_true(global_of(interpreter, "torch", "_compiles"));
  facts.distributed = distribution_of(interpreter, builder);
  facts.environment = set_by_program(interpreter, experiment);
}

}  // namespace vramlint::model
