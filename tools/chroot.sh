# What the tools that make chroots of Debian share.  To be sourced by bash.
#
# A tool that does so runs itself again, as "TOOL --inside ...", in name spaces
# of its own with memory mounted at /mnt: whoever is killed, nothing is left.

# shellcheck source=tools/packages
. "$(dirname "${BASH_SOURCE[0]}")/packages"

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

# step LIMIT WHAT COMMAND...: says what is done and how long it took; one that
# should be quick may take so many seconds.
step() {
	local limit=$1 what=$2 began=$SECONDS status
	shift 2
	echo "== $what"
	# A shell of its own, where set -e holds whatever the caller does.
	set +e
	(set -e; "$@") </dev/null
	status=$?
	set -e
	[ $status -eq 0 ] || die "failed: $what"
	echo "== $what: $((SECONDS - began)) s"
	[ $((SECONDS - began)) -le "$limit" ] ||
	    die "$what took $((SECONDS - began)) s, more than $limit"
}

# needs PROGRAM PACKAGE...: installs them where the program is missing.
needs() {
	local program=$1
	shift
	! command -v "$program" >/dev/null || return 0
	echo "installing $*"
	{ apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q -y \
	    install --no-install-recommends "$@"; } >/dev/null ||
	    die "needs $program, and could not install $*"
}

# isolated WORD...: runs "$0 --inside WORD..." in name spaces of its own, with
# this one's standard input; whoever of them is killed, the others end, and with
# the last of them the memory is free.
isolated() {
	local status=0
	machine=
	trap '[ -z "$machine" ] || kill -9 "$machine" 2>/dev/null' EXIT
	trap 'exit 130' INT TERM HUP
	setpriv --pdeathsig KILL unshare --mount --ipc --pid --fork --kill-child \
	    --mount-proc "$0" --inside "$@" <&0 &
	machine=$!
	wait "$machine" || status=$?
	machine=
	return $status
}

# mount_memory GIGABYTES: at /mnt, inside.
mount_memory() {
	mount -t tmpfs -o "mode=755,size=${1}g" "${0##*/}" /mnt
}

# make_chroot SUITE MIRROR FOLDER [OPTION...]: a minimal one, with options of
# mmdebstrap.
make_chroot() {
	local suite=$1 mirror=$2 root=$3
	shift 3
	mmdebstrap --quiet --mode=root --variant=apt "$@" "$suite" "$root" \
	    "deb $mirror $suite main"
}

# mount_chroot FOLDER: what programs in it look for.
mount_chroot() {
	cp /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null || true
	mount -t proc proc "$1/proc"
}

# in_chroot FOLDER COMMAND...: as root, with a plain environment.
in_chroot() {
	local root=$1
	shift
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
	    DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}
