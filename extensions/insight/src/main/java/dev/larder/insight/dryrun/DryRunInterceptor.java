package dev.larder.insight.dryrun;

import dev.larder.gateway.filter.ExchangeInterceptor;
import dev.larder.gateway.filter.origin.OriginBodyObserver;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.rfc9111.Reason;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Records what a cache would have done with requests that are forwarded without one. */
public final class DryRunInterceptor implements ExchangeInterceptor {

    private final DryRunObserver.Means means;

    /** Creates an interceptor that adds its observations to this queue. */
    public DryRunInterceptor(DryRunQueue dryRuns, ResponseStore store, LarderClock clock, OriginTags originTags) {
        this.means = new DryRunObserver.Means(dryRuns, store, clock, originTags);
    }

    @Override
    public void passed(RuleScope scope, Reason reason) {
        means.dryRuns().add(account -> account.passed(scope, reason));
    }

    @Override
    public Mono<Void> forward(ServerWebExchange exchange, GatewayFilterChain chain, Supplier<SkippedLookup> question) {
        return contained(() -> new DryRunObserver(
                        means, exchange, question.get(), means.clock().steady()))
                .filter(DryRunObserver::begin)
                .map(watch -> watched(exchange, chain, watch))
                .orElseGet(() -> chain.filter(exchange));
    }

    private Mono<Void> watched(ServerWebExchange exchange, GatewayFilterChain chain, DryRunObserver watch) {
        return chain.filter(OriginBodyObserver.onWrites(exchange, watch)).then(Mono.fromRunnable(() -> {
            watch.answered();
            contained(() -> OriginBodyObserver.observeConnection(exchange, watch));
        }));
    }

    /** Reports a fault of the observer, which does not affect the request. */
    private <T> Optional<T> contained(Supplier<T> step) {
        try {
            return Optional.of(step.get());
        } catch (RuntimeException fault) {
            means.dryRuns().fault(fault);
            return Optional.empty();
        }
    }
}
