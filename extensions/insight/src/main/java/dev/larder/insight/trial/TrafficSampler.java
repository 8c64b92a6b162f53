package dev.larder.insight.trial;

import dev.larder.gateway.describe.ReplayableRequest;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.origin.OriginBodyObserver;
import dev.larder.gateway.message.LarderClock;
import dev.larder.insight.dryrun.KeyedHashes;
import java.security.Principal;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Adds the traffic of cached routes to the sample: the request as it reaches the cache of its route, and the response as the client
 * gets it. Every request takes its route for that, so hits are not answered before routing, and nothing is forwarded at connections.
 */
public final class TrafficSampler {

    private static final Logger log = LoggerFactory.getLogger(TrafficSampler.class);
    private static final String ATTRIBUTE = TrafficSampler.class.getName();

    private final TrafficSample sample;
    private final UnkeyedFields unkeyed;
    private final LarderClock clock;

    /** @param unkeyed removes fields that are not forwarded */
    public TrafficSampler(TrafficSample sample, UnkeyedFields unkeyed, LarderClock clock) {
        this.sample = sample;
        this.unkeyed = unkeyed;
        this.clock = clock;
    }

    /** Returns the filter that observes responses; it comes before the one that writes them. */
    public GlobalFilter responses() {
        return new ResponseFilter();
    }

    /** Returns the filter that observes requests; it comes just before the cache. */
    public GlobalFilter requests() {
        return new RequestFilter();
    }

    /** Observes responses. */
    private final class ResponseFilter implements GlobalFilter, Ordered {

        @Override
        public int getOrder() {
            return NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER - 1;
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            if (!ReplayableRequest.isCached(exchange)) {
                return chain.filter(exchange);
            }
            var observer = new ResponseObserver(exchange.getResponse(), clock);
            return chain.filter(OriginBodyObserver.onWrites(exchange, observer))
                    .then(Mono.fromRunnable(() -> ended(exchange, observer)));
        }
    }

    /** Observes requests. */
    private final class RequestFilter implements GlobalFilter, Ordered {

        @Override
        public int getOrder() {
            return CacheFilter.ORDER;
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            if (!ReplayableRequest.isCached(exchange)) {
                return chain.filter(exchange);
            }
            return exchange.getPrincipal()
                    .mapNotNull(Principal::getName)
                    .map(Optional::of)
                    .onErrorComplete()
                    .defaultIfEmpty(Optional.empty())
                    .flatMap(user -> {
                        arrived(exchange, user);
                        return chain.filter(exchange);
                    });
        }
    }

    /** Retries, and requests of the cache itself, are no other request. */
    private void arrived(ServerWebExchange exchange, Optional<String> user) {
        if (exchange.getAttribute(ATTRIBUTE) == null) {
            contained(() -> ReplayableRequest.of(exchange, unkeyed, user, TrafficSampler::concealed)
                    .ifPresent(request ->
                            exchange.getAttributes().put(ATTRIBUTE, new ArrivedRequest(request, clock.steady()))));
        }
    }

    private static String concealed(String value) {
        return Long.toHexString(KeyedHashes.of(value));
    }

    private void ended(ServerWebExchange exchange, ResponseObserver observer) {
        ArrivedRequest arrived = exchange.getAttribute(ATTRIBUTE);
        if (arrived != null) {
            contained(() -> observer.exchange(
                            arrived, exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES))
                    .ifPresent(sample::add));
        }
    }

    /** A fault of the sampler ends the observation, and nothing else. */
    private static void contained(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException fault) {
            log.debug("An exchange is not in the sample of the traffic.", fault);
        }
    }
}
