#!/bin/sh
# The system calls of every transport that can wait in several ways.

IPCLAT_CHECK_SLOW=1
export IPCLAT_CHECK_SLOW
. "$(dirname "$0")/syscalls.sh"
