package dev.larder.rpc.autoconfigure;

import dev.larder.gateway.autoconfigure.BoundedHttpClientFactory;
import dev.larder.gateway.autoconfigure.LimitsProperties;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.rpc.CheckedAddressResolverGroup;
import dev.larder.rpc.ListedOriginRoutes;
import dev.larder.rpc.policy.AddressPolicy;
import dev.larder.rpc.policy.SpecialAddresses.Block;
import dev.larder.rpc.policy.WebOrigin;
import io.netty.resolver.AddressResolverGroup;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.context.annotation.Bean;
import reactor.netty.http.client.HttpClient;

/**
 * Configures the HTTP client for listed origins: separate from the routes, with the gateway's settings, and connecting
 * only to checked addresses. Imported, never found by a scan.
 */
class RpcClientConfiguration {

    /** Resolves names. */
    @Bean
    @ConditionalOnMissingBean(name = "larderRpcNames")
    @SuppressWarnings("unchecked") // the HTTP client's resolvers resolve nothing else
    AddressResolverGroup<InetSocketAddress> larderRpcNames(HttpClient client) {
        return (AddressResolverGroup<InetSocketAddress>) Objects.requireNonNull(
                client.resolver(names -> {}).configuration().resolver());
    }

    @Bean
    ListedOriginRoutes larderRpcListedOrigins(
            RpcProperties properties,
            CacheGatewayFilterFactory cache,
            RpcHttpClient client,
            AddressResolverGroup<InetSocketAddress> larderRpcNames,
            ObjectProvider<List<HttpHeadersFilter>> headers,
            HttpClientProperties settings) {
        List<WebOrigin> origins = properties.allowedOrigins().stream()
                .map(WebOrigin::of)
                .distinct()
                .toList();
        String proxy = settings.getProxy().getHost();
        PropertyChecks.that(
                origins.isEmpty() || proxy == null,
                "larder.rpc.allowed-origins",
                properties.allowedOrigins(),
                "the gateway asks by a proxy (" + proxy
                        + "), which resolves names itself, so their addresses cannot be checked",
                "nothing there, and make routes of these origins");
        var policy = new AddressPolicy(
                properties.allowedAddresses().stream().map(Block::of).toList(), origins);
        HttpClient guarded = guarded(client.http(), new CheckedAddressResolverGroup(larderRpcNames, policy));
        return new ListedOriginRoutes(origins, cache.cache(), new NettyRoutingFilter(guarded, headers, settings));
    }

    /** Applied after all customizers, which may have configured a proxy or redirects. */
    private static HttpClient guarded(HttpClient customized, CheckedAddressResolverGroup addresses) {
        return customized.noProxy().followRedirect(false).resolver(addresses);
    }

    @Bean(destroyMethod = "close")
    RpcHttpClient larderRpcHttpClient(
            HttpClientProperties client,
            SslBundles bundles,
            List<HttpClientCustomizer> customizers,
            LimitsProperties limits)
            throws Exception {
        var factory = new BoundedHttpClientFactory(client, bundles, customizers, limits.maxPendingOriginRequests());
        factory.afterPropertiesSet();
        return new RpcHttpClient(factory.getObject());
    }

    /** Not a bean of type HttpClient, of which the gateway expects only one. */
    record RpcHttpClient(HttpClient http) implements AutoCloseable {

        @Override
        public void close() {
            http.configuration().connectionProvider().dispose();
        }
    }
}
