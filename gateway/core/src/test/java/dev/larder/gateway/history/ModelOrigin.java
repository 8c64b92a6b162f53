package dev.larder.gateway.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Pools with a version each: what a GET of any path in the pool brings. A write makes a version of each pool it reaches. */
final class ModelOrigin {

    /** To each pool those that a write to it changes, itself first. */
    static final List<List<Integer>> REACHED = List.of(List.of(0, 1, 2), List.of(1, 2), List.of(2), List.of(3));

    private final List<AtomicInteger> versions = IntStream.range(0, REACHED.size())
            .mapToObj(pool -> new AtomicInteger())
            .toList();

    /** How a write ends. */
    enum Ending {
        ANSWERED,
        SERVER_ERROR,
        REFUSED,
        BROKEN_BEFORE,
        BROKEN_AFTER,
        STUCK_BEFORE,
        STUCK_AFTER
    }

    int version(int pool) {
        return versions.get(pool).get();
    }

    /** Answers a read with the version at some moment in between. */
    GatewayFilterChain read(int pool) {
        return exchange -> pause().then(Mono.fromCallable(() -> version(pool)))
                .flatMap(version -> pause().then(Mono.defer(() -> respond(exchange, pool, version))));
    }

    /** Answers a read with a version read before: what comes of a stamp that is taken after the fetch. */
    GatewayFilterChain readBefore(int pool) {
        int version = version(pool);
        return exchange -> pause().then(Mono.defer(() -> respond(exchange, pool, version)));
    }

    /** Makes a write, tells which version of which pool it has made, and ends so. */
    GatewayFilterChain write(int pool, Ending ending, Made made) {
        return exchange -> pause().then(Mono.defer(() -> switch (ending) {
            case REFUSED -> status(exchange, HttpStatus.CONFLICT);
            case BROKEN_BEFORE -> Mono.<Void>error(new IOException("broken before the write"));
            case STUCK_BEFORE -> stuck(made);
            default -> apply(pool, made).then(pause()).then(Mono.defer(() -> ended(exchange, ending, made)));
        }));
    }

    private static Mono<Void> ended(ServerWebExchange exchange, Ending ending, Made made) {
        return switch (ending) {
            case BROKEN_AFTER -> Mono.error(new IOException("broken after the write"));
            case STUCK_AFTER -> stuck(made);
            case SERVER_ERROR -> status(exchange, HttpStatus.INTERNAL_SERVER_ERROR);
            default -> status(exchange, HttpStatus.NO_CONTENT);
        };
    }

    private Mono<Void> apply(int pool, Made made) {
        return Mono.fromRunnable(() -> REACHED.get(pool)
                .forEach(reached -> made.version(reached, versions.get(reached).incrementAndGet())));
    }

    private static Mono<Void> stuck(Made made) {
        return Mono.fromRunnable(made::stuck).then(Mono.never());
    }

    private static Mono<Void> status(ServerWebExchange exchange, HttpStatus status) {
        exchange.getResponse().setStatusCode(status);
        return exchange.getResponse().setComplete();
    }

    private static Mono<Void> respond(ServerWebExchange exchange, int pool, int version) {
        ServerHttpResponse response = exchange.getResponse();
        String tag = "\"" + pool + "-" + version + "\"";
        response.getHeaders().set("Cache-Control", "max-age=3600");
        response.getHeaders().set("ETag", tag);
        if (tag.equals(exchange.getRequest().getHeaders().getFirst("If-None-Match"))) {
            return status(exchange, HttpStatus.NOT_MODIFIED);
        }
        response.setStatusCode(HttpStatus.OK);
        byte[] content = Integer.toString(version).getBytes(StandardCharsets.US_ASCII);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(content)));
    }

    /** Nothing, a change of thread, or a little while. */
    private static Mono<Void> pause() {
        int choice = ThreadLocalRandom.current().nextInt(10);
        if (choice < 5) {
            return Mono.empty();
        }
        return choice < 8
                ? Mono.<Void>empty().publishOn(Schedulers.parallel())
                : Mono.delay(Duration.ofNanos(ThreadLocalRandom.current().nextInt(1_000_000)))
                        .then();
    }

    /** Listens to one write. */
    static final class Made {

        private final int[] made = new int[REACHED.size()];
        private final CountDownLatch stuck = new CountDownLatch(1);

        private synchronized void version(int pool, int version) {
            made[pool] = version;
        }

        private void stuck() {
            stuck.countDown();
        }

        void awaitStuck() throws InterruptedException {
            stuck.await();
        }

        /** Gives the version that was made of each pool, zero for none. */
        synchronized void forEach(PoolVersion consumer) {
            for (int pool = 0; pool < made.length; pool++) {
                consumer.accept(pool, made[pool]);
            }
        }
    }

    /** Takes a pool and a version of it. */
    interface PoolVersion {

        void accept(int pool, int version);
    }
}
