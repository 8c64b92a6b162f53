package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.http.client.OriginAddress;
import dev.larder.http.client.OriginBusyException;
import dev.larder.http.client.OriginShares;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.SignalType;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;

/**
 * Admits requests to the connections of Gateway's client, each in the name of its client's address, on every route: routes with
 * and without a cache share an origin's connections. A request keeps its place until its response has been received or given up.
 * Stands directly before the filter that sends requests ({@link SendingWebHandler}).
 */
public final class OriginShareFilter implements GatewayFilter {

    private final Map<OriginAddress, OriginShares> origins = new ConcurrentHashMap<>();
    private final ClientAddresses clients;
    private final Limits limits;

    /**
     * How many requests to one origin may be under way.
     *
     * @param places of all clients, or {@link OriginShares#UNLIMITED}
     * @param share of one client in any case
     * @param maxWaiting how many may wait
     * @param timeout how long one may wait; zero for no limit
     */
    public record Limits(int places, int share, int maxWaiting, Duration timeout) {}

    /**
     * Creates a filter without requests.
     *
     * @param clients tell in whose name a request is made
     */
    public OriginShareFilter(ClientAddresses clients, Limits limits) {
        this.clients = clients;
        this.limits = limits;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (limits.places() == OriginShares.UNLIMITED
                || !(exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR) instanceof URI target)
                || !OriginAddress.isOrigin(target)
                || target.getHost() == null) {
            return chain.filter(exchange);
        }
        return Mono.deferContextual(context -> {
            Object owner = clients.owner(context, exchange.getRequest());
            var place = new Place(OriginAddress.of(target), owner);
            Mono<Void> answered = Mono.create(place::take)
                    .then(Mono.defer(() -> chain.filter(exchange)))
                    .doOnSuccess(head -> place.leaveAtEnd(exchange.getAttribute(CLIENT_RESPONSE_CONN_ATTR)))
                    .doOnError(failure -> place.leave());
            return ClientRequest.whenOver(answered, place::leaveIfCancelled);
        });
    }

    /** The place of one request. */
    private final class Place implements Runnable {

        private final OriginAddress origin;
        private final Object owner;
        private final OriginShares shares;
        private final AtomicReference<State> state = new AtomicReference<>(State.AWAITED);
        private @Nullable MonoSink<Void> waiting;

        private enum State {
            AWAITED,
            TAKEN,
            LEFT
        }

        Place(OriginAddress origin, Object owner) {
            this.origin = origin;
            this.owner = owner;
            this.shares = origins.computeIfAbsent(
                    origin, first -> new OriginShares(limits.places(), limits.share(), limits.maxWaiting()));
        }

        void take(MonoSink<Void> sink) {
            waiting = sink;
            switch (shares.take(owner, this)) {
                case TAKEN -> {
                    if (state.compareAndSet(State.AWAITED, State.TAKEN)) {
                        sink.success();
                    } else {
                        giveBack();
                    }
                }
                case AWAITED -> {
                    if (!limits.timeout().isZero()) {
                        Disposable late = Schedulers.parallel()
                                .schedule(this::late, limits.timeout().toNanos(), TimeUnit.NANOSECONDS);
                        sink.onDispose(late);
                    }
                }
                case REFUSED -> {
                    state.set(State.LEFT);
                    sink.error(new OriginBusyException("Too many requests of one client wait for the origin."));
                }
            }
        }

        /** Granted by a request that has left, on its thread, which has other work to do. */
        @Override
        public void run() {
            MonoSink<Void> sink = waiting;
            if (sink != null && state.compareAndSet(State.AWAITED, State.TAKEN)) {
                Schedulers.parallel().schedule(sink::success);
            } else {
                giveBack();
            }
        }

        private void late() {
            MonoSink<Void> sink = waiting;
            if (sink != null && state.compareAndSet(State.AWAITED, State.LEFT)) {
                shares.withdraw(owner, this);
                sink.error(new OriginBusyException("The client has too many requests under way."));
            }
        }

        void leaveIfCancelled(SignalType signal) {
            if (signal == SignalType.CANCEL) {
                leave();
            }
        }

        /**
         * Leaves when the response is over; at once if its connection carries others beside it.
         *
         * @param connection carries the response; null if there is none
         */
        void leaveAtEnd(@Nullable Connection connection) {
            if (connection == null || connection.channel() instanceof Http2StreamChannel) {
                leave();
            } else {
                connection.onTerminate().subscribe(never -> {}, broken -> leave(), this::leave);
            }
        }

        void leave() {
            switch (state.getAndSet(State.LEFT)) {
                case TAKEN -> giveBack();
                case AWAITED -> shares.withdraw(owner, this);
                case LEFT -> {
                    // It has left already.
                }
            }
        }

        /** A request that finds the shares before they are forgotten counts for itself alone: the limit is no exact one. */
        private void giveBack() {
            shares.giveBack(owner);
            if (shares.isUnused()) {
                origins.remove(origin, shares);
            }
        }
    }
}
