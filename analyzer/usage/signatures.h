// What functions and classes of a program can be given by name.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "syntax/python.h"

namespace vramlint::usage {

struct Signature {
  std::vector<std::string> bases;  ///< the last parts of their names
  std::set<std::string> parameters;
  std::vector<std::string> off;    ///< parameters that are False where nobody says otherwise
  std::vector<std::string> once;   ///< likewise 1
  bool takes_more = false;         ///< **kwargs
  const Source* source = nullptr;  ///< where a class is written
};

/// `cfg.get("name", False)`, `getattr(cfg, "name", 1)`: an entry that may be missing.
struct Fallback {
  std::string receiver;  ///< `model` of `cfg.model`, of `cfg["model"]`; the name of a variable otherwise
  std::string name;
  bool is_count = false;  ///< 1 where it is missing, else False
};

struct Signatures {
  std::map<std::string, Signature> by_name;  ///< classes and functions at the top of a module; the first of a name
  std::vector<Fallback> fallbacks;

  /// With what it inherits, and takes through **kwargs.
  Signature whole(const std::string& name) const;
};

Signatures signatures_of(const std::vector<std::shared_ptr<const syntax::PythonModule>>& modules);

}  // namespace vramlint::usage
