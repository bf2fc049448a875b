#!/usr/bin/env bash
# Every package, made and installed into a scratch folder as its users install it: packages.sh PROGRAM SOURCE_FOLDER.
# 77: a tool that installs one of them is not here.
set -euo pipefail
program=$1 source=$2
for tool in python3 objdump pip3 npm dpkg-deb tar man; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: $tool is not installed, so the packages are NOT checked"; exit 77; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export HOME=$scratch/home VRAMLINT_NO_CACHE=1 SOURCE_DATE_EPOCH=1700000000
unset PYTHONHOME PYTHONPATH GITHUB_ACTIONS
mkdir -p "$HOME"
cd "$scratch"
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

python3 "$source/integrations/packages/pack.py" "$program" one
sleep 1
python3 "$source/integrations/packages/pack.py" "$program" two >/dev/null
diff -r one two || fail "the same program makes other bytes the second time"

# try NAME PREFIX PROGRAM: it checks an example, in an environment that has no other.
try() {
  local code=0
  env -i HOME="$HOME" PATH=/usr/bin:/bin VRAMLINT_NO_CACHE=1 "$3" check --root "$source/tests/examples/soil_moisture" \
    "$source/tests/examples/soil_moisture/config/two_months.yaml" >"$1.out" 2>&1 || code=$?
  if [ "$code" -ne 1 ] || ! grep -q 'peak-memory-exceeds-device' "$1.out"; then
    fail "$1: exit code $code"
    cat "$1.out"
  fi
  [ "$2" = none ] || man -l "$2"/share/man/man1/vramlint.1* 2>/dev/null | grep -q 'EXIT STATUS' || fail "$1: no manual page"
  echo "$1: checked an example"
}

mkdir tar && tar -xzf one/*.tar.gz -C tar --strip-components=1
try tar tar "$PWD/tar/bin/vramlint"
pip3 install --quiet --no-index --no-cache-dir --prefix "$PWD/python" one/*.whl 2>pip.log || fail "pip: $(cat pip.log)"
try wheel python "$PWD/python/bin/vramlint"
mkdir npm
npm install --prefix npm --offline --no-audit --no-fund --loglevel=error "$PWD"/one/*.tgz >npm.log 2>&1 || fail "npm: $(cat npm.log)"
try npm none "$PWD/npm/node_modules/.bin/vramlint"
dpkg-deb -x one/*.deb deb && dpkg-deb --info one/*.deb | grep 'Depends'
try deb deb/usr "$PWD/deb/usr/bin/vramlint"

# The formula names the very tarball.
grep -qF "sha256 \"$(sha256sum one/*.tar.gz | cut -d' ' -f1)\"" one/vramlint.rb || fail "the formula has another checksum than the tarball"
grep -qF "/$(basename one/*.tar.gz)\"" one/vramlint.rb || fail "the formula names another tarball"
! command -v ruby >/dev/null || ruby -c one/vramlint.rb >/dev/null || fail "the formula is no Ruby"

# What shells read: each that is here takes it.
for shell in bash zsh fish; do
  "$program" completions "$shell" >"completions.$shell"
  command -v "$shell" >/dev/null || { echo "$shell is not installed: its completions are written but not tried"; continue; }
  "$shell" -n "completions.$shell" || fail "completions for $shell"
done
words=$(bash -c '. ./completions.bash; COMP_WORDS=(vramlint check --fo) COMP_CWORD=2; _vramlint; echo "${COMPREPLY[*]}"')
[ "$words" = "--format" ] || fail "bash completes --fo as '$words'"
words=$(bash -c '. ./completions.bash; COMP_WORDS=(vramlint che) COMP_CWORD=1; _vramlint; echo "${COMPREPLY[*]}"')
[ "$words" = "check" ] || fail "bash completes che as '$words'"
words=$(bash -c '. ./completions.bash; COMP_WORDS=(vramlint check --color a) COMP_CWORD=3; _vramlint; echo "${COMPREPLY[*]}"')
[ "$words" = "auto always" ] || fail "bash completes --color a as '$words'"
"$program" man >vramlint.1
warnings=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z vramlint.1 2>&1 >/dev/null) || true
[ -z "$warnings" ] || fail "the manual page: $warnings"
[ "$failures" -eq 0 ] && echo "every package installs and runs"
exit "$((failures > 0))"
