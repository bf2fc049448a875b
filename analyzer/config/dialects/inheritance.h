// A config file with all that it inherits: found, evaluated, merged.
//
// What mmcv 1.x (mmcv/utils/config.py) and mmengine 0.10 (mmengine/config/config.py) do, in one: templates are replaced
// in the text; the bases are loaded and put side by side, where no key may come twice; the file is evaluated;
// placeholders get the bases' values; the file's tree is merged over the bases'. Files written in mmengine's
// `read_base()` way import their bases' names instead and merge nothing by themselves.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "config/dialect.h"
#include "config/dialects/evaluation.h"
#include "config/dialects/lazy_config.h"
#include "config/dialects/text.h"
#include "config/project.h"

namespace vramlint::config {

/// One file merged over its bases.
struct LoadedFile {
  struct Part {
    const Source* source;
    size_t hash;  ///< of its text
  };
  Node root;                       ///< a Mapping
  std::vector<Part> parts;         ///< every file that contributed, bases first
  bool is_lazy = false;            ///< written in the `read_base()` way
  std::set<std::string> imported;  ///< names that only imports bound, in a `read_base()` config
  std::vector<Unknown> unknowns;
  std::vector<Assumption> assumptions;
  std::vector<Finding> findings;
  std::vector<Overridden> overridden;  ///< by the file itself
};

/// Why a file could not be loaded.
struct LoadFailure {
  Finding finding;
  std::vector<Span> chain;  ///< the `_base_` entries that led there, innermost first
};

class Inheritance {
 public:
  explicit Inheritance(LoadContext& context);
  ~Inheritance();

  /// nullptr: `failure()` says why.
  std::shared_ptr<const LoadedFile> load(const Source& source);
  LoadFailure& failure() { return failure_; }

 private:
  enum class Mode : uint8_t { any, merging, lazy };
  using Text = ConfigText;
  using Loaded = std::shared_ptr<const LoadedFile>;

  Loaded load(const Source& source, Mode mode);
  Loaded load_uncached(const Source& source, Mode mode);
  bool load_python(Text& text, LoadedFile& file, Mode mode);
  bool load_merging(Text& text, const syntax::PythonModule& module, LoadedFile& file);
  static void report_lost(const Text& text, const syntax::PythonModule& module, LoadedFile& file);
  bool load_data(Text& text, LoadedFile& file);
  bool load_lazy(Text& text, const syntax::PythonModule& module, LoadedFile& file);
  std::string import_lazy(const LazyImport& import, LoadedFile& file, Text& text);
  bool import_base(const LazyImport& import, LoadedFile& file, Text& text, Mapping& all, std::string& statement);
  const Source* find_lazy_base(const LazyImport& import, const Text& text);

  bool first_bases(Text& text, const syntax::PythonModule& module, LoadedFile& file, Node& bases);
  bool load_bases(const Node& names, const Source& from, LoadedFile& file, Node& bases);
  bool add_base(const Node& name, const Source& from, LoadedFile& file, Node& bases);
  const Source* find_base(const Node& name, const Source& from);
  const Source* find_base_of(const std::string& package, const std::string& path, const Node& name);
  bool evaluate(Text& text, LoadedFile& file, Evaluated& evaluated);
  bool finish(Node child, Node bases, const Source& source, LoadedFile& file);

  /// Of mappings the keys are merged one by one.
  static std::vector<Overridden> overridden_by(const Node& child, const Node& bases);
  static void add_base_notes(LoadedFile& file, const LoadedFile& base);
  Loaded find_cached(const std::string& key);
  bool fail(std::string rule, Span span, Words message, Span related = {}, Words related_message = {});
  Evaluation& evaluation(bool of_own_text);

  LoadContext& context_;
  BaseCache own_cache_;
  interp::ParsedModules own_parsed_;  // of rewritten texts, which do not outlive this
  std::vector<std::unique_ptr<Rewritten>> rewritten_;
  std::vector<std::unique_ptr<Source>> expressions_;
  std::unique_ptr<Evaluation> plain_, rewriting_;
  std::vector<const Source*> loading_;
  LoadFailure failure_;
};

}  // namespace vramlint::config
