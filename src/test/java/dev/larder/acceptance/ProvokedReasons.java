package dev.larder.acceptance;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.http.ClientShares;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The smallest traffic after which the last response is handled for one reason. */
final class ProvokedReasons implements AutoCloseable {

    private static final String CACHE_CONTROL = "Cache-Control";
    private static final String FRESH = "max-age=60";
    private static final String TAG = "ETag";
    private static final String RANGE = "Range";

    private final ReasonGateway gateway;
    private final ScriptedOrigin origin;
    private final String path = UniquePath.next();
    private final OriginLatch held = new OriginLatch();

    ProvokedReasons(ReasonGateway gateway, ScriptedOrigin origin) {
        this.gateway = gateway;
        this.origin = origin;
    }

    /** Provokes that reason, and returns the response that must say so. */
    ReceivedResponse provoke(Reason reason) {
        return switch (reason) {
            case HIT, REQUEST_NO_CACHE, REQUEST_MAX_AGE, REQUEST_MIN_FRESH, REQUEST_CONDITION, VARY_MISS ->
                stored(reason);
            case HIT_MAX_STALE, HIT_STALE_WHILE_REVALIDATE, HIT_STALE_IF_ERROR, HIT_STALE_DISCONNECTED, STALE ->
                stale(reason);
            case RESPONSE_NO_CACHE, ALREADY_STALE, NO_FRESHNESS, PRIVATE, RESPONSE_NO_STORE -> lifetime(reason);
            case VARY_STAR, SET_COOKIE, CONNECTION_NAMES_DECIDING_FIELD, TOO_LARGE, URI_MISS -> head(reason);
            case STATUS_NOT_UNDERSTOOD, STATUS_EXCLUDED, NOT_MODIFIED, CONDITIONAL_REQUEST, RANGE_REQUEST ->
                status(reason);
            case PARTIAL_CONTENT, STORED_PART -> part(reason);
            case METHOD, REQUEST_BODY, UPGRADE, METHOD_NOT_CACHEABLE, AUTHORIZATION, REQUEST_NO_STORE, ONLY_IF_CACHED ->
                request(reason);
            case BYPASS, NO_PRINCIPAL, REQUEST_CONTENT_TOO_LARGE, INCREMENTAL, ALWAYS_VALIDATED, CONTENT_UNREADABLE ->
                ruled(reason);
            case INVALIDATED, FENCED, WRITE_PENDING, VOIDED, EVENTUAL -> write(reason);
            case NOT_MODIFIED_WITHOUT_CONDITION, NOT_MODIFIED_MATCHES_NOTHING -> unusable(reason);
            case TRUNCATED, ABORTED, ORIGIN_UNREACHABLE, ORIGIN_TIMEOUT, ORIGIN_MALFORMED -> failure(reason);
            case NOT_ADMITTED -> unpopular();
            case LEASE_LAPSED -> lapsed();
            case REQUEST_CHANGED, RESPONSE_CHANGED, STORE_FAULT, NO_MEMORY ->
                ok(path, CACHE_CONTROL, FRESH).get(path);
            case INTERIM -> throw new AssertionError(reason + " is not provoked by traffic");
        };
    }

    private ReceivedResponse stored(Reason reason) {
        String vary = reason == Reason.VARY_MISS ? "X-Lang" : "X-Other";
        ok(path, CACHE_CONTROL, FRESH, TAG, "\"1\"", "Age", "20", "Vary", vary).get(path);
        return switch (reason) {
            case HIT -> get(path);
            case REQUEST_NO_CACHE -> get(path, CACHE_CONTROL, "no-cache");
            case REQUEST_MAX_AGE -> get(path, CACHE_CONTROL, "max-age=10");
            case REQUEST_MIN_FRESH -> get(path, CACHE_CONTROL, "min-fresh=100");
            case REQUEST_CONDITION -> get(path, "If-Match", "\"1\"");
            default -> get(path, "X-Lang", "de");
        };
    }

    /** What is as old on arrival as the origin says. */
    private ReceivedResponse stale(Reason reason) {
        String window = reason == Reason.HIT_STALE_WHILE_REVALIDATE
                ? ", stale-while-revalidate=1000"
                : reason == Reason.HIT_STALE_IF_ERROR ? ", stale-if-error=1000" : "";
        ok(path, CACHE_CONTROL, FRESH + window, TAG, "\"1\"", "Age", "70").get(path);
        switch (reason) {
            case HIT_STALE_IF_ERROR -> origin.on(path, ResponseScript.status(500));
            case HIT_STALE_DISCONNECTED ->
                origin.on(path, ResponseScript.raw("").untilClose());
            default -> {}
        }
        return reason == Reason.HIT_MAX_STALE ? get(path, CACHE_CONTROL, "max-stale=1000") : get(path);
    }

    private ReceivedResponse lifetime(Reason reason) {
        return switch (reason) {
            case RESPONSE_NO_CACHE ->
                ok(path, CACHE_CONTROL, "no-cache, max-age=60").get(path);
            case ALREADY_STALE -> ok(path, CACHE_CONTROL, "max-age=0").get(path);
            case NO_FRESHNESS -> ok(path).get(path);
            case PRIVATE -> ok(path, CACHE_CONTROL, "private").get(path);
            default -> ok(path, CACHE_CONTROL, "no-store").get(path);
        };
    }

    private ReceivedResponse head(Reason reason) {
        return switch (reason) {
            case VARY_STAR -> ok(path, CACHE_CONTROL, FRESH, "Vary", "*").get(path);
            case SET_COOKIE ->
                ok(path, CACHE_CONTROL, FRESH, "Set-Cookie", "a=1").get(path);
            case CONNECTION_NAMES_DECIDING_FIELD ->
                ok(path, CACHE_CONTROL, FRESH, "Connection", "Cache-Control").get(path);
            case TOO_LARGE -> {
                origin.on(path, ResponseScript.ok("x".repeat(3 << 20), CACHE_CONTROL, FRESH));
                yield get(path);
            }
            default -> ok(path, CACHE_CONTROL, FRESH).get(path);
        };
    }

    private ReceivedResponse status(Reason reason) {
        String target = reason == Reason.STATUS_EXCLUDED ? "/found" + path : path;
        int status = switch (reason) {
            case STATUS_NOT_UNDERSTOOD -> 299;
            case STATUS_EXCLUDED -> 404;
            case NOT_MODIFIED -> 304;
            case CONDITIONAL_REQUEST -> 412;
            default -> 416;
        };
        String control = reason == Reason.STATUS_NOT_UNDERSTOOD ? "must-understand, no-store, max-age=60" : FRESH;
        origin.on(target, ResponseScript.status(status, CACHE_CONTROL, control));
        return switch (reason) {
            case CONDITIONAL_REQUEST -> get(target, "If-Match", "\"1\"");
            case NOT_MODIFIED -> get(target, "If-None-Match", "\"1\"");
            case RANGE_REQUEST -> get(target, RANGE, "bytes=100-200");
            default -> get(target);
        };
    }

    /** Without a strong validator, so that a part is stored for its range alone. */
    private ReceivedResponse part(Reason reason) {
        String control = reason == Reason.STORED_PART ? FRESH : "no-cache";
        origin.on(
                path,
                ResponseScript.status(206, "Content-Range", "bytes 0-3/12", CACHE_CONTROL, control)
                        .part("hell"));
        ReceivedResponse first = get(path, RANGE, "bytes=0-3");
        return reason == Reason.PARTIAL_CONTENT ? first : get(path, RANGE, "bytes=0-2");
    }

    private ReceivedResponse request(Reason reason) {
        ok(path, CACHE_CONTROL, FRESH);
        return switch (reason) {
            case METHOD -> gateway.gateway().ask("PUT", path, "Content-Length", "0");
            case REQUEST_BODY -> gateway.gateway().send("GET", path, "content");
            case UPGRADE -> get(path, "Connection", "upgrade", "Upgrade", "other");
            case METHOD_NOT_CACHEABLE -> gateway.gateway().head(path);
            case AUTHORIZATION -> get(path, "Authorization", "Basic YTpi");
            case REQUEST_NO_STORE -> get(path, CACHE_CONTROL, "no-store");
            default -> {
                gateway.gateway().expect(504);
                yield get(path, CACHE_CONTROL, "only-if-cached");
            }
        };
    }

    private ReceivedResponse ruled(Reason reason) {
        return switch (reason) {
            case BYPASS -> ok("/bypassed" + path, CACHE_CONTROL, FRESH).get("/bypassed" + path, "Bypass-Cache", "1");
            case NO_PRINCIPAL -> ok("/users" + path, CACHE_CONTROL, FRESH).get("/users" + path);
            case REQUEST_CONTENT_TOO_LARGE -> query("content of more than ten octets", "Content-Type", "text/plain");
            case INCREMENTAL -> query("short", "Content-Type", "text/plain", "Incremental", "?1");
            case ALWAYS_VALIDATED -> {
                ok("/validated" + path, CACHE_CONTROL, FRESH, TAG, "\"1\"").get("/validated" + path);
                yield get("/validated" + path);
            }
            default -> {
                origin.on(
                        "/orders" + path,
                        ResponseScript.ok("{", "Content-Type", "application/json", CACHE_CONTROL, FRESH));
                yield get("/orders" + path);
            }
        };
    }

    private ReceivedResponse query(String content, String... fields) {
        ok("/queries" + path, CACHE_CONTROL, FRESH);
        return gateway.gateway().send("QUERY", "/queries" + path, content, fields);
    }

    private ReceivedResponse write(Reason reason) {
        String target = reason == Reason.WRITE_PENDING ? "/items" + path : path;
        ok(target, CACHE_CONTROL, FRESH, TAG, "\"1\"").get(target);
        return switch (reason) {
            case INVALIDATED -> {
                put(target);
                yield get(target);
            }
            case EVENTUAL -> put(target);
            case WRITE_PENDING -> {
                gateway.gateway().send("POST", target, "{}", "Content-Type", "application/json");
                yield get(target);
            }
            case FENCED -> duringWrite(target);
            default -> voided(target + "/other");
        };
    }

    private ReceivedResponse duringWrite(String target) {
        origin.on(
                target,
                request -> request.method().equals("PUT")
                        ? ResponseScript.ok("").before(held)
                        : ResponseScript.ok("content", CACHE_CONTROL, FRESH));
        try (RawClient writer = gateway.gateway().connect().request("PUT", target, "Content-Length", "0")) {
            held.awaitArrival();
            ReceivedResponse during = get(target);
            held.release();
            writer.read("PUT");
            return during;
        }
    }

    private ReceivedResponse voided(String target) {
        origin.on(
                target,
                request -> request.method().equals("PUT")
                        ? ResponseScript.ok("")
                        : ResponseScript.ok("content", CACHE_CONTROL, FRESH).before(held));
        try (RawClient reader = gateway.gateway().connect().request("GET", target)) {
            held.awaitArrival();
            put(target);
            held.release();
            return reader.read();
        }
    }

    private ReceivedResponse unusable(Reason reason) {
        boolean tagged = reason == Reason.NOT_MODIFIED_MATCHES_NOTHING;
        ok(path, CACHE_CONTROL, FRESH, tagged ? TAG : "X-None", "\"1\"").get(path);
        origin.inTurn(
                path, ResponseScript.status(304, TAG, "\"2\""), ResponseScript.ok("content", CACHE_CONTROL, FRESH));
        return get(path, CACHE_CONTROL, "no-cache");
    }

    private ReceivedResponse failure(Reason reason) {
        gateway.gateway().expect(502, 504);
        String half = "x".repeat(300_000);
        ResponseScript whole = ResponseScript.status(200, CACHE_CONTROL, FRESH)
                .length(2L * half.length())
                .part(half);
        origin.on(
                path,
                switch (reason) {
                    case TRUNCATED -> whole.part(half).cutAt(half.length(), TransferEnd.FIN);
                    case ABORTED -> whole.gate(held).part(half);
                    case ORIGIN_UNREACHABLE -> ResponseScript.raw("").untilClose();
                    case ORIGIN_MALFORMED -> ResponseScript.status(200, "Content-Length", "three");
                    default -> ResponseScript.ok("late").before(held);
                });
        if (reason != Reason.ABORTED) {
            return get(path);
        }
        try (RawClient client = gateway.gateway().connect().request("GET", path)) {
            ReceivedResponse head = client.open("GET").head();
            client.reset();
            return head;
        }
    }

    @Override
    public void close() {
        held.release();
    }

    /** Content that nobody has asked for twice, beside content that everybody asks for. */
    private ReceivedResponse unpopular() {
        ReceivedResponse last = null;
        for (int i = 0; i < 60; i++) {
            String target = path + "/" + i;
            origin.on(target, ResponseScript.ok("x".repeat(200_000), CACHE_CONTROL, FRESH));
            for (int j = 0; j < (i < 30 ? 5 : 1); j++) {
                last = get(target);
            }
        }
        if (last == null) {
            throw new AssertionError();
        }
        return last;
    }

    /** Asks until the lease ends, which nobody else prolongs. */
    private ReceivedResponse lapsed() {
        ok(path, CACHE_CONTROL, FRESH).get(path);
        long end = System.nanoTime() + 20_000_000_000L;
        ReceivedResponse response = get(path);
        while (!response.cacheStatus().contains(Reason.LEASE_LAPSED.token()) && System.nanoTime() - end < 0) {
            response = get(path);
        }
        return response;
    }

    private ProvokedReasons ok(String target, String... fields) {
        origin.on(target, ResponseScript.ok("content", fields));
        return this;
    }

    private ReceivedResponse get(String target, String... fields) {
        return gateway.gateway().get(target, fields);
    }

    private ReceivedResponse put(String target) {
        return gateway.gateway().ask("PUT", target, "Content-Length", "0");
    }

    /** With the bean that provokes that reason. */
    static GatewayFixture.Builder behind(GatewayFixture.Builder builder, Reason reason) {
        return switch (reason) {
            case STORE_FAULT -> builder.with(FailingStore.class);
            case NO_MEMORY ->
                builder.bean(
                        ContentMemory.Account.class,
                        new ContentMemory.Account(
                                new ClientShares(0, 0), new ClientAddresses(InetAddress::isLoopbackAddress)));
            case RESPONSE_CHANGED -> builder.with(LateResponseFilter.class);
            default -> builder.with(LateFilter.class);
        };
    }

    /** A filter behind the cache that changes responses. */
    @Configuration(proxyBeanMethods = false)
    static class LateResponseFilter {

        @Bean
        GlobalFilter late() {
            return LateBeans.last((exchange, chain) -> {
                exchange.getResponse().getHeaders().set("X-Account", "1");
                return chain.filter(exchange);
            });
        }
    }

    /** A filter behind the cache that changes requests. */
    @Configuration(proxyBeanMethods = false)
    static class LateFilter {

        @Bean
        GlobalFilter late() {
            return LateBeans.last((exchange, chain) -> chain.filter(exchange.mutate()
                    .request(request -> request.header("X-Tenant", "late"))
                    .build()));
        }
    }

    /** A store whose disk, say, has gone. */
    @Configuration(proxyBeanMethods = false)
    static class FailingStore {

        @Bean
        @SuppressWarnings("unchecked")
        CacheStore<ResponseVariants> larderStore() {
            return (CacheStore<ResponseVariants>) Proxy.newProxyInstance(
                    CacheStore.class.getClassLoader(),
                    new Class<?>[] {CacheStore.class},
                    (proxy, method, arguments) -> method.getReturnType() == Optional.class
                            ? Optional.empty()
                            : CompletableFuture.failedFuture(
                                    new IllegalStateException("The store of the test fails.")));
        }
    }
}
