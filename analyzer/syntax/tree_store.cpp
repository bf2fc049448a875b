#include "syntax/tree_store.h"

#include "syntax/tree_archive.h"

namespace vramlint::syntax {

// A digest of this room's source, so that a tree is read by what wrote it.
TreeStore::TreeStore(const std::filesystem::path& folder) : store_(folder / "trees-" VRAMLINT_SYNTAX_REVISION) {}

std::shared_ptr<const PythonModule> TreeStore::parse(const Source& source) const {
  if (const std::optional<std::string> bytes = store_.get(source.text())) return read_tree(*bytes, source);
  std::shared_ptr<const PythonModule> tree = parse_python(source);
  if (tree->problems.empty()) store_.put(source.text(), write_tree(*tree));
  return tree;
}

}  // namespace vramlint::syntax
