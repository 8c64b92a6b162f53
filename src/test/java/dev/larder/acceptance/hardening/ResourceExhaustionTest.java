package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.SystemPrograms;
import dev.larder.acceptance.kit.UniquePath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** X12: a gateway that gets no more descriptors or threads refuses, goes on with hits, and recovers. */
@Tag("thorough")
@Tag("extensions")
class ResourceExhaustionTest {

    private static final int DESCRIPTORS = 256;

    private static final int CLIENTS = 20;

    /** Connections that have ended for a client, and perhaps not yet for the gateway. */
    private static final int LEAVING = 3;

    private static final Pattern ADMITTED = Pattern.compile("Clients may have (\\d+) connections");

    /** Whom the system counts threads of; those of root have no limit. */
    private static final List<String> NOBODY = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    /** Of a content that goes to a file. */
    private static final int LARGE = 200_000;

    @TempDir
    private static Path temporary;

    private static ScriptedOrigin origin;
    private static GatewayFixture gateway;
    private static boolean countsThreads;

    /** Words before a command that let it run as whom the gateway does: nobody else may set its limits. */
    private static List<String> asGateway = List.of();

    private final String path = UniquePath.next();

    /**
     * All threads it will need have been started with it, before there was a client; one of them only after it has said where it
     * listens.
     */
    @BeforeAll
    static void start() throws IOException {
        String limit = "--nofile=" + DESCRIPTORS;
        assumeTrue(SystemPrograms.succeeds("prlimit", limit, "true"), "the system has no prlimit");
        asGateway = mayReadAs(NOBODY) ? NOBODY : List.of();
        countsThreads = asGateway == NOBODY || !System.getProperty("user.name").equals("root");
        List<String> prefix = new ArrayList<>(asGateway);
        prefix.addAll(List.of("prlimit", limit));
        origin = ScriptedOrigin.start();
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
        gateway = GatewayFixture.process()
                .prefix(prefix)
                .origin(origin)
                .property("larder.store.tiers", "memory,disk")
                .property("larder.store.max-object-size", LARGE / 2 + "B")
                .property("larder.disk.path", temporary.resolve("disk"))
                .start();
        assertThat(gateway.log().await(0, line -> line.contains("Started LarderApplication"), 60))
                .isNotNull();
        if (countsThreads) {
            threads("1");
        }
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
        origin.on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=600"));
        assertThat(gateway.get(path).content()).isEqualTo("stored");
    }

    @AfterEach
    void recovers() {
        origin.on("/alive", ResponseScript.ok("alive", "Cache-Control", "no-store"));
        assertThat(firstAnswer("/alive").content()).isEqualTo("alive");
        gateway.check();
    }

    @Test
    @Tag("hardening-X12")
    void closesConnectionsBeyondFileDescriptorLimit() {
        int admitted = admitted();
        List<RawClient> clients = new ArrayList<>();
        try (RawClient early = gateway.connect()) {
            assertStored(early);
            int answered = 0;
            for (int i = 0; i < DESCRIPTORS; i++) {
                answered += ask(clients).status() == 200 ? 1 : 0;
            }
            assertThat(answered).isBetween(admitted - LEAVING, admitted - 1);
            assertStored(early);
            origin.on(path + "-other", ResponseScript.ok("fetched", "Cache-Control", "no-store"));
            assertThat(early.request("GET", path + "-other").read().content()).isEqualTo("fetched");
        } finally {
            clients.forEach(RawClient::close);
        }
    }

    @Test
    @Tag("hardening-X12")
    void servesHitsAndRejectsOthersWithoutFreeDescriptors() {
        gateway.expect(502, 503);
        OriginLatch gate = new OriginLatch();
        origin.otherwise(request ->
                ResponseScript.ok("fetched", "Cache-Control", "no-store").before(gate));
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            assertThat(ask(clients).hit()).isTrue();
        }
        descriptors(firstFree());
        try {
            askUntilRefused(clients);
            askUntilRefused(clients);
            ConcurrentClients<ReceivedResponse> concurrentClients = ConcurrentClients.start(
                    CLIENTS - 1,
                    i -> clients.get(i + 1).request("GET", path + "-other-" + i).read());
            assertThat(concurrentClients.first(CLIENTS / 2)).allMatch(ResourceExhaustionTest::isRefused);
            assertStored(clients.get(0));
            descriptors(DESCRIPTORS);
            gate.release();
            assertThat(concurrentClients.results())
                    .allMatch(response ->
                            isRefused(response) || response.content().equals("fetched"));
        } finally {
            descriptors(DESCRIPTORS);
            gate.release();
            clients.forEach(RawClient::close);
        }
    }

    @Test
    @Tag("hardening-X12")
    void servesRequestsWithoutFurtherThreads() {
        assumeTrue(countsThreads, "the threads of root are not counted, and nobody else may read the jar");
        origin.otherwise(request -> ResponseScript.status(404));
        origin.on(path + "-large", ResponseScript.ok("x".repeat(LARGE), "Cache-Control", "max-age=600"));
        threads("1");
        try (RawClient early = gateway.connect()) {
            for (int i = 0; i < 2 * CLIENTS; i++) {
                assertThat(gateway.get(path + "-other-" + i).status()).isEqualTo(404);
                assertThat(gateway.send("PUT", "/written" + path, "content").status())
                        .isEqualTo(404);
                assertThat(gateway.get(path).content()).isEqualTo("stored");
                assertThat(gateway.get(path + "-large").content()).hasSize(LARGE);
                assertStored(early);
            }
            ConcurrentClients<ReceivedResponse> concurrentClients =
                    ConcurrentClients.start(CLIENTS, i -> gateway.get(path + "-large", "Range", "bytes=" + i + "-"));
            for (ReceivedResponse response : concurrentClients.results()) {
                assertThat(response.status()).isEqualTo(206);
                assertThat(response.hit()).isTrue();
            }
            assertThat(origin.count(path + "-large")).isEqualTo(1);
        } finally {
            threads(mostThreads());
        }
    }

    /** How many connections clients get, as the operator is told. */
    private static int admitted() {
        Matcher told = ADMITTED.matcher(gateway.log().since(0).stream()
                .filter(line -> ADMITTED.matcher(line).find())
                .findFirst()
                .orElseThrow());
        assertThat(told.find()).isTrue();
        return Integer.parseInt(told.group(1));
    }

    /** The answer to one who connects, asks for what is stored and stays. */
    private ReceivedResponse ask(List<RawClient> clients) {
        RawClient client = gateway.connect().request("GET", path);
        clients.add(client);
        return client.read();
    }

    /** The system may have a descriptor or two left, of those who have just gone. */
    private void askUntilRefused(List<RawClient> clients) {
        int tries = 0;
        while (ask(clients).status() != 0) {
            assertThat(++tries).isLessThan(CLIENTS / 2);
        }
    }

    private static boolean isRefused(ReceivedResponse response) {
        return response.status() == 502 || response.status() == 503;
    }

    private void assertStored(RawClient client) {
        ReceivedResponse response = client.request("GET", path).read();
        assertThat(response.hit()).isTrue();
        assertThat(response.content()).isEqualTo("stored");
    }

    /** Once the gateway has noticed that there is room again. */
    private static ReceivedResponse firstAnswer(String target) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        ReceivedResponse response = gateway.get(target);
        while (response.status() == 0 && System.nanoTime() < end) {
            response = gateway.get(target);
        }
        return response;
    }

    private static void threads(String most) {
        limit("--nproc=" + most + ":");
    }

    /** The number of every further one must be below that. */
    private static void descriptors(int limit) {
        limit("--nofile=" + limit + ":");
    }

    private static void limit(String limit) {
        assertThat(SystemPrograms.succeeds(asTheGateway("prlimit", "--pid=" + gateway.pid(), limit)))
                .as(limit)
                .isTrue();
    }

    private static String[] asTheGateway(String... command) {
        return Stream.concat(asGateway.stream(), Stream.of(command)).toArray(String[]::new);
    }

    private static int firstFree() {
        List<String> taken = printed(asTheGateway("ls", "/proc/" + gateway.pid() + "/fd"));
        return IntStream.range(0, DESCRIPTORS)
                .filter(number -> !taken.contains(Integer.toString(number)))
                .findFirst()
                .orElse(DESCRIPTORS);
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
        String jar = System.getProperty("larder.unpacked") + "/larder-gateway-exec.jar";
        return SystemPrograms.succeeds(
                Stream.concat(somebody.stream(), Stream.of("test", "-r", jar)).toArray(String[]::new));
    }

    private static List<String> printed(String... command) {
        try (BufferedReader lines = new ProcessBuilder(command).start().inputReader()) {
            return lines.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
