package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A write by one route is seen by the next read by another, whatever the two make of origin and path: what a client names alike is one
 * resource, and so is what routes forward alike. Another seed: {@code -Dlarder.seed=N}.
 */
class RoutesOfOneResourceTest {

    private static final long SEED = Long.getLong("larder.seed", 4701);
    private static final int PAIRS = 60;
    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes[%d].";
    private static final String FRESH = "max-age=1000";

    /** Ways that lead from /api/items to the same item; a client chooses one by a field. */
    private static final Map<String, Rewriting> WAYS = Map.ofEntries(
            Map.entry("direct", new Rewriting("http://127.0.0.1:%d", "")),
            Map.entry("named", new Rewriting("http://localhost:%d", "")),
            Map.entry("replica", new Rewriting("http://127.0.0.1:%2$d", "")),
            Map.entry("stripped", new Rewriting("http://127.0.0.1:%d", "StripPrefix=1")),
            Map.entry("prefixed", new Rewriting("http://localhost:%d", "PrefixPath=/v2")),
            Map.entry(
                    "rewritten",
                    new Rewriting("http://127.0.0.1:%2$d", "RewritePath=/api/(?<rest>.*), /inner/${rest}")),
            Map.entry("set", new Rewriting("http://127.0.0.1:%d", "SetPath=/all/{rest}")),
            Map.entry("both", new Rewriting("http://localhost:%2$d", "StripPrefix=1,PrefixPath=/v3")));

    private record Rewriting(String uri, String filters) {}

    private final ScriptedOrigin primary = ScriptedOrigin.start();
    private final ScriptedOrigin replica = ScriptedOrigin.start();
    private final Map<String, AtomicInteger> versions = new ConcurrentHashMap<>();
    private GatewayFixture gateway;

    @BeforeEach
    void answer() {
        primary.otherwise(this::answer);
        replica.otherwise(this::answer);
    }

    @AfterEach
    void stop() {
        try (primary;
                replica) {
            gateway.close();
        }
    }

    /** Both origins know an item by the last segment of its path, and share one state. */
    private ResponseScript answer(ReceivedRequest request) {
        AtomicInteger version = version(request.path());
        request.fields()
                .all("Destination")
                .forEach(destination -> version(destination).incrementAndGet());
        return switch (request.method()) {
            case "GET" -> ResponseScript.ok("version " + version.get(), "Cache-Control", FRESH);
            case "PUT" -> ResponseScript.ok("written " + version.incrementAndGet());
            default -> {
                version.incrementAndGet();
                yield ResponseScript.status(204);
            }
        };
    }

    private AtomicInteger version(String path) {
        return versions.computeIfAbsent(path.substring(path.lastIndexOf('/') + 1), name -> new AtomicInteger());
    }

    private GatewayFixture.Builder builder(String level, String forward) {
        GatewayFixture.Builder builder = OperatorClient.admitted(GatewayFixture.inJvm())
                .property("larder.hit-path", level)
                .property("larder.forward", forward)
                .property("larder.invalidation.unknown-write-timeout", "0s");
        int number = 0;
        for (var way : WAYS.entrySet()) {
            String filters = way.getValue().filters();
            route(builder, number++, way.getKey(), way.getValue(), filters.isEmpty() ? "Cache" : filters + ",Cache");
            String writing = filters.isEmpty() ? "WriteInvalidation" : filters + ",WriteInvalidation";
            route(builder, number++, way.getKey() + "-uncached", way.getValue(), writing);
        }
        route(builder, number++, "outside", WAYS.get("named"), "Cache", "/**");
        route(
                builder,
                number,
                "same",
                WAYS.get("named"),
                "RewritePath=/(one|two)/(?<rest>.*), /three/${rest},Cache",
                "/**");
        return builder;
    }

    private void route(GatewayFixture.Builder builder, int number, String name, Rewriting way, String filters) {
        route(builder, number, name, way, filters, "/api/{*rest}");
    }

    private void route(
            GatewayFixture.Builder builder, int number, String name, Rewriting way, String filters, String path) {
        String route = ROUTES.formatted(number);
        builder.property(route + "id", name)
                .property(route + "uri", way.uri().formatted(primary.port(), replica.port()))
                .property(route + "predicates[0]", "Path=" + path)
                .property(route + "predicates[1]", "Header=X-Way, " + name);
        int index = 0;
        for (String filter : filters.split(",(?! )", -1)) {
            builder.property(route + "filters[" + index++ + "]", filter);
        }
    }

    private ReceivedResponse read(String way, String path) {
        return gateway.get(path, "X-Way", way);
    }

    @ParameterizedTest
    @CsvSource({"connection, native", "web, gateway", "gateway, gateway"})
    void writeOnOneRouteInvalidatesReadsOnOtherRoutes(String level, String forward) {
        gateway = builder(level, forward).start();
        List<String> ways = WAYS.keySet().stream().sorted().toList();
        Random random = new Random(SEED);
        for (int i = 0; i < PAIRS; i++) {
            String reading = ways.get(random.nextInt(ways.size()));
            String writing = ways.get(random.nextInt(ways.size())) + (random.nextBoolean() ? "" : "-uncached");
            String path = "/api/items" + UniquePath.next() + "/" + random.nextInt(100);
            String method = List.of("PUT", "DELETE", "POST").get(random.nextInt(3));
            String trial = "seed " + SEED + ", pair " + i + ": " + method + " by " + writing + ", read by " + reading;
            String before = read(reading, path).content();
            assertThat(read(reading, path).hit()).as(trial).isTrue();
            assertThat(gateway.send(method, path, "content", "X-Way", writing).status())
                    .as(trial)
                    .isBetween(200, 299);
            assertThat(read(reading, path).content()).as(trial).isNotEqualTo(before);
            assertThat(read(reading, path).hit()).as(trial).isTrue();
        }
    }

    /** RFC 4918 9.8 and 9.9; clients name a destination as they name the target. */
    @ParameterizedTest
    @CsvSource({"connection, native", "web, gateway", "gateway, gateway"})
    void copyAndMoveInvalidateDestination(String level, String forward) {
        gateway = builder(level, forward).start();
        List<String> ways = WAYS.keySet().stream().sorted().toList();
        Random random = new Random(SEED);
        for (int i = 0; i < 2 * ways.size(); i++) {
            String reading = ways.get(random.nextInt(ways.size()));
            String writing = ways.get(i / 2) + (i % 2 == 0 ? "" : "-uncached");
            String method = random.nextBoolean() ? "COPY" : "MOVE";
            String before = random.nextBoolean() ? "" : "http://example.test";
            String destination = "/api/others" + UniquePath.next() + "/" + "d" + i;
            String trial = method + " by " + writing + " to " + before + destination + ", read by " + reading;
            String content = read(reading, destination).content();
            assertThat(read(reading, destination).hit()).as(trial).isTrue();
            String source = "/api/items" + UniquePath.next() + "/s" + i;
            assertThat(gateway.send(method, source, "", "X-Way", writing, "Destination", before + destination)
                            .status())
                    .as(trial)
                    .isEqualTo(204);
            assertThat(read(reading, destination).content()).as(trial).isNotEqualTo(content);
        }
    }

    /** What routes forward alike is one resource, whatever clients name it. */
    @ParameterizedTest
    @CsvSource({
        "stripped, /api/items/{}/7, outside, /items/{}/7",
        "outside,  /items/{}/7,     stripped, /api/items/{}/7",
        "rewritten, /api/{}/7,      outside, /inner/{}/7",
        "prefixed, /api/{}/7,       outside, /v2/api/{}/7",
        "outside, /v2/api/{}/list,  prefixed, /api/{}/7"
    })
    void writeInvalidatesEntriesForwardedToSamePath(String reading, String read, String writing, String written) {
        gateway = builder("connection", "native").start();
        String unique = UniquePath.next().replace("/", "");
        String target = read.replace("{}", unique);
        read(reading, target);
        assertThat(read(reading, target).hit()).isTrue();
        gateway.send("PUT", written.replace("{}", unique), "content", "X-Way", writing);
        assertThat(read(reading, target).hit()).isFalse();
    }

    /** An origin behind a route that strips a prefix names what clients find below the prefix. */
    @ParameterizedTest
    @CsvSource({
        "stripped, /items/{}/9",
        "stripped, /api/items/{}/9",
        "prefixed, /v2/api/items/{}/9",
        "rewritten, /inner/items/{}/9"
    })
    void locationInWriteResponseInvalidatesClientFacingPath(String writing, String location) {
        gateway = builder("connection", "native").start();
        String unique = UniquePath.next().replace("/", "");
        String named = location.replace("{}", unique);
        for (ScriptedOrigin origin : List.of(primary, replica)) {
            origin.otherwise(request -> request.method().equals("GET")
                    ? ResponseScript.ok("content", "Cache-Control", FRESH)
                    : ResponseScript.status(201, "Location", named));
        }
        String target = "/api/items/" + unique + "/9";
        read("named", target);
        assertThat(read("named", target).hit()).isTrue();
        // One item beside another: only Location says that the other has changed.
        gateway.send("PUT", "/api/items/" + unique + "/8", "content", "X-Way", writing);
        assertThat(read("named", target).hit()).isFalse();
    }

    @Test
    void groupsAndTagsInvalidateEntriesOfOtherOrigins() {
        gateway = builder("connection", "native").start();
        replica.otherwise(request ->
                ResponseScript.ok("content", "Cache-Control", FRESH, "Cache-Groups", "\"g\"", "Surrogate-Key", "k"));
        for (String field : List.of("Cache-Group-Invalidation: \"g\"", "Surrogate-Key: k")) {
            String[] said = field.split(": ", 2);
            primary.otherwise(request -> ResponseScript.status(204, said[0], said[1]));
            read("replica", "/api/items/1");
            assertThat(read("replica", "/api/items/1").hit()).isTrue();
            gateway.send("PUT", "/api/others/2", "content", "X-Way", "direct");
            assertThat(read("replica", "/api/items/1").hit()).as(field).isFalse();
        }
    }

    /** A response that one client's name has stored is not another's, whose writes do not reach it. */
    @Test
    void writeInvalidatesEntryUnderSecondClientPathOfForwardedPath() {
        gateway = builder("connection", "native").start();
        read("same", "/one/7");
        read("same", "/two/7");
        assertThat(read("same", "/two/7").hit()).isTrue();
        gateway.send("PUT", "/two/7", "content", "X-Way", "outside");
        assertThat(read("same", "/two/7").hit()).isFalse();
    }

    @Test
    void purgeMatchesClientFacingPath() {
        gateway = builder("connection", "native")
                .property("larder.actuate.write-enabled", true)
                .start();
        for (String way : List.of("stripped", "rewritten")) {
            read(way, "/api/items/1");
            assertThat(read(way, "/api/items/1").hit()).isTrue();
            assertThat(OperatorClient.of(gateway).purge("prefix", "/api/items").status())
                    .isEqualTo(200);
            assertThat(read(way, "/api/items/1").hit()).isFalse();
        }
    }

    @Test
    void deliveredBufferedWriteIsVisibleOnOtherRoutes(@TempDir Path folder) {
        GatewayFixture.Builder builder = builder("connection", "native");
        route(builder, 2 * WAYS.size() + 2, "buffered", WAYS.get("named"), "BufferedWrites=buffered");
        gateway = builder.property("larder.actuate.write-enabled", true)
                .property("larder.writes.path", folder)
                .property("larder.rules.buffered.buffer.bulk", "/api/items")
                .property("larder.rules.buffered.buffer.flush-interval", "1h")
                .start();
        for (String way : List.of("stripped", "replica", "rewritten")) {
            read(way, "/api/items");
            assertThat(read(way, "/api/items").hit()).isTrue();
            assertThat(gateway.send("POST", "/api/items", "{}", "X-Way", "buffered", "Content-Type", "application/json")
                            .status())
                    .isEqualTo(202);
            assertThat(read(way, "/api/items").hit()).as("before delivery").isFalse();
            OperatorClient.of(gateway).order("flush", "");
            String after = read(way, "/api/items").content();
            assertThat(after).as(way).isEqualTo("version " + versions.get("items"));
        }
    }
}
