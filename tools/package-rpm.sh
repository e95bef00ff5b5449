# The RPM: of tools/package, which sources this.  It is built on Debian, whose
# rpm knows of no installed packages: dependencies are named, and not resolved.

rpm_copy() {
	copy_chroot bookworm-build rpm
}

make_rpm_root() {
	add_packages bookworm "$top/rpm" rpm rpmlint
	mkdir "$top/rpm/rpm"
	cp "$top"/kept/ipclat-*.tar.xz "$top/rpm/rpm/"
	chown -R 1001:1001 "$top/rpm/rpm"
}

# Debian's rpm neither takes debugging symbols apart nor compresses manuals, as
# those of distributions do after %install.
post='bash /usr/lib/rpm/brp-compress; strip "$RPM_BUILD_ROOT"/usr/bin/*'

rpm_build() {
	in_chroot "$top/rpm" chroot --userspec=1001:1001 / \
	    env HOME=/rpm LC_ALL=C.UTF-8 \
	    rpmbuild -ta --nodeps --define '_topdir /rpm' \
	    --define '_dbpath /rpm/db' --define 'debug_package %{nil}' \
	    --define "__os_install_post $post" \
	    --define "_smp_mflags -j$(nproc)" \
	    /rpm/ipclat-"$(version)".tar.xz
	mkdir "$top/kept/rpm"
	find "$top/rpm/rpm" -name '*.rpm' -exec cp {} "$top/kept/rpm/" \;
	ls "$top/kept/rpm"
}

# No error, no warning but those that the list of filters gives a reason for.
rpm_lint() {
	in_chroot "$top/rpm" sh -c 'cd /source && exec rpmlint --strict \
	    -c rpm/rpmlint.toml \
	    $(find /rpm -name "*.rpm") rpm/ipclat.spec'
}

# An empty root: without a C library of its own the program is run in ours.
rpm_try() {
	in_chroot "$top/rpm" sh -exc '
	mkdir /root/empty
	set -- --root /root/empty --dbpath /db
	rpm "$@" --nodeps --nosignature -i $(find /rpm/RPMS -name "*.rpm")
	rpm "$@" -q ipclat
	rpm "$@" -ql ipclat
	rpm "$@" -q --requires ipclat
	rpm "$@" -V --nodeps ipclat
	cd /root/empty
	test -s usr/share/man/man1/ipclat.1*
	test -s usr/share/bash-completion/completions/ipclat
	usr/bin/ipclat --version
	usr/bin/ipclat run -q --strict -n 1 -t 0.01 -p any pipe tcp rpc-tcp futex
	rpm "$@" -e ipclat
	rpm "$@" -q ipclat && exit 1
	left=$(find . -path ./db -prune -o ! -type d -print)
	test -z "$left"'
}

make_rpm() {
	step 900 'rpm and rpmlint' make_rpm_root
	alone step 900 'rpmbuild -ta with %check' rpm_build
	step 900 'rpmlint' rpm_lint
	step 900 'installed, verified, run, erased' rpm_try
}

rpm_start() {
	lane rpm make_rpm
}
