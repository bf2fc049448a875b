// mmengine's newer way of writing configs: bases are imported `with read_base():`, classes by ordinary imports that are
// never carried out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/python.h"

namespace vramlint::config {

/// Whether mmengine would read the file this way: it imports something beyond the standard library, and has no
/// `_base_`.
bool is_lazy_config(const syntax::PythonModule& module);

/// `_base_ = …` at module level; nullptr if there is none.
const syntax::Assign* find_base_assignment(const syntax::PythonModule& module, Span* statement = nullptr);

/// What one import statement binds.
struct LazyImport {
  struct Name {
    std::string name;  ///< bound in the config
    std::string path;  ///< "torch.optim.SGD"; of a base: the name in the base
    bool is_module = false;
    Span span;
  };
  enum class Kind : uint8_t {
    names,     ///< names that are never loaded
    base,      ///< from a base config
    config,    ///< of mmengine.config: read_base, ConfigDict
    standard,  ///< of the standard library: carried out
  } kind = Kind::names;
  Span span;           ///< the whole statement
  std::string module;  ///< dotted, with leading dots
  int level = 0;       ///< number of them
  bool star = false;
  std::vector<Name> names;
};

/// A `with read_base():` statement, or an import outside one.
struct LazyStatement {
  Span span;
  bool is_base = false;
  std::vector<LazyImport> imports;
};

struct LazyImports {
  std::vector<LazyStatement> statements;  ///< in order of the text
  std::string error;                      ///< what mmengine would refuse
  Span error_span;
};

LazyImports find_lazy_imports(const syntax::PythonModule& module);

bool is_standard_module(std::string_view dotted_name);

}  // namespace vramlint::config
