# Checks of ipclat's own.  What is found becomes a macro with the value 0 or
# 1, so that `#if HAVE_X` is right under -Wundef.

# IPCLAT_REQUIRE_C11
AC_DEFUN([IPCLAT_REQUIRE_C11],
[AC_CACHE_CHECK([whether $CC knows C11], [ipclat_cv_c11],
    [AC_COMPILE_IFELSE([AC_LANG_PROGRAM(
	[[static _Thread_local int number;
	_Static_assert(sizeof number > 0, "size");]], [[return number;]])],
	[ipclat_cv_c11=yes], [ipclat_cv_c11=no])])
AS_IF([test "x$ipclat_cv_c11" != xyes],
    [AC_MSG_ERROR([$CC does not know C11 (_Thread_local, _Static_assert); name another compiler with CC=])])
])

# IPCLAT_FORCED_REPLACEMENTS
AC_DEFUN([IPCLAT_FORCED_REPLACEMENTS],
[AC_ARG_ENABLE([forced-replacements],
    [AS_HELP_STRING([--enable-forced-replacements],
	[use no function that some system lacks, even where it is there])],
    [], [enable_forced_replacements=no])
])

# _IPCLAT_CHECK_FUNC(FUNCTION, INCLUDES)
# Declared by INCLUDES and linked: one without the other is of no use; nor is
# what the system advises against, which may be there and never work.
AC_DEFUN([_IPCLAT_CHECK_FUNC],
[AC_REQUIRE([IPCLAT_FORCED_REPLACEMENTS])
AS_IF([test "x$enable_forced_replacements" = xyes],
    [ipclat_cv_func_$1=no
    AC_MSG_NOTICE([$1 is not used (forced replacements)])],
    [AC_CACHE_CHECK([for $1], [ipclat_cv_func_$1],
	[ipclat_saved_cflags=$CFLAGS
	CFLAGS="$CFLAGS $DEPRECATION_CFLAGS"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([[$2]],
	    [[void (*volatile function)(void) = (void (*)(void))$1;
	    return function == 0;]])],
	    [ipclat_cv_func_$1=yes], [ipclat_cv_func_$1=no])
	CFLAGS=$ipclat_saved_cflags])])
AS_IF([test "x$ipclat_cv_func_$1" = xyes], [ipclat_value=1], [ipclat_value=0])
AC_DEFINE_UNQUOTED(m4_toupper([HAVE_$1]), [$ipclat_value],
    [1 if the system's $1() is to be used, else 0.])
])

# IPCLAT_CHECK_FUNCS(FUNCTIONS, INCLUDES)
# HAVE_FUNCTION is 1 or 0; the code that asks has another way.
AC_DEFUN([IPCLAT_CHECK_FUNCS],
[m4_foreach_w([ipclat_Function], [$1],
    [_IPCLAT_CHECK_FUNC(m4_defn([ipclat_Function]), [$2])])])

# IPCLAT_CHECK_HEADERS(HEADERS)
# HAVE_HEADER is 1 or 0.
AC_DEFUN([IPCLAT_CHECK_HEADERS],
[m4_foreach_w([ipclat_Header], [$1],
    [_IPCLAT_CHECK_HEADER(m4_defn([ipclat_Header]))])])
AC_DEFUN([_IPCLAT_CHECK_HEADER],
[AC_CHECK_HEADER([$1], [ipclat_value=1], [ipclat_value=0])
AC_DEFINE_UNQUOTED(m4_translit([[HAVE_$1]], [a-z./-], [A-Z___]),
    [$ipclat_value], [1 if there is <$1>, else 0.])
])

# IPCLAT_WAIT_ON_WORDS
# What a system may have to wait for a word of shared memory; and the numbers of
# calls that C libraries do not offer, or not without others beside them:
# HAVE_DECL___NR_NAME is 1 or 0.
AC_DEFUN([IPCLAT_WAIT_ON_WORDS],
[IPCLAT_CHECK_FUNCS([futex], [#include <sys/types.h>
#include <sys/time.h>
#include <sys/futex.h>])
IPCLAT_CHECK_FUNCS([_umtx_op], [#include <sys/types.h>
#include <sys/umtx.h>])
IPCLAT_CHECK_FUNCS([umtx_sleep], [#include <unistd.h>])
IPCLAT_CHECK_FUNCS([os_sync_wait_on_address],
    [#include <os/os_sync_wait_on_address.h>])
AC_CHECK_DECLS([__NR_futex, SYS___futex, __NR_rt_sigqueueinfo], [], [],
    [[#include <sys/syscall.h>]])
])

# IPCLAT_REPLACE_FUNCS(FUNCTIONS, INCLUDES)
# The same; where it is 0, src/compat/FUNCTION.c takes the place.
AC_DEFUN([IPCLAT_REPLACE_FUNCS],
[m4_foreach_w([ipclat_Function], [$1],
    [_IPCLAT_REPLACE_FUNC(m4_defn([ipclat_Function]), [$2])])])
AC_DEFUN([_IPCLAT_REPLACE_FUNC],
[_IPCLAT_CHECK_FUNC([$1], [$2])
AC_LIBSOURCE([$1.c])
AS_IF([test "x$ipclat_cv_func_$1" != xyes],
    [AC_LIBOBJ([$1])
    ipclat_replacements="${ipclat_replacements:+$ipclat_replacements }$1"])
])

# IPCLAT_THREADS
# HAVE_THREADS is 1 or 0; -pthread or what the system wants instead goes to
# PTHREAD_CFLAGS and LIBS.  Whether it tells what a thread used:
# HAVE_DECL_RUSAGE_THREAD or HAVE_DECL_RUSAGE_LWP.
AC_DEFUN([IPCLAT_THREADS],
[AC_ARG_WITH([threads],
    [AS_HELP_STRING([--without-threads], [do without peer=thread])])
ipclat_threads=no
PTHREAD_CFLAGS=
AS_IF([test "x$with_threads" != xno],
    [AC_MSG_CHECKING([how to build with threads])
    ipclat_saved_cflags=$CFLAGS ipclat_saved_libs=$LIBS
    for ipclat_try in "@" "-pthread@" "@-lpthread" "-pthread@-lpthread"; do
	CFLAGS="$ipclat_saved_cflags ${ipclat_try%%@*}"
	LIBS="${ipclat_try#*@} $ipclat_saved_libs"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <pthread.h>
#include <signal.h>
static void *live(void *nothing) { return nothing; }]],
	    [[pthread_t thread;
	    sigset_t set;
	    int number;
	    sigemptyset(&set);
	    return pthread_create(&thread, 0, live, 0) ||
		pthread_kill(thread, 0) || sigwait(&set, &number) ||
		pthread_sigmask(SIG_BLOCK, &set, 0);]])],
	    [ipclat_threads=yes; break])
    done
    CFLAGS=$ipclat_saved_cflags LIBS=$ipclat_saved_libs
    AS_IF([test $ipclat_threads = yes],
	[PTHREAD_CFLAGS=${ipclat_try%%@*}
	LIBS="${ipclat_try#*@}${LIBS:+ $LIBS}"])
    AC_MSG_RESULT([$ipclat_threads${PTHREAD_CFLAGS:+, $PTHREAD_CFLAGS}])])
AC_SUBST([PTHREAD_CFLAGS])
AS_IF([test $ipclat_threads = yes], [ipclat_value=1], [ipclat_value=0])
AC_DEFINE_UNQUOTED([HAVE_THREADS], [$ipclat_value],
    [1 if sides may be threads, else 0.])
AC_CHECK_DECLS([RUSAGE_THREAD, RUSAGE_LWP], [], [],
    [#include <sys/time.h>
#include <sys/resource.h>])
])

# _IPCLAT_TRY_CFLAGS(FLAGS, IF-TAKEN, [IF-NOT])
AC_DEFUN([_IPCLAT_TRY_CFLAGS],
[ipclat_saved_cflags=$CFLAGS
CFLAGS="$CFLAGS $1 -Werror"
AC_LINK_IFELSE([AC_LANG_SOURCE([[int main(void) { return 0; }]])],
    [CFLAGS=$ipclat_saved_cflags
    $2],
    [CFLAGS=$ipclat_saved_cflags
    $3])
])

# IPCLAT_CHECK_CFLAGS(VARIABLE, FLAGS)
# Those of the FLAGS that the compiler takes.
AC_DEFUN([IPCLAT_CHECK_CFLAGS],
[$1=
AC_MSG_CHECKING([for warnings of $CC])
for ipclat_flag in m4_normalize([$2]); do
	_IPCLAT_TRY_CFLAGS([${$1} $ipclat_flag],
	    [$1="${$1:+${$1} }$ipclat_flag"])
done
AC_MSG_RESULT([${$1:-none}])
AC_SUBST([$1])
])

# IPCLAT_REQUIRE_CFLAGS(VARIABLE, OPTION, FLAGS)
# Adds FLAGS, without which OPTION cannot be had.
AC_DEFUN([IPCLAT_REQUIRE_CFLAGS],
[AC_MSG_CHECKING([whether $CC takes $3])
_IPCLAT_TRY_CFLAGS([$3],
    [AC_MSG_RESULT([yes])
    $1="${$1:+${$1} }$3"],
    [AC_MSG_RESULT([no])
    AC_MSG_ERROR([$2: $CC cannot compile and link with $3])])
])

# IPCLAT_PKG_CONFIG
# A system without pkg-config's macros can still build: libraries are then
# looked for by linking.
AC_DEFUN([IPCLAT_PKG_CONFIG],
[m4_ifdef([PKG_PROG_PKG_CONFIG], [PKG_PROG_PKG_CONFIG],
    [PKG_CONFIG=
    AC_MSG_NOTICE([pkg.m4 was missing when configure was made: libraries are looked for without pkg-config])])
])

# IPCLAT_LIBRARY(NAME, MODULE, VERSION, HEADER, FUNCTION, LIBS, [MORE-LIBS])
# Sets NAME_CFLAGS, NAME_LIBS and have_MODULE (a dash in it being _), by
# pkg-config where that knows MODULE, else by linking FUNCTION with LIBS, then
# with MORE-LIBS.
AC_DEFUN([IPCLAT_LIBRARY],
[AC_REQUIRE([IPCLAT_PKG_CONFIG])
m4_pushdef([ipclat_Have], m4_translit([[have_$2]], [-], [_]))
ipclat_Have=no
m4_ifdef([PKG_CHECK_MODULES],
    [AS_IF([test -n "$PKG_CONFIG"],
	[PKG_CHECK_MODULES([$1], [$2 >= $3], [ipclat_Have=yes], [ipclat_Have=no])])],
    [AC_ARG_VAR([$1_CFLAGS], [C compiler flags for $2])
    AC_ARG_VAR([$1_LIBS], [linker flags for $2])])
AS_IF([test "x$ipclat_Have" != xyes],
    [AC_MSG_CHECKING([for $2 without pkg-config])
    ipclat_saved_cppflags=$CPPFLAGS ipclat_saved_libs=$LIBS
    CPPFLAGS="$CPPFLAGS ${$1_CFLAGS}"
    for ipclat_libs in "${$1_LIBS:-$6}"m4_ifval([$7], [ "$7"]); do
	LIBS="$ipclat_libs $ipclat_saved_libs"
	AC_LINK_IFELSE([AC_LANG_PROGRAM(
	    [[#include <stddef.h>
	    #include <$4>]],
	    [[void (*volatile function)(void) = (void (*)(void))$5;
	    return function == 0;]])],
	    [ipclat_Have=yes; $1_LIBS=$ipclat_libs; break])
    done
    CPPFLAGS=$ipclat_saved_cppflags LIBS=$ipclat_saved_libs
    AC_MSG_RESULT([$ipclat_Have])])
AC_SUBST([$1_CFLAGS])
AC_SUBST([$1_LIBS])
m4_popdef([ipclat_Have])
])

# _IPCLAT_PREPROCESS(RESULT, SOURCE, [FLAGS])
# What the preprocessor makes of the last line of SOURCE, "result: ...", blanks
# left out and "@" as one.  It may break that line where macros come from a
# header of the system.
AC_DEFUN([_IPCLAT_PREPROCESS],
[AC_REQUIRE([AC_PROG_CPP])
AC_REQUIRE([AC_PROG_SED])
AC_LANG_CONFTEST([AC_LANG_SOURCE([$2])])
$1=`$CPP $CPPFLAGS $3 conftest.$ac_ext 2>/dev/null |
	$SED -n '/^result:/,$ { /^#/d; p; }' | tr -d '" \012' |
	$SED 's/^result://; s/@/ /g'`
rm -f conftest.$ac_ext
])

# IPCLAT_RECORD_COMPILER
# IPCLAT_COMPILER, its name and version, and IPCLAT_FLAGS, how it was called.
AC_DEFUN([IPCLAT_RECORD_COMPILER],
[AC_CACHE_CHECK([which compiler $CC is], [ipclat_cv_compiler],
    [_IPCLAT_PREPROCESS([ipclat_cv_compiler],
[[#if defined __clang__
result: clang @ __clang_major__ . __clang_minor__ . __clang_patchlevel__
#elif defined __GNUC__
result: gcc @ __GNUC__ . __GNUC_MINOR__ . __GNUC_PATCHLEVEL__
#endif]])
    AS_IF([test -z "$ipclat_cv_compiler"],
	[ipclat_cv_compiler=`AS_ECHO(["$CC"]) | $SED 's/ .*//; s,.*/,,'`])])
ipclat_compiler=$ipclat_cv_compiler
# A prefix map names the folder of the build, which is no fact about the
# program and differs from one build of the same source to the next.
ipclat_flags=
for ipclat_flag in $CFLAGS $INSTRUMENT_CFLAGS; do
	AS_CASE([$ipclat_flag], [-f*-prefix-map=*], [],
	    [ipclat_flags="${ipclat_flags:+$ipclat_flags }$ipclat_flag"])
done
ipclat_quoted=`AS_ECHO(["$ipclat_flags"]) | $SED 's/@<:@\\"@:>@/\\\\&/g'`
AC_DEFINE_UNQUOTED([IPCLAT_COMPILER], ["$ipclat_compiler"],
    [Name and version of the compiler.])
AC_DEFINE_UNQUOTED([IPCLAT_FLAGS], ["$ipclat_quoted"],
    [Flags that the compiler was called with.])
])

# IPCLAT_RECORD_LIBC
# IPCLAT_LIBC: the C library, where it tells nothing at run time, else "".
# musl hides its name; this guard of its headers is nobody else's.
AC_DEFUN([IPCLAT_RECORD_LIBC],
[AC_CACHE_CHECK([for a C library that does not tell its name],
    [ipclat_cv_libc],
    [_IPCLAT_PREPROCESS([ipclat_cv_libc],
[[#include <stdarg.h>
#include <stdio.h>
#ifdef __DEFINED_va_list
result: musl
#else
result: no
#endif]])])
AS_IF([test "x$ipclat_cv_libc" = xmusl], [ipclat_value=musl], [ipclat_value=])
AC_DEFINE_UNQUOTED([IPCLAT_LIBC], ["$ipclat_value"],
    [The C library, where it tells nothing at run time.])
])

# IPCLAT_RECORD_VERSION(MACRO, HEADER, EXPRESSION, FLAGS)
# Defines MACRO as what HEADER says of its library's version, "" if nothing.
AC_DEFUN([IPCLAT_RECORD_VERSION],
[AC_MSG_CHECKING([for the version in <$2>])
_IPCLAT_PREPROCESS([ipclat_value],
[[#include <$2>
result: $3]], [$4])
AS_CASE([$ipclat_value], [*[[!0-9.]]*], [ipclat_value=])
AC_MSG_RESULT([${ipclat_value:-unknown}])
AC_DEFINE_UNQUOTED([$1], ["$ipclat_value"],
    [The version that <$2> tells.])
])

# _IPCLAT_RPC_LIBRARY
# Sets RPC_CFLAGS, RPC_LIBS and have_rpc_library: libtirpc where pkg-config
# knows it, else what the system has of its own, else libtirpc where it is
# usually put.
AC_DEFUN([_IPCLAT_RPC_LIBRARY],
[have_rpc_library=no
m4_ifdef([PKG_CHECK_MODULES],
    [AS_IF([test -n "$PKG_CONFIG"],
	[PKG_CHECK_MODULES([TIRPC], [libtirpc], [], [:])])],
    [AC_ARG_VAR([TIRPC_CFLAGS], [C compiler flags for libtirpc])
    AC_ARG_VAR([TIRPC_LIBS], [linker flags for libtirpc])])
AC_MSG_CHECKING([for a library with SunRPC])
ipclat_saved_cppflags=$CPPFLAGS ipclat_saved_libs=$LIBS
for ipclat_try in "$TIRPC_CFLAGS@$TIRPC_LIBS" "@" "@-lnsl" "@-lrpcsvc" \
    "-I/usr/include/tirpc@-ltirpc"; do
	RPC_CFLAGS=${ipclat_try%%@*} RPC_LIBS=${ipclat_try#*@}
	CPPFLAGS="$ipclat_saved_cppflags $RPC_CFLAGS"
	LIBS="$RPC_LIBS $ipclat_saved_libs"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <rpc/rpc.h>]],
	    [[return svctcp_create(-1, 0, 0) == 0 ||
	    svcudp_bufcreate(-1, 0, 0) == 0 ||
	    xdr_bytes(0, 0, 0, 0) == 0;]])],
	    [have_rpc_library=yes; break])
done
CPPFLAGS=$ipclat_saved_cppflags LIBS=$ipclat_saved_libs
AS_IF([test $have_rpc_library = no], [RPC_CFLAGS= RPC_LIBS=])
AC_MSG_RESULT([$have_rpc_library${RPC_LIBS:+, $RPC_LIBS}])
])

# _IPCLAT_RPCGEN
# Sets RPCGEN, RPCGEN_FLAGS and have_rpcgen: one that works, which wants a C
# preprocessor of its own choice.
AC_DEFUN([_IPCLAT_RPCGEN],
[AC_ARG_VAR([RPCGEN], [compiler of RPC protocols])
AC_CHECK_PROGS([RPCGEN], [rpcgen])
have_rpcgen=no
AS_IF([test -n "$RPCGEN"],
    [AC_MSG_CHECKING([whether $RPCGEN works])
    AS_ECHO(["struct conftest { int number; };"]) >conftest.x
    # -C: for ANSI C, which some do only when told.
    for RPCGEN_FLAGS in -C ''; do
	$RPCGEN $RPCGEN_FLAGS -c conftest.x 2>/dev/null |
		grep xdr_conftest >/dev/null && have_rpcgen=yes && break
    done
    rm -f conftest.x
    AC_MSG_RESULT([$have_rpcgen])])
AC_SUBST([RPCGEN_FLAGS])
])

# IPCLAT_RPC
# HAVE_RPC is 1 or 0, and RPC_ABSENT tells why.
AC_DEFUN([IPCLAT_RPC],
[AC_REQUIRE([IPCLAT_PKG_CONFIG])
AC_ARG_WITH([rpc],
    [AS_HELP_STRING([--without-rpc], [leave the tests of SunRPC out])])
AS_IF([test "x$with_rpc" = xno],
    [rpc_absent="configured with --without-rpc"],
    [_IPCLAT_RPC_LIBRARY
    _IPCLAT_RPCGEN
    AS_IF([test $have_rpc_library = no],
	[rpc_absent="no SunRPC library was found (Debian: libtirpc-dev, Fedora: libtirpc-devel)"],
	[test -z "$RPCGEN"],
	[rpc_absent="rpcgen was not found (Debian: rpcsvc-proto, Fedora: rpcgen)"],
	[test $have_rpcgen = no],
	[rpc_absent="$RPCGEN did not work; it needs a C preprocessor"],
	[rpc_absent=])])
AS_IF([test -n "$rpc_absent" && test -n "$with_rpc" &&
    test "x$with_rpc" != xno],
    [AC_MSG_ERROR([--with-rpc: $rpc_absent])])
AC_SUBST([RPC_CFLAGS])
AC_SUBST([RPC_LIBS])
AM_CONDITIONAL([HAVE_RPC], [test -z "$rpc_absent"])
AS_IF([test -z "$rpc_absent"], [ipclat_value=1], [ipclat_value=0])
AC_DEFINE_UNQUOTED([HAVE_RPC], [$ipclat_value],
    [1 if the tests of SunRPC are built, else 0.])
AC_DEFINE_UNQUOTED([RPC_ABSENT], ["$rpc_absent"],
    [Why the tests of SunRPC are not built.])
# The headers do not tell a version.
ipclat_name= ipclat_value=
AS_IF([test -z "$rpc_absent"], [AS_CASE(["$RPC_LIBS"],
    [*tirpc*], [ipclat_name=libtirpc
	ipclat_value=`${PKG_CONFIG:-false} --modversion libtirpc 2>/dev/null`])])
AC_DEFINE_UNQUOTED([IPCLAT_RPC_LIBRARY], ["$ipclat_name"],
    [The library with SunRPC; "": the system's own, or none.])
AC_DEFINE_UNQUOTED([IPCLAT_RPC_VERSION], ["$ipclat_value"], [Its version.])
AS_IF([test -z "$rpc_absent"],
    [ipclat_saved_cppflags=$CPPFLAGS ipclat_saved_libs=$LIBS
    CPPFLAGS="$CPPFLAGS $RPC_CFLAGS" LIBS="$RPC_LIBS $LIBS"
    # A list to poll; AF_UNIX and IPv6; version 3 and 4 of rpcbind.
    IPCLAT_CHECK_FUNCS([svc_pollfd svc_vc_create rpcb_set],
	[#include <rpc/rpc.h>])
    CPPFLAGS=$ipclat_saved_cppflags LIBS=$ipclat_saved_libs])
])

# IPCLAT_DBUS
# HAVE_DBUS is 1 or 0, and DBUS_ABSENT tells why.
AC_DEFUN([IPCLAT_DBUS],
[AC_ARG_WITH([dbus],
    [AS_HELP_STRING([--without-dbus], [leave the test of D-Bus out])])
AS_IF([test "x$with_dbus" = xno],
    [dbus_absent="configured with --without-dbus"],
    [IPCLAT_LIBRARY([DBUS], [dbus-1], [1.6], [dbus/dbus.h],
	[dbus_connection_open_private], [-ldbus-1])
    AS_IF([test "x$have_dbus_1" = xyes], [dbus_absent=],
	[dbus_absent="libdbus-1 was not found (Debian: libdbus-1-dev, Fedora: dbus-devel)"])])
AS_IF([test -n "$dbus_absent" && test -n "$with_dbus" &&
    test "x$with_dbus" != xno],
    [AC_MSG_ERROR([--with-dbus: $dbus_absent])])
AS_IF([test -z "$dbus_absent"], [ipclat_value=1],
    [ipclat_value=0 DBUS_CFLAGS= DBUS_LIBS=])
AC_DEFINE_UNQUOTED([HAVE_DBUS], [$ipclat_value],
    [1 if the test of D-Bus is built, else 0.])
AC_DEFINE_UNQUOTED([DBUS_ABSENT], ["$dbus_absent"],
    [Why the test of D-Bus is not built.])
AS_IF([test -z "$dbus_absent"],
    [IPCLAT_RECORD_VERSION([IPCLAT_DBUS_VERSION], [dbus/dbus.h],
	[DBUS_MAJOR_VERSION . DBUS_MINOR_VERSION . DBUS_MICRO_VERSION],
	[$DBUS_CFLAGS])],
    [AC_DEFINE([IPCLAT_DBUS_VERSION], [""])])
])

# IPCLAT_METHOD(NAME, CONDITION)
# For the summary: NAME is built where the CONDITION of the shell holds.
AC_DEFUN([IPCLAT_METHOD],
[AS_IF([$2], [AS_VAR_APPEND([ipclat_built], [" $1"])],
    [AS_VAR_APPEND([ipclat_left_out], [" $1"])])
])

# IPCLAT_METHOD_FUNCS(NAME, FUNCTIONS)
# The same, where IPCLAT_CHECK_FUNCS found all of the FUNCTIONS.
AC_DEFUN([IPCLAT_METHOD_FUNCS],
[ipclat_lacks=no
m4_foreach_w([ipclat_Function], [$2],
    [_IPCLAT_METHOD_FUNC(m4_defn([ipclat_Function]))])
IPCLAT_METHOD([$1], [test $ipclat_lacks = no])
])
AC_DEFUN([_IPCLAT_METHOD_FUNC],
[AS_IF([test "x$ipclat_cv_func_$1" != xyes], [ipclat_lacks=yes])
])
