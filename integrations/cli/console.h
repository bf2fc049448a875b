// The only place that prints. On GitHub a runner reads every line of both streams for workflow commands; a line of the
// user's files must be none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vramlint::cli {

/// To standard output, a text that a writer has made printable.
void put(std::string_view text);
/// The same for people: in ASCII where the terminal's language has no other characters (LC_ALL=C).
void put_text(std::string_view text);
void flush();
/// Flushes standard output for good. Why something that was put there has not arrived; empty: all has, or whoever read
/// it has gone before the end (`| head`).
std::string trouble_of_output();
/// What is drawn or typeset as ASCII has it nearest; other characters as \u00e9.
std::string in_ascii(std::string_view text);
/// To standard output, workflow commands of ours.
void put_commands(std::string_view text);
void put_error(std::string_view text);
/// "vramlint: SENTENCE" to standard error, and further lines below it. Whatever steers a terminal is shown as an
/// escape.
void say(std::string_view sentence, const std::vector<std::string>& below = {});

/// The text without workflow commands, "::error::…" where a line begins and "##[error]…" anywhere. Escapes as JSON has
/// them take their place, so that JSON remains the same data.
std::string without_commands(std::string_view text);

}  // namespace vramlint::cli
