// Options of a sub-command: `--name value` or `--name=value`, and plain words.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace vramlint::probes {

/// A wrong command line or a file that cannot be read: exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class CommandLine {
 public:
  /// `known`: the options there are. A name that ends in `?` is a flag and takes no value; one in `*` may come often.
  CommandLine(const std::vector<std::string>& words, const std::vector<std::string>& known);

  const std::vector<std::string>& plain() const { return plain_; }
  bool has(const std::string& name) const { return options_.count(name) > 0; }
  std::optional<std::string> value(const std::string& name) const;  ///< the last one given
  std::vector<std::string> values(const std::string& name) const;
  double number(const std::string& name, double usual) const;  ///< throws UsageError for what is none, or below nought

 private:
  std::vector<std::string> plain_;
  std::map<std::string, std::vector<std::string>> options_;
};

/// The whole file, or standard input for "-". Throws UsageError.
std::string read_text(const std::string& path);
/// Makes the folders that are missing. Throws UsageError.
void write_text(const std::string& path, const std::string& text);

}  // namespace vramlint::probes
