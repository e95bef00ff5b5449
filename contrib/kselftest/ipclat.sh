#!/bin/sh
# Measures inter-process communication as a selftest of the kernel: each test
# that cannot run here is a skip, one that hangs or breaks fails, and the
# figures stand in the diagnostics.  IPCLAT names the program, IPCLAT_TESTS
# what is measured, IPCLAT_OPTIONS further options of `ipclat run`, such as
# --limit pipe=50us.

ipclat=${IPCLAT:-ipclat}
ksft_pass=0 ksft_fail=1 ksft_skip=4

skip_all() {
	echo 'KTAP version 1'
	echo "1..0 # SKIP $*"
	exit $ksft_skip
}

command -v "$ipclat" >/dev/null 2>&1 || skip_all "$ipclat is not installed"
"$ipclat" help run | grep -q -e --ktap ||
    skip_all "$("$ipclat" --version | head -n 1) does not print KTAP"

# Lists of words.
# shellcheck disable=SC2086
"$ipclat" run -q --quick -f tap --ktap ${IPCLAT_OPTIONS-} \
    ${IPCLAT_TESTS:-@default} </dev/null
case $? in
0) exit $ksft_pass ;;
77) exit $ksft_skip ;;
*) exit $ksft_fail ;;
esac
