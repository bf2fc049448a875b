// `op [NAME…]`: runs the samples of the operators, and compares what torch does with what we say.
#include <iostream>
#include <nlohmann/json.hpp>

#include "ops/registry.h"
#include "probes/command_line.h"
#include "probes/commands.h"
#include "probes/device_choice.h"
#include "probes/executor/call.h"
#include "probes/measuring.h"
#include "probes/operators/compare.h"
#include "probes/operators/record.h"
#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

using nlohmann::json;

std::vector<const graph::Op*> chosen(const std::vector<std::string>& names) {
  if (names.empty()) return {ops::operators().begin(), ops::operators().end()};
  std::vector<const graph::Op*> result;
  for (const std::string& name : names) {
    const graph::Op* op = ops::find_schema(name);
    if (!op) throw UsageError("there is no operator '" + name + "'");
    result.push_back(op);
  }
  return result;
}

/// Prints what differs; how many samples do.
int compare(const graph::Op& op, const json& recorded) {
  const std::string name(schema_name(op));
  Exemption exempt = exemption_of(name);
  if (chosen_device().cuda) exempt.saved = exempt.strides = false;  // these are about the CPU's kernels
  const std::vector<graph::Call> calls = op.samples();
  int wrong = 0;
  for (size_t i = 0; i < calls.size(); ++i) {
    const auto found = differences(calls[i], recorded.at("samples").at(i), exempt, torch_profile());
    for (const std::string& line : found) std::cout << name << ", sample " << i << ": " << line << "\n";
    wrong += found.empty() ? 0 : 1;
  }
  return wrong;
}

bool unknown_to_torch(const json& record) {
  const std::string schema = record.at("schema");
  return exemption_of(schema.substr(0, schema.find('('))).everything;
}

/// Operators whose record differs from an older recording.
int compare_recordings(const json& ours, const std::string& path) {
  const json theirs = json::parse(read_text(path));
  int wrong = 0;
  for (const json& op : ours) {
    for (const json& other : theirs.at("operators")) {
      if (other.at("schema") != op.at("schema") || other == op || unknown_to_torch(op)) continue;
      std::cout << op.at("schema").get<std::string>() << ": not what " << path << " says\n";
      ++wrong;
    }
  }
  return wrong;
}

std::string cuda_text() {
  const auto version = cuda_version();
  if (!version) return "";
  return R"(, "cuda": ")" + *version + R"(", "compute_capability": ")" + compute_capability().value_or("") + "\"";
}

std::string as_text(const json& records) {
  std::string text = R"({"torch": ")" + torch_version() + R"(", "device": ")" + device_name() + "\"" + cuda_text() +
                     ", \"operators\": [\n";
  for (size_t i = 0; i < records.size(); ++i) text += (i == 0 ? "" : ",\n") + records[i].dump();
  return text + "\n]}\n";
}

}  // namespace

int op_command(const std::vector<std::string>& words) {
  const CommandLine options(words, {"device", "output", "against"});
  start_measuring(options, Kernels::own);
  json records = json::array();
  int wrong = 0, samples = 0, exempt = 0;
  for (const graph::Op* op : chosen(options.plain())) {
    records.push_back(record(*op));
    wrong += compare(*op, records.back());
    samples += static_cast<int>(records.back().at("samples").size());
    exempt += exemptions().count(std::string(schema_name(*op))) > 0 ? 1 : 0;
  }
  if (const auto path = options.value("against")) wrong += compare_recordings(records, *path);
  if (const auto folder = options.value("output")) {
    write_text(*folder + "/" + recording_name() + "/ops.json", as_text(records));
  }
  std::cout << records.size() << " operators, " << samples << " samples on torch " << torch_version() << ", "
            << device_name() << ": " << wrong << " differ, " << exempt << " operators are exempt\n";
  return wrong == 0 ? 0 : 1;
}

}  // namespace vramlint::probes
