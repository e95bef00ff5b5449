#!/bin/sh
# quickstart: what it says, and that it installs nothing when told so.

quickstart=${srcdir:-.}/quickstart
failures=0

check() {
	if [ "$2" != "$3" ]; then
		echo "FAIL: $1: '$2', not '$3'"
		failures=$((failures + 1))
	fi
}

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

sh "$quickstart" --help >"$work/out" 2>"$work/err"
check "status of --help" $? 0
check "first word of --help" "$(sed -n '1s/ .*//p' "$work/out")" Usage:
check "errors of --help" "$(cat "$work/err")" ""

for words in --frobnicate frobnicate 'test -- list'; do
	# Words to be split.
	# shellcheck disable=SC2086
	sh "$quickstart" $words >"$work/out" 2>"$work/err"
	check "status of $words" $? 2
	check "output of $words" "$(cat "$work/out")" ""
	check "lines of error of $words" "$(grep -c . "$work/err")" 1
done

says() {
	check "'$2' in what $1 says" "$(grep -c -F -e "$2" "$work/err")" 1
}
sh "$quickstart" run pipe >"$work/out" 2>"$work/err"
says 'run pipe' 'go behind --: ./quickstart -- run pipe'
sh "$quickstart" tset >"$work/out" 2>"$work/err"
says tset 'did you mean "test"?'

# A tree of its own in which everything is missing but a package manager,
# which must not be called.
mkdir "$work/tree" "$work/bin" || exit 99
cp "$quickstart" "$work/tree/quickstart" || exit 99
touch "$work/tree/configure.ac"
for tool in awk cat dirname find getconf grep id mkdir printf rm sh tail; do
	path=$(command -v "$tool")
	case $path in
	/*) ln -s "$path" "$work/bin/$tool" ;;
	esac
done
missing_with() {
	printf '#!/bin/sh\necho called >>"%s/called"\nexit 1\n' "$work" \
	    >"$work/bin/$1"
	chmod +x "$work/bin/$1"
	(unset CC PKG_CONFIG JANSSON_LIBS CHECK_LIBS
	PATH=$work/bin sh "$work/tree/quickstart" --no-install \
	    >"$work/out" 2>"$work/err")
	check "status with $1" $? 1
	rm -f "$work/bin/$1"
	check "calls of $1" "$(cat "$work/called" 2>/dev/null)" ""
	check "errors with $1" "$(cat "$work/err")" \
	    "quickstart: nothing installed (--no-install); as root: $2"
}
missing_with apt-get 'apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev make autoconf automake pkg-config libjansson-dev libtirpc-dev rpcsvc-proto libdbus-1-dev'
missing_with dnf 'dnf install -y gcc glibc-devel make autoconf automake pkgconf-pkg-config jansson-devel libtirpc-devel rpcgen dbus-devel'
missing_with zypper 'zypper install gcc glibc-devel make autoconf automake pkgconf libjansson-devel libtirpc-devel rpcgen dbus-1-devel'
missing_with apk 'apk add gcc musl-dev make autoconf automake pkgconf jansson-dev libtirpc-dev rpcgen dbus-dev'
missing_with pacman 'pacman -S gcc make autoconf automake pkgconf jansson libtirpc rpcsvc-proto dbus'
missing_with pkg 'pkg install autoconf automake pkgconf jansson dbus'
missing_with pkgin 'pkgin install gcc autoconf automake pkgconf jansson dbus'
missing_with brew 'brew install gcc make autoconf automake pkgconf jansson dbus'

# An apt without a network, called as by root: it is told, and what apt said
# of it stays in the log.
for tool in env wc; do
	ln -s "$(command -v $tool)" "$work/bin/$tool"
done
rm -f "$work/bin/id"
printf '#!/bin/sh\necho 0\n' >"$work/bin/id"
printf '#!/bin/sh\necho "said of $*"\nexit 100\n' >"$work/bin/apt-get"
chmod +x "$work/bin/id" "$work/bin/apt-get"
(unset CC PKG_CONFIG JANSSON_LIBS CHECK_LIBS
PATH=$work/bin sh "$work/tree/quickstart" >"$work/out" 2>"$work/err")
check "status without a network" $? 1
says 'quickstart without a network' 'is there a network?; as root: apt-get'
log=$work/tree/build/quickstart.log
check "update in the log" "$(grep -c 'Error-Mode=any update' "$log")" 1
check "install in the log" "$(grep -c 'said of .* install ' "$log")" 1
check "where the log is" "$(grep -c 'a minute or two; log: ' "$work/out")" 1

[ "$failures" -eq 0 ]
