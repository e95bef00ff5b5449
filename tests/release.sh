#!/bin/sh
# tools/release: one commit names the version everywhere, and the tarball made
# of it is the same, whoever makes it wherever and whenever.

. "$(dirname "$0")/lib.sh"

srcdir=${srcdir:-$(dirname "$0")/..}
for tool in git autoreconf xz pkg-config; do
	command -v $tool >/dev/null 2>&1 || { skip "no $tool"; exit 77; }
done
[ -e "$srcdir/.git" ] || { skip 'not a clone'; exit 77; }

# Bash is what the tools are written in.
command -v bash >/dev/null 2>&1 || { skip 'no bash'; exit 77; }

# What is there now, committed or not, as a clone with one commit.
mkdir "$work/first"
"$srcdir/tools/source-tar" | tar -C "$work/first" -xf -
(cd "$work/first" && git init -q && git config user.name nobody &&
    git config user.email nobody@localhost.invalid &&
    sed -i '1s/(.*)$/(unreleased)/' NEWS &&
    git add -A -f && git commit -q -m all) || fail 'no clone'
git clone -q "$work/first" "$work/other place"
(cd "$work/other place" && git config user.name somebody &&
    git config user.email somebody@localhost.invalid)

run "$work/first/tools/release" --tarball -o "$work/release" 12.34.5
expect_status 0
expect_out "git tag .* v12.34.5 "
for file in configure.ac NEWS rpm/ipclat.spec debian/changelog; do
	grep -q -F 12.34.5 "$work/first/$file" || fail "$file: no 12.34.5"
done
[ -z "$(git -C "$work/first" status --porcelain)" ] || fail 'not committed'
(cd "$work/release" && sha256sum -c --quiet SHA256SUMS) >"$work/out" 2>&1 ||
    fail 'the checksum is wrong'
# Whatever else must name it does.
(cd "$work" && tar -xf release/ipclat-12.34.5.tar.xz) || fail 'no tarball'
sed -n 1p "$work/ipclat-12.34.5/NEWS" | grep -q '^ipclat 12.34.5 (2' ||
    fail 'NEWS has no date'
[ ! -e "$work/ipclat-12.34.5/debian" ] || fail 'debian/ is in the tarball'

# The same commit elsewhere, by another user's habits; nothing is committed.
git -C "$work/other place" pull -q
before=$(git -C "$work/first" rev-parse HEAD)
run env TZ=XYZ-11 LC_ALL=C.UTF-8 XZ_DEFAULTS=-0 sh -c \
    'umask 077 && exec "$0" "$@"' "$work/other place/tools/release" --tarball \
    -o "$work/again" 12.34.5
expect_status 0
[ "$(git -C "$work/other place" rev-parse HEAD)" = "$before" ] ||
    fail "$ran: a commit that was not needed"
cmp "$work/release/ipclat-12.34.5.tar.xz" "$work/again/ipclat-12.34.5.tar.xz" ||
    fail 'the tarball is not the same'

echo changed >>"$work/first/README"
run "$work/first/tools/release" --tarball -o "$work/none" 12.34.6
expect_status 1
expect_err 'not committed'
run "$work/first/tools/release" --tarball next
expect_status 2
finish
