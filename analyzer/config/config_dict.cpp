#include "config/config_dict.h"

#include "config/values.h"

namespace vramlint::config {

namespace {

/// The behaviour of mmengine.config.ConfigDict (mmengine 0.10) as far as configs use it.
constexpr const char* kConfigDict = R"(
def wrap(value):
    if type(value) is dict:
        wrapped = ConfigDict()
        for key in value:
            wrapped[key] = value[key]
        return wrapped
    if type(value) is list:
        return [wrap(item) for item in value]
    if type(value) is tuple:
        return tuple([wrap(item) for item in value])
    return value


def merged(new, old):
    if not isinstance(new, dict):
        return new
    rest = {key: new[key] for key in new if key != '_delete_'}
    if not isinstance(old, dict):
        return rest
    kept = {} if new.get('_delete_', False) else old
    result = {key: kept[key] for key in kept}
    for key in rest:
        result[key] = merged(rest[key], kept.get(key))
    return result


class ConfigDict(dict):
    def __init__(self, *mappings, **named):
        for mapping in mappings:
            for key, value in dict(mapping).items():
                self[key] = value
        for key in named:
            self[key] = named[key]

    def __setitem__(self, key, value):
        dict.__setitem__(self, key, wrap(value))

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(f"'ConfigDict' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        self[name] = value

    def __delattr__(self, name):
        if name not in self:
            raise AttributeError(f"'ConfigDict' object has no attribute '{name}'")
        del self[name]

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key, default=None):
        return dict.pop(self, key, default)

    def copy(self):
        return ConfigDict(self)

    def update(self, *others, **named):
        for other in others + (named,):
            for key, value in dict(other).items():
                if isinstance(value, dict) and key in self and isinstance(self[key], dict):
                    self[key].update(value)
                else:
                    self[key] = value

    def merge(self, other):
        result = merged(other, self)
        self.clear()
        for key in result:
            self[key] = result[key]

    def to_dict(self):
        return {key: self[key].to_dict() if isinstance(self[key], ConfigDict) else self[key] for key in self}
)";

}  // namespace

interp::Value make_config_dict_class(interp::Interpreter& interpreter) {
  static const Source source("<ConfigDict>", kConfigDict);
  interp::Result<interp::Value> module = interpreter.run_file(source, "mmengine.config.config_dict");
  if (const auto* error = std::get_if<interp::Error>(&module)) {
    interpreter.raise("RuntimeError", "ConfigDict cannot be made: " + error->message, {});
  }
  return interpreter.get_attribute(std::get<interp::Value>(module), "ConfigDict", {});
}

interp::Value make_config_object(const Node& root, interp::Interpreter& interpreter) {
  interp::Value mapping_class = make_config_dict_class(interpreter);
  ToValue conversion(interpreter);
  conversion.mapping_class = mapping_class.as<interp::Class>();
  return conversion.value(root);
}

}  // namespace vramlint::config
