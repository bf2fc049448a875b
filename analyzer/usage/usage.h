// Who reads which key of a config: the training program is followed as far as it can be, its data not known, and every
// read of a value that came from the config is noted. Where the program cannot be followed its text is asked what it
// mentions by name, and what it mentions is left alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/finding.h"
#include "base/unknown.h"
#include "config/experiment.h"
#include "model/workshop.h"
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

/// A key that nothing reads, where the program asks its section for a name that is nearly the same and is not there.
struct Mistaken {
  std::string key;
  Span span;
  std::string asked;
  Span place;  ///< where it asks, and goes on with something else
};

/// A key that only arms read which another key of the config keeps from running.
struct Dormant {
  std::string key;
  Span span;
  Words message;
  std::vector<Related> related;
};

/// A key that is read and yet changes nothing.
struct Ineffective {
  std::string key;
  Span span;
  Words message;
  bool is_note = false;  ///< it does something, but not what its value says
  std::vector<Related> related;
};

/// A text that equals none of the names it is compared with, and nearly equals one.
struct Misspelt {
  std::string key;
  Span span;
  std::string text;
  std::string meant;
  std::vector<Related> tried;
};

/// A text beside others that the program compares it with.
struct ComparedText {
  std::string key;
  std::vector<std::pair<std::string, Span>> tried;  ///< the others, each with the first place
};

/// Where the training program raises because of what a key holds.
struct Stop {
  std::string key;  ///< the first that has a part in it
  Span span;
  std::string error;  ///< "ValueError: …"
  std::vector<Related> related;
};

/// A path in the program's text by which it opens the config, and which holds in one working directory only.
struct RelativePath {
  std::string path;
  Span span;      ///< of the literal
  Words outcome;  ///< what comes of it elsewhere
  std::vector<Related> related;
};

/// What is known of one key.
struct KeyUse {
  std::string key;
  std::string state;       ///< "read", "used", "not followed": mentioned where the program was not followed, …
  Span place;              ///< of the first read or mention
  bool converted = false;  ///< the program makes a number of it by float(), int() or literal_eval()
};

struct Usage {
  std::vector<KeyUse> keys;
  std::vector<Unknown> gaps;  ///< where the program could not be followed
  bool cut_short = false;     ///< a program was stopped: nothing is said of keys that it may have read later
  bool not_trained = false;   ///< likewise, for an error kept it from its training
  std::vector<Unread> unread;
  std::vector<Mistaken> mistaken;  ///< among `unread`
  std::vector<Dormant> dormant;
  std::vector<Ineffective> ineffective;
  std::vector<Misspelt> misspelt;
  std::vector<ComparedText> compared;
  std::vector<Stop> stops;
  std::vector<RelativePath> relative_paths;
  std::string not_known;  ///< why nothing can be said; empty otherwise
};

struct Context {
  Files& files;
  interp::ParsedModules& parsed;
  Programs& programs;
  std::string torch;
  model::Workshop* workshop = nullptr;
};

/// The training programs of all stages, each once.
std::vector<config::Program> programs_of(const config::Experiment& experiment);

/// Whether it is data (YAML, JSON) or of mmcv's and mmengine's kind: what else is Python is part of the program.
bool can_follow(const config::Config& config);

/// `config` must be one that can be followed, and the experiment name a program.
Usage usage_of(const config::Config& config, const config::Experiment& experiment, Context& context);

}  // namespace vramlint::usage
