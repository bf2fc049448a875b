#include "sample.h"

namespace vramlint::report {
namespace {

constexpr Bytes gib(double n) { return Bytes{static_cast<int64_t>(n * static_cast<double>(kGiB.count))}; }

// 2 + 2 + 4 + 20 GiB in tensors and 0.5 GiB of CUDA context; the allocator holds 1.5 GiB more: 30 GiB in all.
ConfigOutcome too_large(const Source& model) {
  ConfigOutcome config{.path = "configs/train.yaml", .dialect = "recipe", .torch = "2.4"};
  config.device = DeviceBudget{"rtx3090", gib(24), gib(24)};
  config.status = Status::estimated;
  config.parameters = 536870912;
  config.trainable_parameters = 536870000;
  config.parameter_bytes = gib(2);
  config.saved_for_backward = Interval::exactly(gib(20));
  config.peak = {Interval::exactly(gib(28)), Interval::exactly(gib(29.5)), {gib(29.75), gib(30), gib(30.25)}};
  config.peak_phase = "train";
  config.fits = false;
  const auto put = [&](Category category, Bytes bytes) { config.breakdown[static_cast<size_t>(category)] = bytes; };
  put(Category::parameter, gib(2));
  put(Category::gradient, gib(2));
  put(Category::optimizer, gib(4));
  put(Category::activation, gib(20));
  put(Category::context, gib(0.5));
  config.top = {{"encoder.attn2", "softmax", Category::activation, gib(8), span_of(model, "softmax")},
                {"", "adam", Category::optimizer, gib(4), {}}};
  config.assumptions = {{"the branch that holds more memory is taken", span_of(model, "if")}};
  return config;
}

Finding peak_finding(const Source& config, const Source& model) {
  Finding finding{.rule = "peak-memory-exceeds-device",
                  .severity = Severity::error,
                  .message = "needs 30 GiB at the peak, rtx3090 has 24 GiB",
                  .span = span_of(config, "64"),
                  .config = "configs/train.yaml"};
  finding.related = {{span_of(model, "softmax"), "8 GiB are attention maps"}};
  Fix fix{.title = "set batch_size to 48", .safety = Safety::unsafe, .edits = {{span_of(config, "64"), "48"}}};
  fix.effect = FixEffect{Interval::exactly(gib(21)), Interval::exactly(gib(23)), true};
  finding.fixes = {fix};
  return finding;
}

}  // namespace

Span span_of(const Source& source, std::string_view text) {
  const size_t at = source.text().find(text);
  return {&source, static_cast<uint32_t>(at), static_cast<uint32_t>(at + text.size())};
}

Sample sample() {
  Sample sample;
  const auto add = [&](std::string path, std::string text) -> const Source& {
    return *sample.sources.emplace_back(std::make_unique<Source>(std::move(path), std::move(text)));
  };
  const Source& config = add("configs/train.yaml", "# toy\ntrain:\n  batch_size: 64\n  steps: 10\n");
  const Source& model = add("src/café #1.py", "def forward(self, x):\n\tif self.é:\n\t\treturn '😀', softmax(x)\n");
  ConfigOutcome lost{.path = "configs/lost.yaml", .dialect = "recipe", .torch = "2.4"};
  lost.unknowns = {{"the grid's size is in a data file; give it under `inputs`", span_of(config, "steps")}};
  lost.not_checked = {"peak-memory-exceeds-device: the model could not be built"};
  sample.outcome.configs = {lost, too_large(model)};
  Findings findings;
  findings.add(peak_finding(config, model));
  findings.add({.rule = "invalid-setting",
                .severity = Severity::warning,
                .message = "x[0](2) is 100%, not a size",
                .span = span_of(model, "if self.é:\n\t\treturn"),
                .config = "configs/train.yaml"});
  findings.add(
      {.rule = "not-in-the-list", .severity = Severity::note, .message = "a note", .config = "configs/lost.yaml"});
  sample.outcome.findings = findings.sorted();
  sample.context.version = "1.2.3";
  sample.context.repository = "https://github.com/example/repo";
  sample.context.revision = "0123456789abcdef0123456789abcdef01234567";
  sample.context.rules = {{"peak-memory-exceeds-device", "VL1001", "The step needs more memory than the device has.",
                           "# peak-memory-exceeds-device\n\nLower the **batch size**.\n", Severity::error},
                          {"invalid-setting", "VL1003", "A setting has a value that cannot be.",
                           "# invalid-setting\n\nSee the key.\n", Severity::error}};
  return sample;
}

}  // namespace vramlint::report
