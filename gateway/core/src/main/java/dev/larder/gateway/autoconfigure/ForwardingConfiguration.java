package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.filter.ExactTargetFilter;
import dev.larder.gateway.filter.ForwardedRequestCheck;
import dev.larder.gateway.filter.LateWriteFilter;
import dev.larder.gateway.filter.NativeRoutingFilter;
import dev.larder.gateway.filter.OriginShareFilter;
import dev.larder.gateway.filter.PreflightRoutes;
import dev.larder.gateway.filter.RepeatableContentFilter;
import dev.larder.gateway.filter.SendingWebHandler;
import dev.larder.gateway.filter.UnsafeRequestForwarder;
import dev.larder.gateway.filter.UploadDeadline;
import dev.larder.gateway.filter.UploadFilter;
import dev.larder.gateway.filter.UploadRefusalFilter;
import dev.larder.gateway.filter.origin.OriginExchange;
import dev.larder.gateway.filter.origin.OriginRequestHeadersFilter;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.upload.MinimumUploadRate;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.http.ClientShares;
import dev.larder.http.OriginConnectionCustomizer;
import dev.larder.http.client.OriginClientSettings;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.TrustedProxies;
import org.springframework.cloud.gateway.handler.RoutePredicateHandlerMapping;
import org.springframework.context.annotation.Bean;
import org.springframework.web.server.WebFilter;
import reactor.core.scheduler.Schedulers;
import reactor.netty.resources.ConnectionProvider;

/** Configures the path between the cache and its origins. */
class ForwardingConfiguration {

    /** The heap divided by this is available for content that is read ahead. */
    private static final int MEMORY_SHARE = 16;

    /** Number of idle timeouts in the time budget of an upload, above what it earns by octets received. */
    private static final int PAUSES = 3;

    /** Maximum number of streamed uploads if connections to an origin are not limited. */
    private static final int STREAMS_WITHOUT_A_BOUND = 1_000;

    @Bean
    OriginRequestHeadersFilter larderForwardedHead(LarderProperties properties) {
        return new OriginRequestHeadersFilter(properties.via());
    }

    @Bean
    ForwardedRequestCheck larderForwardedRequestCheck(ObjectProvider<HttpHeadersFilter> filters) {
        return new ForwardedRequestCheck(() -> filters.orderedStream().toList());
    }

    @Bean
    LateWriteFilter larderLateWrites(UnsafeRequestForwarder writes, RuleSet rules) {
        return new LateWriteFilter(writes, rules);
    }

    @Bean
    WebFilter larderClientExchange() {
        return new OriginExchange.ClientExchangeFilter();
    }

    @Bean
    static BeanFactoryPostProcessor larderCheckLast() {
        return CheckLastComparator::applyTo;
    }

    @Bean
    SendingWebHandler.Steps larderSendingSteps(
            ForwardedRequestCheck check,
            LateWriteFilter writes,
            OriginShareFilter shares,
            UploadDeadline deadline,
            ObjectProvider<NativeRoutingFilter> routing) {
        return new SendingWebHandler.Steps(
                check, writes, shares, deadline, Optional.ofNullable(routing.getIfAvailable()));
    }

    @Bean
    static BeanPostProcessor larderSendingHandler(
            ObjectProvider<GlobalFilter> filters,
            ObjectProvider<GatewayProperties> gateway,
            ObjectProvider<SendingWebHandler.Steps> steps) {
        return new SendingHandlerProcessor(() -> new SendingWebHandler(
                filters.orderedStream().toList(), gateway.getObject().isRouteFilterCacheEnabled(), steps.getObject()));
    }

    @Bean
    ExactTargetFilter larderExactTarget(LarderProperties properties) {
        return new ExactTargetFilter(!properties.dryRun());
    }

    /** An application with its own client may have no settings for the gateway's. */
    @Bean
    UploadDeadline larderUploadDeadline(ObjectProvider<HttpClientProperties> client, LarderClock clock) {
        HttpClientProperties settings = client.getIfAvailable(HttpClientProperties::new);
        return new UploadDeadline(settings::getResponseTimeout, clock, Schedulers.parallel());
    }

    @Bean
    ClientAddresses larderClientAddresses(@Value("${" + TrustedProxies.PROPERTY + ":}") String trustedProxies) {
        return new ClientAddresses(ClientAddresses.trusted(trustedProxies));
    }

    @Bean
    UploadReceiver larderUploads(
            LimitsProperties limits, ObjectProvider<HttpClientProperties> client, ClientAddresses clients) {
        long memory = Runtime.getRuntime().maxMemory() / MEMORY_SHARE;
        long streams = streams(client.getIfAvailable(HttpClientProperties::new).getPool());
        return new UploadReceiver(
                new MinimumUploadRate(
                        limits.requestBodyIdleTimeout().multipliedBy(PAUSES),
                        limits.requestBodyTimeout(),
                        Schedulers.parallel()),
                new ClientShares(memory, limits.ofOneAddress(memory)),
                new ClientShares(streams, limits.ofOneAddress(streams)),
                clients);
    }

    @Bean
    UploadFilter larderUploadFilter(UploadReceiver uploads) {
        return new UploadFilter(uploads);
    }

    @Bean
    OriginShareFilter larderOriginShares(
            LimitsProperties limits, ObjectProvider<HttpClientProperties> client, ClientAddresses clients) {
        OriginClientSettings.Pool pool = OriginClientFactory.pool(
                client.getIfAvailable(HttpClientProperties::new).getPool(), limits);
        return new OriginShareFilter(
                clients,
                new OriginShareFilter.Limits(
                        pool.maxConnections(), pool.clientShare(), pool.maxWaiting(), pool.acquireTimeout()));
    }

    @Bean
    RepeatableContentFilter larderKeptContentFilter(UploadReceiver uploads) {
        return new RepeatableContentFilter(uploads);
    }

    @Bean
    UploadRefusalFilter larderUploadRefusal() {
        return new UploadRefusalFilter();
    }

    @Bean
    UnkeyedFields larderUnkeyedFields(@Value("${" + TrustedProxies.PROPERTY + ":}") String trustedProxies) {
        return new UnkeyedFields(ClientAddresses.trusted(trustedProxies));
    }

    /** Without the gateway's handler mapping, as in a slice of an application, there are no preflights to forward. */
    @Bean
    PreflightRoutes larderPreflights(ObjectProvider<RoutePredicateHandlerMapping> routes, LarderProperties properties) {
        boolean all = properties.forward().isNative();
        return new PreflightRoutes(routes.getIfAvailable(), route -> all || PreflightRoutes.isCached(route));
    }

    /** Returns half the connections to one origin: the other half is for requests that are not streamed, mainly misses. */
    private static long streams(HttpClientProperties.Pool pool) {
        if (pool.getType() != HttpClientProperties.Pool.PoolType.FIXED) {
            return STREAMS_WITHOUT_A_BOUND;
        }
        Integer connections = pool.getMaxConnections();
        return Math.max(1, (connections == null ? ConnectionProvider.DEFAULT_POOL_MAX_CONNECTIONS : connections) / 2);
    }

    @Bean
    HttpClientCustomizer larderOriginWire() {
        return new OriginConnectionCustomizer()::apply;
    }
}
