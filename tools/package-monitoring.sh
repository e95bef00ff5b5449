# contrib's textfile by way of Debian's node exporter and Prometheus: of
# tools/package, which sources this.

make_monitoring_root() {
	local root=$top/monitoring
	copy_chroot bookworm monitoring
	# No service is started: there is no init.
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
	chmod +x "$root/usr/sbin/policy-rc.d"
	add_packages bookworm "$root" prometheus prometheus-node-exporter \
	    jq iproute2 libdbus-1-3 libjansson4 libtirpc3 systemd
	native_program
	cp -a "$top/native/." "$root/"
	cp -a "$top/bookworm-build/source/contrib" "$root/contrib"
}

# The commands of the service, one after the other, as systemd would start
# them: by the user named, or with "!" by root, without capabilities, in the
# folders named, with that environment.
run_service() {
	in_chroot "$top/monitoring" sh -ec '
	cp contrib/systemd/ipclat.service contrib/systemd/ipclat.timer \
	    /etc/systemd/system/
	systemd-analyze verify --man=no /etc/systemd/system/ipclat.service \
	    /etc/systemd/system/ipclat.timer
	systemd-analyze security --offline=true \
	    /etc/systemd/system/ipclat.service | tail -n 1
	echo "IPCLAT_TESTS=-n 6 -t 0.02 -p same,any pipe unix-stream tcp" \
	    >/etc/default/ipclat
	of() {
		sed -n "s/^$1=//p" /etc/systemd/system/ipclat.service
	}
	user=$(of User)
	test -d "$(of ConditionPathIsDirectory)"
	folder=/var/lib/$(of StateDirectory)
	test "$folder" = "$(of WorkingDirectory)"
	mkdir -p "$folder"
	chown "$user" "$folder"
	of ExecStart | while read -r command; do
		by="runuser -u $user --"
		case $command in
		!*) by= command=${command#!} ;;
		esac
		echo "$by $command"
		{
			echo "cd $folder; umask $(of UMask)"
			sed "s/=\(.*\)/=\"\1\"/" /etc/default/ipclat
			echo "exec $command"
		} >/run/command
		$by setpriv --bounding-set=-all --no-new-privs \
		    --inh-caps=-all env -i PATH=/usr/bin:/bin \
		    sh -e /run/command </dev/null
	done
	cat "$(of ReadWritePaths)/ipclat.prom"
	promtool check metrics <"$(of ReadWritePaths)/ipclat.prom"'
}

# In a network of its own: scraped, queried, and the value is the one measured.
scrape_and_query() {
	in_chroot "$top/monitoring" unshare --net bash -ec '
	ip link set lo up
	mkdir -p /run/prometheus
	chown prometheus /run/prometheus
	cat >/run/prometheus.yml <<-END
	global: { scrape_interval: 1s }
	scrape_configs:
	  - job_name: node
	    static_configs: [ { targets: [ "127.0.0.1:9100" ] } ]
	END
	trap "kill \$(jobs -p)" EXIT
	runuser -u prometheus -- prometheus-node-exporter \
	    --web.listen-address=127.0.0.1:9100 &
	runuser -u prometheus -- prometheus --config.file=/run/prometheus.yml \
	    --storage.tsdb.path=/run/prometheus \
	    --web.listen-address=127.0.0.1:9090 &
	query() {
		promtool query instant -o json http://127.0.0.1:9090 "$1"
	}
	for try in {1..60}; do
		query ipclat_latency_median_seconds >/run/answer 2>/run/error &&
		    grep -q ipclat /run/answer && break
		sleep 0.5
	done
	query node_textfile_scrape_error | jq -e ".[0].value[1] == \"0\""
	query "ipclat_run_timestamp_seconds > 0" |
	    jq -e "length == 1"
	jq -r ".tests[] | [.spec, .summary.median_ns] | @tsv" \
	    /var/lib/ipclat/result.json | sort >/run/measured
	jq -r ".[] | [.metric.test, (.value[1] | tonumber * 1e9)] | @tsv" \
	    /run/answer | sort >/run/queried
	paste /run/measured /run/queried
	test "$(wc -l </run/measured)" -eq 6
	paste /run/measured /run/queried | awk "
	\$1 != \$3 || \$2 <= 0 || \$4 / \$2 - 1 > 1e-9 || 1 - \$4 / \$2 > 1e-9 {
		bad = 1
	}
	END { exit bad }"'
}

make_monitoring() {
	step 900 'Prometheus and the node exporter' make_monitoring_root
	step 900 'the service' run_service
	step 900 'scraped and queried' scrape_and_query
}

monitoring_start() {
	lane monitoring make_monitoring
}
