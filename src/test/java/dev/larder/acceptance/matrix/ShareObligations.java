package dev.larder.acceptance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.http.ClientShares;
import dev.larder.rfc9111.ResponseVariants;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Obligations of this kind: one client takes no more than its share. */
final class ShareObligations {

    private static final String LARGE = "x".repeat(600_000);
    private static final long OBJECT = 1L << 30;
    private static final String FRESH = "max-age=60";
    private static final int UNREAD = 6;
    private static final String GATEWAY = "spring.cloud.gateway.server.webflux.";
    private static final CountingStore STORE = new CountingStore();

    private ShareObligations() {}

    static List<Obligation> all() {
        return List.of(
                Obligation.of("A response for which no memory is left is passed on", ShareObligations::withoutMemory),
                Obligation.of("One address leaves memory for what others store", ShareObligations::memoryOfOthers)
                        .except(RequestWay.UNCACHED_WRITE, "A route without a cache records nothing.")
                        .except(RequestWay.HEAD, "A HEAD has no content to record."),
                Obligation.of("One address leaves connections to the origin for others", ShareObligations::connections),
                Obligation.of("A changed representation is not removed slice by slice", ShareObligations::removals)
                        .except(RequestWay.UNCACHED_WRITE, "A write has no part in what is stored of a representation.")
                        .except(RequestWay.HEAD, "A HEAD stores no slices."),
                Obligation.of("A stream is passed on and never recorded", ShareObligations::stream)
                        .except(RequestWay.UNCACHED_WRITE, "A route without a cache records nothing.")
                        .except(RequestWay.HEAD, "A HEAD has no content to record."));
    }

    private static ContentMemory.Account memory(long all, long ofOne) {
        return new ContentMemory.Account(
                new ClientShares(all, ofOne), new ClientAddresses(InetAddress::isLoopbackAddress));
    }

    private static ReceivedResponse ask(RequestWay way, GatewayFixture gateway, String path, String... more) {
        return switch (way) {
            case UNCACHED_WRITE -> gateway.send("POST", path, "x", more);
            case HEAD -> gateway.head(path, more);
            default -> gateway.get(path, fields(way, more));
        };
    }

    private static String[] fields(RequestWay way, String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        if (way == RequestWay.RANGE) {
            all.addAll(List.of("Range", "bytes=0-" + (LARGE.length() - 1)));
        }
        return all.toArray(String[]::new);
    }

    /** Answers with all of a response, or with a part of a large object. */
    private static ResponseScript large(ReceivedRequest request, String tag) {
        return !request.fields().get("Range").isEmpty()
                ? part(tag).part(LARGE)
                : ResponseScript.ok(LARGE, "Cache-Control", FRESH, "ETag", tag);
    }

    private static ResponseScript part(String tag) {
        return ResponseScript.status(
                206,
                "Content-Range",
                "bytes 0-" + (LARGE.length() - 1) + "/" + OBJECT,
                "Cache-Control",
                FRESH,
                "ETag",
                tag);
    }

    private static void withoutMemory(RequestWay way) throws Exception {
        String path = UniquePath.next();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = gateway(way, origin)
                        .bean(ContentMemory.Account.class, memory(0, 0))
                        .start()) {
            origin.on(path, request -> large(request, "\"1\""));
            for (int i = 1; i <= 2; i++) {
                ReceivedResponse response = ask(way, gateway, path);
                assertThat(response.status()).isEqualTo(way == RequestWay.RANGE ? 206 : 200);
                assertThat(response.content()).hasSize(way == RequestWay.HEAD ? 0 : LARGE.length());
                assertThat(origin.count(path)).as("requests to the origin").isEqualTo(i);
            }
        }
    }

    private static GatewayFixture.Builder gateway(RequestWay way, ScriptedOrigin origin) {
        GatewayFixture.Builder gateway = way.gateway().origin(origin);
        return way == RequestWay.UNCACHED_WRITE ? gateway.route("WriteInvalidation") : gateway;
    }

    /** The origin keeps six responses to one address waiting in the middle. */
    private static void memoryOfOthers(RequestWay way) throws Exception {
        String path = UniquePath.next();
        OriginLatch gate = new OriginLatch();
        List<RawClient> waiting = new ArrayList<>();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = way.gateway()
                        .origin(origin)
                        .property(GATEWAY + "trusted-proxies", "127\\.0\\.0\\.1")
                        .bean(ContentMemory.Account.class, memory(1_400_000, 700_000))
                        .start()) {
            String half = LARGE.substring(0, LARGE.length() / 2);
            origin.otherwise(request -> {
                boolean part = !request.fields().get("Range").isEmpty();
                return (part ? part("\"1\"") : ResponseScript.status(200, "Cache-Control", FRESH))
                        .length(LARGE.length())
                        .part(half)
                        .gate(gate)
                        .part(half);
            });
            origin.on(path, request -> large(request, "\"1\""));
            for (int i = 0; i < UNREAD; i++) {
                RawClient client = gateway.connect();
                waiting.add(client);
                client.request("GET", path + "/" + i, fields(way, "X-Forwarded-For", "192.0.2.1"));
                client.open("GET").next();
            }
            assertThat(ask(way, gateway, path, "X-Forwarded-For", "192.0.2.2").content())
                    .hasToString(LARGE);
            ReceivedResponse again = ask(way, gateway, path, "X-Forwarded-For", "192.0.2.2");
            assertThat(again.content()).hasToString(LARGE);
            assertThat(again.field("Cache-Status")).contains("; hit");
            gate.release();
        } finally {
            waiting.forEach(RawClient::close);
        }
    }

    /** The origin answers nothing that one address asks for. */
    private static void connections(RequestWay way) throws Exception {
        String path = UniquePath.next();
        OriginLatch gate = new OriginLatch();
        List<RawClient> waiting = new ArrayList<>();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = gateway(way, origin)
                        .property(GATEWAY + "trusted-proxies", "127\\.0\\.0\\.1")
                        .property(GATEWAY + "httpclient.pool.type", "FIXED")
                        .property(GATEWAY + "httpclient.pool.max-connections", 8)
                        .start()) {
            origin.otherwise(request -> ResponseScript.ok("late").before(gate));
            origin.on(path, request -> large(request, "\"1\""));
            for (int i = 0; i < 2 * UNREAD; i++) {
                String target = path + "/" + i;
                waiting.add(gateway.connect().request("GET", target, "X-Forwarded-For", "192.0.2.1"));
                if (i == 0) {
                    gate.awaitArrival();
                }
            }
            ReceivedResponse response = ask(way, gateway, path, "X-Forwarded-For", "192.0.2.2");
            assertThat(response.status()).isEqualTo(way == RequestWay.RANGE ? 206 : 200);
            gate.release();
        } finally {
            waiting.forEach(RawClient::close);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class StoreConfiguration {

        @Bean
        CacheStore<ResponseVariants> larderStore() {
            return STORE;
        }
    }

    private static void removals(RequestWay way) throws Exception {
        String path = UniquePath.next();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = way.gateway()
                        .origin(origin)
                        .with(StoreConfiguration.class)
                        .start()) {
            String[] range = {"Range", "bytes=0-" + (LARGE.length() - 1)};
            origin.on(path, request -> large(request, "\"1\""));
            int before = STORE.entries();
            gateway.get(path, range);
            assertThat(STORE.entries()).isGreaterThan(before + 1);
            int removals = STORE.removals();
            origin.on(path, request -> part("\"2\"").part(LARGE));
            assertThat(gateway.get(path, "Range", range[1], "Cache-Control", "no-cache")
                            .field("ETag"))
                    .isEqualTo("\"2\"");
            assertThat(STORE.removals()).isLessThanOrEqualTo(removals + 16);
            assertThat(gateway.get(path, range).field("ETag")).isEqualTo("\"2\"");
        }
    }

    private static void stream(RequestWay way) throws Exception {
        String path = UniquePath.next();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = way.gateway().origin(origin).start()) {
            origin.on(
                    path,
                    ResponseScript.status(200, "Cache-Control", FRESH, "Content-Type", "application/x-ndjson")
                            .chunked()
                            .part("{}\n"));
            for (int i = 1; i <= 2; i++) {
                ReceivedResponse response = ask(way, gateway, path);
                assertThat(response.content()).isEqualTo("{}\n");
                assertThat(response.field("Cache-Status")).contains("detail=incremental");
                assertThat(origin.count(path)).as("requests to the origin").isEqualTo(i);
            }
        }
    }
}
