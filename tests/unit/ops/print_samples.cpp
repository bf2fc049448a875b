// ops_samples [--varied]: the operators' samples, or their variations, for tests/recordings/record_ops.py.
#include <iostream>
#include <string_view>

#include "ops/registry.h"
#include "probes/operators/sample_json.h"
#include "varied.h"

int main(int count, char** arguments) {
  const bool varied = count > 1 && std::string_view(arguments[1]) == "--varied";
  nlohmann::json operators = nlohmann::json::array();
  for (const vramlint::graph::Op* op : vramlint::ops::operators()) {
    nlohmann::json samples = nlohmann::json::array();
    for (const vramlint::graph::Call& call : varied ? vramlint::ops::varied(*op) : op->samples()) {
      samples.push_back(vramlint::probes::sample_json(call));
    }
    operators.push_back({{"schema", op->schema}, {"samples", samples}});
  }
  std::cout << operators.dump() << "\n";
}
