// What a run of the analyser says, as plain data: what every report writes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/finding.h"
#include "base/unknown.h"

namespace vramlint {

enum class Status : uint8_t { estimated, partial, not_estimable };
std::string_view to_string(Status status);

/// Whose bytes they are. `unattributed` must be zero; it exists so that the sum is always the peak.
enum class Category : uint8_t {
  parameter,
  gradient,
  optimizer,
  activation,
  temporary,
  workspace,
  input,
  buffer,
  context,
  unattributed,
};
inline constexpr int kCategoryCount = 10;
std::string_view to_string(Category category);

struct Contributor {
  std::string module;  ///< "backbone.layer3.0", empty for the step itself
  std::string op;
  Category category = Category::activation;
  Bytes bytes;
  Span span;           ///< the line of model source that made it
  size_t modules = 1;  ///< as many, which differ in the numbers of their paths that are `*` here
};

/// A setting, and what the process's peak loses where it goes one step down.
struct KeyShare {
  std::string key;       ///< dotted
  Span span;             ///< of its value, in the config or in a file that it inherits from
  std::string from, to;  ///< `from` is empty where the config has no such key
  Bytes saved;
};
/// What a setting is before it is changed: "not set" where it is not there.
Words setting_before(const std::string& from);

struct Peak {
  Interval allocated;  ///< handed out by the caching allocator (max_memory_allocated)
  Interval reserved;   ///< held by the caching allocator (max_memory_reserved)
  Interval process;    ///< reserved + CUDA context, as nvidia-smi shows it
};

struct ParameterCount {
  int64_t total = 0, trainable = 0;
  Bytes bytes;
};

struct PhasePeak {
  std::string name;
  Peak peak;
  Interval saved_for_backward;
  ParameterCount parameters;
  std::vector<std::pair<std::string, ParameterCount>> modules;  ///< of the models by name, where there are several
};

/// What a probe's run of the same graph held.
struct Measured {
  std::string path;  ///< of the record, root-relative
  std::string kind, graph_hash, phase, settings;
  std::string torch, cuda, device, date;  ///< cuda: empty for a CPU
  Bytes peak_allocated, peak_reserved, saved;
  std::optional<Bytes> context, process;  ///< where a CUDA device was measured
};

struct DeviceBudget {
  std::string name;  ///< "" when only a size was given
  Bytes memory;      ///< as the driver reports it
  Bytes budget;      ///< memory times the allowed fraction
};

struct ConfigOutcome {
  std::string path;
  std::string recipe;  ///< its name, where several recipes each make a config of the file
  std::string dialect;
  std::string torch;
  std::optional<DeviceBudget> device;
  Status status = Status::not_estimable;
  std::string trains_nothing;  ///< why there is no step to estimate: it is a part of others, or for tests alone
  int64_t parameters = 0, trainable_parameters = 0;
  Bytes parameter_bytes;
  Interval saved_for_backward;
  Peak peak;
  std::string peak_phase;
  std::optional<bool> fits;         ///< process peak within the budget; empty when unknown
  int64_t retries = 0;              ///< where it fits: times the allocator gives back its cache for room, in two steps
  Bytes breakdown[kCategoryCount];  ///< at the point estimate of the process peak's phase: sums to allocated + context
  std::vector<Contributor> top;
  std::vector<KeyShare> keys;  ///< that lower the peak, most first; empty where none was moved
  std::vector<PhasePeak> phases;
  std::vector<Assumption> assumptions;
  std::vector<Unknown> unknowns;
  std::optional<Measured> measured;
  std::vector<std::string> not_checked;  ///< "peak-memory-exceeds-device: the model could not be built"
};

/// Whether the figures of what is estimated in part are lower bounds: nothing that is not known may lower them.
bool are_lower_bounds(const std::vector<Unknown>& unknowns);

/// A finding that a comment in its file silences.
struct Suppressed {
  Finding finding;
  std::string reason;  ///< as the comment gives it; may be empty
};

/// How a run compares with the findings that a baseline has accepted.
struct BaselineUse {
  std::string path;  ///< of the baseline, as given
  size_t known = 0;  ///< findings that it has, left out of Outcome::findings
  size_t gone = 0;   ///< entries of the files of this run that no finding has any more
};

struct Outcome {
  std::vector<ConfigOutcome> configs;  ///< by path
  std::vector<Finding> findings;       ///< by concern of their rules, then by place
  std::vector<Suppressed> suppressed;
  std::optional<BaselineUse> baseline;
};

}  // namespace vramlint
