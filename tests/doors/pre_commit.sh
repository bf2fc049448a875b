#!/usr/bin/env bash
# The hooks under the real pre-commit, in a scratch repository: pre_commit.sh PROGRAM SOURCE_FOLDER. pre-commit makes a
# wheel of PROGRAM and installs it, without a network. 77: no pre-commit.
set -euo pipefail
program=$1 source=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v pre-commit >/dev/null || ! command -v git >/dev/null; then
  echo "pre-commit or git is not installed"
  exit 77
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export HOME=$scratch/home PRE_COMMIT_HOME=$scratch/cache
export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
unset GITHUB_ACTIONS PYTHONPATH
mkdir -p "$HOME" "$scratch/hooks/integrations" "$scratch/project"
export PATH=/usr/bin:/bin VRAMLINT_PROGRAM=$program PIP_NO_INDEX=1

commit() { git -C "$1" add -A && git -C "$1" commit -q -m "$2"; }

# The hook repository holds the manifest as it is here, and what makes the wheel, also where the sources are no repository.
git -C "$scratch/hooks" init -q
cp "$source"/{.pre-commit-hooks.yaml,pyproject.toml,README.md,LICENSE,CHANGELOG.md} "$scratch/hooks/"
cp -r "$source/integrations/packages" "$scratch/hooks/integrations/"
commit "$scratch/hooks" manifest

cd "$scratch/project"
git init -q
# shellcheck source=tests/doors/project.sh
. "$here/project.sh"
echo "not a config" >notes.yaml
cat >.pre-commit-config.yaml <<END
repos:
  - repo: $scratch/hooks
    rev: $(git -C "$scratch/hooks" rev-parse HEAD)
    hooks: [{id: vramlint}, {id: vramlint-fix}, {id: vramlint-all}]
END
git add -A

failures=0
expect() {
  local wanted=$1 text=$2 code=0
  shift 2
  local output
  output=$("$@" 2>&1) || code=$?
  if [ "$code" -ne "$wanted" ] || ! grep -qF -- "$text" <<<"$output"; then
    printf 'FAILED: %s\n  exit code %s, wanted %s and: %s\n%s\n' "$*" "$code" "$wanted" "$text" "$output"
    failures=$((failures + 1))
  fi
}

expect 0 "Passed" pre-commit run vramlint --files config/good.yaml
expect 0 "Passed" pre-commit run vramlint --files notes.yaml model.py
expect 1 "config/bad.yaml:2:" pre-commit run vramlint --files config/bad.yaml
expect 1 "config/bad.yaml:2:" pre-commit run vramlint-all --files model.py
expect 0 "Passed" pre-commit run vramlint-fix --files config/good.yaml
expect 0 "Skipped" pre-commit run vramlint --files README.md
# A launch script, and a model that changes under a config that does not.
printf 'python train.py --config config/bad.yaml\n' >launch.sh && git add launch.sh
expect 1 "config/bad.yaml:2:" pre-commit run vramlint-all --files launch.sh
sed -i 's/(width, 3, 3/(width + 1, 3, 3/' model.py && git add model.py
expect 1 "config/good.yaml" pre-commit run vramlint-all --files model.py
expect 1 "config/good.yaml" pre-commit try-repo "$scratch/hooks" vramlint-all --files model.py
sed -i 's/width + 1/width/' model.py && git add model.py
git rm -q --cached config/bad.yaml && rm config/bad.yaml
expect 0 "Passed" pre-commit run vramlint-all --all-files

# On a machine that has no program: the wheel of the release of that version, unless it is not what the release says.
unset VRAMLINT_PROGRAM
cp "$source/CMakeLists.txt" "$scratch/hooks/" && printf '#!/bin/sh\necho "it is built"\nexit 1\n' >"$scratch/hooks/dev" && chmod +x "$scratch/hooks/dev"
commit "$scratch/hooks" "a version"
release=$scratch/releases/v$(sed -nE 's/^project\(vramlint VERSION ([0-9.]+).*/\1/p' "$source/CMakeLists.txt")
export VRAMLINT_RELEASES=file://$scratch/releases
expect 3 "it is built" pre-commit try-repo "$scratch/hooks" vramlint --files config/good.yaml
python3 "$source/integrations/packages/pack.py" "$program" "$release" wheel >/dev/null
(cd "$release" && : >vramlint-0.0.0-py3-none-any.whl && sha256sum -- *.whl >SHA256SUMS)
expect 0 "Passed" pre-commit try-repo "$scratch/hooks" vramlint --files config/good.yaml
echo more | tee -a "$release"/*manylinux*.whl >/dev/null
expect 3 "is not what the checksums of release" pre-commit try-repo "$scratch/hooks" vramlint --files config/good.yaml
[ "$failures" -eq 0 ] && echo "all hooks do what they promise"
exit "$((failures > 0))"
