// What programs look at of a config's own file, key by key.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "config/counterpart.h"
#include "interp/objects.h"

namespace vramlint::model {

class ConfigView {
 public:
  void watch(const interp::Value& written);  ///< what is written in it, as a program got it
  void see_all() { sees_all_ = true; }       ///< a program read its text
  void take() { root_.take(); }              ///< the program is over: what becomes of its values is no look at them

  /// Whether all that was looked at in the first config is the same in the other, and leads to its places there.
  bool is_same(const config::Node& first, const config::Node& other, config::Counterpart& places) const;

 private:
  struct Part {
    std::vector<std::shared_ptr<const interp::Dict::Looks>> watched;  ///< the dicts that are made of it
    interp::Dict::Looks seen;                                         ///< of those that were
    std::map<std::string, std::unique_ptr<Part>> parts;               ///< that hold others, by key or index
    const Part* at(const std::string& key) const;
    bool sees(const std::string& key) const;
    void take();
  };
  static void watch(Part& part, const interp::Value& value);
  static bool is_same(const Part* part, const config::Node& first, const config::Node& other,
                      config::Counterpart& places);
  static bool is_same(const Part* part, const config::Mapping& first, const config::Mapping& other,
                      config::Counterpart& places);

  Part root_;
  bool sees_all_ = false;
};

}  // namespace vramlint::model
