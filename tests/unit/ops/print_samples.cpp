#include <iostream>

#include "ops/registry.h"
#include "probes/operators/sample_json.h"

int main() {
  nlohmann::json operators = nlohmann::json::array();
  for (const vramlint::graph::Op* op : vramlint::ops::operators()) {
    nlohmann::json samples = nlohmann::json::array();
    for (const vramlint::graph::Call& call : op->samples()) samples.push_back(vramlint::probes::sample_json(call));
    operators.push_back({{"schema", op->schema}, {"samples", samples}});
  }
  std::cout << operators.dump() << "\n";
}
