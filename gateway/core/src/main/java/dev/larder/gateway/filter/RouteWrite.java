package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR;

import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.upload.RepeatableContent;
import dev.larder.gateway.upload.UploadContent;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.gateway.write.WriteFence;
import dev.larder.gateway.write.WriteLifecycle;
import dev.larder.http.ClientConnection;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.ResponseHead;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Adapts a write to a chain of filters, which sends it. It goes on when its client leaves, and ends when a filter before it gives up
 * while the client stays, as a circuit breaker does: somebody else answers then, and what the origin sends must not get into that
 * response.
 */
final class RouteWrite implements WriteLifecycle.Sender {

    private static final String FORWARDED = RouteWrite.class.getName() + ".forwarded";

    private final ServerWebExchange exchange;
    private final WriteFence fence;
    private final Supplier<WriteFence> fences;
    private final WriteForwarding forwarding;
    private final boolean inPlace;
    private final MonoSink<Optional<Throwable>> client;
    private final Disposable.Composite running = Disposables.composite();
    private final WriteLifecycle write;
    private volatile @Nullable Object earlier;

    private RouteWrite(
            ServerWebExchange exchange,
            Supplier<WriteFence> fences,
            WriteForwarding forwarding,
            WriteFence fence,
            boolean inPlace,
            MonoSink<Optional<Throwable>> client) {
        this.exchange = exchange;
        this.fence = fence;
        this.fences = fences;
        this.forwarding = forwarding;
        this.inPlace = inPlace;
        this.client = client;
        this.write = inPlace
                ? WriteLifecycle.inPlace(fence, Runnable::run, this)
                : WriteLifecycle.behind(fence, Runnable::run, this);
    }

    /**
     * Forwards a write behind a fence.
     *
     * @param fences returns further fences for the same
     */
    static Mono<Void> behind(
            WriteFence fence, ServerWebExchange exchange, Supplier<WriteFence> fences, WriteForwarding forwarding) {
        return outliving(client -> new RouteWrite(exchange, fences, forwarding, fence, false, client));
    }

    /** Has a write answered that is not passed on to its origin, perhaps ({@link WriteLifecycle#inPlace}). */
    static Mono<Void> inPlace(ServerWebExchange exchange, Supplier<WriteFence> fences, WriteForwarding forwarding) {
        return outliving(client -> new RouteWrite(exchange, fences, forwarding, fences.get(), true, client));
    }

    /** A failure is passed as a value: errors without subscriber are logged. */
    private static Mono<Void> outliving(Function<MonoSink<Optional<Throwable>>, RouteWrite> write) {
        return Mono.<Optional<Throwable>>create(client -> write.apply(client).begin())
                .flatMap(failure -> failure.<Mono<Void>>map(Mono::error).orElseGet(Mono::empty));
    }

    private void begin() {
        client.onCancel(this::cancelled);
        Optional<UploadContent> streamed = inPlace ? Optional.empty() : UploadReceiver.streamed(exchange);
        streamed.ifPresentOrElse(content -> write.begin(content, this::whenOver), write::begin);
    }

    private void whenOver(Runnable action) {
        if (!ClientConnection.addTerminationListener(ClientRequest.of(exchange), action)) {
            action.run();
        }
    }

    private void cancelled() {
        if (ClientConnection.isHere(ClientRequest.of(exchange))) {
            write.giveUp();
        } else if (write.isReleased()) {
            cancel();
        } else {
            write.clientLeft();
        }
    }

    /**
     * Settles by the origin's response head, before other filters of the route can replace it. One that is released after the origin has
     * failed, or refused, is that of somebody else: if it says that the write is done, it invalidates as an origin's.
     */
    @Override
    public void forward() {
        earlier = exchange.getAttribute(CLIENT_RESPONSE_ATTR);
        settleAtCommit(
                exchange,
                write::isAnsweredElsewhere,
                fences,
                Mono.fromCompletionStage(() -> write.settle(response())).then());
        if (!inPlace) {
            exchange.getAttributes().put(FORWARDED, true);
        }
        Mono<Void> forwarded =
                RepeatableContent.held(exchange, Mono.defer(() -> forwarding.forward(exchange, write::passedOn)));
        running.add(forwarded
                .then(Mono.<Void>fromRunnable(() -> write.answered(response())))
                .contextWrite(context -> inPlace ? context : fence.in(context))
                .contextWrite(client.contextView())
                .subscribe(nothing -> {}, write::failed));
    }

    /**
     * Returns the head of the response. That of a filter which has not waited for the origin's tells nothing of what the origin does.
     * Whoever redirects to a login sends nothing; 303 is the answer to a write that is done (RFC 9110 15.4.4).
     */
    private Optional<ResponseHead> response() {
        ServerHttpResponse response = exchange.getResponse();
        HttpStatusCode status = response.getStatusCode();
        if (inPlace
                && status != null
                && status.is3xxRedirection()
                && !HttpStatus.SEE_OTHER.equals(status)
                && !ServerWebExchangeUtils.isAlreadyRouted(exchange)) {
            write.passedOn();
        }
        return fence.isSent() && exchange.getAttribute(CLIENT_RESPONSE_ATTR) == earlier
                ? Optional.empty()
                : Optional.of(MessageHeadConverter.received(exchange, response));
    }

    @Override
    public void cancel() {
        running.dispose();
    }

    @Override
    public void release(EpochChange change) {
        Disposable.Swap answering = Disposables.swap();
        if (running.add(answering)) {
            answering.update(Mono.defer(() -> forwarding.answer(change))
                    .contextWrite(client.contextView())
                    .subscribe(nothing -> {}, write::failed, () -> client.success(Optional.empty())));
        }
    }

    @Override
    public void fail(Throwable error) {
        client.success(Optional.of(error));
    }

    @Override
    public void fault(RuntimeException fault) {
        client.success(Optional.of(fault));
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
     * Settles a write when its response is released at the latest.
     *
     * @param elsewhere whether the attempt was over before: then the response is that of somebody else
     * @param fences returns fences of the write
     */
    static void settleAtCommit(
            ServerWebExchange exchange, BooleanSupplier elsewhere, Supplier<WriteFence> fences, Mono<Void> answered) {
        exchange.getResponse()
                .beforeCommit(() -> elsewhere.getAsBoolean() && isDone(exchange)
                        ? settleInstead(exchange, fences.get())
                        : answered);
    }

    /** Invalidates what somebody else has done after the attempt was over. */
    static Mono<Void> settleInstead(ServerWebExchange exchange, WriteFence fence) {
        ServerHttpResponse response = exchange.getResponse();
        return Mono.fromCompletionStage(() -> fence.answered(MessageHeadConverter.response(response), false))
                .then();
    }

    /** Returns whether a response says that its write is done. */
    static boolean isDone(ServerWebExchange exchange) {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        return status == null || !status.isError();
    }
}
