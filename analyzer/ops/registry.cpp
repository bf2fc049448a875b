#include "ops/registry.h"

#include <unordered_map>
#include <vector>

#include "base/text_hash.h"
#include "ops/families.h"

namespace vramlint::ops {

namespace {

using Names = std::unordered_map<std::string_view, std::vector<const graph::Op*>, TextHash>;
using NamesByModule = std::unordered_map<std::string_view, std::vector<std::string_view>, TextHash>;
using Schemas = std::unordered_map<std::string_view, const graph::Op*, TextHash>;

std::vector<const graph::Op*> list_all() {
  std::vector<const graph::Op*> all;
  for (const auto family : families()) {
    for (const graph::Op& op : family) all.push_back(&op);
  }
  return all;
}

Names index_names() {
  Names index;
  for (const graph::Op* op : operators()) {
    for (std::string_view name : op->names) index[name].push_back(op);
  }
  return index;
}

NamesByModule index_modules() {
  NamesByModule index;
  for (const graph::Op* op : operators()) {
    for (std::string_view name : op->names) index[name.substr(0, name.rfind('.'))].push_back(name);
  }
  return index;
}

Schemas index_schemas() {
  Schemas index;
  for (const graph::Op* op : operators()) index.emplace(op->schema.substr(0, op->schema.find('(')), op);
  return index;
}

}  // namespace

std::span<const graph::Op* const> operators() {
  static const std::vector<const graph::Op*> all = list_all();
  return all;
}

std::span<const graph::Op* const> find(std::string_view python_name) {
  static const Names index = index_names();
  const auto found = index.find(python_name);
  return found == index.end() ? std::span<const graph::Op* const>() : found->second;
}

std::span<const std::string_view> names_in(std::string_view module) {
  static const NamesByModule index = index_modules();
  const auto found = index.find(module);
  return found == index.end() ? std::span<const std::string_view>() : found->second;
}

const graph::Op* find_schema(std::string_view name) {
  static const auto index = index_schemas();
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace vramlint::ops
