// Whole numbers as launch scripts calculate with them: `$((BATCH / GPUS))`, `expr $a \* $b`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vramlint::config {

/// What a variable holds; nothing where that is not known or no text.
using ShellLookup = std::function<std::optional<std::string>(std::string_view name)>;

/// + - * / % and parentheses over numbers and variables; nothing for anything else, for a division by zero and where a
/// number is beyond 2^53.
std::optional<int64_t> shell_arithmetic(std::string_view expression, const ShellLookup& lookup);

/// The expression within `$((…))`, `$[…]`, or behind `expr`; nothing for other texts.
std::optional<std::string> arithmetic_in(std::string_view text);

}  // namespace vramlint::config
