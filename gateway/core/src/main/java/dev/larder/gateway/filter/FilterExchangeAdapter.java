package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.ComparisonFetch;
import dev.larder.gateway.exchange.ExchangeContext;
import dev.larder.gateway.exchange.ExchangeHooks;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.exchange.ReadExchange;
import dev.larder.gateway.exchange.SelectedResponse;
import dev.larder.gateway.filter.origin.OriginResponseStream;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.rfc9111.Reason;
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
final class FilterExchangeAdapter implements ExchangeHooks {

    private final CacheServices services;
    private final HitInspection inspection;
    private final BiFunction<FilterRequest, Reason, Mono<Void>> passThrough;
    private final FilterRequest filterRequest;
    private final ExchangeLoop loop;
    private final ContextView context;
    private final MonoSink<Void> prepared;
    private final Disposable.Composite running = Disposables.composite();
    private volatile @Nullable ReadExchange exchange;

    /** Prepares responses to requests of a route. */
    static final class Factory {

        private final CacheServices services;
        private final HitInspection inspection;
        private final BiFunction<FilterRequest, Reason, Mono<Void>> passThrough;

        /** @param passThrough forwards a request unchanged, for this reason */
        Factory(CacheServices services, BiFunction<FilterRequest, Reason, Mono<Void>> passThrough) {
            this.services = services;
            this.inspection = new HitInspection(services.extensions().inspector());
            this.passThrough = passThrough;
        }

        /** Prepares the response to a request that the rest of the route's filters forwards. */
        Mono<Void> prepare(FilterRequest filterRequest, Consumer<ReadExchange> begin) {
            return prepare(
                    filterRequest,
                    (loop, context) -> FilterChainOrigin.of(services.fetching(), filterRequest, loop, context),
                    begin);
        }

        /** Prepares the response to a request that this origin is asked on the client's thread. */
        Mono<Void> prepare(
                FilterRequest filterRequest, Channel client, OriginPort origin, Consumer<ReadExchange> begin) {
            return Mono.create(sink -> new FilterExchangeAdapter(
                            this, filterRequest, sink, faults -> ExchangeLoop.of(client.eventLoop(), faults))
                    .begin(origin, begin));
        }

        /**
         * Prepares the response that the origin has sent to an unsafe request, and stores it.
         *
         * @param stamp stamp of the response
         * @param asked when the request was made
         */
        Mono<Void> record(FilterRequest filterRequest, OriginResponseStream answer, EpochStamp stamp, Instant asked) {
            return prepare(
                    filterRequest,
                    (loop, context) -> FilterChainOrigin.answered(services.fetching(), filterRequest, loop, answer),
                    exchange -> exchange.beginAnswered(stamp, asked));
        }

        private Mono<Void> prepare(
                FilterRequest filterRequest,
                BiFunction<ExchangeLoop, ContextView, OriginPort> origin,
                Consumer<ReadExchange> begin) {
            return Mono.create(sink -> {
                var adapter = new FilterExchangeAdapter(this, filterRequest, sink, SerialLoop::new);
                adapter.begin(origin.apply(adapter.loop, sink.contextView()), begin);
            });
        }
    }

    /** @param loops returns a loop whose faults are received */
    private FilterExchangeAdapter(
            Factory factory,
            FilterRequest filterRequest,
            MonoSink<Void> prepared,
            Function<Consumer<Throwable>, ExchangeLoop> loops) {
        this.services = factory.services;
        this.inspection = factory.inspection;
        this.passThrough = factory.passThrough;
        this.filterRequest = filterRequest;
        this.loop = loops.apply(this::fault);
        this.context = prepared.contextView();
        this.prepared = prepared;
    }

    private void fault(Throwable fault) {
        ReadExchange begun = exchange;
        if (begun != null) {
            begun.fault(fault);
        }
    }

    private void begin(OriginPort origin, Consumer<ReadExchange> begin) {
        var client = new RouteClient(filterRequest, loop, prepared, origin::signalled);
        var begun = new ReadExchange(
                new ExchangeContext(
                        services.fetching().exchanges(),
                        filterRequest.described().request(),
                        origin,
                        loop,
                        filterRequest.report(),
                        filterRequest.counting(),
                        this,
                        services.fetching()
                                .exchanges()
                                .limits()
                                .memory()
                                .of(filterRequest.exchange().getRequest())),
                client);
        exchange = begun;
        client.observedBy(begun, running);
        loop.run(() -> begin.accept(begun));
    }

    @Override
    public CacheStepObservation step(CacheStep step) {
        return filterRequest.step(services.fetching().spans(), step);
    }

    @Override
    public void lookedUp(boolean hit) {
        inspection.lookedUp(filterRequest.described().request(), hit, isDrawn());
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
        return inspection.isActive() && HitSampler.isDrawn(filterRequest.nativeRequest());
    }

    private StoredHit inspected(SelectedResponse hit) {
        var fetching = new FetchServices(
                services.fetching().exchanges(),
                services.fetching().origin(),
                Optional.empty(),
                CacheStepObserver.UNOBSERVED);
        OriginPort origin = FilterChainOrigin.of(fetching, filterRequest, loop, context);
        return new StoredHit(
                fetching.exchanges(),
                filterRequest.described().request(),
                hit,
                isDrawn(),
                ComparisonFetch.read(
                        fetching.exchanges(), filterRequest.described().request(), origin, loop));
    }

    @Override
    public void reusable(boolean found) {
        if (services.isEarly()) {
            filterRequest.setPrecedent(services.decisions());
        }
    }

    @Override
    public boolean tryPassThrough(Reason reason) {
        running.add(passThrough
                .apply(filterRequest, reason)
                .contextWrite(context)
                .subscribe(nothing -> {}, prepared::error, prepared::success));
        return true;
    }
}
