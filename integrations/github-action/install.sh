#!/usr/bin/env bash
# The program for action.yml: a release's, or else built from this folder. Says where it is in the output `program`.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
version=${VRAMLINT_VERSION:-$(sed -nE 's/^project\(vramlint VERSION ([0-9.]+).*/\1/p' "$source/CMakeLists.txt")}
releases=${VRAMLINT_RELEASES:-https://github.com/vramlint/vramlint/releases/download}
folder=${RUNNER_TEMP:?}/vramlint

found() {
  echo "program=$1" >>"${GITHUB_OUTPUT:?}"
  exit 0
}

if [ "$version" != source ]; then
  [[ $version =~ ^[0-9]+(\.[0-9]+)*$ ]] || { echo "vramlint: the input version is neither a release like 0.1.0 nor source" >&2; exit 2; }
  name=vramlint-$version-linux-$(uname -m)
  mkdir -p "$folder"
  if curl --fail --silent --show-error --location --retry 3 -o "$folder/$name.tar.gz" "$releases/v$version/$name.tar.gz" &&
    curl --fail --silent --show-error --location --retry 3 -o "$folder/SHA256SUMS" "$releases/v$version/SHA256SUMS"; then
    # A file that is not what the release says is no reason to build: it is a reason to stop.
    (cd "$folder" && grep -F " $name.tar.gz" SHA256SUMS | sha256sum --check --strict)
    tar -xzf "$folder/$name.tar.gz" -C "$folder" --strip-components=1
    found "$folder/bin/vramlint"
  fi
  [ -z "${VRAMLINT_VERSION:-}" ] || { echo "vramlint: there is no release $version for this machine" >&2; exit 2; }
  echo "vramlint: no release $version; it is built from source, which takes minutes"
fi
"$source/dev" portable
found "$source/build/portable/vramlint"
