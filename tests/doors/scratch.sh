# A folder that goes with the script, and nothing of the surroundings that the program looks at.
command -v python3 >/dev/null || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export VRAMLINT_NO_CACHE=1 LC_ALL=C.UTF-8
unset GITHUB_ACTIONS
