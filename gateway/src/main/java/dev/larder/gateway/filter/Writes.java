package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.Problem;
import dev.larder.gateway.exchange.Shelf;
import dev.larder.gateway.observe.audit.RecentWrites;
import dev.larder.gateway.rfc9111.RequestHead;
import dev.larder.gateway.rfc9111.ResponseHead;
import dev.larder.gateway.rfc9111.Unsafe;
import dev.larder.gateway.rfc9111.Unsafe.Effect;
import dev.larder.gateway.rfc9111.Variants;
import dev.larder.gateway.route.Reach;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.Moved;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.Tags;
import dev.larder.invalidation.Write;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Forwards unsafe requests, and has invalidated what they make wrong before their response is released: the URIs of RFC
 * 9111 4.4, their pool as broad as its rule says, coupled pools, and what the origin names. While a write is under way,
 * nothing that it may make wrong is answered from the store.
 */
public final class Writes {

    private final Invalidator invalidator;
    private final Function<Target, Mono<Set<Tag>>> groups;
    private final OriginTags originTags;
    private final boolean onServerError;
    private final Duration hold;
    private final RecentWrites recent;
    private final Scheduler timer = Schedulers.parallel();

    /**
     * Invalidates whatever is judged by that invalidator.
     *
     * @param groups the cache groups of what is known of a target before it is written to (RFC 9875 2.2)
     * @param onServerError whether a server error counts as a write
     * @param hold how long a write of unknown outcome may still be under way at its origin
     * @param recent is told of every write
     */
    public Writes(
            Invalidator invalidator,
            Function<Target, Mono<Set<Tag>>> groups,
            OriginTags originTags,
            boolean onServerError,
            Duration hold,
            RecentWrites recent) {
        this.invalidator = invalidator;
        this.groups = groups;
        this.originTags = originTags;
        this.onServerError = onServerError;
        this.hold = hold;
        this.recent = recent;
    }

    /** A write: the exchange that is forwarded, its head, the key of what a GET of its target would bring. */
    public record Target(ServerWebExchange exchange, RequestHead request, CacheKey key, Reach reach) {}

    /**
     * Forwards a write.
     *
     * @param forward forwards it, given how to settle it before its response is committed
     */
    public Mono<Void> around(Target target, Function<Mono<Moved>, Mono<Void>> forward) {
        return Mono.defer(() -> {
            var write = new PendingWrite(hold, timer);
            return fenced(target)
                    .flatMap(tags -> Mono.fromCompletionStage(
                            () -> invalidator.begin(tags).thenApply(begun -> write.begun(watched(target, begun)))))
                    .flatMap(begun -> forward(target, begun, forward))
                    .doFinally(signal -> write.over());
        });
    }

    /** The cache groups of what stands on a shelf for the target of a write, whatever route has stored it. */
    public static Function<Target, Mono<Set<Tag>>> groups(Shelf shelf, CachedRoutes routes) {
        return target -> Flux.fromIterable(routes.keys(target))
                .flatMap(key -> shelf.find(key, () -> Stamp.of(0, Set.of())))
                .flatMapIterable(
                        found -> found.variants().map(Variants::responses).orElse(List.of()))
                .flatMapIterable(response -> OriginTags.groups(
                        target.reach().origin(), response.head().fields()))
                .collect(Collectors.toSet());
    }

    /** Whether responses wait until every member of a cluster knows of the write. */
    boolean waits() {
        return invalidator.waits();
    }

    private WatchedWrite watched(Target target, Write write) {
        return new WatchedWrite(write, recent.begin(target.reach(), write.tags()));
    }

    /** Settled by the head that the origin gave, before other filters of the route can put another in its place. */
    private Mono<Void> forward(Target target, PendingWrite write, Function<Mono<Moved>, Mono<Void>> forward) {
        Mono<Moved> answered = Mono.defer(() -> answered(target, write));
        target.exchange().getResponse().beforeCommit(() -> answered.then());
        return Mono.fromRunnable(write::forwarded)
                .then(forward.apply(answered))
                .then(answered.then())
                .onErrorResume(error -> write.settle(effect(error), Set::of).then(Mono.error(error)));
    }

    private Mono<Moved> answered(Target target, PendingWrite write) {
        ResponseHead head = Heads.response(target.exchange().getResponse());
        return write.settle(Unsafe.effect(head.status(), onServerError), () -> named(target, head));
    }

    private static Effect effect(Throwable error) {
        return Problem.neverSent(error) ? Effect.NONE : Effect.UNKNOWN;
    }

    /** What it may make wrong, as far as that is known before it is made. */
    private Mono<Set<Tag>> fenced(Target target) {
        return groups.apply(target).map(known -> {
            Set<Tag> tags = new HashSet<>(target.reach().ofWrite());
            tags.addAll(known);
            return tags;
        });
    }

    private Set<Tag> named(Target target, ResponseHead head) {
        String origin = target.reach().origin();
        Set<Tag> tags = originTags.ofWrite(origin, target.request().method(), head.fields());
        URI asked = target.exchange().getRequest().getURI();
        Stream.concat(Unsafe.targets(target.request(), head).stream(), Unsafe.named(asked, head).stream())
                .forEach(uri -> tags.add(Tags.path(origin, ResourcePath.of(uri.getRawPath()))));
        return tags;
    }
}
