#include "usage/callees.h"

#include <algorithm>

namespace vramlint::usage {

namespace {

template <size_t kCount>
bool contains(const std::string_view (&names)[kCount], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Functions that keep, copy or convert what they are given: what they yield still tells where it is from.
constexpr std::string_view kMoves[] = {
    "setattr",  "getattr",   "hasattr",      "isinstance", "type",        "callable", "id",         "iter",
    "next",     "enumerate", "zip",          "reversed",   "dict",        "list",     "tuple",      "set",
    "int",      "float",     "str",          "bool",       "append",      "extend",   "insert",     "update",
    "get",      "pop",       "items",        "keys",       "values",      "join",     "setdefault", "copy",
    "__copy__", "deepcopy",  "__deepcopy__", "to_dict",    "__setattr__", "__init__", "format",     "vars"};

/// Of those, the ones whose answer depends on a name that they are given.
constexpr std::string_view kLooksUp[] = {"setattr", "getattr", "hasattr", "get", "pop", "setdefault", "insert"};

/// Functions that only show or keep a record of what they are given.
constexpr std::string_view kShows[] = {"print",
                                       "repr",
                                       "pprint",
                                       "pformat",
                                       "info",
                                       "debug",
                                       "warning",
                                       "warn",
                                       "error",
                                       "log",
                                       "critical",
                                       "exception",
                                       "dump",
                                       "dumps",
                                       "safe_dump",
                                       "save",
                                       "save_hyperparameters",
                                       "log_hyperparams",
                                       "add_text",
                                       "add_hparams",
                                       "write",
                                       "log_params",
                                       "log_config",
                                       "pretty_text",
                                       "to_yaml",
                                       "main_log",
                                       "print_log",
                                       "set_postfix"};

constexpr std::string_view kRecorders[] = {"wandb", "mlflow", "swanlab", "comet_ml", "neptune", "logging", "tqdm"};

/// "a.b.c" of a callee's text.
std::string_view last_part(std::string_view text) {
  const size_t end = text.find('(');
  text = text.substr(0, end);
  const size_t dot = text.rfind('.');
  return dot == std::string_view::npos ? text : text.substr(dot + 1);
}

std::string_view first_part(std::string_view text) { return text.substr(0, text.find_first_of(".(")); }

}  // namespace

bool shows_only(std::string_view callee) {
  return contains(kShows, last_part(callee)) || contains(kRecorders, first_part(callee));
}

bool moves(std::string_view function) { return contains(kMoves, function) || contains(kShows, function); }

bool looks_up(std::string_view function) { return contains(kLooksUp, function); }

}  // namespace vramlint::usage
