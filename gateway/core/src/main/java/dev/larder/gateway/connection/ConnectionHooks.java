package dev.larder.gateway.connection;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.exchange.ExchangeHooks;
import dev.larder.gateway.exchange.ExchangeServices;
import dev.larder.gateway.exchange.SelectedResponse;
import dev.larder.gateway.filter.HitInspection;
import dev.larder.gateway.filter.RoutingDecision;
import dev.larder.gateway.filter.StoredHit;
import dev.larder.gateway.store.ComparableResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * What a read at its connection adds to its exchange: its hit is inspected, and equal requests need not be routed.
 *
 * @param asked the request as it was routed
 * @param drawn whether its hit was drawn to be inspected
 * @param current fetches what the origin would send now
 */
record ConnectionHooks(
        ConnectionRoutes routes,
        HitInspection inspection,
        ExchangeServices services,
        ServerWebExchange asked,
        ExchangeRequest request,
        boolean drawn,
        Mono<ComparableResponse> current)
        implements ExchangeHooks {

    private static final Logger log = LoggerFactory.getLogger(ConnectionHooks.class);

    @Override
    public void lookedUp(boolean hit) {
        inspection.lookedUp(request, hit, drawn);
    }

    @Override
    public void serve(SelectedResponse hit, Runnable serve) {
        if (!inspection.isActive()) {
            serve.run();
            return;
        }
        var served = new AtomicBoolean();
        Runnable once = () -> {
            if (served.compareAndSet(false, true)) {
                serve.run();
            }
        };
        Mono.defer(() -> inspection.around(new StoredHit(services, request, hit, drawn, current), once))
                .subscribe(nothing -> {}, fault -> {
                    log.error("A hit could not be inspected.", fault);
                    once.run();
                });
    }

    /** Targets that are requested once, as most are, are not noted. */
    @Override
    public void reusable(boolean found) {
        if (!found) {
            return;
        }
        routes.note(
                asked,
                new RoutingDecision(
                        request.key(),
                        request.head().target(),
                        request.resourceTags().pool(),
                        request.rule(),
                        request.policy(),
                        request.resourceTags().rules()));
    }
}
