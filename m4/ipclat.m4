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
# Declared by INCLUDES and linked: one without the other is of no use.
AC_DEFUN([_IPCLAT_CHECK_FUNC],
[AC_REQUIRE([IPCLAT_FORCED_REPLACEMENTS])
AS_IF([test "x$enable_forced_replacements" = xyes],
    [ipclat_cv_func_$1=no
    AC_MSG_NOTICE([$1 is not used (forced replacements)])],
    [AC_CACHE_CHECK([for $1], [ipclat_cv_func_$1],
	[AC_LINK_IFELSE([AC_LANG_PROGRAM([[$2]],
	    [[void (*volatile function)(void) = (void (*)(void))$1;
	    return function == 0;]])],
	    [ipclat_cv_func_$1=yes], [ipclat_cv_func_$1=no])])])
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
# Sets NAME_CFLAGS, NAME_LIBS and have_MODULE, by pkg-config where that knows
# MODULE, else by linking FUNCTION with LIBS, then with MORE-LIBS.
AC_DEFUN([IPCLAT_LIBRARY],
[AC_REQUIRE([IPCLAT_PKG_CONFIG])
have_$2=no
m4_ifdef([PKG_CHECK_MODULES],
    [AS_IF([test -n "$PKG_CONFIG"],
	[PKG_CHECK_MODULES([$1], [$2 >= $3], [have_$2=yes], [have_$2=no])])],
    [AC_ARG_VAR([$1_CFLAGS], [C compiler flags for $2])
    AC_ARG_VAR([$1_LIBS], [linker flags for $2])])
AS_IF([test "x$have_$2" != xyes],
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
	    [have_$2=yes; $1_LIBS=$ipclat_libs; break])
    done
    CPPFLAGS=$ipclat_saved_cppflags LIBS=$ipclat_saved_libs
    AC_MSG_RESULT([$have_$2])])
AC_SUBST([$1_CFLAGS])
AC_SUBST([$1_LIBS])
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
