#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {

using Set = void (*)(config::OptimizerFacts&, double);

constexpr std::pair<std::string_view, Set> kOptions[] = {
    {"momentum", [](config::OptimizerFacts& facts, double value) { facts.momentum = value != 0; }},
    {"nesterov", [](config::OptimizerFacts& facts, double value) { facts.nesterov = value != 0; }},
    {"centered", [](config::OptimizerFacts& facts, double value) { facts.centered = value != 0; }},
    {"maximize", [](config::OptimizerFacts& facts, double value) { facts.maximize = value != 0; }},
    {"capturable", [](config::OptimizerFacts& facts, double value) { facts.capturable = value != 0; }},
    {"beta1", [](config::OptimizerFacts& facts, double value) { facts.beta1 = value != 0; }},
    {"history_size",
     [](config::OptimizerFacts& facts, double value) {
       if (value >= 1 && value <= 1e6) facts.history = static_cast<int64_t>(value);
     }},
    {"amsgrad", [](config::OptimizerFacts& facts, double value) { facts.amsgrad = value != 0; }},
    {"weight_decay", [](config::OptimizerFacts& facts, double value) { facts.weight_decay = value != 0; }},
    {"foreach", [](config::OptimizerFacts& facts, double value) { facts.foreach = value != 0; }},
    {"fused", [](config::OptimizerFacts& facts, double value) { facts.fused = value != 0; }},
};

}  // namespace

config::OptimizerFacts facts_of(const graph::Optimizer& optimizer) {
  config::OptimizerFacts facts;
  facts.name = optimizer.name;
  facts.span = optimizer.span;
  for (const auto& [name, value] : optimizer.options) {
    for (const auto& [option, set] : kOptions) {
      if (option == name) set(facts, value);
    }
  }
  return facts;
}

}  // namespace vramlint::memory
