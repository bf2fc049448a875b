// `module FILE.pt`: two training steps of a TorchScript module that its user exported.
#include <ATen/core/ivalue.h>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>

#include <cstdio>
#include <iostream>

#include "probes/command_line.h"
#include "probes/commands.h"
#include "probes/device_choice.h"
#include "probes/executor/call.h"
#include "probes/executor/tensors.h"
#include "probes/measuring.h"
#include "probes/meter/meter.h"
#include "probes/meter/saved_tensors.h"
#include "probes/record_file.h"
#include "probes/steps/optimizers.h"
#include "probes/steps/step_file.h"
#include "probes/steps/step_measure.h"
#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

constexpr double kTolerance = 0.01;

/// "float32[2, 3, 64, 64]". Throws UsageError.
graph::TensorType parse_input(const std::string& text) {
  const auto refuse = [&] { throw UsageError("'" + text + "' is no input: write it as float32[2,3,64,64]"); };
  const size_t open = text.find('[');
  if (open == std::string::npos || text.back() != ']') refuse();
  const auto dtype = graph::parse_dtype(text.substr(0, open));
  if (!dtype) refuse();
  graph::Shape shape;
  std::string sizes = text.substr(open + 1, text.size() - open - 2);
  while (!sizes.empty()) {
    const size_t comma = sizes.find(',');
    try {
      shape.emplace_back(std::stoll(sizes.substr(0, comma)));
    } catch (const std::exception&) {
      refuse();
    }
    sizes = comma == std::string::npos ? "" : sizes.substr(comma + 1);
  }
  return graph::contiguous(*dtype, shape);
}

at::Tensor first_tensor(const c10::IValue& value) {
  if (value.isTensor()) return value.toTensor();
  if (value.isTuple() && !value.toTupleRef().elements().empty()) {
    return first_tensor(value.toTupleRef().elements()[0]);
  }
  throw UsageError("module: forward returns neither a tensor nor a tuple that begins with one");
}

/// "mean", "sum", or "mse" against zeros: of the first tensor that forward returns.
at::Tensor loss_of(const std::string& name, const c10::IValue& outputs) {
  const at::Tensor output = first_tensor(outputs);
  if (name == "mean") return output.mean();
  if (name == "sum") return output.sum();
  if (name == "mse") return at::mse_loss(output, at::zeros_like(output));
  throw UsageError("there is no loss '" + name + "'; there are mean, sum and mse");
}

class Training {
 public:
  Training(torch::jit::Module module, const CommandLine& options)
      : module_(std::move(module)), loss_(options.value("loss").value_or("mean")) {
    module_.train();
    for (const std::string& text : options.values("input")) inputs_.push_back(make_tensor(parse_input(text)));
    for (const at::Tensor& parameter : module_.parameters()) parameters_.push_back(parameter);
    config::OptimizerFacts facts;
    facts.name = options.value("optimizer").value_or("sgd");
    if (!chosen_device().cuda) facts.foreach = false;  // what torch/optim takes on a CPU
    std::vector<at::Tensor> trained;
    for (const at::Tensor& parameter : parameters_) {
      if (parameter.requires_grad()) trained.push_back(parameter);
    }
    optimizer_ = std::make_unique<OptimizerRun>(facts, trained);
    optimizer_->construct();
  }

  void step() {
    const c10::AutoGradMode recording(true);
    for (const at::Tensor& parameter : parameters_) parameter.mutable_grad() = at::Tensor();
    exchange_hooks(watching_hooks);
    at::Tensor loss = loss_of(loss_, module_.forward({inputs_.begin(), inputs_.end()}));
    saved_ = saved_bytes(persistent());
    torch::autograd::backward({loss}, {});
    exchange_hooks({});
    optimizer_->step();
  }
  int64_t saved() const { return saved_; }

 private:
  StorageSet persistent() const {
    StorageSet storages;
    for (const at::Tensor& tensor : inputs_) storages.insert(storage_of(tensor));
    for (const at::Tensor& tensor : parameters_) storages.insert(storage_of(tensor));
    for (const at::Tensor& tensor : module_.buffers()) storages.insert(storage_of(tensor));
    return storages;
  }

  torch::jit::Module module_;
  std::string loss_;
  std::vector<at::Tensor> inputs_, parameters_;
  std::unique_ptr<OptimizerRun> optimizer_;
  int64_t saved_ = 0;
};

void measure(const std::string& file, const CommandLine& options, Record& record) {
  const std::unique_ptr<Meter> meter = start_meter();
  Course course;
  meter->mark();
  Training training(chosen_device().cuda ? torch::jit::load(file, torch_device()) : torch::jit::load(file), options);
  training.step();
  course.steady = meter->mark();
  course.places.push_back({course.steady, 0, nullptr});
  training.step();
  meter->mark();
  course.moments = meter->moments();
  const Profile found = profile(course);
  const ProcessMemory process = meter->process();
  record.context = process.context;
  record.process = process.process;
  record.measured = {found.peak, found.reserved, training.saved()};
}

/// What the simulation says of the same step, from its dumped graph.
std::optional<Figures> expectation(const CommandLine& options) {
  const auto path = options.value("graph");
  if (!path) return std::nullopt;
  const nlohmann::json document = nlohmann::json::parse(read_text(*path), nullptr, false);
  if (document.is_discarded()) throw UsageError(*path + ": is not JSON");
  const StepFile file = read_step(document, chosen_device().cuda);
  if (file.phases.empty()) throw UsageError(*path + ": has no graph");
  return simulate_step(file.phases.front(), file.experiment);
}

}  // namespace

int module_command(const std::vector<std::string>& words) {
  const CommandLine options(words, {"device", "input*", "loss", "optimizer", "graph", "tolerance", "json?"});
  if (options.plain().size() != 1 || !options.has("input")) {
    throw UsageError("module takes one file and at least one --input float32[2,3,64,64]");
  }
  torch::jit::setGraphExecutorOptimize(false);
  start_measuring(options, Kernels::neutral);
  Record record;
  record.kind = "module";
  record.settings = options.value("optimizer").value_or("sgd");
  try {
    measure(options.plain()[0], options, record);
  } catch (const c10::Error& error) {
    throw UsageError("module: " + first_line(error.what_without_backtrace()));
  }
  record.simulated = expectation(options);
  if (options.has("json")) std::cout << to_json(record).dump() << std::endl;
  const Figures& found = record.measured;
  const Figures said = record.simulated.value_or(Figures{});
  if (!options.has("json")) {
    const auto row = [&](const char* what, int64_t measured, int64_t simulated) {
      std::printf("  %-22s %15lld measured", what, static_cast<long long>(measured));
      if (record.simulated) std::printf(" %15lld simulated", static_cast<long long>(simulated));
      std::printf("\n");
    };
    std::printf("%s on torch %s, %s\n", options.plain()[0].c_str(), torch_version().c_str(), device_name().c_str());
    row("peak allocated", found.peak_allocated, said.peak_allocated);
    row("peak reserved", found.peak_reserved, said.peak_reserved);
    row("saved for backward", found.saved, said.saved);
    if (record.process) std::printf("  %-22s %15lld measured\n", "process", static_cast<long long>(*record.process));
  }
  if (!record.simulated) return 0;
  const double tolerance = options.number("tolerance", kTolerance);
  const auto difference = static_cast<double>(std::abs(found.peak_allocated - said.peak_allocated));
  return difference <= tolerance * static_cast<double>(said.peak_allocated) && found.saved == said.saved ? 0 : 1;
}

}  // namespace vramlint::probes
