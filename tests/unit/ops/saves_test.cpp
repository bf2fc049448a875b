// Our saves against what the derivative formulas of three releases may keep: tests/recordings/autograd_saves.tsv,
// computed with each release's own code generator. The tables know no run-time guards, so every operand is made to need
// a gradient.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "graph/schema.h"
#include "ops/registry.h"

namespace vramlint::ops {
namespace {

using Names = std::set<std::string>;

struct Candidates {
  bool known = false;
  Names inputs, outputs;
};

struct Row {
  std::string name;
  std::map<std::string, Candidates> releases;
};

Names words(const std::string& text) {
  std::istringstream stream(text);
  Names found;
  for (std::string word; stream >> word;) {
    if (word != "0") found.insert(word);
  }
  return found;
}

Candidates candidates(const std::string& cell) {
  const size_t bar = cell.find('|');
  if (bar == std::string::npos) return {};
  return {true, words(cell.substr(0, bar)), words(cell.substr(bar + 1))};
}

std::vector<Row> rows() {
  std::ifstream file(VRAMLINT_SOURCE_DIR "/tests/recordings/autograd_saves.tsv");
  std::vector<Row> found;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("operator\t")) continue;
    std::istringstream cells(line);
    Row row;
    std::getline(cells, row.name, '\t');
    for (const char* release : {"1.13", "2.0", "2.4"}) {
      std::string cell;
      std::getline(cells, cell, '\t');
      row.releases[release] = candidates(cell);
    }
    found.push_back(std::move(row));
  }
  return found;
}

/// Where the formula saves a tensor for what is not modelled here, or where the public operator is made of others.
const std::map<std::string, std::string>& exempt() {
  static const std::map<std::string, std::string> list = {};
  return list;
}

graph::Call wanting(const graph::Op& op) {
  graph::Call call = op.samples().front();
  for (graph::Operand& operand : call.operands) operand.requires_grad = graph::is_differentiable(operand.type.dtype);
  return call;
}

/// Names of what we keep: arguments by the schema, results as derivatives.yaml calls them.
struct Kept {
  Names inputs;
  std::set<int> outputs;
};

Kept kept(const graph::Op& op, const graph::Call& call, const std::string& release) {
  const graph::Schema schema = graph::parse_schema(op.schema);
  Kept names;
  if (op.saves == nullptr) return names;
  const graph::Saved saved = op.saves(call, op.infer(call).outputs, *graph::torch_profile(release));
  names.outputs.insert(saved.outputs.begin(), saved.outputs.end());
  for (size_t i = 0; i < schema.arguments.size(); ++i) {
    std::vector<int> indices;
    if (const auto* one = std::get_if<graph::OperandRef>(&call.args[i])) indices = {one->index};
    if (const auto* many = std::get_if<graph::OperandList>(&call.args[i])) indices = many->indices;
    for (int operand : saved.operands) {
      if (std::find(indices.begin(), indices.end(), operand) != indices.end())
        names.inputs.insert(schema.arguments[i].name);
    }
  }
  return names;
}

/// The candidates that this call gives as tensors.
Names given(const graph::Op& op, const graph::Call& call, const Names& inputs) {
  const graph::Schema schema = graph::parse_schema(op.schema);
  Names found;
  for (size_t i = 0; i < schema.arguments.size(); ++i) {
    const bool tensor = std::holds_alternative<graph::OperandRef>(call.args[i]) ||
                        std::holds_alternative<graph::OperandList>(call.args[i]);
    if (tensor && inputs.contains(schema.arguments[i].name)) found.insert(schema.arguments[i].name);
  }
  return found;
}

TEST(Saves, AreThoseOfTheDerivativeFormulas) {
  size_t compared = 0;
  for (const Row& row : rows()) {
    const graph::Op* op = find_schema(row.name);
    ASSERT_NE(op, nullptr) << row.name;
    if (op->backward == nullptr || exempt().contains(row.name)) continue;
    const graph::Call call = wanting(*op);
    for (const auto& [release, candidate] : row.releases) {
      if (!candidate.known) continue;
      const Kept names = kept(*op, call, release);
      EXPECT_EQ(names.inputs, given(*op, call, candidate.inputs)) << row.name << " in " << release;
      EXPECT_EQ(names.outputs.size(), candidate.outputs.size()) << row.name << " in " << release;
      ++compared;
    }
  }
  EXPECT_GT(compared, 600u);
}

}  // namespace
}  // namespace vramlint::ops
