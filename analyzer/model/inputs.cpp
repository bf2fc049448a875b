#include "model/inputs.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "config/plain_yaml.h"
#include "interp/text.h"
#include "model/failure.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::OriginAtom;
using interp::Value;
using Kind = BuildFailure::Kind;

/// `${batch}`: what it stands for has a key of its own.
bool is_reference(const OriginAtom& atom) {
  const std::string_view text = atom.span ? atom.span.text() : std::string_view();
  return text.starts_with("${") && text.find('}') == text.size() - 1;
}

std::vector<OriginAtom> key_atoms(Interpreter& interpreter, interp::Origin origin) {
  std::vector<OriginAtom> atoms = interpreter.origins().atoms(origin);
  std::erase_if(atoms, [](const OriginAtom& atom) { return atom.key.empty(); });
  if (!std::all_of(atoms.begin(), atoms.end(), is_reference)) std::erase_if(atoms, is_reference);
  return atoms;
}

std::string key_list(const std::vector<OriginAtom>& atoms) {
  std::string text;
  for (const OriginAtom& atom : atoms) text += (text.empty() ? "`" : ", `") + atom.key + "`";
  return text;
}

int64_t checked_size(Interpreter& interpreter, const Value& dim, size_t at, const config::Expression& expression) {
  std::vector<OriginAtom> keys = key_atoms(interpreter, dim.origin());
  std::string which = "dimension " + std::to_string(at) + " of the input";
  if (dim.is_unknown()) {
    fail(Kind::unknown_shape, which + " is not known: " + dim.as<interp::UnknownValue>()->info.reason, expression.span,
         keys);
  }
  if (!dim.is_int()) {
    std::string is = interp::shown(interpreter, dim);
    fail(dim.is_none() ? Kind::unknown_shape : Kind::invalid_value, which + " must be a positive integer, it is " + is,
         keys.empty() ? expression.span : keys.front().span, keys);
  }
  if (dim.as_int() <= 0) {
    std::string from = keys.empty() ? "" : " (from " + key_list(keys) + ")";
    fail(Kind::invalid_value, which + " is " + std::to_string(dim.as_int()) + from + "; it must be at least 1",
         keys.empty() ? expression.span : keys.front().span, keys);
  }
  return dim.as_int();
}

std::optional<KeyFact> fact_of(const OriginAtom& atom, const config::Config& config) {
  const config::Node* node = config.root.find_path(atom.key);
  auto* value = node ? std::get_if<int64_t>(&node->value) : nullptr;
  if (!value) return {};
  return KeyFact{atom.key, atom.span, *value};
}

}  // namespace

InputShape input_shape(Interpreter& interpreter, const Value& value, const config::Expression& expression) {
  if (value.is_unknown()) {
    fail(Kind::unknown_shape, "the input is not known: " + value.as<interp::UnknownValue>()->info.reason,
         expression.span);
  }
  auto* spec = value.as_native<TensorSpec>();
  if (!spec) {
    fail(Kind::invalid_value,
         "an input is written like float32[batch, channels, height, width]; this is " +
             interp::shown(interpreter, value),
         expression.span);
  }
  InputShape result;
  graph::Shape shape;
  for (size_t at = 0; at < spec->dims.size(); ++at) {
    shape.emplace_back(checked_size(interpreter, spec->dims[at], at, expression));
    result.origins.push_back(spec->dims[at].origin());
  }
  result.type = graph::contiguous(spec->dtype, std::move(shape));
  return result;
}

std::optional<KeyFact> batch_key(Interpreter& interpreter, const std::vector<InputShape>& inputs,
                                 const config::Config& config) {
  std::optional<OriginAtom> key;
  for (const InputShape& input : inputs) {
    if (input.origins.empty()) return {};
    std::vector<OriginAtom> atoms = key_atoms(interpreter, input.origins[0]);
    if (atoms.empty()) continue;  // not all that a batch holds is as long as it
    if (atoms.size() != 1 || (key && !(*key == atoms[0]))) return {};
    key = atoms[0];
  }
  return key ? fact_of(*key, config) : std::nullopt;
}

std::vector<KeyFact> shape_keys(Interpreter& interpreter, const std::vector<InputShape>& inputs,
                                const config::Config& config) {
  std::vector<KeyFact> facts;
  for (const InputShape& input : inputs) {
    for (size_t dim = 1; dim < input.origins.size(); ++dim) {
      for (const OriginAtom& atom : key_atoms(interpreter, input.origins[dim])) {
        bool seen = std::any_of(facts.begin(), facts.end(), [&](const KeyFact& f) { return f.key == atom.key; });
        std::optional<KeyFact> fact = seen ? std::nullopt : fact_of(atom, config);
        if (fact) facts.push_back(std::move(*fact));
      }
    }
  }
  return facts;
}

namespace {

/// Of a number that another file of data spells out.
std::optional<KeyFact> fact_of_file(const OriginAtom& atom, const config::Config& config) {
  const Span& span = atom.span;
  if (!span || atom.key.empty() || !config::is_data(*span.source)) return std::nullopt;
  if (std::find(config.files.begin(), config.files.end(), span.source) != config.files.end()) return std::nullopt;
  const std::string text(span.text());
  const bool is_number = !text.empty() && text.size() < 10 &&
                         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return is_number ? std::optional(KeyFact{atom.key, span, std::stoll(text)}) : std::nullopt;
}

using FactOf = std::optional<KeyFact> (*)(const OriginAtom&, const config::Config&);

std::vector<KeyFact> ranked(Interpreter& interpreter, const std::unordered_map<interp::Origin, Bytes>& sized,
                            const config::Config& config, FactOf fact_from) {
  constexpr size_t kMost = 16;
  std::map<std::string, std::pair<Bytes, KeyFact>> by_key;
  for (const auto& [origin, bytes] : sized) {
    for (const OriginAtom& atom : key_atoms(interpreter, origin)) {
      const auto [at, is_new] = by_key.try_emplace(atom.key);
      if (std::optional<KeyFact> fact = is_new ? fact_from(atom, config) : std::nullopt) at->second.second = *fact;
      at->second.first += bytes;
    }
  }
  std::vector<std::pair<Bytes, KeyFact>> found;
  for (auto& [key, one] : by_key) {
    if (one.second.span) found.push_back(std::move(one));
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<KeyFact> facts;
  for (auto& [bytes, fact] : found) {
    if (facts.size() < kMost) facts.push_back(std::move(fact));
  }
  return facts;
}

}  // namespace

void take_size_keys(Interpreter& interpreter, const std::unordered_map<interp::Origin, Bytes>& sized,
                    const config::Config& config, PhaseFacts& facts) {
  facts.size_keys = ranked(interpreter, sized, config, fact_of);
  facts.file_keys = ranked(interpreter, sized, config, fact_of_file);
}

}  // namespace vramlint::model
