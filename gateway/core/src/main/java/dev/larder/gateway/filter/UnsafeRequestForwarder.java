package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CIRCUITBREAKER_EXECUTION_EXCEPTION_ATTR;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.CacheKeyFactory;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.RequestedTarget;
import dev.larder.gateway.exchange.PendingWritePolicy;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.gateway.write.FenceBudget;
import dev.larder.gateway.write.WriteFence;
import dev.larder.http.ClientConnection;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.Reason;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.channel.AbortedException;

/**
 * Forwards the unsafe requests of routes after the acknowledged writes that they must not overtake, and behind their {@link WriteFence},
 * which is told what becomes of them.
 */
public final class UnsafeRequestForwarder {

    /** How long a write waits before it is forwarded: until a filter gives it up, or its client leaves. */
    private enum Wait {
        LASTS,
        GIVEN_UP,
        LEFT
    }

    private static final String FENCED = UnsafeRequestForwarder.class.getName();

    private static final GatewayProblem BEHIND = new GatewayProblem(
            HttpStatus.SERVICE_UNAVAILABLE,
            "Earlier writes to this resource are acknowledged but not yet delivered. Retry later.");

    private final Invalidator invalidator;
    private final PendingWritePolicy pendingWrites;
    private final Function<Described, Mono<Set<CacheTag>>> groups;
    private final UploadReceiver uploads;
    private final WriteFence.Factory fences;

    /**
     * Creates a forwarder that uses this invalidator.
     *
     * @param groups known cache groups of a target before it is written to (RFC 9875 2.2)
     * @param extensions are notified of every write, and deliver those that are acknowledged
     */
    public UnsafeRequestForwarder(
            Invalidator invalidator,
            Function<Described, Mono<Set<CacheTag>>> groups,
            OriginTags originTags,
            WriteFence.UnknownOutcomeSettings uncertainty,
            UploadReceiver uploads,
            ExchangeExtensions extensions) {
        this.invalidator = invalidator;
        this.pendingWrites = extensions.pendingWrites();
        this.groups = groups;
        this.uploads = uploads;
        this.fences = new WriteFence.Factory(
                invalidator, originTags, uncertainty, extensions.events(), Schedulers.parallel(), new FenceBudget());
    }

    /** Returns the receiver of request content. */
    public UploadReceiver uploads() {
        return uploads;
    }

    /** Returns whether responses wait until every member of a cluster knows of the write. */
    boolean isSynchronous() {
        return fences.isSynchronous();
    }

    /** Returns the fence of a write, which is not up yet. */
    public WriteFence fence(Described target) {
        List<URI> asked = asked(target);
        return fences.of(new WriteFence.Target(
                target.head(),
                target.resourceTags(),
                () -> Stream.concat(asked.stream(), SentTarget.of(target.exchange()).stream())
                        .toList(),
                () -> Mono.defer(() -> groups.apply(target)).toFuture(),
                () -> SentTarget.isUnseen(target.exchange()),
                uploads.owner(target.exchange().getRequest())));
    }

    /** Returns the names by which an origin may know the target: as each proxy has asked for it, and by the Host that it gets. */
    private List<URI> asked(Described target) {
        URI sent = target.head().target();
        Optional<String> host = CacheKeyFactory.forwardedHost(target.exchange());
        return Stream.concat(
                        uploads.asked(RequestedTarget.request(target.exchange())).stream(),
                        host.flatMap(known -> SentTarget.withAuthority(sent, known)).stream())
                .toList();
    }

    /** The last fence around a request, and what it is sent to. */
    record Fenced(URI target, WriteFence fence) {}

    /** Returns the last fence around a request; empty if there is none. */
    static Optional<Fenced> fenced(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(FENCED));
    }

    /**
     * Goes on when the acknowledged writes that a write must not overtake are delivered: those that may change the same. A filter that
     * does not wait for that, and answers that the write is done, has done it elsewhere; but the server ends what it has begun for a
     * client that has left as if it were answered.
     *
     * @param refuse answers in its place if they cannot be delivered in time
     */
    private Mono<Void> inTurn(Described target, Mono<Void> forward, Function<GatewayProblem, Mono<Void>> refuse) {
        Object client = ClientRequest.of(target.exchange());
        var wait = new AtomicReference<>(Wait.LASTS);
        BooleanSupplier answered =
                () -> wait.get() == Wait.GIVEN_UP || (wait.get() == Wait.LASTS && !ClientConnection.isGone(client));
        RouteWrite.settleAtCommit(
                target.exchange(),
                () -> !RouteWrite.isForwarded(target.exchange()) && answered.getAsBoolean(),
                () -> fence(target),
                Mono.empty());
        Mono<Void> inTurn = Mono.defer(() -> {
            Optional<EpochStamp> earlier = pendingBefore(target.resourceTags());
            return earlier.isPresent()
                    ? pendingWrites
                            .settle(earlier.get())
                            .flatMap(delivered -> delivered ? forward : refuse.apply(BEHIND))
                    : forward;
        });
        return inTurn.doOnError(AbortedException.class, gone -> wait.set(Wait.LEFT))
                .doOnError(AbortedException::isConnectionReset, gone -> wait.set(Wait.LEFT))
                .doOnCancel(() -> wait.set(ClientConnection.isGone(client) ? Wait.LEFT : Wait.GIVEN_UP));
    }

    /** Returns the tags of the acknowledged writes that a write must not overtake; empty if all of these are delivered. */
    public Optional<EpochStamp> pendingBefore(ResourceTags write) {
        if (!invalidator.hasPendingWrites()) {
            return Optional.empty();
        }
        return Optional.of(EpochStamp.of(0, write.ofOrderedWrite())).filter(invalidator::hasPendingWrite);
    }

    private static Mono<Void> refuse(ServerWebExchange exchange, GatewayProblem problem) {
        problem.head(exchange);
        return PreparedResponse.at(exchange).content(problem::content);
    }

    /**
     * Forwards a write in its turn, once its content has been received or is to be streamed. The fence for streamed content is set
     * before its end is sent: until then the origin has an incomplete request.
     */
    public Mono<Void> around(Described target, WriteForwarding forwarding) {
        return around(target, forwarding, problem -> refuse(target.exchange(), problem));
    }

    /** The same on a route that reports what it does with requests. */
    Mono<Void> around(FilterRequest filterRequest, WriteForwarding forwarding) {
        return around(filterRequest.described(), forwarding, problem -> {
            filterRequest.report().forwarded(Reason.WRITE_PENDING);
            return filterRequest.problem(problem);
        });
    }

    private Mono<Void> around(
            Described target, WriteForwarding forwarding, Function<GatewayProblem, Mono<Void>> refuse) {
        return inTurn(
                target,
                uploads.read(
                        target.exchange(), exchange -> Mono.defer(() -> behindFence(target, exchange, forwarding))),
                refuse);
    }

    private Mono<Void> behindFence(Described target, ServerWebExchange exchange, WriteForwarding forwarding) {
        WriteFence fence = fence(target);
        target.exchange().getAttributes().put(FENCED, new Fenced(target.head().target(), fence));
        return RouteWrite.behind(fence, exchange, () -> fence(target), forwarding);
    }

    /**
     * Has what answers a write in place of its origin invalidate before its response is committed, as an origin does. Content is what
     * answers it has made of it.
     */
    public Mono<Void> answering(Described target, WriteForwarding forwarding) {
        return RouteWrite.inPlace(target.exchange(), () -> fence(target), forwarding);
    }

    /**
     * Has what a circuit breaker answers invalidate if it says that the write is done, and nothing behind the breaker settles it, as when
     * the breaker was open.
     *
     * @param unsettled whether nothing behind the breaker settles the write
     * @param target as the route would have sent it; empty if it is a read by the rule of its route
     */
    void behindBreaker(ServerWebExchange exchange, BooleanSupplier unsettled, Supplier<Optional<Described>> target) {
        exchange.getResponse()
                .beforeCommit(() -> Mono.defer(() -> RouteWrite.isDone(exchange)
                                && unsettled.getAsBoolean()
                                && exchange.getAttribute(CIRCUITBREAKER_EXECUTION_EXCEPTION_ATTR) != null
                        ? Mono.justOrEmpty(target.get())
                                .flatMap(known -> RouteWrite.settleInstead(known.exchange(), fence(known)))
                        : Mono.empty()));
    }
}
