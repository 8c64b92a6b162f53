package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.supplychain.ExecutableJar.Library;
import java.lang.module.ModuleDescriptor.Version;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No library in the executable jar is older than the release that fixed what a shared cache must not have. */
class VersionFloorsTest {

    private final ExecutableJar delivery = ExecutableJar.ofThisBuild();

    @ParameterizedTest
    @CsvSource({
        "netty-codec-http, 4.2.16, 'CVE-2026-55833 56745 55831 56819 50020 47244 45416 42581 42584 42587 41417 33870'",
        "netty-codec-http2, 4.2.16, 'CVE-2026-56745 47244 33871'",
        "netty-common, 4.2.16, one Netty",
        "reactor-netty-http, 1.3.8, 'CVE-2026-47874 47844 47845 47848; connections hang after a pipelined hit'",
        "spring-cloud-gateway-server-webflux, 5.0.3, 'CVE-2026-47879, CVE-2025-41235 41243 41253'",
        "spring-boot, 4.0.6, 'CVE-2026-40976, GHSA-8hfc-fq58-r658'",
        "spring-core, 7.0.8, CVE-2026-22740 41850 41851",
        "spring-webflux, 7.0.8, CVE-2026-22740",
    })
    void noLibraryIsBelowItsFloor(String artifact, String floor, String because) throws Exception {
        var found = delivery.libraries().stream()
                .filter(library -> library.artifact().equals(artifact))
                .toList();

        assertThat(found).as("copies of %s", artifact).hasSize(1);
        assertThat(below(found, floor))
                .as("%s below %s: %s", artifact, floor, because)
                .isEmpty();
    }

    @Test
    void allNettyLibrariesHaveOneVersion() throws Exception {
        assertThat(delivery.libraries().stream()
                        .filter(library -> library.artifact().startsWith("netty-"))
                        .map(library -> numbers(library.version()))
                        .distinct())
                .hasSize(1);
    }

    @Test
    void findsLibraryBelowItsFloor() {
        var old = new Library("netty-codec-http", "4.2.9.Final");

        assertThat(below(List.of(old, new Library("netty-codec-http", "4.2.16.Final")), "4.2.16"))
                .containsExactly(old);
    }

    private static List<Library> below(List<Library> libraries, String floor) {
        return libraries.stream()
                .filter(library -> Version.parse(numbers(library.version())).compareTo(Version.parse(floor)) < 0)
                .toList();
    }

    private static String numbers(String version) {
        return version.replaceAll("^(\\d+(?:\\.\\d+)*).*", "$1");
    }
}
