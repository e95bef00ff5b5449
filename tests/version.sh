#!/bin/sh
# The version stands in configure.ac; whatever else must name it, names that
# one.  debian/ is not part of a release, but of a package made of it.

. "$(dirname "$0")/lib.sh"

srcdir=${srcdir:-$(dirname "$0")/..}
version=${IPCLAT_VERSION:-$(sed -n \
    's/^AC_INIT(\[ipclat\], \[\(.*\)\])$/\1/p' "$srcdir/configure.ac")}
[ -n "$version" ] || fail 'configure.ac: no version'

# names FILE WORDS: the file says so of its version, in its first line that
# says anything of it.
names() {
	: >"$work/out"
	if [ -z "$2" ]; then
		fail "$1: it has no version"
	elif [ "$2" != "$version" ]; then
		fail "$1: version $2, but configure.ac has $version"
	fi
}

run "$ipclat" --version
names 'ipclat --version' "$(sed -n '1s/^ipclat //p' "$work/out")"
names NEWS "$(sed -n '1s/^ipclat \([^ ]*\) (.*)$/\1/p' "$srcdir/NEWS")"
names rpm/ipclat.spec \
    "$(sed -n 's/^Version: *//p' "$srcdir/rpm/ipclat.spec")"
names "rpm/ipclat.spec's changelog" "$(sed -n '/^%changelog/,$s/^\* .* - \(.*\)-[0-9]*$/\1/p' \
    "$srcdir/rpm/ipclat.spec" | head -n 1)"
if [ -f "$srcdir/debian/changelog" ]; then
	names debian/changelog "$(sed -n '1s/^ipclat (\(.*\)-[^-]*) .*/\1/p' \
	    "$srcdir/debian/changelog")"
else
	skip 'no debian/changelog: this is a release'
fi
finish
