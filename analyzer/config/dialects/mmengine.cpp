#include <algorithm>
#include <iterator>

#include "config/dialects/imported_name.h"
#include "config/dialects/inheritance.h"
#include "config/dialects/lazy_config.h"
#include "config/dialects/openmmlab.h"
#include "config/overrides.h"
#include "config/plain_yaml.h"

namespace vramlint::config {

namespace {

/// Names that only configs of this family assign at module level.
constexpr std::string_view kKeys[] = {"checkpoint_config",
                                      "cfg",
                                      "data",
                                      "data_cfg",
                                      "data_preprocessor",
                                      "dataset_type",
                                      "default_hooks",
                                      "env_cfg",
                                      "evaluation",
                                      "img_norm_cfg",
                                      "log_config",
                                      "lr_config",
                                      "model",
                                      "norm_cfg",
                                      "optim_wrapper",
                                      "optimizer",
                                      "optimizer_config",
                                      "param_scheduler",
                                      "runner",
                                      "test_dataloader",
                                      "test_pipeline",
                                      "train_cfg",
                                      "train_dataloader",
                                      "train_pipeline",
                                      "tta_model",
                                      "tta_pipeline",
                                      "val_dataloader",
                                      "vis_backends",
                                      "visualizer",
                                      "workflow"};

bool is_key_digit(char c) { return c >= '0' && c <= '9'; }
bool is_key_word(char c) { return is_key_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_python(std::string_view path) { return path.ends_with(".py"); }

bool is_known_key(std::string_view name) {
  return std::find(std::begin(kKeys), std::end(kKeys), name) != std::end(kKeys);
}

bool is_identifier(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_key_word) && !is_key_digit(name.front());
}

/// `_C.SOLVER.LR`: what these files make of themselves are dicts, and those that inherit say so first.
bool sets_attribute(std::string_view name) {
  const size_t dot = name.find('.');
  return dot != name.npos && is_identifier(name.substr(0, dot)) && is_identifier(name.substr(name.rfind('.') + 1));
}

/// A number, a text or what is computed of such: any program's settings have those.
bool is_scalar(std::string_view value) {
  constexpr std::string_view kFirst = "'\"0123456789-.", kOpening = "([{";
  const size_t prefix = value.starts_with("f'") || value.starts_with("f\"") ? 1 : 0;
  if (value.size() <= prefix || kFirst.find(value[prefix]) != std::string_view::npos) return true;
  return value.find_first_of(kOpening) == std::string_view::npos;
}

/// What one line that begins in the first column says about the file.
enum class Hint : uint8_t { none, assignment, data_set, config, inherits, program };

/// `file.create_dataset(…)`: configs call no methods, but of their own parts.
bool is_method_call(std::string_view line) {
  const size_t end = line.find_first_of("( =["), dot = line.find('.');
  if (end == std::string_view::npos || line[end] != '(' || dot > end) return false;
  const std::string_view object = line.substr(0, dot);
  return is_identifier(object) && !is_known_key(object) && object != "_base_";
}

Hint hint_of(std::string_view line) {
  if (line.starts_with("with read_base(")) return Hint::inherits;
  for (std::string_view word : {"class ", "def main", "async ", "if __name__", "@", "from yacs", "import yacs",
                                "from argparse", "import argparse", "from detectron2.config ", "torch.", "print(",
                                "with open(", "while ", "import sys", "sys."}) {
    if (line.starts_with(word)) return Hint::program;
  }
  if (is_method_call(line)) return Hint::program;
  size_t equals = line.find('=');
  if (equals == std::string_view::npos || line.substr(equals).starts_with("==")) return Hint::none;
  std::string_view name = line.substr(0, equals), value = line.substr(equals + 1);
  name = name.substr(0, name.find_last_not_of(" \t") + 1);
  value = value.substr(std::min(value.size(), value.find_first_not_of(" \t")));
  if (name == "_base_") return Hint::inherits;
  if (value.starts_with("torch.load(")) return Hint::program;
  if (sets_attribute(name)) return Hint::program;
  bool text = value.starts_with("'") || value.starts_with("\"");
  bool plain =
      value.starts_with("dict(") || value.starts_with("{") || value.starts_with("[") || value.starts_with("None");
  if (text && name == "dataset_type") return Hint::data_set;
  if (plain && is_known_key(name)) return Hint::config;
  if ((text || !is_known_key(name)) && is_scalar(value)) return Hint::none;
  return is_identifier(name) ? Hint::assignment : Hint::none;
}

/// An import as modules have it, and configs only beside keys that say what they are: of the package around it, or of
/// what is neither OpenMMLab's nor Python's.
bool is_of_a_program(std::string_view line) {
  if (!line.starts_with("from ") && !line.starts_with("import ")) return false;
  const std::string_view rest = line.substr(line.find(' ') + 1);
  const std::string_view package = rest.substr(0, rest.find_first_of(" .,"));
  return package.empty() || (!package.starts_with("mm") && !is_standard_module(package));
}

}  // namespace

bool python_looks_like_config(std::string_view text, bool lenient) {
  bool config = false, imports = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (is_of_a_program(line)) lenient = false, imports = true;
    switch (hint_of(line)) {
      case Hint::inherits:
        return true;
      case Hint::program:
        return false;
      case Hint::config:
        config = true;
        break;
      case Hint::data_set:
        config = config || !imports;
        break;
      case Hint::assignment:
        config = config || lenient;
        break;
      case Hint::none:
        break;
    }
    at = end + 1;
  }
  return config;
}

namespace {

bool data_inherits(std::string_view text) {
  return text.starts_with("_base_:") || text.find("\n_base_:") != std::string_view::npos ||
         text.find("\"_base_\"") != std::string_view::npos;
}

bool stands_among_configs(std::string_view path) {
  return path.starts_with("config/") || path.starts_with("configs/") || path.find("/config/") != path.npos ||
         path.find("/configs/") != path.npos;
}

bool recognises_mmengine(const Source& source, const LoadContext&) {
  if (source.path().ends_with("__init__.py")) return false;  // a package of configs, none itself
  if (is_python(source.path())) return python_looks_like_config(source.text(), stands_among_configs(source.path()));
  return is_data(source) && data_inherits(source.text());
}

/// "mid.py → base.py" with what names each, for the message and as related places.
void report(LoadFailure& failure, const Source& source, Findings& findings) {
  Finding& finding = failure.finding;
  std::string chain = source.path();
  for (auto link = failure.chain.rbegin(); link != failure.chain.rend(); ++link) {
    auto next = std::next(link);
    const Source* inner = next != failure.chain.rend() ? next->source : finding.span.source;
    if (inner && inner != link->source) chain += " → " + inner->path();
    finding.related.push_back({*link, "inherited here"_words});
  }
  if (!failure.chain.empty()) finding.message = "{0} (reached through {1})"_words(finding.message, chain);
  findings.add(std::move(finding));
}

std::optional<Config> load_mmengine(const Source& source, LoadContext& context) {
  Inheritance inheritance(context);
  std::shared_ptr<const LoadedFile> file = inheritance.load(source);
  if (!file) {
    report(inheritance.failure(), source, context.findings);
    return std::nullopt;
  }
  for (const Finding& finding : file->findings) context.findings.add(finding);
  context.unknowns.insert(context.unknowns.end(), file->unknowns.begin(), file->unknowns.end());
  context.assumptions.insert(context.assumptions.end(), file->assumptions.begin(), file->assumptions.end());
  Config config{.dialect = "mmengine", .source = &source, .root = file->root, .overridden = file->overridden};
  for (const LoadedFile::Part& part : file->parts) config.files.push_back(part.source);
  std::erase_if(config.root.mapping()->entries, [&](const Entry& entry) { return file->imported.contains(entry.key); });
  imported_names_to_strings(config.root);
  apply_overrides(config, context.overrides, context.findings, context.assumptions);
  return config;
}

/// Where the two lines say how many samples a step takes.
constexpr std::string_view kBatchKeys[] = {"data.samples_per_gpu", "data.train_dataloader.samples_per_gpu",
                                           "train_dataloader.batch_size"};

void check_batch(const Config& config, Findings& findings) {
  for (std::string_view key : kBatchKeys) {
    const Node* node = config.root.find_path(key);
    const auto* size = node ? std::get_if<int64_t>(&node->value) : nullptr;
    if (!size || *size > 0) continue;
    findings.error("invalid-setting", node->span, "`{0}` is {1}: no step can run with such a batch"_words(key, *size));
  }
}

/// Parts of configs name a model, or data, and not both.
bool has_training_set(const Config& config, LoadContext& context) {
  for (std::string_view key : {"train_dataloader.dataset", "data.train"}) {
    if (config.root.find_path(key)) return true;
  }
  const Node* loader = config.root.find("train_dataloader");
  if (!loader) loader = config.root.find("data");
  context.unknowns.push_back(
      {"the config does not train: it names no training set (`train_dataloader.dataset` or `data.train`), like those "
       "that only test a model or hold a part of one",
       loader ? loader->span : Span{config.source, 0, 0}});
  context.trains_nothing = "the config says no training step: it names no training set";
  return false;
}

/// mmengine/runner/runner.py [0.10], Runner.__init__: ValueError where one of train_dataloader, train_cfg and
/// optim_wrapper is there, and not all are. The data of mmcv 1.x are none.
bool mixes_lines(const Config& config, LoadContext& context) {
  const Node* data = config.root.find_path("data.train");
  if (!data || !config.root.find("optim_wrapper") || config.root.find("train_dataloader")) return false;
  context.findings.error("invalid-setting", data->span,
                         "the config names no training data: it has `optim_wrapper`, and mmengine's runner refuses "
                         "that without `train_dataloader`; `data.train` is what mmcv 1.x reads"_words);
  return true;
}

std::optional<Experiment> understand_mmengine(const Config& config, LoadContext& context) {
  check_batch(config, context.findings);
  if (!config.root.find("model")) {
    context.unknowns.push_back({"the config sets no `model`, so there is nothing to estimate", {config.source, 0, 0}});
    context.trains_nothing = "the config says no training step: it sets no `model`";
    return std::nullopt;
  }
  Experiment facts = openmmlab_experiment(config, context);
  if (facts.makes_its_batch && mixes_lines(config, context)) return std::nullopt;
  if (facts.makes_its_batch && !has_training_set(config, context)) return std::nullopt;
  return facts;
}

}  // namespace

extern const Dialect mmengine_dialect = {.name = "mmengine",
                                         .recognises = recognises_mmengine,
                                         .load = load_mmengine,
                                         .understand = understand_mmengine,
                                         .manual = {}};

}  // namespace vramlint::config
