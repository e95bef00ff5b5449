# Packages for other architectures: of tools/package, which sources this.

# architecture | emulator; none: this machine runs it by itself
foreign='
i386  -
arm64 qemu-aarch64-static
s390x qemu-s390x-static
'

cross_copy() {
	copy_chroot bookworm-build cross
}

make_cross_root() {
	local architecture emulator root=$top/cross packages=(qemu-user-static)
	while read -r architecture emulator; do
		[ -n "$architecture" ] || continue
		in_chroot "$root" dpkg --add-architecture "$architecture"
		packages+=("crossbuild-essential-$architecture"
		    "check:$architecture" "libjansson-dev:$architecture"
		    "libtirpc-dev:$architecture" "libdbus-1-dev:$architecture"
		    "libc6:$architecture")
	done <<<"$foreign"
	in_chroot "$root" apt-get -q update
	add_packages bookworm "$root" "${packages[@]}"
}

# cross_build ARCHITECTURE
cross_build() {
	local architecture=$1 folder=$top/cross/build/$1
	mkdir -p "$folder"
	cp -a "$top/bookworm-build/source/debian" "$folder/debian"
	tar -C "$folder" -xf "$top/kept/ipclat-$(version).tar.xz"
	mv "$folder/debian" "$folder/ipclat-$(version)/"
	# Check is there, for the unit tests that follow.
	in_chroot "$top/cross" sh -ec 'cd "/build/$1"/ipclat-*/
	apt-get -q -s -a "$1" -P cross,nocheck build-dep . >/dev/null
	exec env DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" \
	    dpkg-buildpackage -us -uc -b -a"$1" -Pcross,nocheck' \
	    sh "$architecture"
	mkdir -p "$top/kept/cross"
	cp "$folder"/ipclat_*.deb "$top/kept/cross/"
	# A program of that architecture, in a package of it.
	in_chroot "$top/cross" sh -ec 'cd "/build/$1"
	dpkg-deb -f ipclat_*.deb Architecture | grep -x "$1"
	dpkg-deb -x ipclat_*.deb root' sh "$architecture"
}

# cross_check ARCHITECTURE EMULATOR: the unit tests, where they were built;
# the program that they run anew is a script that has it emulated.
cross_check() {
	in_chroot "$top/cross" sh -ec 'cd "/build/$1"/ipclat-*/
	emulator=$2
	test "$emulator" != - || emulator=
	make -j"$(nproc)" check-programs
	exec make check TESTS="\$(UNIT_TESTS)" VERBOSE=1 \
	    LOG_COMPILER="$emulator"' sh "$1" "$2"
}

# cross_ipclat ARCHITECTURE EMULATOR ARGUMENT...
cross_ipclat() {
	local program="/build/$1/root/usr/bin/ipclat" emulator=$2
	shift 2
	if [ "$emulator" = - ]; then
		in_chroot "$top/cross" "$program" "$@"
	else
		in_chroot "$top/cross" "$emulator" "$program" "$@"
	fi
}

# Whatever architecture wrote a result, all read the same in it.
cross_read() {
	local architecture emulator words=(run -q -n 6 -t 0.02 -p any)
	local tests=(nil pipe unix-stream:size=4k tcp:window=4 sysv-msg)
	local program=/build/native/usr/bin/ipclat result
	native_program
	cp -a "$top/native" "$top/cross/build/native"
	in_chroot "$top/cross" "$program" "${words[@]}" -o /native.json \
	    "${tests[@]}"
	while read -r architecture emulator; do
		[ -n "$architecture" ] || continue
		cross_ipclat "$architecture" "$emulator" "${words[@]}" \
		    -o "/$architecture.json" "${tests[@]}"
		for result in native "$architecture"; do
			for what in 'show' 'show -f json' \
			    'compare -f json /native.json'; do
				# Several words.
				# shellcheck disable=SC2086
				diff <(in_chroot "$top/cross" "$program" \
				    $what "/$result.json") \
				    <(cross_ipclat "$architecture" \
				    "$emulator" $what "/$result.json")
			done
		done
		echo "$architecture: read the same"
	done <<<"$foreign"
}

make_cross() {
	local architecture emulator
	step 900 'compilers and libraries' make_cross_root
	while read -r architecture emulator <&3; do
		[ -n "$architecture" ] || continue
		step 900 "package for $architecture" cross_build "$architecture"
		alone step 900 "unit tests for $architecture" cross_check \
		    "$architecture" "$emulator"
	done 3<<<"$foreign"
	step 900 'results of one read by the others' cross_read
}

cross_start() {
	lane cross make_cross
}
