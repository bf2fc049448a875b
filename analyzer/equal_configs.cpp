#include "equal_configs.h"

#include <map>

namespace vramlint {

void report_equal_configs(const std::vector<ConfigSettings>& configs, Findings& findings) {
  std::map<std::pair<const config::Recipe*, std::string>, const Source*> first;
  for (const ConfigSettings& config : configs) {
    if (config.digest.empty()) continue;
    const auto [known, is_new] = first.emplace(std::pair(config.recipe, config.digest), config.source);
    if (is_new || known->second == config.source) continue;
    findings.add({.rule = "equal-configs",
                  .severity = Severity::note,
                  .message = "every setting here is the one of `{0}`: training with either is the same"_words(
                      known->second->path()),
                  .span = {config.source, 0, 0},
                  .config = config.source->path(),
                  .related = {{{known->second, 0, 0}, "sets the same"_words}},
                  .fixes = {}});
  }
}

}  // namespace vramlint
