#include "integrations/cli/repository.h"

#include <algorithm>
#include <sstream>

#include "base/files.h"
#include "integrations/cli/environment.h"
#include "integrations/cli/workspace.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

std::string trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

std::string text_of(Files& files, const std::string& path) {
  const ReadResult read = files.read(path);
  return read ? read.source->text() : std::string();
}

bool is_revision(std::string_view text) {
  return text.size() == 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// The `url` of the section [remote "origin"].
std::string origin_of(const std::string& config) {
  std::istringstream stream(config);
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    line = trimmed(line);
    if (line.starts_with('[')) inside = line == "[remote \"origin\"]";
    const size_t sign = line.find('=');
    if (inside && sign != std::string::npos && trimmed(line.substr(0, sign)) == "url")
      return trimmed(line.substr(sign + 1));
  }
  return {};
}

std::string packed(const std::string& references, const std::string& name) {
  std::istringstream stream(references);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with(" " + name)) return line.substr(0, line.find(' '));
  }
  return {};
}

std::string head_of(Files& git) {
  const std::string head = trimmed(text_of(git, "HEAD"));
  std::string revision = head;
  if (head.starts_with("ref: ")) {
    const std::string name = head.substr(5);
    revision = trimmed(text_of(git, name));
    if (revision.empty()) revision = packed(text_of(git, "packed-refs"), name);
  }
  return is_revision(revision) ? revision : std::string();
}

}  // namespace

std::string web_address(std::string_view remote) {
  std::string_view rest = remote;
  const size_t scheme = rest.find("://");
  if (scheme != std::string_view::npos) {
    const std::string_view name = rest.substr(0, scheme);
    if (name != "https" && name != "http" && name != "ssh" && name != "git") return {};
    rest.remove_prefix(scheme + 3);
  }
  const size_t path = rest.find_first_of(scheme == std::string_view::npos ? ":" : "/");
  if (path == std::string_view::npos || path + 1 >= rest.size() || rest.starts_with('/')) return {};
  std::string host(rest.substr(0, path));
  if (const size_t user = host.rfind('@'); user != std::string::npos) host.erase(0, user + 1);
  if (scheme != std::string_view::npos && remote.starts_with("ssh")) host.erase(std::min(host.find(':'), host.size()));
  std::string_view project = rest.substr(path + 1);
  while (project.starts_with('/')) project.remove_prefix(1);
  if (project.ends_with(".git")) project.remove_suffix(4);
  if (host.find('.') == std::string::npos || project.empty()) return {};
  return "https://" + host + "/" + std::string(project);
}

Repository repository_of(const fs::path& folder) {
  const std::string server = variable("GITHUB_SERVER_URL"), name = variable("GITHUB_REPOSITORY");
  if (on_github() && !server.empty() && !name.empty()) return {server + "/" + name, variable("GITHUB_SHA")};
  const fs::path top = nearest_with(folder, {".git"});
  std::error_code error;
  if (top.empty() || !fs::is_directory(top / ".git", error)) return {};
  DiskFiles git(top / ".git");
  return {web_address(origin_of(text_of(git, "config"))), head_of(git)};
}

}  // namespace vramlint::cli
