// Other values that settings of a config may have: switches the other way, and what neighbouring configs set.
#pragma once

#include <string>
#include <vector>

#include "analyze.h"

namespace vramlint::rules {

struct Alternative {
  std::string key;   ///< dotted
  std::string text;  ///< of the value
  std::string from;  ///< path of the neighbour that sets it; empty: a switch
  Edit edit;         ///< replaces nothing where the config has no such key
};

/// The truths that the config's own file sets, turned. What names itself after checkpointing comes first. At most
/// eight.
std::vector<Alternative> switches(const Analysis& analysis);

/// "use_checkpoint", "with_cp".
bool names_checkpointing(const std::string& key);

/// YAML files of the same recipe in the same folder, or a folder in it. At most eight.
std::vector<const Source*> neighbours(const Analysis& analysis, const Session& session);

/// Numbers, truths and lists of them that YAML files of the same recipe in the same folder, or a folder in it, set and
/// this one does not; of the config that differs least first, lists before single values. At most twelve.
std::vector<Alternative> neighbours_settings(const Analysis& analysis, const Session& session);

}  // namespace vramlint::rules
