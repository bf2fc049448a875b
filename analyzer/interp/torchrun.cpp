#include "interp/torchrun.h"

#include <string_view>
#include <utility>

#include "interp/absences.h"
#include "interp/impl.h"
#include "interp/kept_instances.h"

namespace vramlint::interp {

namespace {

// torch/distributed/elastic/agent/server/local_elastic_agent.py [2.4]
constexpr std::pair<std::string_view, const char*> kVariables[] = {
    {"RANK", "0"},      {"LOCAL_RANK", "0"},       {"GROUP_RANK", "0"},          {"WORLD_SIZE", "1"},
    {"ROLE_RANK", "0"}, {"LOCAL_WORLD_SIZE", "1"}, {"MASTER_ADDR", "localhost"}, {"MASTER_PORT", "29500"},
};

}  // namespace

std::optional<Value> set_by_torchrun(Interpreter& interpreter, const Value& name, const Span& span) {
  if (!name.is_string() || interpreter.world().doubts) return {};
  for (const auto& [variable, value] : kVariables) {
    if (variable != name.as_string()) continue;
    if (KeptInstances* kept = interpreter.impl().kept) kept->refuse();
    note_once(interpreter, {"the program is taken to be started by torchrun, on one GPU: it asks for " +
                                std::string(variable) + " and would stop without it",
                            span});
    return Value::string(value);
  }
  return {};
}

}  // namespace vramlint::interp
