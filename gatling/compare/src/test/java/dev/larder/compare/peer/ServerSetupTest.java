package dev.larder.compare.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.compare.process.ManagedProcesses;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts processes, but pins none of them and installs nothing. */
class ServerSetupTest {

    @TempDir
    private Path directory;

    @Test
    void startedServerAnswersProbeAndStopsOnClose() throws Exception {
        var children = new ManagedProcesses(directory, false);
        try (children;
                var fleet = new ServerSetup(site(children), 100)) {
            var server = fleet.start(ComparedServer.RAW_NETTY, "/item");
            fleet.check(server, "/item", true);

            assertThat(server.child().cpuSeconds()).isPositive();
            assertThat(HttpProbe.check(server.listener(), "/item", 99).isCorrect())
                    .isFalse();
            assertThat(HttpProbe.check(server.listener(), "/item", 100).isCorrect())
                    .isTrue();
            children.close();
            assertThat(server.child().isAlive()).isFalse();
            assertThatThrownBy(() -> children.start("late", 0, List.of("true"))).hasMessageContaining("ending");
        }
    }

    @Test
    void rejectsSecuredServerThatAnswersWithoutCredentials() throws Exception {
        try (var children = new ManagedProcesses(directory, false);
                var fleet = new ServerSetup(site(children), 100)) {
            var open = fleet.start(ComparedServer.RAW_NETTY, "/item");
            var credentials = new HttpProbe.Listener(open.listener().port(), false, "Bearer a");

            assertThatThrownBy(
                            () -> fleet.check(new RunningServer(open.peer(), open.child(), credentials), "/item", true))
                    .isInstanceOf(ServerUnavailableException.class)
                    .hasMessageContaining("200 instead of 401");
        }
    }

    @Test
    void aServerWhoseFileIsMissingIsUnavailable() throws Exception {
        try (var children = new ManagedProcesses(directory, false);
                var fleet = new ServerSetup(site(children), 100)) {
            assertThatThrownBy(() -> fleet.start(ComparedServer.BARE_GATEWAY, "/item"))
                    .isInstanceOf(ServerUnavailableException.class)
                    .hasMessageContaining("there is no");
        }
    }

    @Test
    void originSetsCachingFieldsByPathAndCountsRequests() throws Exception {
        try (var children = new ManagedProcesses(directory, false);
                var fleet = new ServerSetup(site(children), 100)) {
            var before = fleet.originAsked();

            assertThat(HttpProbe.get(fleet.originPort(), "/private/item").hasInHead("cache-control: no-store"))
                    .isTrue();
            assertThat(HttpProbe.get(fleet.originPort(), "/item").hasInHead("cache-control: public, max-age=3600"))
                    .isTrue();
            assertThat(HttpProbe.get(fleet.originPort(), "/validated/item").head())
                    .contains("200 OK", "etag: \"1\"", "cache-control: no-cache");
            assertThat(fleet.originAsked() - before).isEqualTo(3);
        }
    }

    @Test
    void ownHeapSizeReplacesCommonHeapOptions() {
        var absent = directory.resolve("absent.jar");
        var all = new JavaCommandLine(List.of("-XX:+UseSerialGC", "-Xms1g", "-Xmx1g"), absent, absent, absent, absent);

        assertThat(all.withHeap("128m").options()).containsExactly("-XX:+UseSerialGC", "-Xmx128m");
    }

    private ServerEnvironment site(ManagedProcesses children) {
        var absent = directory.resolve("absent.jar");
        return new ServerEnvironment(
                children,
                directory,
                0,
                0,
                new JavaCommandLine(List.of(), absent, absent, absent, absent),
                Optional.empty());
    }
}
