# The Python grammar for tree-sitter: C sources, compiled into this project as TreeSitterPython::TreeSitterPython.
# TREE_SITTER_PYTHON_DIR is a folder that holds src/parser.c and src/scanner.c (ABI 13 or 14 for tree-sitter 0.20).
set(TREE_SITTER_PYTHON_DIR "${CMAKE_SOURCE_DIR}/.cache/tree-sitter-python" CACHE PATH
    "Folder of the tree-sitter-python grammar (with src/parser.c and src/scanner.c)")

set(TreeSitterPython_SOURCES ${TREE_SITTER_PYTHON_DIR}/src/parser.c ${TREE_SITTER_PYTHON_DIR}/src/scanner.c)
foreach(source IN LISTS TreeSitterPython_SOURCES)
  if(NOT EXISTS ${source})
    message(FATAL_ERROR
      "The Python grammar for tree-sitter is not at ${TREE_SITTER_PYTHON_DIR}: ${source} is missing.\n"
      "Run `./dev setup`, which fetches tree-sitter-python 0.23.6, or set TREE_SITTER_PYTHON_DIR to a folder that has it.")
  endif()
endforeach()

if(NOT TARGET TreeSitterPython::TreeSitterPython)
  add_library(tree_sitter_python STATIC ${TreeSitterPython_SOURCES})
  target_include_directories(tree_sitter_python PRIVATE ${TREE_SITTER_PYTHON_DIR}/src)
  target_compile_options(tree_sitter_python PRIVATE -w)
  add_library(TreeSitterPython::TreeSitterPython ALIAS tree_sitter_python)
endif()
set(TreeSitterPython_FOUND TRUE)
