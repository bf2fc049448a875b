#include <algorithm>

#include "base/check.h"
#include "graph/op.h"

namespace vramlint::graph {

namespace {

[[noreturn]] void misfit(const Call& call, size_t arg) {
  throw Misfit("argument " + std::to_string(arg) + " of " + (call.op ? std::string(call.op->schema) : "no operator"));
}

template <typename Kind>
const Kind& get(const Call& call, size_t arg) {
  const Kind* value = arg < call.args.size() ? std::get_if<Kind>(&call.args[arg]) : nullptr;
  if (!value) misfit(call, arg);
  return *value;
}

const Operand* at(const Call& call, int index) {
  if (index < 0) return nullptr;
  if (static_cast<size_t>(index) >= call.operands.size()) throw Misfit("operand " + std::to_string(index));
  return &call.operands[static_cast<size_t>(index)];
}

}  // namespace

const Operand& Call::operand(size_t arg) const {
  const Operand* found = at(*this, get<OperandRef>(*this, arg).index);
  if (!found) misfit(*this, arg);
  return *found;
}

const Operand* Call::operand_or_null(size_t arg) const { return is_none(arg) ? nullptr : &operand(arg); }

std::vector<const Operand*> Call::operand_list(size_t arg) const {
  std::vector<const Operand*> list;
  for (int index : get<OperandList>(*this, arg).indices) list.push_back(at(*this, index));
  return list;
}

const std::vector<int64_t>& Call::ints(size_t arg) const { return get<std::vector<int64_t>>(*this, arg); }

int64_t Call::integer(size_t arg) const {
  if (arg < args.size()) {
    if (const bool* truth = std::get_if<bool>(&args[arg])) return *truth ? 1 : 0;
  }
  return get<int64_t>(*this, arg);
}

Shape Call::sizes(size_t arg) const {
  const bool one = arg < args.size() && !std::holds_alternative<std::vector<int64_t>>(args[arg]);
  Shape dims;
  if (one) {
    dims.emplace_back(integer(arg));
  } else {
    dims.assign(ints(arg).begin(), ints(arg).end());
  }
  for (const NumberSources& sources : number_sources) {
    if (sources.arg != arg || sources.each.empty()) continue;
    for (size_t i = 0; i < dims.size(); ++i) dims[i].sources = sources.each[std::min(i, sources.each.size() - 1)];
  }
  return dims;
}

uint32_t Call::length_sources(size_t arg) const {
  for (const NumberSources& sources : number_sources)
    if (sources.arg == arg && !sources.each.empty()) return sources.each.front();
  return 0;
}

double Call::real(size_t arg) const {
  if (arg < args.size() && !std::holds_alternative<double>(args[arg])) return static_cast<double>(integer(arg));
  return get<double>(*this, arg);
}

bool Call::boolean(size_t arg) const { return get<bool>(*this, arg); }

bool Call::is_none(size_t arg) const {
  if (arg >= args.size()) misfit(*this, arg);
  return std::holds_alternative<std::monostate>(args[arg]);
}

}  // namespace vramlint::graph
