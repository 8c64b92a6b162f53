package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawField;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * P1, P3, P4, D: requests with one key are one request to the origin, but for the fields that are named as irrelevant. Random
 * requests go through random routes twice, once past any store; what the origin received then must be what the stored
 * response was made for. {@code -Dlarder.forwarded.seed} repeats a run,
 * {@code -Dlarder.forwarded.requests} makes it longer.
 */
class RandomForwardingTest {

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";

    /** What this test adds, and the fields that the documents name as irrelevant (docs/cache-key.md). */
    private static final Set<String> IRRELEVANT =
            Set.of("x-past", "x-forwarded-for", "x-real-ip", "true-client-ip", "via");

    private static final List<List<String>> FILTERS = List.of(
            List.of("PreserveHostHeader"),
            List.of("StripPrefix=1"),
            List.of("StripPrefix=1", "AddRequestHeader=X-Tenant, {tenant}"),
            List.of("SetPath=/fixed/{rest}", "SetRequestHeader=X-Tenant, {tenant}"),
            List.of("RewritePath=/(?<first>[^/]*)/(?<rest>.*), /$\\{rest}", "AddRequestParameter=t, {tenant}"),
            List.of("SetPath=/constant", "PreserveHostHeader"),
            List.of("StripPrefix=1", "SetRequestHostHeader={tenant}.test"),
            List.of("PrefixPath=/p", "AddRequestHeadersIfNotPresent=X-Tenant:{tenant}"),
            List.of("RequestHeaderToRequestUri=X-Target"),
            List.of("StripPrefix=1", "MapRequestHeader=X-Real-IP, X-Mapped"));

    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    @Tag("hardening-P1")
    void requestsWithOneKeyAreForwardedIdentically(boolean trusted, boolean hostCounts) {
        assertAlike(150, trusted, hostCounts);
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"false, true", "true, true", "false, false", "true, false"})
    @Tag("hardening-P1")
    void manyRequestsWithOneKeyAreForwardedIdentically(boolean trusted, boolean hostCounts) {
        assertAlike(Integer.getInteger("larder.forwarded.requests", 1_000), trusted, hostCounts);
    }

    private static void assertAlike(int requests, boolean trusted, boolean hostCounts) {
        long seed = Long.getLong("larder.forwarded.seed", System.nanoTime());
        System.out.println("larder.forwarded.seed=" + seed);
        var random = new Random(seed);
        int hits = 0;
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = gateway(origin, trusted, hostCounts)) {
            origin.otherwise(RandomForwardingTest::reflected);
            for (int i = 0; i < requests; i++) {
                List<String> fields = new ArrayList<>();
                String target = request(random, fields, origin.port());
                ReceivedResponse stored = gateway.get(target, fields.toArray(String[]::new));
                ReceivedResponse again = gateway.get(target, fields.toArray(String[]::new));
                fields.addAll(List.of("X-Past", "1"));
                ReceivedResponse past = gateway.get(target, fields.toArray(String[]::new));
                assertThat(stored.content())
                        .as("seed %d, request %d: %s %s", seed, i, target, fields)
                        .isEqualTo(past.content());
                assertThat(again.content())
                        .as("seed %d, request %d, again: %s %s", seed, i, target, fields)
                        .isEqualTo(past.content());
                hits += again.hit() ? 1 : 0;
            }
        }
        assertThat(hits).as("hits").isGreaterThan(requests / 10);
    }

    private static GatewayFixture gateway(ScriptedOrigin origin, boolean trusted, boolean hostCounts) {
        GatewayFixture.Builder builder = GatewayFixture.inJvm()
                .property("larder.hit-path", "auto")
                .property("larder.rules.r.paths", "/**")
                .property("larder.rules.r.key.host", hostCounts)
                .property("larder.rules.r.key.query.ignore", "utm_*")
                .property("larder.rules.r.bypass.header", "X-Past");
        if (trusted) {
            builder.property("spring.cloud.gateway.server.webflux.trusted-proxies", "127\\.0\\.0\\.1");
        }
        for (int i = 0; i < FILTERS.size(); i++) {
            String route = ROUTES + "[" + i + "].";
            builder.property(route + "id", "r" + i)
                    .property(route + "uri", origin.uri())
                    .property(route + "predicates[0]", "Path=/{tenant}/r" + i + "/{*rest}");
            List<String> filters = FILTERS.get(i);
            for (int filter = 0; filter < filters.size(); filter++) {
                builder.property(route + "filters[" + filter + "]", filters.get(filter));
            }
            builder.property(route + "filters[" + filters.size() + "]", "Cache");
        }
        return builder.start();
    }

    private static String request(Random random, List<String> fields, int port) {
        int route = random.nextInt(FILTERS.size());
        String path = "/" + one(random, "a", "b") + "/r" + route + one(random, "/x", "/X", "/x/", "/%78");
        String query = one(random, "", "", "?", "?q=1", "?utm_a=1", "?q=1&utm_a=2");
        String host = one(random, "a.test", "A.Test", "a.test:80", "a.test:81", "a.test.", "b.test");
        if (random.nextInt(4) == 0) {
            fields.addAll(List.of(
                    one(random, "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Prefix", "X-Forwarded-Port"),
                    one(random, "1", "2")));
        }
        if (random.nextInt(4) == 0) {
            String element = one(random, "for=192.0.2.1", "for=192.0.2.2", "host=c.test;proto=https", "proto=http");
            fields.addAll(List.of("Forwarded", element));
        }
        if (random.nextInt(4) == 0) {
            fields.addAll(List.of(
                    one(random, "X-Forwarded-For", "X-Real-IP", "X-Original-URL", "X-HTTP-Method-Override", "X_Host"),
                    one(random, "192.0.2.1", "192.0.2.2")));
        }
        if (route == 8) {
            fields.addAll(
                    List.of("X-Target", "http://127.0.0.1:" + port + "/t" + one(random, "", "/", "?q=1", "?utm_a=1")));
        }
        boolean absolute = random.nextInt(5) == 0;
        fields.addAll(List.of("Host", absolute ? "evil.test" : host));
        return (absolute ? "http://" + host : "") + path + query;
    }

    private static String one(Random random, String... values) {
        return values[random.nextInt(values.length)];
    }

    private static ResponseScript reflected(ReceivedRequest request) {
        var lines = new TreeSet<String>();
        for (RawField field : request.fields()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (!IRRELEVANT.contains(name)) {
                lines.add(name + ": " + (name.equals("forwarded") ? withoutAddresses(field.value()) : field.value()));
            }
        }
        String octets = request.method() + " " + request.target() + lines;
        return ResponseScript.ok(octets, "Cache-Control", "max-age=60", "Vary", "X-Mapped, X-Target");
    }

    private static String withoutAddresses(String forwarded) {
        return forwarded.replaceAll("(for|by)=(\"[^\"]*\"|[^;,]*)", "");
    }
}
