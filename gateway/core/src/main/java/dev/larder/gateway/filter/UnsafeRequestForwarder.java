package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CIRCUITBREAKER_EXECUTION_EXCEPTION_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.CacheKeyFactory;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.RequestedTarget;
import dev.larder.gateway.exchange.ClientRequest;
import dev.larder.gateway.exchange.FenceBudget;
import dev.larder.gateway.exchange.GatewayProblem;
import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.PendingWritePolicy;
import dev.larder.gateway.exchange.RepeatableContent;
import dev.larder.gateway.exchange.UploadContent;
import dev.larder.gateway.exchange.UploadReceiver;
import dev.larder.gateway.exchange.WriteFence;
import dev.larder.http.ClientConnection;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
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
    private static final String FORWARDED = FENCED + ".forwarded";

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
    boolean waits() {
        return fences.waits();
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
    Mono<Void> inTurn(Described target, Mono<Void> forward, Function<GatewayProblem, Mono<Void>> refuse) {
        Object client = ClientRequest.of(target.exchange());
        var wait = new AtomicReference<>(Wait.LASTS);
        BooleanSupplier answered =
                () -> wait.get() == Wait.GIVEN_UP || (wait.get() == Wait.LASTS && !ClientConnection.isGone(client));
        settleAtCommit(target, () -> !isForwarded(target.exchange()) && answered.getAsBoolean(), Mono.empty());
        Mono<Void> inTurn = Mono.defer(() -> {
            EpochStamp earlier = EpochStamp.of(0, target.resourceTags().ofOrderedWrite());
            return invalidator.holds(earlier)
                    ? pendingWrites.settle(earlier).flatMap(delivered -> delivered ? forward : refuse.apply(BEHIND))
                    : forward;
        });
        return inTurn.doOnError(AbortedException.class, gone -> wait.set(Wait.LEFT))
                .doOnError(AbortedException::isConnectionReset, gone -> wait.set(Wait.LEFT))
                .doOnCancel(() -> wait.set(ClientConnection.isGone(client) ? Wait.LEFT : Wait.GIVEN_UP));
    }

    private static Mono<Void> refuse(ServerWebExchange exchange, GatewayProblem problem) {
        problem.head(exchange);
        return PreparedResponse.at(exchange).content(problem::content);
    }

    /**
     * Forwards a write in its turn, once its content has been received or is to be streamed. The fence for streamed content is set before its
     * end is sent: until then the origin has an incomplete request.
     *
     * @param forward forwards the exchange with its content; receives how to settle it before its response is committed
     */
    public Mono<Void> around(Described target, BiFunction<ServerWebExchange, Mono<EpochChange>, Mono<Void>> forward) {
        return inTurn(
                target,
                uploads.read(target.exchange(), exchange -> Mono.defer(() -> around(target, exchange, forward))),
                problem -> refuse(target.exchange(), problem));
    }

    private Mono<Void> around(
            Described target,
            ServerWebExchange exchange,
            BiFunction<ServerWebExchange, Mono<EpochChange>, Mono<Void>> forward) {
        WriteFence fence = fence(target);
        target.exchange().getAttributes().put(FENCED, new Fenced(target.head().target(), fence));
        Mono<Void> raised = Mono.fromCompletionStage(fence::raise);
        Optional<UploadContent> streamed = UploadReceiver.streamed(exchange);
        streamed.ifPresent(content -> {
            fence.streams(action -> whenOver(exchange, action));
            content.beforeEnd(raised);
        });
        Mono<Void> forwarding =
                Mono.defer(() -> forward(target, fence, streamed, settle -> forward.apply(exchange, settle)));
        Mono<Void> whole = streamed.isPresent() ? forwarding : raised.then(forwarding);
        return outliving(
                RepeatableContent.held(exchange, whole)
                        .doFinally(signal -> fence.over())
                        .contextWrite(fence::in),
                fence::left,
                ClientRequest.of(exchange));
    }

    /**
     * Returns a write that may go on when its client leaves. It ends when a filter before it gives up while the client stays, as a circuit
     * breaker does: somebody else answers then, and what the origin sends must not get into that response. Its failure is passed as a
     * value: errors without subscriber are logged.
     *
     * @param left is given what ends the write when its client has left, and returns what ends the waiting
     */
    private static Mono<Void> outliving(Mono<Void> write, Function<Runnable, Disposable> left, Object request) {
        return Mono.<Optional<Throwable>>create(client -> {
                    Disposable.Swap waiting = Disposables.swap();
                    Disposable running = write.doFinally(signal -> waiting.dispose())
                            .contextWrite(client.contextView())
                            .thenReturn(Optional.<Throwable>empty())
                            .onErrorResume(error -> Mono.just(Optional.of(error)))
                            .subscribe(client::success);
                    client.onCancel(() -> {
                        if (ClientConnection.isHere(request)) {
                            running.dispose();
                        } else {
                            waiting.update(left.apply(running::dispose));
                        }
                    });
                })
                .flatMap(failure -> failure.<Mono<Void>>map(Mono::error).orElseGet(Mono::empty));
    }

    /**
     * Has what answers a write in place of its origin invalidate before its response is committed, as an origin does. There is no fence
     * before: only the answer tells that it was not passed on, or refused. Content is what answers it has made of it.
     *
     * @param passed whether it has been passed on instead
     */
    public Mono<Void> answering(Described target, BooleanSupplier passed, Mono<Void> answer) {
        ServerWebExchange exchange = target.exchange();
        WriteFence fence = fence(target);
        var ended = new AtomicBoolean();
        Mono<Void> answered = Mono.defer(() -> passed.getAsBoolean() || isRefused(exchange)
                ? Mono.empty()
                : Mono.fromCompletionStage(fence.answered(received(exchange), false))
                        .then());
        settleAtCommit(target, ended::get, answered);
        Mono<Void> whole = answer.then(answered)
                .onErrorResume(error -> {
                    if (passed.getAsBoolean()) {
                        return Mono.error(error);
                    }
                    ended.set(true);
                    return Mono.fromCompletionStage(() -> fence.failed(error, false))
                            .then(Mono.error(error));
                })
                .doOnCancel(() -> {
                    if (!passed.getAsBoolean()) {
                        ended.set(true);
                        fence.failed(new CancellationException("The write was given up."), false);
                    }
                })
                .doFinally(signal -> fence.over());
        return outliving(
                whole, giveUp -> passed.getAsBoolean() ? now(giveUp) : fence.await(giveUp), ClientRequest.of(exchange));
    }

    private static Disposable now(Runnable action) {
        action.run();
        return Disposables.disposed();
    }

    /** Whoever redirects to a login sends nothing; 303 is the answer to a write that is done (RFC 9110 15.4.4). */
    private static boolean isRefused(ServerWebExchange exchange) {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        return status != null
                && status.is3xxRedirection()
                && !HttpStatus.SEE_OTHER.equals(status)
                && !ServerWebExchangeUtils.isAlreadyRouted(exchange);
    }

    private static void whenOver(ServerWebExchange exchange, Runnable action) {
        Object client = ClientRequest.of(exchange);
        if (!ClientConnection.whenOver(client, action)) {
            action.run();
        }
    }

    /**
     * Settles by the origin's response head, before other filters of the route can replace it. The response of a filter that has not
     * waited for the origin's tells nothing of what the origin does. One that is released after the origin has failed, or refused, is that
     * of somebody else: if it says that the write is done, it invalidates as an origin's.
     */
    private Mono<Void> forward(
            Described target,
            WriteFence fence,
            Optional<UploadContent> streamed,
            Function<Mono<EpochChange>, Mono<Void>> forward) {
        ServerWebExchange exchange = target.exchange();
        Object earlier = exchange.getAttribute(CLIENT_RESPONSE_ATTR);
        var ended = new AtomicBoolean();
        Mono<EpochChange> answered = Mono.fromCompletionStage(() -> {
            if (fence.isSent() && exchange.getAttribute(CLIENT_RESPONSE_ATTR) == earlier) {
                return fence.failed(new CancellationException("A filter has not waited for the origin."), false);
            }
            ResponseHead head = received(exchange);
            ended.compareAndSet(false, HttpStatusCode.valueOf(head.status()).isError());
            return fence.answered(
                    head, streamed.filter(UploadContent::mayHaveMore).isPresent());
        });
        settleAtCommit(target, ended::get, answered.then());
        exchange.getAttributes().put(FORWARDED, true);
        return forward.apply(answered)
                .then(answered.then())
                .doOnCancel(() -> ended.set(true))
                .onErrorResume(error -> {
                    ended.set(true);
                    return Mono.fromCompletionStage(() -> fence.failed(
                                    error,
                                    streamed.filter(UploadContent::hasFailed).isPresent()))
                            .then(Mono.error(error));
                });
    }

    /** Begins an attempt to forward a write. */
    static void begin(ServerWebExchange exchange) {
        exchange.getAttributes().remove(FORWARDED);
    }

    /**
     * Returns whether an attempt has come so far that it settles the write whoever answers. One that is still waiting for its turn, its
     * content or its fence does not, nor one that is refused before.
     */
    static boolean isForwarded(ServerWebExchange exchange) {
        return exchange.getAttributes().containsKey(FORWARDED);
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
                .beforeCommit(() -> Mono.defer(() -> isDone(exchange)
                                && unsettled.getAsBoolean()
                                && exchange.getAttribute(CIRCUITBREAKER_EXECUTION_EXCEPTION_ATTR) != null
                        ? Mono.justOrEmpty(target.get()).flatMap(this::instead)
                        : Mono.empty()));
    }

    /**
     * Settles a write when its response is released at the latest.
     *
     * @param ended whether the attempt was over before: then the response is that of somebody else
     */
    private void settleAtCommit(Described target, BooleanSupplier ended, Mono<Void> answered) {
        ServerWebExchange exchange = target.exchange();
        exchange.getResponse()
                .beforeCommit(() -> ended.getAsBoolean() && isDone(exchange) ? instead(target) : answered);
    }

    /** Invalidates what somebody else has done after the attempt was over. */
    private Mono<Void> instead(Described target) {
        ServerHttpResponse response = target.exchange().getResponse();
        return Mono.fromCompletionStage(() -> fence(target).answered(MessageHeadConverter.response(response), false))
                .then();
    }

    private static ResponseHead received(ServerWebExchange exchange) {
        return MessageHeadConverter.received(exchange, exchange.getResponse());
    }

    private static boolean isDone(ServerWebExchange exchange) {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        return status == null || !status.isError();
    }
}
