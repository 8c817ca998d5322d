# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

SUMMARY = "POSIX tracing for Linux"
DESCRIPTION = "The tracing interface of POSIX.1-2008 (trace.h), and the command that \
records, reports and converts traces."
LICENSE = "MIT"
LIC_FILES_CHKSUM = "file://LICENSES/MIT.txt;md5=d571f66cf521ff958bb53f03940e934f"

# The release's tarball beside this recipe, or an address of it.
SRC_URI = "file://libposixtrace-${PV}.tar.xz"
S = "${WORKDIR}/libposixtrace-${PV}"

DEPENDS = "libbsd liburcu"

inherit meson pkgconfig

# With "tools": the command, too.
PACKAGECONFIG ??= "tools preload zstd"
PACKAGECONFIG[tools] = "-Dtools=enabled,-Dtools=disabled,libsmartcols yajl sqlite3"
PACKAGECONFIG[preload] = "-Dpreload=enabled,-Dpreload=disabled"
PACKAGECONFIG[zstd] = "-Dzstd=enabled,-Dzstd=disabled,zstd"
PACKAGECONFIG[symbols] = "-Dsymbols=enabled,-Dsymbols=disabled,elfutils"
PACKAGECONFIG[zlib] = "-Dzlib=enabled,-Dzlib=disabled,zlib"
PACKAGECONFIG[perfetto] = "-Dperfetto=enabled,-Dperfetto=disabled,protobuf-c protobuf-c-native"

EXTRA_OEMESON = "-Dtests=disabled -Dexamples=disabled -Dbabeltrace=disabled \
	-Dlibedit=disabled -Ddefault_library=both"

PACKAGES =+ "posixtrace posixtrace-preload"
FILES:posixtrace = "${bindir} ${datadir}/posixtrace ${datadir}/bash-completion \
	${datadir}/fish ${datadir}/zsh ${datadir}/mime"
FILES:posixtrace-preload = "${libdir}/posixtrace"
FILES:${PN} += "${libdir}/libposixtrace-dump.so"
RRECOMMENDS:posixtrace = "posixtrace-preload"
