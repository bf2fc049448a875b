// Writing, for the doors that change or make files: nothing that analyses does.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/source.h"

namespace vramlint {

/// The UTF-8 text as bytes in the encoding and with the byte-order mark of `source`. Empty where a character does not
/// exist in that encoding, or where the source's own text would not become its own bytes again.
std::optional<std::string> encoded_like(const Source& source, std::string_view text);

/// Whether a file could be made there: its folder is one.
bool has_folder(const std::filesystem::path& path);

/// Replaces the file's content in one step, or makes the file: a reader sees the old or the new bytes, never a part.
/// Symbolic links and permissions stay. What went wrong; empty if nothing did.
std::string write_file(const std::filesystem::path& path, std::string_view bytes);

/// Adds to the end of the file, or makes it. What went wrong; empty if nothing did.
std::string append_to_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace vramlint
