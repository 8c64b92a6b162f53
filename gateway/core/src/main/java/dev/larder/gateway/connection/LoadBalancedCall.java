package dev.larder.gateway.connection;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * One request to an instance that a load balancer chooses. The choice may be made on any thread; everything else happens on the
 * loop of the exchange, and at once if the choice is.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>entered when</th><th>content</th><th>a cancellation</th></tr>
 * <tr><td>choosing</td><td>the request begins</td><td>is kept</td><td>cancels the choice</td></tr>
 * <tr><td>forwarded</td><td>an instance is chosen</td><td>is sent</td><td>cancels the request</td></tr>
 * <tr><td>answered</td><td>the head has arrived: the load balancer is told, then the listener</td><td>is sent</td><td>cancels
 * the request</td></tr>
 * <tr><td>over</td><td>the response has arrived, or has failed</td><td>is released</td><td>does nothing</td></tr>
 * </table>
 *
 * <p>A failure before the head passes through the load balancer's filter, which is told of it.
 */
final class LoadBalancedCall implements OriginCall, OriginResponseListener {

    private final ExchangeLoop loop;
    private final OriginResponseListener listener;
    private final Consumer<ResponseHead> respond;
    private final Queue<ByteBuf> content = new ArrayDeque<>(1);
    private @Nullable HeaderFields trailers;
    private Disposable choice = Disposables.disposed();
    private Runnable stopTimer = () -> {};
    private @Nullable MonoSink<Void> unanswered;
    private @Nullable OriginCall call;
    private Stage stage = Stage.BEGINNING;
    private boolean paused;

    /** Until it has begun, nothing is told at once. */
    private enum Stage {
        BEGINNING,
        BEGUN,
        OVER
    }

    /** @param respond prepares the response of which the load balancer is told */
    LoadBalancedCall(ExchangeLoop loop, OriginResponseListener listener, Consumer<ResponseHead> respond) {
        this.loop = loop;
        this.listener = listener;
        this.respond = respond;
    }

    /**
     * Begins the choice. Only {@link OriginResponseListener#sending} is called before this returns.
     *
     * @param choosing chooses an instance, and tells the load balancer what becomes of the request
     * @param forwarding sends the request to the instance that has been chosen, for this listener
     * @param timeout how long the choice may take; zero for no limit
     */
    void begin(
            Function<GatewayFilterChain, Mono<Void>> choosing,
            Function<ServerWebExchange, OriginCall> forwarding,
            Duration timeout) {
        GatewayFilterChain chain =
                chosen -> Mono.create(sink -> loop.run(() -> forward(() -> forwarding.apply(chosen), sink)));
        choice = choosing.apply(chain).subscribe(nothing -> {}, this::notAnswered);
        stage = stage == Stage.OVER ? Stage.OVER : Stage.BEGUN;
        if (call == null && !isOver() && !timeout.isZero()) {
            stopTimer = loop.schedule(timeout, this::late);
        }
    }

    /** Called on any thread. The request has not been made, or the load balancer has seen its failure. */
    private void notAnswered(Throwable error) {
        if (loop.isInside() && stage != Stage.BEGINNING) {
            fail(error);
        } else {
            loop.execute(() -> fail(error));
        }
    }

    private void fail(Throwable error) {
        if (isOver()) {
            return;
        }
        stop();
        if (call != null) {
            call.cancel();
        }
        listener.failed(error);
    }

    private void late() {
        if (call == null && !isOver()) {
            choice.dispose();
            fail(ReadTimeoutException.INSTANCE);
        }
    }

    private boolean isOver() {
        return stage == Stage.OVER;
    }

    private void stop() {
        stage = Stage.OVER;
        stopTimer.run();
        for (ByteBuf piece = content.poll(); piece != null; piece = content.poll()) {
            piece.release();
        }
    }

    private void forward(Supplier<OriginCall> forwarding, MonoSink<Void> sink) {
        if (isOver()) {
            return;
        }
        stopTimer.run();
        unanswered = sink;
        OriginCall begun;
        try {
            begun = forwarding.get();
        } catch (RuntimeException fault) {
            failed(fault);
            return;
        }
        call = begun;
        if (paused) {
            begun.pause();
        }
        for (ByteBuf piece = content.poll(); piece != null; piece = content.poll()) {
            begun.send(piece);
        }
        if (trailers != null) {
            begun.sendLast(trailers);
        }
        if (stage == Stage.BEGUN && begun.isWritable()) {
            listener.writable();
        }
    }

    @Override
    public void send(ByteBuf piece) {
        if (isOver()) {
            piece.release();
        } else if (call == null) {
            content.add(piece);
        } else {
            call.send(piece);
        }
    }

    @Override
    public void sendLast(HeaderFields last) {
        if (call == null) {
            trailers = last;
        } else {
            call.sendLast(last);
        }
    }

    @Override
    public boolean isWritable() {
        return call != null && call.isWritable();
    }

    @Override
    public void pause() {
        paused = true;
        if (call != null) {
            call.pause();
        }
    }

    @Override
    public void resume() {
        paused = false;
        if (call != null) {
            call.resume();
        }
    }

    @Override
    public void cancel() {
        if (isOver()) {
            return;
        }
        stop();
        choice.dispose();
        if (call != null) {
            call.cancel();
        }
    }

    @Override
    public void sending() {
        listener.sending();
    }

    @Override
    public void interim(ResponseHead head) {
        listener.interim(head);
    }

    /** What the load balancer throws when it is told becomes the failure of the request. */
    @Override
    public void head(ResponseHead head, boolean atHand) {
        MonoSink<Void> telling = unanswered;
        unanswered = null;
        if (telling != null) {
            respond.accept(head);
            telling.success();
        }
        if (!isOver()) {
            listener.head(head, atHand);
        }
    }

    @Override
    public void data(ByteBuf data) {
        listener.data(data);
    }

    @Override
    public void end(HeaderFields last) {
        stage = Stage.OVER;
        listener.end(last);
    }

    @Override
    public void failed(Throwable error) {
        MonoSink<Void> telling = unanswered;
        unanswered = null;
        if (telling != null) {
            telling.error(error);
        } else {
            fail(error);
        }
    }

    @Override
    public void writable() {
        listener.writable();
    }

    @Override
    public boolean hasIdleTimeout() {
        return listener.hasIdleTimeout();
    }

    @Override
    public void received() {
        listener.received();
    }
}
