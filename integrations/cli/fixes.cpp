#include "integrations/cli/fixes.h"

#include <algorithm>

#include "base/write_file.h"

namespace vramlint::cli {
namespace {

using Edits = std::map<const Source*, std::vector<Edit>>;

bool same(const Edit& a, const Edit& b) { return a.span == b.span && a.text == b.text; }

/// Two insertions at one place also clash: their order would be anybody's guess.
bool clash(const Edit& a, const Edit& b) {
  if (a.span.source != b.span.source) return false;
  if (a.span.begin == b.span.begin) return true;
  return a.span.begin < b.span.end && b.span.begin < a.span.end;
}

/// Adds the fix's edits unless one has no place or clashes. An edit that is already there, for another config, is no
/// clash; a fix of which all are there is no other fix.
bool accept(const Fix& fix, Edits& edits) {
  Edits fresh;
  for (const Edit& edit : fix.edits) {
    if (!edit.span) return false;
    const std::vector<Edit>& others = edits[edit.span.source];
    const auto there = [&](const Edit& other) { return same(edit, other); };
    if (std::any_of(others.begin(), others.end(), there)) continue;
    const auto clashing = [&](const Edit& other) { return clash(edit, other); };
    std::vector<Edit>& own = fresh[edit.span.source];
    if (std::any_of(others.begin(), others.end(), clashing) || std::any_of(own.begin(), own.end(), clashing))
      return false;
    own.push_back(edit);
  }
  for (auto& [source, list] : fresh) edits[source].insert(edits[source].end(), list.begin(), list.end());
  return !fresh.empty();
}

const Fix* first_fix(const Finding& finding, bool unsafe_too) {
  for (const Fix& fix : finding.fixes) {
    const bool wanted = fix.safety == Safety::safe || (unsafe_too && fix.safety == Safety::unsafe);
    if (wanted && !fix.edits.empty()) return &fix;
  }
  return nullptr;
}

/// It changes training for the sake of memory.
bool is_cut(const Fix& fix) { return fix.safety == Safety::unsafe && fix.effect; }

/// By config: of several cuts, each of which was tried alone, the first that makes the step fit, or else the first.
std::map<std::string, const Fix*> cuts_chosen(const std::vector<Finding>& findings, bool unsafe_too) {
  std::map<std::string, const Fix*> chosen;
  for (const Finding& finding : findings) {
    const Fix* fix = first_fix(finding, unsafe_too);
    if (!fix || !is_cut(*fix)) continue;
    const Fix*& best = chosen[finding.config];
    if (!best || (best->effect->fits != true && fix->effect->fits == true)) best = fix;
  }
  return chosen;
}

bool has_edits_of(const Fix& one, const Fix& other) {
  return std::equal(one.edits.begin(), one.edits.end(), other.edits.begin(), other.edits.end(), same);
}

std::string with_line_ends(const std::string& text, bool crlf) {
  if (!crlf) return text;
  std::string result;
  for (const char c : text) {
    if (c == '\n' && !result.ends_with('\r')) result += '\r';
    result += c;
  }
  return result;
}

std::string applied(const Source& source, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span.begin > b.span.begin; });
  std::string text = source.text();
  const bool crlf = text.find("\r\n") != std::string::npos;
  for (const Edit& edit : edits) {
    text.replace(edit.span.begin, edit.span.end - edit.span.begin, with_line_ends(edit.text, crlf));
  }
  return text;
}

}  // namespace

Patched patched(const std::vector<Finding>& findings, bool unsafe_too) {
  Edits edits;
  Patched result;
  const std::map<std::string, const Fix*> chosen = cuts_chosen(findings, unsafe_too);
  for (const Finding& finding : findings) {
    const Fix* fix = first_fix(finding, unsafe_too);
    if (!fix) continue;
    if (is_cut(*fix) && !has_edits_of(*chosen.at(finding.config), *fix))
      ++result.alternatives;
    else if (accept(*fix, edits))
      ++result.fixes;
  }
  for (const auto& [source, list] : edits) {
    if (!list.empty()) result.texts[source] = applied(*source, list);
  }
  return result;
}

std::vector<std::string> write_patched(const Patched& patched, Files& files) {
  std::vector<std::string> troubles;
  for (const auto& [source, text] : patched.texts) {
    const std::filesystem::path path = files.root() / source->path();
    const std::optional<std::string> bytes = encoded_like(*source, text);
    const Source* now = files.read(path).source;
    if (files.is_laid_over(source->path())) {
      troubles.push_back(source->path() + ": --set has put another text in its place, so it was left as it is");
    } else if (std::filesystem::path(source->path()).is_absolute() || !now || now->text() != source->text()) {
      troubles.push_back(source->path() + ": lies outside the root, so it was left as it is");
    } else if (!bytes) {
      troubles.push_back(source->path() + ": the new text cannot be written in the file's encoding");
    } else if (std::string trouble = write_file(path, *bytes); !trouble.empty()) {
      troubles.push_back(std::move(trouble));
    }
  }
  std::sort(troubles.begin(), troubles.end());
  return troubles;
}

}  // namespace vramlint::cli
