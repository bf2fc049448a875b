// What a module's text says by name, whether or not it ever runs: the ground for keeping silent.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "syntax/python.h"

namespace vramlint::usage {

/// One name that could be a config key's.
struct Mention {
  enum class Form : uint8_t {
    attribute,  ///< `.name`: where it runs on something known, it is known whether it reads a key
    access,     ///< `["name"]`, `.get("name")`: likewise
    word,       ///< a text: only where it does not run
    parameter,  ///< or a keyword: only where it does not run, and where a section may be handed over by its keys
    spread,     ///< `**section`, without a name
    turn,       ///< what turns entries into attributes: setattr(), Namespace(…), a `…Dict(…)`; without a name
    always,     ///< getattr(x, "name"), an option `--name` of the command line
  } form = Form::access;
  std::string name;                             ///< may be dotted
  const void* node = nullptr;                   ///< of an access, as Follower::asks has it
  const syntax::Stmt* statement = nullptr;      ///< it stands in
  const syntax::FunctionDef* method = nullptr;  ///< it stands in, of a class at the top of a module
  size_t definition = 0;
  Span span;
  bool passes_on = false;  ///< what is read goes on as a whole, as an argument or into a variable
  bool of_self = false;    ///< `self.name`
  std::string receiver;    ///< the last name of what is asked: `cfg` of `self.cfg.name`, of `cfg["name"]`; may be empty
};

struct Import {
  std::string module;  ///< dotted; of `from x import y` x
  std::vector<std::string> names;
  int level = 0;
};

/// A function or class at the top of a module; the first one stands for the code of the module itself.
struct Definition {
  std::string name;
  const syntax::Stmt* statement = nullptr;  ///< none: the module's own code
  bool is_asked_for = false;                ///< a decorator may register it, or it is the module's own code
  bool is_main = false;                     ///< below `if __name__ == "__main__"`
  std::vector<std::string> names;           ///< that its text says, sorted
  std::vector<std::string> bases;           ///< of a class and of those in it: the last parts of their names
  std::vector<std::string> members;         ///< what a class defines, and what it sets as `self.name`; sorted
};

struct ModuleText {
  std::shared_ptr<const syntax::PythonModule> module;
  std::vector<Definition> definitions;
  std::vector<Mention> mentions;
  std::vector<Import> imports;
};

/// The names, attributes and texts of a statement, those of inner statements excepted.
void each_name(const syntax::Stmt& statement, const std::function<void(const std::string&)>& say);

ModuleText read_text(std::shared_ptr<const syntax::PythonModule> module);

}  // namespace vramlint::usage
