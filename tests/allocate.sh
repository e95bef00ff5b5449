#!/bin/sh
# The sides ask for memory while they attach, and not again, however many
# batches and round trips they measure.

. "$(dirname "$0")/lib.sh"

# By a name without blanks or colons, which would end it.
library=./allocate.so
[ -s "$builddir/tests/$library" ] ||
    { skip 'no library to preload was built'; exit 77; }
cd "$builddir/tests" || exit 99
[ "${IPCLAT_SANITIZED:-no}" = no ] ||
    { skip 'sanitizers take no preloaded library'; exit 77; }

# With all that may need memory.  What the libraries of SunRPC and D-Bus ask for
# in each call belongs to what is measured.
specs=
for name in $(list_transports); do
	case $name in dbus|rpc-*) continue ;; esac
	keys=$("$ipclat" list -v "$name" | sed -n 's/.*keys: //p')
	spec=$name:place=any
	case " $keys," in *' verify,'*) spec=$spec,verify=on ;; esac
	specs="$specs $spec"
	case " $keys," in *' window,'*) specs="$specs $spec,window=4" ;; esac
done

# told FILE OPTION...: the numbers of all sides, each once.
told() {
	told=$work/$1
	shift
	# A list of tests.
	# shellcheck disable=SC2086
	run env LD_PRELOAD="$library" ALLOCATE_TOLD="$told.all" "$ipclat" run \
	    -q -n 1 "$@" $specs
	expect_status 0
	[ -s "$told.all" ] || { skip 'no library is preloaded here'; exit 77; }
	sort -n -u "$told.all" >"$told"
}
told few --count 10
told many -t 0.02

: >"$work/out"
cmp -s "$work/few" "$work/many" ||
    fail "how often sides asked for memory: $(tr '\n' ' ' <"$work/few")" \
    "in few round trips, $(tr '\n' ' ' <"$work/many") in many"

finish
