package dev.larder.gateway.history;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.describe.UserKeyResolver;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.exchange.CacheLimits;
import dev.larder.gateway.exchange.CollapsedFetches;
import dev.larder.gateway.exchange.ExchangeReporter;
import dev.larder.gateway.exchange.ExchangeServices;
import dev.larder.gateway.exchange.PendingWritePolicy;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.CacheServices;
import dev.larder.gateway.filter.CachedRoutes;
import dev.larder.gateway.filter.ExchangeExtensions;
import dev.larder.gateway.filter.FetchServices;
import dev.larder.gateway.filter.PreparedResponseWriter;
import dev.larder.gateway.filter.RoutingDecisionListener;
import dev.larder.gateway.filter.UnsafeRequestForwarder;
import dev.larder.gateway.filter.origin.FilterChainFetcher;
import dev.larder.gateway.message.BodyIdleTimeout;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.gateway.upload.MinimumUploadRate;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.gateway.write.WriteFence;
import dev.larder.http.ClientShares;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.ResponseVariants;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.web.server.adapter.DefaultServerWebExchange;
import org.springframework.web.server.i18n.AcceptHeaderLocaleContextResolver;
import org.springframework.web.server.session.DefaultWebSessionManager;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The filter {@code Cache} with everything behind it, between a client and an origin that are method calls. */
final class DirectGateway {

    private static final UploadReceiver UNBOUNDED = new UploadReceiver(
            new MinimumUploadRate(Duration.ofDays(1), Duration.ofDays(1), Schedulers.parallel()),
            new ClientShares(Long.MAX_VALUE, Long.MAX_VALUE),
            new ClientShares(Long.MAX_VALUE, Long.MAX_VALUE),
            ClientAddresses.DIRECT);

    /** What a client got. */
    record Answer(int status, String content, boolean hit) {}

    private final GatewayFilter cache;
    private final PreparedResponseWriter writer = new PreparedResponseWriter();
    private final ServerCodecConfigurer codecs = ServerCodecConfigurer.create();

    DirectGateway(CacheStore<ResponseVariants> store, Invalidator invalidator, RuleSet rules) {
        var clock = LarderClock.system();
        var shelf = new ResponseStore(store, invalidator);
        var tags = new OriginTags(List.of("Surrogate-Key"));
        var reporter = new ExchangeReporter(TrafficMetrics.UNCOUNTED, RecentMisses.NONE, Optional.empty(), clock);
        var exchanges = new ExchangeServices(
                shelf,
                new CollapsedFetches(1_000, Duration.ofSeconds(1), shelf::isUsable),
                tags,
                new CacheLimits(
                        1 << 20,
                        Duration.ofSeconds(10),
                        new BodyIdleTimeout(Duration.ofSeconds(10), Schedulers.parallel()),
                        rule -> Optional.empty(),
                        ContentMemory.Account.UNLIMITED),
                CacheEventListener.NONE,
                PendingWritePolicy.NONE,
                reporter);
        var fetching = new FetchServices(
                exchanges, new FilterChainFetcher(clock), Optional.empty(), CacheStepObserver.UNOBSERVED);
        var writes = new UnsafeRequestForwarder(
                invalidator,
                new CachedRoutes(shelf)::groups,
                tags,
                new WriteFence.UnknownOutcomeSettings(true, Duration.ZERO),
                UNBOUNDED,
                ExchangeExtensions.NONE);
        var services = new CacheServices(
                fetching,
                rules,
                new UnkeyedFields(peer -> false),
                UserKeyResolver.byName(),
                writes,
                RoutingDecisionListener.NONE,
                ExchangeExtensions.NONE);
        this.cache = new CacheGatewayFilterFactory(services).apply(new CacheGatewayFilterFactory.Config());
    }

    /** Sends a request; the chain is its origin. */
    Mono<Answer> send(String method, String path, GatewayFilterChain origin) {
        var response = new MockServerHttpResponse();
        var exchange = new DefaultServerWebExchange(
                new DirectRequest(method, path),
                response,
                new DefaultWebSessionManager(),
                codecs,
                new AcceptHeaderLocaleContextResolver());
        exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, URI.create("http://origin.test" + path));
        GatewayFilterChain routing = routed -> {
            ServerWebExchangeUtils.setAlreadyRouted(routed);
            return origin.filter(routed);
        };
        return writer.filter(exchange, asked -> cache.filter(asked, routing))
                .then(Mono.defer(() -> answer(response)))
                .onErrorResume(DirectGateway::handled);
    }

    /** What an application answers that handles no failure of an origin itself. */
    private static Mono<Answer> handled(Throwable error) {
        return GatewayProblem.of(error)
                .map(problem -> Mono.just(new Answer(problem.status().value(), problem.detail(), false)))
                .orElseGet(() -> Mono.error(error));
    }

    private static Mono<Answer> answer(MockServerHttpResponse response) {
        HttpStatusCode status = response.getStatusCode();
        String report = String.valueOf(response.getHeaders().getFirst("Cache-Status"));
        return response.getBodyAsString()
                .defaultIfEmpty("")
                .map(content -> new Answer(status == null ? 200 : status.value(), content, report.contains("; hit")));
    }
}
