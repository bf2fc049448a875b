#include "config/dialects/stated_releases.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace vramlint::config {

namespace {

/// The releases of mmcv, newest first: its tags up to v2.2.0 without the candidates.
constexpr std::string_view kReleases[] = {
    "2.2.0", "2.1.0",  "2.0.1",  "2.0.0",  "1.7.2",  "1.7.1",  "1.7.0",  "1.6.2",  "1.6.1",  "1.6.0",  "1.5.3",
    "1.5.2", "1.5.1",  "1.5.0",  "1.4.8",  "1.4.7",  "1.4.6",  "1.4.5",  "1.4.4",  "1.4.3",  "1.4.2",  "1.4.1",
    "1.4.0", "1.3.18", "1.3.17", "1.3.16", "1.3.15", "1.3.14", "1.3.13", "1.3.12", "1.3.11", "1.3.10", "1.3.9",
    "1.3.8", "1.3.7",  "1.3.6",  "1.3.5",  "1.3.4",  "1.3.3",  "1.3.2",  "1.3.1",  "1.3.0",  "1.2.7",  "1.2.6",
    "1.2.5", "1.2.4",  "1.2.3",  "1.2.2",  "1.2.1",  "1.2.0",  "1.1.6",  "1.1.5",  "1.1.4",  "1.1.3",  "1.1.2",
    "1.1.1", "1.1.0",  "1.0.5",  "1.0.4",  "1.0.3",  "1.0.2",  "1.0.1",  "1.0.0",
};

/// "1.3.0" as {1, 3, 0}; a candidate, "2.0.0rc4", as {2, 0, -1, 4}: before its release.
std::vector<int> digits_of(std::string_view text) {
  std::vector<int> digits;
  for (size_t at = 0; at < text.size();) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (error != std::errc()) return {};
    at = static_cast<size_t>(end - text.data());
    const bool is_candidate = text.substr(at).starts_with("rc");
    digits.push_back(is_candidate ? number - 1 : number);
    at += is_candidate ? 2 : 1;
  }
  return digits;
}

/// What one package states, one after the other where it has branches.
struct Bounds {
  std::vector<int> oldest, newest;
  Span span;
};

class Statements {
 public:
  std::vector<Bounds> in(const syntax::Body& body) {
    for (const auto& statement : body) visit(*statement);
    return std::move(bounds_);
  }

 private:
  void visit(const syntax::Stmt& statement) {
    if (const auto* assign = std::get_if<syntax::Assign>(&statement.node)) return note(*assign);
    if (const auto* branch = std::get_if<syntax::If>(&statement.node)) {
      for (const syntax::Body* arm : {&branch->then, &branch->otherwise}) each(*arm);
    } else if (const auto* block = std::get_if<syntax::Try>(&statement.node)) {
      each(block->body);
      for (const auto& handler : block->handlers) each(handler.body);
    }
  }
  void each(const syntax::Body& body) {
    for (const auto& statement : body) visit(*statement);
  }

  void note(const syntax::Assign& assign) {
    const auto* name = assign.targets.size() == 1 ? std::get_if<syntax::Name>(&assign.targets[0]->node) : nullptr;
    const auto* text = std::get_if<syntax::StringLiteral>(&assign.value->node);
    if (!name || !text) return;
    const std::string& called = name->variable.name.text();
    if (called == "MMCV_MIN" || called == "mmcv_minimum_version") oldest_ = digits_of(text->value);
    if (called != "MMCV_MAX" && called != "mmcv_maximum_version") return;
    bounds_.push_back({oldest_, digits_of(text->value), assign.value->span});
  }

  std::vector<int> oldest_;
  std::vector<Bounds> bounds_;
};

/// The `__init__.py` of each of the project's own packages.
std::vector<const Source*> packages_in_root(LoadContext& context) {
  std::vector<const Source*> found;
  const std::filesystem::path& root = context.files.root();
  for (const std::string& name : context.files.list(root)) {
    const std::filesystem::path path = root / name / "__init__.py";
    const Source* source = context.files.is_file(path) ? context.files.read(path).source : nullptr;
    if (source) found.push_back(source);
  }
  return found;
}

std::vector<Bounds> bounds_of(LoadContext& context) {
  std::vector<Bounds> all;
  for (const Source* source : packages_in_root(context)) {
    const std::string& text = source->text();
    if (text.find("MMCV_MAX") == std::string::npos && text.find("mmcv_maximum_version") == std::string::npos) continue;
    for (Bounds& bounds : Statements().in(context.parsed.parse(*source)->body)) all.push_back(std::move(bounds));
  }
  return all;
}

}  // namespace

std::optional<Span> import_of_mmengine(LoadContext& context) {
  for (const Source* source : packages_in_root(context)) {
    const std::string& text = source->text();
    for (const std::string_view begins : {"from mmengine", "import mmengine"}) {
      const size_t at = text.starts_with(begins) ? 0 : text.find("\n" + std::string(begins));
      if (at == std::string::npos) continue;
      const auto first = static_cast<uint32_t>(at == 0 ? 0 : at + 1);
      return Span{source, first, first + static_cast<uint32_t>(begins.size())};
    }
  }
  return std::nullopt;
}

std::optional<StatedRelease> stated_mmcv(std::string_view usual, LoadContext& context) {
  const std::vector<int> wanted = digits_of(usual);
  for (const Bounds& bounds : bounds_of(context)) {
    if (bounds.newest.empty() || bounds.newest[0] < wanted[0]) continue;
    if (!bounds.oldest.empty() && bounds.oldest[0] > wanted[0]) continue;  // of the other line
    if (wanted >= bounds.oldest && wanted < bounds.newest) return std::nullopt;
    std::optional<StatedRelease> newest;  // `<` in some projects, `<=` in others
    for (const std::string_view release : kReleases) {
      const std::vector<int> digits = digits_of(release);
      if (digits[0] != wanted[0] || digits < bounds.oldest || digits > bounds.newest) continue;
      if (digits < bounds.newest) return StatedRelease{std::string(release), bounds.span};
      newest = StatedRelease{std::string(release), bounds.span};
    }
    if (newest) return newest;
  }
  return std::nullopt;
}

}  // namespace vramlint::config
