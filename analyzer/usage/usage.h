// Who reads which key of a config: the training program is followed as far as it can be, its data not known, and every
// read of a value that came from the config is noted. Where the program cannot be followed its text is asked what it
// mentions by name, and what it mentions is left alone.
#pragma once

#include <string>
#include <vector>

#include "base/finding.h"
#include "base/unknown.h"
#include "config/experiment.h"
#include "usage/program.h"

namespace vramlint::usage {

/// A key, or a section with all that is in it, that the training program does not read.
struct Unread {
  std::string key;  ///< dotted
  Span span;
  bool is_section = false;
  std::vector<std::string> inside;  ///< names of a section's own keys
  std::vector<Related> readers;     ///< other programs that mention it
};

/// A key that is read and yet changes nothing.
struct Ineffective {
  std::string key;
  Span span;
  std::string message;
  bool is_note = false;  ///< it does something, but not what its value says
  std::vector<Related> related;
};

/// What is known of one key.
struct KeyUse {
  std::string key;
  std::string state;  ///< "read", "used", "not followed": mentioned where the program was not followed, …
  Span place;         ///< of the first read or mention
};

struct Usage {
  std::vector<KeyUse> keys;
  std::vector<Unknown> gaps;  ///< where the program could not be followed
  std::vector<Unread> unread;
  std::vector<Ineffective> ineffective;
  std::string not_known;  ///< why nothing can be said; empty otherwise
};

struct Context {
  Files& files;
  interp::ParsedModules& parsed;
  Programs& programs;
  std::string torch;
};

/// The training programs of all stages, each once.
std::vector<config::Program> programs_of(const config::Experiment& experiment);

/// `config` must come from a data file (YAML, JSON), and the experiment name a program.
Usage usage_of(const config::Config& config, const config::Experiment& experiment, Context& context);

}  // namespace vramlint::usage
