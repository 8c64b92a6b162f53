package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.annotation.RuleAnnotationConfiguration;
import dev.larder.gateway.connection.HitPath;
import dev.larder.gateway.describe.SecurityUserKeyResolver;
import dev.larder.gateway.describe.UserKeyResolver;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.event.CompositeCacheEventListener;
import dev.larder.gateway.exchange.CacheLimits;
import dev.larder.gateway.exchange.PendingWritePolicy;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.CacheServices;
import dev.larder.gateway.filter.CachedRoutes;
import dev.larder.gateway.filter.ExchangeExtensions;
import dev.larder.gateway.filter.ExchangeInterceptor;
import dev.larder.gateway.filter.FetchServices;
import dev.larder.gateway.filter.HitInspector;
import dev.larder.gateway.filter.OriginFailureHandler;
import dev.larder.gateway.filter.PreparedResponseWriter;
import dev.larder.gateway.filter.UnsafeRequestForwarder;
import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.gateway.filter.WriteInvalidationGatewayFilterFactory;
import dev.larder.gateway.filter.origin.FilterChainFetcher;
import dev.larder.gateway.message.BodyIdleTimeout;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.EpochStorage;
import dev.larder.gateway.store.NamedStores;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.http.ClientConnectionCustomizer;
import dev.larder.http.ClientLimits;
import dev.larder.http.EarlyResponder;
import dev.larder.http.EarlyResponderFactory;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ResponseVariants;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration;
import org.springframework.cloud.gateway.config.GatewayAutoConfiguration;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.cloud.gateway.config.HttpClientFactory;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.cloud.gateway.filter.headers.TrustedProxies;
import org.springframework.cloud.gateway.handler.predicate.RoutePredicateFactory;
import org.springframework.cloud.gateway.route.RouteDefinitionLocator;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.HttpDecoderSpec;
import reactor.netty.http.client.HttpClient;

/** Auto-configuration of the route filter {@code Cache}, its store, and the connection guards. By default, nothing is cached. */
@AutoConfiguration(before = {ErrorWebFluxAutoConfiguration.class, GatewayAutoConfiguration.class})
@ConditionalOnClass(GatewayAutoConfiguration.class)
@ConditionalOnProperty(name = "spring.cloud.gateway.server.webflux.enabled", matchIfMissing = true)
@EnableConfigurationProperties({
    LarderProperties.class,
    StoreProperties.class,
    LimitsProperties.class,
    InvalidationProperties.class
})
@ImportRuntimeHints(LarderRuntimeHints.class)
@Import({
    ExchangeConfiguration.class,
    FetchServices.class,
    CacheServices.class,
    ForwardingConfiguration.class,
    OriginClientConfiguration.class,
    ConnectionForwardingConfiguration.class,
    StoreConfiguration.class,
    HitPathConfiguration.class,
    TrafficMetricsConfiguration.class,
    CacheObservationConfiguration.class,
    RuleReloadConfiguration.class,
    RuleAnnotationConfiguration.class,
    StartupReportConfiguration.class
})
public class LarderAutoConfiguration {

    /** Initial epochs exceed those of an earlier process that counted fewer than a million a second. */
    private static final int EPOCHS_A_MILLISECOND = 10;

    private static final Logger log = LoggerFactory.getLogger(LarderAutoConfiguration.class);
    private static final int MISSES = 1_000;

    /** The heap, and direct memory of the same size, divided by this are available for data that clients have not read yet. */
    private static final int BACKLOG_SHARE = 4;

    /** Octets of a request line where no setting says more or less; RFC 9112 3 recommends at least 8,000. */
    private static final int REQUEST_LINE = 16 * 1024;

    private static final String REQUEST_LINE_PROPERTY = "server.netty.max-initial-line-length";

    private static final String SECURITY = "org.springframework.security.core.Authentication";

    @Bean
    static BeanFactoryPostProcessor larderPropertyNames(ConfigurableEnvironment environment) {
        return beans -> {
            RuleFile.addTo(environment);
            UnknownPropertyCheck.check(environment);
        };
    }

    @Bean
    static ConfigurationPropertiesBindHandlerAdvisor larderPropertyUnits(Environment environment) {
        return handler -> new UnitBindHandler(handler, environment);
    }

    @Bean
    static HeaderRemovalOptimizer larderHeaderRemoval() {
        return new HeaderRemovalOptimizer();
    }

    @Bean
    InitializingBean larderRouteFilters(
            GatewayProperties properties,
            RuleSet rules,
            ObjectProvider<GatewayFilterFactory<?>> filters,
            ObjectProvider<RoutePredicateFactory<?>> predicates) {
        return () -> {
            RouteFilterChecks.checkPredicates(
                    properties,
                    predicates.stream().map(RoutePredicateFactory::name).collect(Collectors.toUnmodifiableSet()));
            RouteFilterChecks.check(
                    properties,
                    rules,
                    filters.stream().map(GatewayFilterFactory::name).collect(Collectors.toUnmodifiableSet()));
        };
    }

    @Bean
    SmartInitializingSingleton larderOtherCaches(ObjectProvider<GlobalFilter> filters) {
        return () -> LocalResponseCacheCheck.check(filters);
    }

    @Bean
    SmartInitializingSingleton larderUnusedRules(RuleSet rules, ObjectProvider<RouteLocator> routes) {
        return () -> UnusedRuleCheck.check(rules, routes);
    }

    @Bean
    @ConditionalOnMissingBean
    LarderClock larderClock() {
        return LarderClock.system();
    }

    @Bean
    @ConditionalOnMissingBean(name = "larderStore")
    CacheStore<ResponseVariants> larderStore(ConfiguredStoreFactory stores) {
        return stores.main();
    }

    @Bean
    NamedStores<ResponseVariants> larderStores(
            CacheStore<ResponseVariants> larderStore, ConfiguredStoreFactory stores) {
        return NamedStores.of(larderStore, stores.named());
    }

    @Bean
    @ConditionalOnMissingBean
    InvalidationBus larderInvalidationBus() {
        return new LocalInvalidationBus();
    }

    /** After the stores have been created, it is known whether there is a directory for epochs. */
    @Bean
    @DependsOn("larderStores")
    Invalidator larderInvalidator(
            ObjectProvider<EpochStorage> storage, LarderClock clock, InvalidationBus bus, RuleSet rules) {
        return bus.supportsEpochAgreement()
                ? new Invalidator(InvalidationProperties.COUNTERS, 0, bus)
                : new Invalidator(StoreConfiguration.counts(storage, firstEpoch(clock), rules), bus);
    }

    /** Returns the initial epoch of a gateway that starts now: later than all of earlier processes. */
    public static long firstEpoch(LarderClock clock) {
        return clock.wall().toEpochMilli() << EPOCHS_A_MILLISECOND;
    }

    @Bean
    ResponseStore larderResponseStore(NamedStores<ResponseVariants> stores, Invalidator invalidator) {
        return new ResponseStore(stores.together(), invalidator);
    }

    @Bean
    RuleSet larderRules(
            LarderProperties properties,
            StoreProperties store,
            InvalidationProperties invalidation,
            Environment environment,
            CachePolicy larderPolicy) {
        Map<String, RuleProperties> rules = RuleProperties.of(environment);
        RuleChecks.check(rules, properties, store, invalidation);
        return new RuleSet(RuleFactory.rules(rules, larderPolicy, properties.dryRun(), invalidation));
    }

    @Bean
    OriginTags larderOriginTags(InvalidationProperties invalidation) {
        return new OriginTags(invalidation.tagFields());
    }

    /** For the dashboard, which explains them. */
    @Bean
    RecentMisses larderRecentMisses(@Value("${larder.dashboard.enabled:false}") boolean shown) {
        return shown ? new RecentMisses(MISSES) : RecentMisses.NONE;
    }

    @Bean
    UnsafeRequestForwarder larderUnsafeRequestForwarder(
            InvalidationProperties invalidation,
            Invalidator invalidator,
            CachedRoutes routes,
            OriginTags originTags,
            UploadReceiver uploads,
            ExchangeExtensions extensions) {
        return new UnsafeRequestForwarder(
                invalidator, routes::groups, originTags, invalidation.uncertainty(), uploads, extensions);
    }

    @Bean
    @ConditionalOnMissingBean
    UserKeyResolver larderUsers() {
        return ClassUtils.isPresent(SECURITY, getClass().getClassLoader())
                ? new SecurityUserKeyResolver()
                : UserKeyResolver.byName();
    }

    @Bean
    ExchangeExtensions larderExtensions(
            ObjectProvider<CacheEventListener> listeners,
            ObjectProvider<ExchangeInterceptor> interceptors,
            ObjectProvider<HitInspector> inspectors,
            ObjectProvider<UnsafeRequestHandler> unsafeRequests,
            ObjectProvider<PendingWritePolicy> pendingWrites,
            RuleSet rules) {
        ExchangeInterceptor interceptor =
                interceptors.orderedStream().findFirst().orElse(ExchangeInterceptor.NONE);
        RuleReloadConfiguration.requireDryRun(rules, interceptor);
        return new ExchangeExtensions(
                CompositeCacheEventListener.of(listeners.orderedStream().toList()),
                interceptor,
                inspectors
                        .orderedStream()
                        .filter(HitInspector::isActive)
                        .findFirst()
                        .orElse(HitInspector.NONE),
                unsafeRequests.getIfAvailable(() -> UnsafeRequestHandler.NONE),
                pendingWrites.getIfAvailable(() -> PendingWritePolicy.NONE));
    }

    @Bean
    FilterChainFetcher larderOriginRequests(LarderClock clock) {
        return new FilterChainFetcher(clock);
    }

    @Bean
    CacheLimits larderCacheLimits(
            LarderProperties properties,
            StoreProperties store,
            LimitsProperties limits,
            ConfiguredStoreFactory stores,
            ContentMemory.Account memory) {
        return new CacheLimits(
                store.maxObjectSize().toBytes(),
                properties.collapse().timeout(),
                new BodyIdleTimeout(limits.originBodyIdleTimeout(), Schedulers.parallel()),
                stores::bodies,
                memory);
    }

    @Bean
    @ConditionalOnMissingBean
    CacheGatewayFilterFactory cacheGatewayFilterFactory(CacheServices services) {
        return new CacheGatewayFilterFactory(services);
    }

    @Bean
    CachePolicy larderPolicy(StoreProperties store) {
        return CachePolicy.DEFAULT.withKeepStale(store.staleRetention());
    }

    @Bean
    @ConditionalOnMissingBean
    WriteInvalidationGatewayFilterFactory writeInvalidationGatewayFilterFactory(CacheServices services) {
        return new WriteInvalidationGatewayFilterFactory(services);
    }

    @Bean
    PreparedResponseWriter larderPreparedResponseWriter() {
        return new PreparedResponseWriter();
    }

    @Bean
    OriginFailureHandler larderOriginFailures(ListableBeanFactory beans) {
        return new OriginFailureHandler(beans);
    }

    @Bean
    NettyServerCustomizer larderClientWire(
            LimitsProperties limits,
            ObjectProvider<HitPath> hitPath,
            @Value("${" + TrustedProxies.PROPERTY + ":}") String trustedProxies,
            Environment environment) {
        long backlog = Runtime.getRuntime().maxMemory() / BACKLOG_SHARE;
        var guards = new ClientConnectionCustomizer(
                new ClientLimits(
                        limits.requestHeaderTimeout(),
                        limits.requestBodyIdleTimeout(),
                        limits.responseWriteTimeout(),
                        limits.maxConnections(),
                        limits.maxConnectionsPerClient(),
                        backlog,
                        limits.ofOneAddress(backlog),
                        ClientAddresses.trusted(trustedProxies)),
                HitPathConfiguration.setting(environment).isOnRoutes()
                        ? Optional.empty()
                        : Optional.of(connections(hitPath)),
                environment.containsProperty(REQUEST_LINE_PROPERTY)
                        ? HttpDecoderSpec.DEFAULT_MAX_INITIAL_LINE_LENGTH
                        : REQUEST_LINE);
        return guards::apply;
    }

    /** The hit path needs the server that this is part of. */
    private static EarlyResponderFactory connections(ObjectProvider<HitPath> hitPath) {
        return new EarlyResponderFactory() {

            @Override
            public Optional<EarlyResponder> of(Channel channel) {
                return hitPath.getObject().of(channel);
            }

            @Override
            public Optional<ChannelHandler> exchanges(Channel channel) {
                return hitPath.getObject().exchanges(channel);
            }
        };
    }

    @Bean
    @ConditionalOnMissingBean({HttpClient.class, HttpClientFactory.class})
    HttpClientFactory gatewayHttpClientFactory(
            HttpClientProperties client,
            SslBundles bundles,
            List<HttpClientCustomizer> customizers,
            LimitsProperties limits) {
        return new BoundedHttpClientFactory(client, bundles, customizers, limits.maxPendingOriginRequests());
    }

    @Bean
    @ConditionalOnProperty("larder.origin")
    RouteDefinitionLocator larderOriginRoute(LarderProperties properties) {
        return OriginRoute.to(
                Objects.requireNonNull(properties.origin(), "larder.origin").toString());
    }
}
