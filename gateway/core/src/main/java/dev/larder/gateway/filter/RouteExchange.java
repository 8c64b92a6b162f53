package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.ClientRequest;
import dev.larder.gateway.exchange.ComparisonFetch;
import dev.larder.gateway.exchange.Exchange;
import dev.larder.gateway.exchange.ExchangeAdapter;
import dev.larder.gateway.exchange.ExchangeContext;
import dev.larder.gateway.exchange.ExchangeLoop;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.gateway.exchange.SelectedResponse;
import dev.larder.gateway.exchange.UploadReceiver;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.http.ClientConnection;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import io.netty.channel.Channel;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.ContextView;

/** Adapts the exchange of a request to its route: the server's exchange is the client, the rest of the filters the origin. */
final class RouteExchange implements ExchangeAdapter {

    private final CacheServices services;
    private final HitInspection inspection;
    private final PassThroughForwarder passThrough;
    private final CacheExchange cacheExchange;
    private final ExchangeLoop loop;
    private final ContextView context;
    private final MonoSink<Void> prepared;
    private final Disposable.Composite running = Disposables.composite();
    private volatile @Nullable Exchange exchange;

    /** Answers requests of a route. */
    static final class Factory {

        private final CacheServices services;
        private final HitInspection inspection;
        private final PassThroughForwarder passThrough;
        private final Optional<DirectOrigins> direct;

        Factory(CacheServices services) {
            this.services = services;
            this.inspection = new HitInspection(services.extensions().inspector());
            this.passThrough = new PassThroughForwarder(services, this);
            this.direct = services.fetching().direct();
        }

        /** Prepares the response to a request. */
        Mono<Void> answer(CacheExchange cacheExchange) {
            return cacheExchange
                    .obstacle()
                    .map(obstacle -> obstacle == Reason.BYPASS && refreshes(cacheExchange)
                            ? prepare(cacheExchange, exchange -> exchange.beginRefreshing(obstacle))
                            : passThrough.forward(cacheExchange, obstacle))
                    .orElseGet(() -> prepare(cacheExchange, Exchange::begin));
        }

        /** Returns whether the origin's response to a request that bypasses the store replaces the stored one. */
        private static boolean refreshes(CacheExchange cacheExchange) {
            return !cacheExchange.request().upgrades()
                    && (!cacheExchange.request().hasContent()
                            || cacheExchange
                                    .policy()
                                    .keyedByContent(cacheExchange.request().method()));
        }

        private Mono<Void> prepare(CacheExchange cacheExchange, Consumer<Exchange> begin) {
            Channel client = isSentAsItIs(cacheExchange)
                    ? ClientConnection.channel(cacheExchange.nativeRequest()).orElse(null)
                    : null;
            OriginPort origin = client == null ? null : direct.orElseThrow().of(cacheExchange.exchange(), client);
            return client == null || origin == null
                    ? prepare(
                            cacheExchange,
                            (loop, context) -> RouteOrigin.of(services.fetching(), cacheExchange, loop, context),
                            begin)
                    : Mono.create(sink -> new RouteExchange(
                                    this, cacheExchange, sink, faults -> ExchangeLoop.of(client.eventLoop(), faults))
                            .begin(origin, begin));
        }

        /** Returns whether nothing behind the cache does anything to a request but send it, with the fields that HTTP alone has. */
        private boolean isSentAsItIs(CacheExchange cacheExchange) {
            RequestHead request = cacheExchange.request();
            return direct.isPresent()
                    && cacheExchange.chain() instanceof DirectOrigins.KnownChain
                    && !services.fetching().spans().on()
                    && (request.method().equals("GET") || request.method().equals("HEAD"))
                    && !UploadReceiver.hasContent(cacheExchange.exchange().getRequest())
                    && !hasOwnWays(request.fields())
                    && ClientRequest.isFromHttp11On(cacheExchange.exchange());
        }

        /** Returns whether there are fields for which Gateway, its client or the server have ways of their own. */
        private static boolean hasOwnWays(HeaderFields fields) {
            return fields.contains("Content-Type") || fields.contains("Expect") || fields.contains("Upgrade");
        }

        /**
         * Prepares the response that the origin has sent to an unsafe request, and stores it.
         *
         * @param stamp stamp of the response
         * @param asked when the request was made
         */
        Mono<Void> record(CacheExchange cacheExchange, OriginResponseStream answer, EpochStamp stamp, Instant asked) {
            return prepare(
                    cacheExchange,
                    (loop, context) -> RouteOrigin.answered(services.fetching(), cacheExchange, loop, answer),
                    exchange -> exchange.beginAnswered(stamp, asked));
        }

        private Mono<Void> prepare(
                CacheExchange cacheExchange,
                BiFunction<ExchangeLoop, ContextView, OriginPort> origin,
                Consumer<Exchange> begin) {
            return Mono.create(sink -> {
                var adapter = new RouteExchange(this, cacheExchange, sink, SerialLoop::new);
                adapter.begin(origin.apply(adapter.loop, sink.contextView()), begin);
            });
        }
    }

    /** @param loops returns a loop whose faults are received */
    private RouteExchange(
            Factory factory,
            CacheExchange cacheExchange,
            MonoSink<Void> prepared,
            Function<Consumer<Throwable>, ExchangeLoop> loops) {
        this.services = factory.services;
        this.inspection = factory.inspection;
        this.passThrough = factory.passThrough;
        this.cacheExchange = cacheExchange;
        this.loop = loops.apply(this::fault);
        this.context = prepared.contextView();
        this.prepared = prepared;
    }

    private void fault(Throwable fault) {
        Exchange begun = exchange;
        if (begun != null) {
            begun.fault(fault);
        }
    }

    private void begin(OriginPort origin, Consumer<Exchange> begin) {
        var client = new RouteClient(cacheExchange, loop, prepared, origin::signalled);
        var begun = new Exchange(
                new ExchangeContext(
                        services.fetching().exchanges(),
                        cacheExchange.described().request(),
                        origin,
                        loop,
                        cacheExchange.report(),
                        cacheExchange.counting(),
                        this,
                        services.fetching()
                                .exchanges()
                                .limits()
                                .memory()
                                .of(cacheExchange.exchange().getRequest())),
                client);
        exchange = begun;
        client.observedBy(begun, running);
        loop.run(() -> begin.accept(begun));
    }

    @Override
    public CacheStepObservation step(CacheStep step) {
        return cacheExchange.step(services.fetching().spans(), step);
    }

    @Override
    public void lookedUp(boolean hit) {
        inspection.lookedUp(cacheExchange.described().request(), hit, isDrawn());
    }

    @Override
    public void serve(SelectedResponse hit, Runnable serve) {
        if (inspection.isActive()) {
            running.add(inspection
                    .around(inspected(hit), serve)
                    .contextWrite(context)
                    .subscribe(nothing -> {}, prepared::error));
        } else {
            serve.run();
        }
    }

    private boolean isDrawn() {
        return inspection.isActive() && HitSampler.isDrawn(cacheExchange.nativeRequest());
    }

    private StoredHit inspected(SelectedResponse hit) {
        var fetching = new FetchServices(
                services.fetching().exchanges(),
                services.fetching().origin(),
                Optional.empty(),
                CacheStepObserver.UNOBSERVED);
        OriginPort origin = RouteOrigin.of(fetching, cacheExchange, loop, context);
        return new StoredHit(
                fetching.exchanges(),
                cacheExchange.described().request(),
                hit,
                isDrawn(),
                ComparisonFetch.read(
                        fetching.exchanges(), cacheExchange.described().request(), origin, loop));
    }

    @Override
    public void reusable(boolean found) {
        if (services.isEarly()) {
            cacheExchange.setPrecedent(services.decisions());
        }
    }

    @Override
    public boolean passesThrough(Reason reason) {
        running.add(passThrough
                .forward(cacheExchange, reason)
                .contextWrite(context)
                .subscribe(nothing -> {}, prepared::error, prepared::success));
        return true;
    }
}
