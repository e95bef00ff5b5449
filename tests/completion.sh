#!/bin/sh
# The completion for bash: it has the options that each command has and no
# other, and offers what may stand where the cursor is.

. "$(dirname "$0")/lib.sh"

completion=${IPCLAT_COMPLETION:-$builddir/completions/ipclat}
[ -r "$completion" ] || { skip "no $completion"; exit 77; }

# What the table holds, against what --help prints of each command.
run "$ipclat" --help
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$work/out" >"$work/commands"
[ -s "$work/commands" ] || fail "$ran: no commands"
while read -r command; do
	"$ipclat" "$command" --help | awk '
	/^  (-.,|   ) --/ {
		value = ""
		if (/\[=[A-Z]+\]/)
			value = "=?"
		else if (match($0, /--[a-z-]+ [A-Z]+/)) {
			value = substr($0, RSTART, RLENGTH)
			value = value ~ / (FILE|DIR)$/ ? "=FILE" : "="
		}
		name = $0
		sub(/.*--/, "", name)
		sub(/[^a-z-].*/, "", name)
		print "--" name value
		if ($1 ~ /^-.,$/)
			print substr($1, 1, 2) value
	}' | sort >"$work/options"
	[ -s "$work/options" ] || fail "$command --help: no options"
	sed -n "s/^	$command) echo '[a-z]* \(.*\)' ;;\$/\1/p" \
	    "$completion" | tr ' ' '\n' | sort >"$work/offered"
	cmp -s "$work/options" "$work/offered" ||
	    fail "the options of $command: $(diff "$work/options" \
		"$work/offered" | tr '\n' ' ')"
done <"$work/commands"

command -v bash >/dev/null 2>&1 ||
    { skip 'no bash to complete with'; finish; }

# press_tab LINE: what bash would offer at its end, a word a line.
cat >"$work/complete.bash" <<'END'
. "$1"
COMP_LINE=$3
COMP_POINT=${#3}
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
_ipclat "$2"
printf '%s\n' "${COMPREPLY[@]}"
END
press_tab() {
	ran="completing '$1'"
	bash "$work/complete.bash" "$completion" "$ipclat" "$1" \
	    >"$work/out" 2>"$work/err" </dev/null
	status=$?
	expect_status 0
	expect_no_err
}

# offers WORDS: all of them; offers_only WORDS: and no other.
offers() {
	for word; do
		grep -q -x -F -e "$word" "$work/out" ||
		    fail "$ran: '$word' is not offered"
	done
}
offers_only() {
	offers "$@"
	[ "$(wc -l <"$work/out")" -eq $# ] || fail "$ran: more is offered"
}

press_tab 'ipclat '
# A list of words.
# shellcheck disable=SC2046
offers_only $(cat "$work/commands")
press_tab 'ipclat com'
offers_only compare
press_tab 'ipclat --inv'
offers_only --invocations=
press_tab 'ipclat run -'
offers -n --count= --quick -o --output=
press_tab 'ipclat compare --fail'
offers_only --fail-if-slower --fail-if-slower=
press_tab 'ipclat run unix-st'
offers_only unix-stream
press_tab 'ipclat list @lm'
offers_only @lmbench
press_tab 'ipclat run -p same tcp:node'
offers_only nodelay=
press_tab 'ipclat run tcp:nodelay='
offers_only on off
press_tab 'ipclat run tcp:size=4,nodelay=o'
offers_only on off
press_tab 'ipclat run -f '
offers text json
press_tab 'ipclat list --format='
offers text json
press_tab 'ipclat compare --metric p'
offers_only p99
press_tab 'ipclat run -p '
offers same cross any
press_tab 'ipclat help sh'
offers_only show
: >"$work/base.json"
press_tab "ipclat show $work/ba"
offers_only "$work/base.json"
press_tab "ipclat run -o $work/ba"
offers_only "$work/base.json"
press_tab "ipclat run --output=$work/ba"
offers_only "$work/base.json"
# Nothing is measured to find out, and nothing is offered for a number.
press_tab 'ipclat run -n '
offers_only ''
expect_nothing_left
finish
