package dev.larder.gateway.hitpath;

import dev.larder.rfc9111.CacheStatus;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/** Takes writes in that need no routing: those to what writes have lately been acknowledged for. */
final class EarlyWrites {

    private static final long BYTES = 4L << 20;

    private final Shortcuts<WriteShortcut> shortcuts =
            new Shortcuts<>(BYTES, shortcut -> shortcut.precedent().path().length());
    private final LongAdder taken = new LongAdder();
    private final HitPath path;

    EarlyWrites(HitPath path) {
        this.path = path;
    }

    void keep(Asked asked, WriteShortcut shortcut) {
        shortcuts.keep(asked, shortcut);
    }

    /** Writes that were answered here. */
    long count() {
        return taken.sum();
    }

    /** Whether one for this is known that still holds. */
    boolean knows(Asked asked) {
        return find(asked) != null;
    }

    void forgetAll() {
        shortcuts.forgetAll();
    }

    private @Nullable WriteShortcut find(Asked asked) {
        WriteShortcut found = shortcuts.find(asked);
        return found == null || !path.isCurrent(found.routes()) ? null : found;
    }

    /** Takes a request in, and answers it; empty if that is the route's business. */
    Optional<Mono<Void>> answer(
            Asked asked, HttpServerRequest received, ServerHttpRequest request, ServerHttpResponse response) {
        WriteShortcut shortcut = find(asked);
        if (shortcut == null) {
            return Optional.empty();
        }
        long start = path.nanos();
        return shortcut.precedent()
                .answer(received.requestHeaders(), request, response)
                .map(answer -> {
                    response.beforeCommit(
                            () -> Mono.fromRunnable(() -> answered(shortcut, asked.method(), response, start)));
                    return answer;
                });
    }

    private void answered(WriteShortcut shortcut, String method, ServerHttpResponse response, long start) {
        taken.increment();
        HttpStatusCode status = response.getStatusCode();
        if (status != null) {
            path.time(shortcut.meters().ofAll(method, status.value()), start);
            String cacheStatus = response.getHeaders().getFirst(CacheStatus.FIELD);
            if (cacheStatus != null) {
                path.log(method, shortcut.precedent().path(), status.value(), cacheStatus);
            }
        }
    }
}
