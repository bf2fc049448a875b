#include <algorithm>
#include <charconv>

#include "config/recipe_parts.h"

namespace vramlint::config {

namespace {

/// Where a part of a scalar's text stands in the file: exact where the scalar is written in one piece.
Span part_of(const Entry& entry, const std::string& text, const SettingsProblem& problem) {
  const Span whole = entry.value.span ? entry.value.span : entry.key_span;
  const size_t at = whole.text().find(text);
  if (at == std::string_view::npos || problem.end <= problem.begin || problem.end > text.size()) return whole;
  const auto shift = whole.begin + static_cast<uint32_t>(at);
  return {whole.source, shift + static_cast<uint32_t>(problem.begin), shift + static_cast<uint32_t>(problem.end)};
}

void read_cublas(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime) {
  const std::optional<std::string> text = reader.text(entry);
  if (!text) return;
  const auto parsed = parse_cublas_workspaces(*text);
  if (const auto* problem = std::get_if<SettingsProblem>(&parsed)) {
    reader.complain(part_of(entry, *text, *problem), "`{0}`: {1}"_words(entry.key, problem->message));
  } else {
    runtime.cublas_workspace = std::get<Bytes>(parsed);
  }
}

void read_cublaslt(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime) {
  constexpr int64_t kMost = int64_t{1} << 40;
  if (const auto kibi = whole_number(reader, entry, 0))
    runtime.cublaslt_workspace = Bytes(std::min(*kibi, kMost) * 1024);
}

/// "0" and "1", as environment variables say no and yes.
template <std::optional<bool> RuntimeFacts::*choice, bool yes>
void read_switch(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime) {
  const std::optional<std::string> text = reader.text(entry);
  if (!text) return;
  if (*text != "0" && *text != "1") return reader.wrong_type(entry, "0 or 1"_words);
  runtime.*choice = (*text == "1") == yes;
}

void read_loading(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime) {
  const std::optional<std::string> text = reader.text(entry);
  if (!text) return;
  if (*text != "LAZY" && *text != "EAGER") return reader.wrong_type(entry, "LAZY or EAGER"_words);
  runtime.lazy_modules = *text == "LAZY";
}

constexpr Field<RuntimeFacts> kEnvironment[] = {
    {"PYTORCH_CUDA_ALLOC_CONF", read_allocator},
    {"PYTORCH_ALLOC_CONF", read_allocator},
    {"CUBLAS_WORKSPACE_CONFIG", read_cublas},
    {"CUBLASLT_WORKSPACE_SIZE", read_cublaslt},
    {"TORCH_CUBLASLT_UNIFIED_WORKSPACE", read_switch<&RuntimeFacts::cublaslt_unified, true>},
    {"TORCH_CUBLAS_WORKSPACE_CACHE", read_switch<&RuntimeFacts::cublas_workspace_cached, true>},
    {"TORCH_CUDNN_V8_API_ENABLED", read_switch<&RuntimeFacts::cudnn_v8, true>},
    {"TORCH_CUDNN_V8_API_DISABLED", read_switch<&RuntimeFacts::cudnn_v8, false>},
    {"CUDA_MODULE_LOADING", read_loading},
};

}  // namespace

void read_allocator(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime) {
  const std::optional<std::string> text = reader.text(entry);
  if (!text) return;
  const auto parsed = parse_allocator_settings(*text);
  if (const auto* problem = std::get_if<SettingsProblem>(&parsed)) {
    return reader.complain(part_of(entry, *text, *problem), "`{0}`: {1}"_words(entry.key, problem->message));
  }
  runtime.allocator = std::get<AllocatorSettings>(parsed);
  runtime.allocator_span = entry.value.span;
}

bool is_environment_field(std::string_view name) {
  for (const Field<RuntimeFacts>& field : kEnvironment) {
    if (field.name == name) return true;
  }
  return false;
}

namespace {

/// A variable of the program's own, unless it is nearly one that libraries know.
void read_variable(FieldReader& reader, const Entry& entry, Variables& variables) {
  constexpr size_t kSlip = 2;
  for (const Field<RuntimeFacts>& field : kEnvironment) {
    if (edits_between(entry.key, field.name) > kSlip) continue;
    return reader.complain(entry.key_span,
                           "no library knows the variable `{0}`; did you mean `{1}`?"_words(entry.key, field.name));
  }
  if (const std::optional<std::string> text = reader.text(entry)) variables.emplace_back(entry.key, *text);
}

}  // namespace

void read_environment(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime, Variables& variables) {
  const Mapping* mapping = entry.value.mapping();
  if (!mapping) return reader.wrong_type(entry, "a mapping, such as {CUBLAS_WORKSPACE_CONFIG: \":4096:8\"}"_words);
  for (const Entry& variable : mapping->entries) {
    if (!is_environment_field(variable.key)) {
      read_variable(reader, variable, variables);
      continue;
    }
    for (const Field<RuntimeFacts>& field : kEnvironment) {
      if (field.name == variable.key) field.read(reader, variable, runtime);
    }
    const auto* text = std::get_if<std::string>(&variable.value.value);
    variables.emplace_back(variable.key, text ? *text : std::string(variable.value.span.text()));
  }
}

bool is_library_variable(std::string_view name) { return is_environment_field(name); }

bool set_variable(RuntimeFacts& runtime, std::string_view name, const std::string& text) {
  const auto take = [](const auto& parsed, auto& into) {
    using T = std::variant_alternative_t<0, std::decay_t<decltype(parsed)>>;
    const T* value = std::get_if<T>(&parsed);
    if (value) into = *value;
    return value != nullptr;
  };
  const auto digit = [&](std::optional<bool>& into, bool yes) {
    if (text == "0" || text == "1") into = (text == "1") == yes;
    return into.has_value();
  };
  if (name == "PYTORCH_CUDA_ALLOC_CONF" || name == "PYTORCH_ALLOC_CONF")
    return take(parse_allocator_settings(text), runtime.allocator);
  if (name == "CUBLAS_WORKSPACE_CONFIG") return take(parse_cublas_workspaces(text), runtime.cublas_workspace);
  if (name == "TORCH_CUBLASLT_UNIFIED_WORKSPACE") return digit(runtime.cublaslt_unified, true);
  if (name == "TORCH_CUBLAS_WORKSPACE_CACHE") return digit(runtime.cublas_workspace_cached, true);
  if (name == "TORCH_CUDNN_V8_API_ENABLED") return digit(runtime.cudnn_v8, true);
  if (name == "TORCH_CUDNN_V8_API_DISABLED") return digit(runtime.cudnn_v8, false);
  if (name == "CUDA_MODULE_LOADING" && (text == "LAZY" || text == "EAGER")) runtime.lazy_modules = text == "LAZY";
  if (name == "CUBLASLT_WORKSPACE_SIZE") {
    int64_t kibi = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), kibi);
    if (error != std::errc() || kibi < 0 || kibi > (int64_t{1} << 40)) return false;
    runtime.cublaslt_workspace = Bytes(kibi * 1024);
  }
  return true;
}

void complete_variables(Variables& variables, const Variables& base) {
  for (const auto& variable : base) {
    const auto same = [&](const auto& one) { return one.first == variable.first; };
    if (std::none_of(variables.begin(), variables.end(), same)) variables.push_back(variable);
  }
}

std::optional<int64_t> visible_gpus(const Variables& variables) {
  for (const auto& [name, text] : variables) {
    const bool counts = text.find_first_not_of("0123456789, ") == std::string::npos;  // no "-1", no identifiers
    if (name != "CUDA_VISIBLE_DEVICES" || text.find_first_not_of(' ') == std::string::npos || !counts) continue;
    return 1 + std::count(text.begin(), text.end(), ',');
  }
  return std::nullopt;
}

void read_cuda(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime) {
  const std::optional<std::string> text = reader.text(entry);
  if (!text) return;
  const size_t dot = text->find('.');
  const bool digits = text->find_first_not_of("0123456789.") == std::string::npos;
  if (!digits || dot == 0 || dot == std::string::npos || dot + 1 == text->size() || text->size() > 8)
    return reader.wrong_type(entry, "a version of CUDA, such as \"11.8\""_words);
  runtime.cuda = *text;
}

void RuntimeFacts::complete_from(const RuntimeFacts& base) {
  if (!allocator_span) {
    allocator = base.allocator;
    allocator_span = base.allocator_span;
  }
  const auto complete = [](auto& own, const auto& other) {
    if (!own) own = other;
  };
  complete(cublas_workspace, base.cublas_workspace);
  complete(cublaslt_workspace, base.cublaslt_workspace);
  complete(cublaslt_unified, base.cublaslt_unified);
  complete(cublas_workspace_cached, base.cublas_workspace_cached);
  complete(cudnn_v8, base.cudnn_v8);
  complete(lazy_modules, base.lazy_modules);
  complete(cudnn_benchmark, base.cudnn_benchmark);
  complete(deterministic, base.deterministic);
  complete(cuda, base.cuda);
}

}  // namespace vramlint::config
