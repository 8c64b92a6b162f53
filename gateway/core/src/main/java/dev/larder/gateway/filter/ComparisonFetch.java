package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.ComparableResponse;
import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.rfc9111.Validation;
import reactor.core.publisher.Mono;

/** Fetches what the origin would send a client now, without storing it. */
final class ComparisonFetch {

    private final FetchServices services;
    private final CacheExchange cacheExchange;

    ComparisonFetch(FetchServices services, CacheExchange cacheExchange) {
        this.services = services;
        this.cacheExchange = cacheExchange;
    }

    /** Returns what the origin sends for this request without its conditions; fails if it does not arrive completely. */
    Mono<ComparableResponse> read() {
        return Mono.defer(() -> services.origin()
                .ask(
                        cacheExchange.exchange(),
                        cacheExchange.chain(),
                        Validation.unconditional(cacheExchange.request()).fields())
                .timeout(services.limits().pauses().longest())
                .flatMap(this::whole));
    }

    private Mono<ComparableResponse> whole(OriginResponseStream answer) {
        return answer.record(
                        services.limits().maxObjectSize(cacheExchange.rule()),
                        services.limits().pauses().longest())
                .map(body -> new ComparableResponse(answer.head(), body));
    }
}
