package dev.larder.compare.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.compare.process.Children;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts processes, but pins none of them and installs nothing. */
class FleetTest {

    @TempDir
    private Path directory;

    @Test
    void aServerIsStartedCheckedAndEndedWithItsOrigin() throws Exception {
        var children = new Children(directory, false);
        try (children;
                var fleet = new Fleet(site(children), 100)) {
            var server = fleet.start(Peer.RAW_NETTY, "/item");
            fleet.check(server, "/item", true);

            assertThat(server.child().cpuSeconds()).isPositive();
            assertThat(Probe.check(server.port(), "/item", 99).right()).isFalse();
            assertThat(Probe.check(server.port(), "/item", 100).right()).isTrue();
            children.close();
            assertThat(server.child().alive()).isFalse();
            assertThatThrownBy(() -> children.start("late", 0, List.of("true"))).hasMessageContaining("ending");
        }
    }

    @Test
    void aServerWhoseFileIsMissingIsUnavailable() throws Exception {
        try (var children = new Children(directory, false);
                var fleet = new Fleet(site(children), 100)) {
            assertThatThrownBy(() -> fleet.start(Peer.BARE_GATEWAY, "/item"))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("there is no");
        }
    }

    @Test
    void theOriginCountsWhatItIsAskedFor() throws Exception {
        try (var children = new Children(directory, false);
                var fleet = new Fleet(site(children), 100)) {
            var before = fleet.originAsked();

            assertThat(Probe.get(fleet.originPort(), "/private/item").says("cache-control: no-store"))
                    .isTrue();
            assertThat(Probe.get(fleet.originPort(), "/item").says("cache-control: max-age=3600"))
                    .isTrue();
            assertThat(fleet.originAsked() - before).isEqualTo(2);
        }
    }

    @Test
    void aHeapOfItsOwnReplacesThatOfAll() {
        var absent = directory.resolve("absent.jar");
        var all = new JavaCommand(List.of("-XX:+UseSerialGC", "-Xms1g", "-Xmx1g"), absent, absent, absent);

        assertThat(all.withHeap("128m").options()).containsExactly("-XX:+UseSerialGC", "-Xmx128m");
    }

    private Site site(Children children) {
        var absent = directory.resolve("absent.jar");
        return new Site(children, directory, 0, 0, new JavaCommand(List.of(), absent, absent, absent));
    }
}
