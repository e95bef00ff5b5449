# Makes the completion for bash out of the tables of commands and options, that
# is of the text of src/commands/*.c: nothing that was built is run, so that a
# cross build can do it.  What depends on the build or the machine (tests,
# values) the completion asks the program that it completes.  bash.in is read
# last; the line @OPTIONS@ in it becomes one line a command:
#
#	NAME) OPERANDS OPTION...
#
# where an option that takes a value ends in "=", in "=FILE" if that is a file
# or folder, and in "=?" if it may be left out.

FILENAME ~ /bash\.in$/ {
	if (!collected)
		collect()
	if ($0 == "@OPTIONS@")
		print_options()
	else
		print
	next
}

{ text = text " " $0 }

function die(words) {
	print "generate.awk: " words | "cat >&2"
	failed = 1
	exit 1
}

# The text between the quotes behind that field of a row; "" if it has none.
function field(row, name) {
	if (!match(row, "\\." name " = [\"'][^\"']*[\"']"))
		return ""
	row = substr(row, RSTART, RLENGTH - 1)
	sub(/^[^"']*["']/, "", row)
	return row
}

# The words that begin with &, "list compare" of "{ &command_list, ... }".
function references(list,  words) {
	while (match(list, /&command_[a-z_]+/)) {
		words = words " " substr(list, RSTART + 1, RLENGTH - 1)
		list = substr(list, RSTART + RLENGTH)
	}
	return words
}

# Cuts the first match out of text and leaves it in found.
function cut(pattern) {
	if (!match(text, pattern))
		return 0
	found = substr(text, RSTART, RLENGTH)
	text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
	return 1
}

function operands(usage) {
	if (usage ~ /TEST/)
		return "tests"
	if (usage ~ /COMMAND/)
		return "commands"
	return usage ~ /OLD|FILE/ ? "files" : "none"
}

function collect(  name, rows, expected, rest, words, n, i, list) {
	collected = 1
	rest = text
	expected = gsub(/[ \t]\[OPTION_[A-Z_]+\] = [{]/, "&", rest)
	while (cut("const struct command command_[a-z_]+ = [{][^}]*[}]")) {
		name = found
		sub(/^const struct command /, "", name)
		sub(/ .*/, "", name)
		name_of[name] = field(found, "name")
		operands_of[name] = operands(field(found, "usage"))
	}
	while (cut("struct command [*]const [a-z_]+\\[\\] = [{][^}]*[}]")) {
		name = found
		sub(/^struct command [*]const /, "", name)
		sub(/\[.*/, "", name)
		members[name] = references(found)
	}
	while (cut("[ \t]\\[OPTION_[A-Z_]+\\] = [{][^}]*[}]")) {
		rows++
		list = "commands"
		if (match(found, /\.commands = [a-z_]+/))
			list = substr(found, RSTART + 12, RLENGTH - 12)
		if (!(list in members))
			die("no list of commands is called " list)
		words = option_words(found)
		n = split(members[list], part, " ")
		for (i = 1; i <= n; i++)
			options_of[part[i]] = options_of[part[i]] words
	}
	if (rows == 0 || rows != expected)
		die("the rows of options cannot be read")
}

function option_words(row,  value, words) {
	if (field(row, "name") == "")
		die("an option has no name")
	value = field(row, "value")
	if (row ~ /\.value_optional = true/)
		value = "=?"
	else if (value == "FILE" || value == "DIR")
		value = "=FILE"
	else if (value != "")
		value = "="
	words = " --" field(row, "name") value
	if (field(row, "letter") != "")
		words = words " -" field(row, "letter") value
	return words
}

function print_options(  n, i) {
	n = split(members["commands"], part, " ")
	if (n == 0)
		die("there are no commands")
	for (i = 1; i <= n; i++) {
		if (name_of[part[i]] == "")
			die("no name of " part[i])
		printf "\t%s) echo '%s%s' ;;\n", name_of[part[i]],
		    operands_of[part[i]], options_of[part[i]]
	}
}

END {
	if (!failed && !collected)
		die("bash.in was not read")
	exit failed
}
