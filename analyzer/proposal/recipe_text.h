// How a proposed recipe is spelt. Private to this room.
#pragma once

#include <string>
#include <vector>

namespace vramlint::proposal {

/// Line ends and the like would end a comment or a scalar.
std::string one_line(std::string text);
/// A YAML scalar: quoted where plain text would mean something else.
std::string scalar(const std::string& value);
/// Scalars with commas between.
std::string joined_scalars(const std::vector<std::string>& items);

}  // namespace vramlint::proposal
