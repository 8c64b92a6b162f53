package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.Crowd;
import dev.larder.acceptance.kit.Gate;
import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** X12: a gateway that gets no more descriptors or threads refuses, goes on with hits, and recovers. */
class ScarcityTest {

    private static final int DESCRIPTORS = 256;

    /** Connections that clients get of them. */
    private static final int ADMITTED = DESCRIPTORS / 2;

    /** Whom the system counts threads of; those of root have no limit. */
    private static final List<String> NOBODY = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    private static ScriptedOrigin origin;
    private static Gateway gateway;
    private static boolean countsThreads;

    private final String path = UniquePath.next();

    @BeforeAll
    static void start() {
        String limit = "--nofile=" + DESCRIPTORS;
        assumeTrue(succeeds("prlimit", limit, "true"), "the system has no prlimit");
        boolean asNobody = mayReadAs(NOBODY);
        countsThreads = asNobody || !System.getProperty("user.name").equals("root");
        List<String> prefix = new ArrayList<>(asNobody ? NOBODY : List.of());
        prefix.addAll(List.of("prlimit", limit));
        origin = ScriptedOrigin.start();
        gateway = Gateway.process().prefix(prefix).origin(origin).start();
    }

    @AfterAll
    static void stop() {
        if (gateway != null) {
            gateway.close();
            origin.close();
        }
    }

    @BeforeEach
    void store() {
        origin.on(path, Script.ok("stored", "Cache-Control", "max-age=600"));
        assertThat(gateway.get(path).content()).isEqualTo("stored");
    }

    @AfterEach
    void recovers() {
        origin.on("/alive", Script.ok("alive", "Cache-Control", "no-store"));
        assertThat(firstAnswer("/alive").content()).isEqualTo("alive");
        gateway.check();
    }

    @Test
    void connectionsBeyondItsDescriptorsAreClosedAtOnce() {
        List<RawClient> clients = new ArrayList<>();
        try (RawClient early = gateway.connect()) {
            assertStored(early);
            int answered = 0;
            for (int i = 0; i < 2 * DESCRIPTORS; i++) {
                RawClient client = gateway.connect().request("GET", path);
                clients.add(client);
                answered += client.read().status() == 200 ? 1 : 0;
            }
            assertThat(answered).isEqualTo(ADMITTED - 1);
            assertStored(early);
        }
        clients.forEach(RawClient::close);
    }

    @Test
    void missesThatFindNoDescriptorAreRefusedWhileHitsGoOn() {
        gateway.expect(502, 503);
        Gate gate = new Gate();
        origin.otherwise(
                request -> Script.ok("fetched", "Cache-Control", "no-store").before(gate));
        try (RawClient early = gateway.connect()) {
            assertStored(early);
            Crowd<Response> crowd = Crowd.start(ADMITTED - 8, i -> gateway.get(path + "-other-" + i));
            assertThat(crowd.first(8)).allMatch(response -> response.status() >= 502);
            assertStored(early);
            gate.release();
            assertThat(crowd.results())
                    .allMatch(response -> response.status() == 502
                            || response.status() == 503
                            || response.content().equals("fetched"))
                    .anyMatch(response -> response.status() == 200);
        }
    }

    @Test
    void withoutFurtherThreadsWhatRunsGoesOn() {
        assumeTrue(countsThreads, "the threads of root are not counted, and nobody else may read the jar");
        gateway.expect(500, 502, 503);
        try (RawClient early = gateway.connect()) {
            assertStored(early);
            threads("1:");
            for (int i = 0; i < 40; i++) {
                assertThat(gateway.get(path + "-other-" + i).status()).isIn(0, 404, 500, 502, 503);
                assertStored(early);
            }
        } finally {
            threads(mostThreads() + ":");
        }
        for (int i = 0; i < 20; i++) {
            assertThat(gateway.get(path).content()).isEqualTo("stored");
            assertThat(gateway.get(path + "-later-" + i).status()).isEqualTo(404);
        }
    }

    private void assertStored(RawClient client) {
        Response response = client.request("GET", path).read();
        assertThat(response.hit()).isTrue();
        assertThat(response.content()).isEqualTo("stored");
    }

    /** Once the gateway has noticed that there is room again. */
    private static Response firstAnswer(String target) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        Response response = gateway.get(target);
        while (response.status() == 0 && System.nanoTime() < end) {
            response = gateway.get(target);
        }
        return response;
    }

    private static void threads(String limit) {
        assertThat(succeeds("prlimit", "--pid=" + gateway.pid(), "--nproc=" + limit))
                .isTrue();
    }

    /** To which its limit can be raised again. */
    private static String mostThreads() {
        try (Stream<String> limits = Files.lines(Path.of("/proc", Long.toString(gateway.pid()), "limits"))) {
            return limits.filter(limit -> limit.startsWith("Max processes "))
                    .map(limit -> limit.split(" +")[3])
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean mayReadAs(List<String> somebody) {
        List<String> command = new ArrayList<>(somebody);
        command.addAll(List.of("test", "-r", System.getProperty("larder.unpacked") + "/larder-gateway-exec.jar"));
        return succeeds(command.toArray(String[]::new));
    }

    private static boolean succeeds(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            // The system has no such program.
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
