# Debian's packages: of tools/package, which sources this.

# unpack SUITE FOLDER USER: a source package to be built, in the build chroot.
unpack() {
	local root=$top/$1-build folder=$2 user=$3 version
	version=$(version)
	mkdir -p "$root$folder"
	cp "$top/kept/ipclat-$version.tar.xz" \
	    "$root$folder/ipclat_$version.orig.tar.xz"
	tar -C "$root$folder" -xf "$top/kept/ipclat-$version.tar.xz"
	cp -a "$root/source/debian" "$root$folder/ipclat-$version/"
	chown -R "$user:$user" "$root$folder"
}

# build SUITE FOLDER USER UMASK VARIABLE=VALUE...
build() {
	local root=$top/$1-build folder=$2 user=$3 mask=$4
	shift 4
	# Perl complains where a user has no name.
	in_chroot "$root" setpriv --reuid="$user" --regid="$user" \
	    --clear-groups env HOME=/nonexistent USER="user$user" \
	    LOGNAME="user$user" "$@" \
	    sh -ec 'umask "$1"; cd "$2"/ipclat-*/
	    exec dpkg-buildpackage -us -uc -F' sh "$mask" "$folder"
}

first_build() {
	unpack "$1" /build/first 1001
	build "$1" /build/first 1001 022 LC_ALL=C.UTF-8 TZ=UTC \
	    DEB_BUILD_OPTIONS="parallel=$(nproc)"
	mkdir "$top/kept/$1"
	cp "$top/$1-build"/build/first/ipclat[-_]*[!0-9] "$top/kept/$1/" \
	    2>/dev/null || true
	ls "$top/kept/$1"/*.changes
}

# Another place, user, time zone, language and mask, without the tests.
second_build() {
	local folder=/home/somebody/else/a-b+c root=$top/$1-build
	in_chroot "$root" localedef -i tr_TR -f UTF-8 tr_TR.UTF-8
	unpack "$1" $folder 1002
	build "$1" $folder 1002 027 LC_ALL=tr_TR.UTF-8 TZ=XYZ-13:45 \
	    DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)"
	(cd "$root/build/first" && sha256sum ./*.deb ./*.dsc ./*.debian.tar.xz) \
	    >"$top/sums-$1"
	cat "$top/sums-$1"
	grep -c '[.]deb$' "$top/sums-$1" | grep -x 2
	(cd "$root$folder" && sha256sum -c "$top/sums-$1")
}

# Without the manual, from what the second build left.
build_without_doc() {
	local root=$top/$1-build folder=/home/somebody/else/a-b+c
	in_chroot "$root" chroot --userspec=1002:1002 / \
	    env HOME=/nonexistent DEB_RULES_REQUIRES_ROOT=no \
	    DEB_BUILD_PROFILES='nodoc nocheck' \
	    DEB_BUILD_OPTIONS='nodoc nocheck' \
	    sh -ec 'cd "$1"/ipclat-*/; rm -r debian/ipclat
	    debian/rules binary
	    dpkg-deb -c ../ipclat_*.deb >../contents
	    grep /usr/bin/ipclat ../contents
	    ! grep -e /man/ -e README ../contents' sh $folder
}

# The dependencies are those of the libraries alone, and it is small.
check_package() {
	local deb
	deb=$(echo "$top/kept/$1"/ipclat_*.deb)
	in_chroot "$top/$1-build" sh -ec '
	dpkg-deb -I "$1"; dpkg-deb -c "$1"
	dpkg-deb -f "$1" Depends | tr "," "\n" |
	    sed "s/^ *//; s/ .*//; s/t64\$//" | sort >/depends
	printf "%s\n" libc6 libdbus-1-3 libjansson4 libtirpc3 | diff /depends -
	size=$(dpkg-deb -f "$1" Installed-Size)
	echo "installed size: $size KiB"
	test "$size" -lt 1000' sh "/build/first/${deb##*/}"
}

make_deb() {
	alone step 900 'build with make check' first_build "$1"
	step 900 'the same build elsewhere' second_build "$1"
	step 900 'without documentation' build_without_doc "$1"
	step 900 'dependencies and size' check_package "$1"
}

# $top/tools: what looks at packages, from Debian 12 for both.
make_tools() {
	copy_chroot bookworm tools
	add_packages bookworm "$top/tools" lintian apt-utils gnupg autopkgtest
}

# No tag is left that is not overridden with a reason.  Words that are spelled
# wrongly in machine code, and change with every compiler, are none.
run_lintian() {
	mkdir -p "$top/tools/packages"
	cp -a "$top/kept/$1" "$top/tools/packages/"
	in_chroot "$top/tools" sh -ec 'cd "/packages/$1"
	chown -R 65534:65534 .
	chroot --userspec=65534:65534 / sh -ec "
	    cd /packages/$1
	    HOME=/nonexistent lintian -EvIL +pedantic \
	    --suppress-tags spelling-error-in-binary \
	    --fail-on error,warning ./*.changes" >lintian.log || {
		cat lintian.log
		exit 1
	}
	cat lintian.log
	! grep -E "^[EWIPX]: " lintian.log' sh "$1"
}

# A repository with a distribution for each suite, signed with a key of a day.
make_repository() {
	local suite=$1
	mkdir -p "$top/tools/repository/pool/$suite"
	cp "$top/kept/$suite"/ipclat_*.deb "$top/tools/repository/pool/$suite/"
	in_chroot "$top/tools" sh -ec '
	export GNUPGHOME=/root/key
	test -d $GNUPGHOME || {
		mkdir -m 700 $GNUPGHOME
		gpg --batch --quiet --passphrase "" --quick-generate-key \
		    "ipclat of today" ed25519 sign 1d
	}
	cd /repository
	gpg --export >key.gpg
	packages=dists/$1/main/binary-$(dpkg --print-architecture)
	mkdir -p $packages
	apt-ftparchive packages pool/$1 >$packages/Packages
	set -- $1 -o APT::FTPArchive::Release
	apt-ftparchive $2 $3::Suite=$1 $2 $3::Codename=$1 \
	    $2 $3::Components=main $2 $3::Origin=ipclat \
	    $2 $3::Architectures=$(dpkg --print-architecture) \
	    release dists/$1 >Release
	gpg --batch --clearsign -o dists/$1/InRelease Release
	rm Release' sh "$suite"
}

# All files but those that apt, dpkg and debconf keep for themselves.
list_files() {
	(cd "$1" && find . -xdev \( -path ./var/lib/apt -o \
	    -path ./var/lib/dpkg -o -path ./var/cache/apt -o \
	    -path ./var/log -o -path ./var/cache/ldconfig -o \
	    -path ./var/cache/debconf -o -path ./proc \) \
	    -prune -o -printf '%p %y %m %u:%g\n') | sort
}

apt_install() {
	local suite=$1 root=$top/$1-install
	copy_chroot "$suite" "$suite-install"
	cp -a "$top/tools/repository" "$root/srv/repository"
	cp "$root/srv/repository/key.gpg" "$root/etc/apt/ipclat.gpg"
	echo "deb [signed-by=/etc/apt/ipclat.gpg] file:/srv/repository $suite main" \
	    >"$root/etc/apt/sources.list.d/ipclat.list"
	# What libraries recommend is not ours, and leaves things of its own.
	echo 'APT::Install-Recommends "false";' \
	    >"$root/etc/apt/apt.conf.d/no-recommends"
	in_chroot "$root" apt-get -q update
	cache_in "$suite" "$root"
	list_files "$root" >"$top/$suite.before"
	in_chroot "$root" apt install -y ipclat
	in_chroot "$root" sh -ec '
	dpkg -V ipclat
	ipclat --version
	test -s /usr/share/man/man1/ipclat.1.gz
	test -s /usr/share/bash-completion/completions/ipclat
	ipclat run -q --strict -n 1 -t 0.01 -p any pipe tcp rpc-tcp futex
	ipclat list dbus | grep dbus-daemon
	apt purge -y ipclat
	apt autoremove --purge -y'
	list_files "$root" >"$top/$suite.after"
	diff "$top/$suite.before" "$top/$suite.after"
	in_chroot "$root" sh -c '! dpkg -s ipclat'
	# What apt downloads is kept for the next one, and gone here.
	rm -f "$root"/var/cache/apt/archives/*.deb
}

# The source with its tests, and the package, in a chroot inside of the one
# with autopkgtest.
make_testbed() {
	local suite=$1 bed=$top/tools/bed-$1
	copy_chroot "$suite" "tools/bed-$suite"
	cache_in "$suite" "$bed"
	echo 'tester:x:1003:1003::/home/tester:/bin/sh' >>"$bed/etc/passwd"
	echo 'tester:x:1003:' >>"$bed/etc/group"
	echo 'tester:*:1:0:99999:7:::' >>"$bed/etc/shadow"
	mkdir "$bed/home/tester" "$top/tools/source-$suite"
	chown 1003:1003 "$bed/home/tester"
	tar -C "$top/tools/source-$suite" -xf "$top/kept/ipclat-$(version).tar.xz" \
	    --strip-components=1
	cp -a "$top/$suite-build/source/debian" "$top/tools/source-$suite/"
}

# run_autopkgtest SUITE [OPTION...]
run_autopkgtest() {
	local suite=$1 status=0
	shift
	in_chroot "$top/tools" sh -c 'suite=$1
	shift
	exec autopkgtest --summary-file=/summary-$suite "$@" \
	    /packages/$suite/ipclat_*.deb /source-$suite/ \
	    -- chroot /bed-$suite' sh "$suite" "$@" || status=$?
	# One that was skipped counts as such, and is none of ours: 2, not 0.
	awk '{ passed += $2 == "PASS"; failed += $2 == "FAIL" }
	$2 == "SKIP" { skipped++ }
	END {
		printf "autopkgtest: %d passed, %d failed, %d skipped\n",
		    passed, failed, skipped
	}' "$top/tools/summary-$suite"
	[ $status -eq 0 ]
}

try_deb() {
	step 900 'lintian' run_lintian "$1"
	step 900 'a signed repository' make_repository "$1"
	step 900 'apt install, run, apt purge' apt_install "$1"
	step 900 'a testbed' make_testbed "$1"
	step 900 'autopkgtest as root' run_autopkgtest "$1"
	step 900 'autopkgtest as an ordinary user' run_autopkgtest \
	    "$1" --user=tester
}

deb_start() {
	lane tools step 900 'lintian and autopkgtest' make_tools
	lane deb-bookworm make_deb bookworm
	join trixie
	lane deb-trixie make_deb trixie
}

deb_finish() {
	local suite
	for suite in $suites; do
		lane "try-$suite" try_deb "$suite"
	done
	join
}
