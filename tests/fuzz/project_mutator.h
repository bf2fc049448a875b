// A project as one text, and how it is changed: by lines, blocks, numbers and names, so that most of what comes out is
// still Python and YAML that gets somewhere.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace vramlint::fuzzing {

using Project = std::map<std::string, std::string>;  ///< texts by path

std::string written(const Project& project);
Project read(std::string_view text);  ///< empty where it is none

/// The same change for the same seed. The project must not be empty.
void mutate(Project& project, uint32_t seed);

}  // namespace vramlint::fuzzing
