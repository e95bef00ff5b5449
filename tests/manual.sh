#!/bin/sh
# The manual and README tell all that the program has, and nothing that it
# has not; what they show can be run as it stands there.

srcdir=${srcdir:-$(dirname "$0")/..}
# shellcheck source=tests/lib.sh
. "$srcdir/tests/lib.sh"

manual=$srcdir/man/ipclat.1
readme=$srcdir/README
case $srcdir in
/*) ;;
*) manual=$builddir/$manual readme=$builddir/$readme ;;
esac

# section NAME: its lines in the manual's source.
section() {
	awk -v name="$1" '
	$1 == ".Sh" { inside = substr($0, 5) == name; next }
	inside' "$manual"
}

# item SECTION WORD: the item of the section's list that has the word in its
# head, all in one line; nothing where there is none.
item() {
	section "$1" | awk -v word="$2" '
	$1 == ".Bl" { depth++ }
	$1 == ".El" { depth-- }
	depth == 0 { on = 0 }
	$1 == ".It" && depth == 1 {
		on = 0
		for (i = 2; i <= NF; i++)
			on = on || $i == word
	}
	on' | tr '\n' ' '
}

# expect_item SECTION WORD: such an item, which is left in $item.
expect_item() {
	item=$(item "$1" "$2")
	ran="the manual's $1"
	[ -n "$item" ] || fail "$ran: nothing about '$2'"
}

# says WORDS: the item has them, as they are.
says() {
	case " $item " in
	*[!A-Za-z0-9]"$1"[!A-Za-z0-9]*) ;;
	*) fail "$ran: '$1' is not in: $item" ;;
	esac
}

# "LETTER NAME VALUE" of each option in what --help printed, and what stands
# in brackets at the end, its default; "-" for what there is not.
options_of_help() {
	awk '
	function flush() {
		if (name == "")
			return
		initial = "-"
		if (match(text, /\([^()]*\)$/))
			initial = substr(text, RSTART + 1, RLENGTH - 2)
		print letter, name, value, initial
		name = ""
	}
	/^  (-.,|   ) --/ {
		flush()
		letter = "-"
		value = "-"
		first = 1
		if ($1 ~ /^-.,$/) {
			letter = substr($1, 2, 1)
			first = 2
		}
		name = substr($first, 3)
		sub(/\[=.*\]$/, "", name)
		if ($(first + 1) ~ /^[A-Z]+$/)
			value = tolower($(first + 1))
		text = $0
		next
	}
	/^        / { text = text " " $0; next }
	{ flush() }
	END { flush() }' "$work/out"
}

# check_option COMMAND LETTER NAME VALUE DEFAULT
check_option() {
	expect_item OPTIONS "-$3"
	[ "$2" = - ] || says "Fl $2"
	[ "$4" = - ] || says "Fl -$3 Ar $([ "$4" = n ] && echo N || echo "$4")"
	[ "$5" = - ] || says "$5"
	case $1,$item in
	run,*|*,*"all commands"*) ;;
	*) says "Cm $1" ;;
	esac
	case $4 in
	n|seconds|percent)
		"$ipclat" "$1" "--$3=x" >"$work/out" 2>"$work/err"
		says "$(sed -n 's/^ipclat: option .* is not a number: //p' \
		    "$work/err")"
		;;
	esac
}

check_commands() {
	run "$ipclat" --help
	sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$work/out" \
	    >"$work/commands"
	[ -s "$work/commands" ] || fail "$ran: no commands"
	while read -r command; do
		expect_item COMMANDS "$command"
		run "$ipclat" "$command" --help
		options_of_help >"$work/options"
		[ -s "$work/options" ] || fail "$ran: no options"
		while read -r letter name value initial; do
			check_option "$command" "$letter" "$name" "$value" \
			    "$initial"
		done <"$work/options"
	done <"$work/commands"
}

# Formats are named where an unknown one is refused.
check_formats() {
	expect_item OPTIONS -format
	for words in 'run -f x nil' 'compare -f x a b'; do
		# Several words.
		# shellcheck disable=SC2086
		run "$ipclat" $words
		formats=$(sed -n 's/.*formats are //p' "$work/err" | tr -d ,)
		[ -n "$formats" ] || fail "$ran: no formats"
		for format in $formats; do
			says "Cm $format"
		done
	done
}

# Words that an option chooses from.
check_choices() {
	for option in -correction -metric; do
		run "$ipclat" compare "-$option" x a b
		expect_item OPTIONS $option
		choices=$(sed -n 's/.* is not one of: //p' "$work/err" |
		    tr -d ,)
		[ -n "$choices" ] || fail "$ran: no choices"
		for choice in $choices; do
			says "Cm $choice"
		done
	done
}

# The members of a comparison and its verdicts.
check_comparison() {
	echo 'Pipe latency: 12.5100 microseconds' >"$work/old"
	run "$ipclat" compare -f json "$work/old" "$work/old"
	expect_status 0
	names_of_json <"$work/out" >"$work/all"
	section COMPARING >"$work/comparing"
	sed -n 's/^\.Va //p' "$work/comparing" | tr -s ' ,' '[\n*]' |
	    grep '^[a-z_]*$' | sort -u >"$work/documented"
	ran="the manual's COMPARING"
	: >"$work/out"
	sed -n 's/^\.It Cm //p' "$work/comparing" | tr -s ' ,' '[\n*]' |
	    cat - "$work/documented" >"$work/words"
	while read -r name; do
		grep -q -x -e "$name" "$work/words" ||
		    fail "$ran: nothing about '$name'"
	done <"$work/all"
	while read -r name; do
		grep -q -x -e "$name" "$work/all" ||
		    fail "$ran: '$name' is no member"
	done <"$work/documented"
}

check_tests() {
	run "$ipclat" list -f json
	sed -n 's/^ *"name": "\(.*\)",*$/\1/p' "$work/out" >"$work/names"
	[ -s "$work/names" ] || fail "$ran: no tests"
	while read -r name; do
		# What one round trip is, and what of the kernel it exercises.
		expect_item TESTS "$name"
		says Measures
		says 'It crosses'
		run "$ipclat" list -v "$name"
		for title in operation paths; do
			grep -q "^ *$title: [^ ]" "$work/out" ||
			    fail "$ran: no '$title'"
		done
	done <"$work/names"
}

# part TITLE: what `list -v` prints below that line, an entry a line.
part() {
	awk -v title="$1" '
	$0 == title { inside = 1; next }
	/^$/ { inside = 0 }
	inside && /^[^ ]/ { printf "%s%s", sep, $0; sep = "\n" }
	inside && /^ / { $1 = $1; printf " %s", $0 }
	END { print "" }' "$work/out"
}

check_keys() {
	run "$ipclat" list -v
	part Keys >"$work/keys"
	[ -s "$work/keys" ] || fail "$ran: no keys"
	while read -r name rest; do
		expect_item KEYS "$name"
		# The values follow the colon, with commas between them; the
		# last bracket holds the default.
		echo "${rest##*: }" | sed 's/ ([^()]*)$//
		    s/ (CPUs \(.*\))/, \1/; s/ (.*)//; s/, or /, /; s/, /,/g' |
		    tr ',' '\n' >"$work/values"
		while read -r value; do
			says "$value"
		done <"$work/values"
	done <"$work/keys"
	part Groups >"$work/groups"
	[ -s "$work/groups" ] || fail "$ran: no groups"
	while read -r name rest; do
		expect_item GROUPS "$name"
		case $rest in
		*:*)
			for spec in ${rest##*: }; do
				says "$spec"
			done
			;;
		esac
	done <"$work/groups"
}

# Names of members, sorted, each once.
names_of_json() {
	tr '{[' ',,' | tr , '\n' |
	    sed -n 's/^ *"\([a-z0-9_]*\)":.*/\1/p' | sort -u
}

# Defaults, and the members of a result: those of the file and those of the
# manual are the same.
check_result() {
	run "$ipclat" run -q -f json -n 1 --count 2000 -p any @all \
	    pipe:window=2 pipe:pairs=2
	expect_status 0
	cp "$work/out" "$work/result"
	awk '
	$1 == "\"params\":" { inside = 1; next }
	$1 ~ /^}/ { inside = 0 }
	inside { gsub(/[",:]/, ""); print $1, $2 }' "$work/result" |
	    sort -u | grep -v -e '^place ' -e '^reply ' -e '^window 2' \
	    -e '^pairs 2' \
	    >"$work/defaults"
	[ -s "$work/defaults" ] || fail "$ran: no parameters"
	while read -r name value; do
		expect_item KEYS "$name"
		says "default is $value"
	done <"$work/defaults"

	# Of the host only what every system has is listed; keys and libraries
	# are told elsewhere.
	awk '
	skipped != "" {
		if (substr($0, 1, length(skipped)) == skipped)
			skipped = ""
		next
	}
	{ print }
	/^ *"(host|params|libraries)": {$/ {
		skipped = $0
		sub(/".*/, "}", skipped)
	}' "$work/result" | names_of_json >"$work/members"
	names_of_json <"$work/result" >"$work/all"
	section 'RESULT FILE' | awk '
	$1 == ".Va" || ($1 == ".It" && $2 == "Va") {
		for (i = 2; i <= NF; i++)
			if ($i ~ /^[a-z0-9_]+$/)
				print $i
	}' | sort -u >"$work/documented"
	ran="the manual's RESULT FILE"
	: >"$work/out"
	for name in $(comm -23 "$work/members" "$work/documented"); do
		fail "$ran: nothing about the member '$name'"
	done
	for name in $(comm -13 "$work/all" "$work/documented"); do
		# Of a daemon, where the system tells of other processes.
		case $name in
		cpu_ns|user_ticks|system_ticks)
			tells_of_daemons || continue ;;
		esac
		fail "$ran: '$name' is no member"
	done
}

# The columns of the table, and the heading of the one in README.
check_table() {
	run "$ipclat" run -q -n 1 --count 20 -p any pipe
	expect_status 0
	heading=$(grep '^test ' "$work/out" | head -1 | sed 's/   */  /g')
	section OUTPUT >"$work/output"
	echo "$heading" | sed 's/  /,/g' | tr ',' '\n' >"$work/columns"
	[ -s "$work/columns" ] || fail "$ran: no heading"
	while read -r column; do
		grep -q -x -F ".It Li $column" "$work/output" ||
		    fail "the manual's OUTPUT: nothing about '$column'"
	done <"$work/columns"
	sed -n 's/^ *\(test .*p50\)/\1/p' "$readme" | sed 's/   */  /g' |
	    grep -q -x -F "$heading" ||
	    fail "README: its table has not the heading '$heading'"
}

# Examples run as they stand; a program of that name, the first in PATH, adds
# options that make them short.
make_short() {
	mkdir "$work/bin" "$work/examples"
	cat >"$work/bin/ipclat" <<-END
	#!/bin/sh
	short='--count 20' number='-n 1'
	for word; do
		case \$word in
		-t*|--time*|--like) short='-t 0.001' ;;
		--rigorous) number='--budget 1 --wait-quiet 0.1' ;;
		esac
	done
	case \${1-} in
	run|-*|'') exec '$ipclat' "\$@" \$number \$short ;;
	ab)
		shift
		case "\$* " in
		*'-- '*) exec '$ipclat' ab -n 2 "\$@" ;;
		*) exec '$ipclat' ab -n 2 \$short "\$@" ;;
		esac ;;
	*) exec '$ipclat' "\$@" ;;
	esac
	END
	chmod +x "$work/bin/ipclat"
}

# run_examples FILE WHERE: runs each line of a file.
run_examples() {
	[ -s "$1" ] || fail "$2: no examples"
	while read -r line; do
		# Programs that need not be there.
		case $line in
		'jq '*)
			command -v jq >/dev/null 2>&1 || continue ;;
		esac
		(cd "$work/examples" && PATH=$work/bin:$PATH sh -c "$line") \
		    >"$work/out" 2>"$work/err" </dev/null
		status=$?
		# What this machine lacks is told, and is no fault of theirs.
		[ $status -ne 77 ] || ! grep -q '^skipped: ' "$work/out" ||
		    status=0
		[ $status -eq 0 ] || fail "$2: '$line': status $status"
	done <"$1"
}

check_examples() {
	section EXAMPLES | sed -n '
	/^\.Dl \$ /{
		s/^\.Dl \$ //
		s/\\-/-/g
		s/\\(aq/'"'"'/g
		p
	}' >"$work/lines"
	grep -q '[\]' "$work/lines" &&
	    fail "the manual's EXAMPLES: an escape that is not known here"
	run_examples "$work/lines" "the manual's EXAMPLES"
}

# Lines of README that build, or make themselves root.
exempt='./quickstart
./quickstart test
autoreconf -fi
./configure
make
make check
sudo make install'

check_readme() {
	sed -n 's/^    \$ //p' "$readme" >"$work/lines"
	echo "$exempt" >"$work/exempt"
	while read -r line; do
		grep -q -x -F -e "$line" "$work/lines" ||
		    fail "README: '$line' is exempt, and not there"
	done <"$work/exempt"
	grep -v -x -F -f "$work/exempt" "$work/lines" |
	    grep -v -e '^sudo apt-get install ' -e '^sudo dnf install ' \
	    >"$work/examples.readme"
	run_examples "$work/examples.readme" README
	[ "$(awk 'length($0) > 80' "$readme" | wc -l)" -eq 0 ] ||
	    fail 'README: lines of more than 80 columns'

	# The packages that quickstart would install.
	awk '
	$1 == "thing" { inside = 1; next }
	/^'\''$/ { exit }
	inside { print $2; print $3 }' "$srcdir/quickstart" | tr ',' '\n' |
	    sort -u >"$work/packages"
	[ -s "$work/packages" ] || fail 'quickstart: no packages'
	tr -s ' ' '\n' <"$readme" >"$work/words"
	while read -r package; do
		grep -q -x -F -e "$package" "$work/words" ||
		    fail "README: nothing about the package $package"
	done <"$work/packages"
}

check_form() {
	for file in "$manual" "$readme"; do
		ran=$file
		LC_ALL=C grep -q '[^ -~	]' "$file" &&
		    fail "$file: not plain ASCII"
	done
	if command -v mandoc >/dev/null 2>&1; then
		run mandoc -T lint -W warning "$manual"
		[ ! -s "$work/out" ] || fail "$ran: it objects"
		expect_status 0
	else
		skip 'no mandoc'
	fi
	if command -v groff >/dev/null 2>&1; then
		run groff -mdoc -T ascii -ww -z "$manual"
		if grep -q -i 'macro file' "$work/err"; then
			skip 'groff without its macros'
		else
			expect_status 0
			expect_no_err
		fi
	else
		skip 'no groff'
	fi
}

check_form
check_commands
check_formats
check_choices
check_comparison
check_tests
check_keys
check_result
check_table
make_short
# Each warning is explained: by the words before its first figure, or behind
# it where it begins with one.
check_warnings() {
	section DIAGNOSTICS | tr '\n' ' ' | tr -s ' ' >"$work/diagnostics"
	sed -n 's/.*texts_add(&[a-z]*->warnings, "\(.*\)/\1/p' \
	    "$srcdir"/src/engine/warnings*.c |
	    sed 's/"[,)]*$//; s/%\.[0-9]*/%/g; s/^%[a-z]* *//; s/[%:(].*//; s/ *$//' \
	    >"$work/warnings"
	[ "$(wc -l <"$work/warnings")" -ge 10 ] ||
	    fail 'warnings.c: warnings cannot be found'
	while read -r words; do
		grep -q -F -e "$words" "$work/diagnostics" ||
		    fail "the manual's DIAGNOSTICS: nothing about '$words'"
	done <"$work/warnings"
}

check_warnings
check_examples
check_readme
expect_nothing_left
finish
