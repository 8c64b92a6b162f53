package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.exchange.GatewayProblem;
import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.RepeatableContent;
import dev.larder.gateway.exchange.UploadContent;
import dev.larder.gateway.exchange.UploadReceiver;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.http.ClientConnection;
import dev.larder.http.SendProgress;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.ResourcePath;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.UnsafeMethods;
import dev.larder.rfc9111.UnsafeMethods.Effect;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Forwards unsafe requests, and invalidates what they change before their response is released: the URIs of RFC 9111 4.4, their
 * pool in the scope set by the rule, coupled pools, and what the origin names. While a write is under way, nothing that it may
 * invalidate is served from the store.
 */
public final class UnsafeRequestForwarder {

    private static final Logger log = LoggerFactory.getLogger(UnsafeRequestForwarder.class);
    private static final int SERVER_ERROR = 500;

    private final Invalidator invalidator;
    private final Function<WriteTarget, Mono<Set<CacheTag>>> groups;
    private final OriginTags originTags;
    private final UnknownOutcomeSettings uncertainty;
    private final UploadReceiver uploads;
    private final CacheEventListener events;
    private final Scheduler timer = Schedulers.parallel();
    private final BrokenUploadInvalidator broken;

    /**
     * Settings for writes of unknown outcome.
     *
     * @param onServerError whether a server error counts as a write
     * @param hold how long a write of unknown outcome may still be under way at its origin
     */
    public record UnknownOutcomeSettings(boolean onServerError, Duration hold) {}

    /**
     * Creates a forwarder that uses this invalidator.
     *
     * @param groups known cache groups of a target before it is written to (RFC 9875 2.2)
     * @param events is notified of every write
     */
    public UnsafeRequestForwarder(
            Invalidator invalidator,
            Function<WriteTarget, Mono<Set<CacheTag>>> groups,
            OriginTags originTags,
            UnknownOutcomeSettings uncertainty,
            UploadReceiver uploads,
            CacheEventListener events) {
        this.invalidator = invalidator;
        this.groups = groups;
        this.originTags = originTags;
        this.uncertainty = uncertainty;
        this.uploads = uploads;
        this.events = events;
        this.broken = new BrokenUploadInvalidator(this::invalidate, timer);
    }

    /** A write: the forwarded exchange, its head, and the key of a GET for its target. */
    public record WriteTarget(
            ServerWebExchange exchange, RequestHead request, CacheKey key, ResourceTags resourceTags) {}

    /**
     * Forwards a write once its content has been received or is to be streamed. The fence for streamed content is set before its
     * end is sent: until then the origin has an incomplete request.
     *
     * @param forward forwards the exchange with its content; receives how to settle it before its response is committed
     */
    public Mono<Void> around(WriteTarget target, BiFunction<ServerWebExchange, Mono<EpochChange>, Mono<Void>> forward) {
        return uploads.read(target.exchange(), exchange -> aroundReceived(target, exchange, forward));
    }

    /**
     * Forwards a write whose content has been received, or is streamed by this exchange.
     *
     * @param forward forwards the exchange with its content; receives how to settle it before its response is committed
     */
    public Mono<Void> aroundReceived(
            WriteTarget target,
            ServerWebExchange exchange,
            BiFunction<ServerWebExchange, Mono<EpochChange>, Mono<Void>> forward) {
        return Mono.defer(() -> {
            var write = new OriginWrite(uncertainty.hold(), timer, () -> isRoutedUnseen(exchange));
            Mono<Void> fence = fence(target, write).cache();
            Optional<UploadContent> streamed = UploadReceiver.streamed(exchange);
            streamed.ifPresent(content -> content.beforeEnd(fence));
            Mono<Void> forwarding = Mono.defer(() -> forward(target, exchange, write, fence, streamed, forward));
            Mono<Void> whole = streamed.isPresent() ? forwarding : fence.then(forwarding);
            return DetachedWrites.outlived(
                    RepeatableContent.held(exchange, whole)
                            .doFinally(signal -> over(target, write, streamed.isPresent()))
                            .contextWrite(write::in),
                    write::isForwarded,
                    uncertainty.hold(),
                    timer);
        });
    }

    /** Returns the receiver of request content. */
    UploadReceiver uploads() {
        return uploads;
    }

    /** Returns whether responses wait until every member of a cluster knows of the write. */
    public boolean waits() {
        return invalidator.waits();
    }

    private Mono<Void> fence(WriteTarget target, OriginWrite write) {
        return fenced(target)
                .flatMap(tags -> Mono.fromCompletionStage(
                        () -> invalidator.begin(tags).thenApply(begun -> write.begun(watched(target, begun)))))
                .then();
    }

    private WatchedWrite watched(WriteTarget target, FencedWrite write) {
        return new WatchedWrite(write, events.writeBegun(target.resourceTags(), write.tags()));
    }

    /** Returns whether it may be sent without notifying {@link SendProgress}; a WebSocket sends no writes. */
    private static boolean isRoutedUnseen(ServerWebExchange exchange) {
        String scheme = exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR) instanceof URI target
                ? String.valueOf(target.getScheme())
                : "";
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "ws", "wss" -> false;
            case "http", "https", "lb" -> ServerWebExchangeUtils.isAlreadyRouted(exchange);
            default -> true;
        };
    }

    /** Settles by the origin's response head, before other filters of the route can replace it. */
    private Mono<Void> forward(
            WriteTarget target,
            ServerWebExchange exchange,
            OriginWrite write,
            Mono<Void> fence,
            Optional<UploadContent> streamed,
            BiFunction<ServerWebExchange, Mono<EpochChange>, Mono<Void>> forward) {
        Mono<EpochChange> answered = Mono.defer(() -> {
            streamed.filter(UploadContent::mayHaveMore).ifPresent(content -> write.answeredEarly());
            return answered(target, write, fence);
        });
        target.exchange().getResponse().beforeCommit(() -> answered.then());
        return forward.apply(exchange, answered)
                .then(answered.then())
                .onErrorResume(
                        error -> failed(target, streamed, write, fence, error).then(Mono.error(error)));
    }

    /** An origin may act, and respond, before it has received the complete request. */
    private Mono<EpochChange> answered(WriteTarget target, OriginWrite write, Mono<Void> fence) {
        ResponseHead head = MessageHeadConverter.response(target.exchange().getResponse());
        Effect said = UnsafeMethods.effect(head.status(), uncertainty.onServerError());
        Effect effect = head.status() >= SERVER_ERROR && write.isUnsent(false) ? Effect.NONE : said;
        Mono<EpochChange> settled = write.settle(effect, () -> named(target, head));
        return effect == Effect.NONE || write.isSettled() ? settled : fence.then(settled);
    }

    /** An origin that fails during the upload may have acted, unless the content itself broke off. */
    private Mono<EpochChange> failed(
            WriteTarget target,
            Optional<UploadContent> streamed,
            OriginWrite write,
            Mono<Void> fence,
            Throwable error) {
        if (write.isUnsent(GatewayProblem.neverSent(error))) {
            return write.settle(Effect.NONE, Set::of);
        }
        if (write.isForwarded()) {
            return write.settle(Effect.UNKNOWN, Set::of);
        }
        if (streamed.filter(UploadContent::hasFailed).isPresent()) {
            brokenOff(target);
            return write.settle(Effect.NONE, Set::of);
        }
        return fence.then(write.settle(Effect.UNKNOWN, Set::of));
    }

    /** The origin has not received the end of a broken request: it changed something only if it acts on incomplete requests. */
    private void brokenOff(WriteTarget target) {
        fenced(target)
                .subscribe(
                        broken::add, fault -> log.warn("The invalidation after an incomplete upload failed.", fault));
    }

    private void over(WriteTarget target, OriginWrite write, boolean streamed) {
        if (streamed && !write.isUnsent(false)) {
            boolean settled = write.isSettled();
            if (settled && write.isAnsweredEarly()) {
                goesOn(target);
            } else if (!settled && !write.isForwarded()) {
                brokenOff(target);
            }
        }
        write.over();
    }

    /** An origin that has responded may still act on the rest of the content, until its response is over. */
    private void goesOn(WriteTarget target) {
        int status =
                MessageHeadConverter.response(target.exchange().getResponse()).status();
        if (UnsafeMethods.effect(status, uncertainty.onServerError()) == Effect.NONE) {
            return;
        }
        Runnable end = () -> fenced(target)
                .subscribe(this::invalidate, fault -> log.warn("The second invalidation of a write failed.", fault));
        Object client =
                ServerHttpRequestDecorator.getNativeRequest(target.exchange().getRequest());
        if (!ClientConnection.whenOver(client, end)) {
            end.run();
        }
    }

    private void invalidate(Set<CacheTag> tags) {
        Mono.fromCompletionStage(() -> invalidator.invalidate(tags))
                .subscribe(moved -> {}, fault -> log.warn("The invalidation of a write failed.", fault));
    }

    /** Returns the tags that the write may invalidate, as far as known in advance. */
    private Mono<Set<CacheTag>> fenced(WriteTarget target) {
        return groups.apply(target).map(known -> {
            Set<CacheTag> tags = new HashSet<>(target.resourceTags().ofWrite());
            tags.addAll(known);
            return tags;
        });
    }

    private Set<CacheTag> named(WriteTarget target, ResponseHead head) {
        String origin = target.resourceTags().origin();
        Set<CacheTag> tags = originTags.ofWrite(origin, target.request().method(), head.fields());
        URI asked = target.exchange().getRequest().getURI();
        Stream.concat(UnsafeMethods.targets(target.request(), head).stream(), UnsafeMethods.named(asked, head).stream())
                .forEach(uri -> tags.add(CacheTags.path(origin, ResourcePath.of(uri.getRawPath()))));
        return tags;
    }
}
