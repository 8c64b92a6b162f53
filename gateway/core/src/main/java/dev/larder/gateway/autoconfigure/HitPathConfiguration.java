package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.connection.HitLevelAssessment;
import dev.larder.gateway.connection.HitPath;
import dev.larder.gateway.connection.ResponseCompression;
import dev.larder.gateway.connection.RouteMeterFactory;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.exchange.ExchangeReporter;
import dev.larder.gateway.filter.CachedRoutes;
import dev.larder.gateway.filter.ExchangeExtensions;
import dev.larder.gateway.filter.HitSampler;
import dev.larder.gateway.filter.RoutingDecisionListener;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.DirectBodyCopies;
import dev.larder.gateway.store.ResponseStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;
import java.util.Optional;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.gateway.event.RefreshRoutesResultEvent;
import org.springframework.cloud.gateway.filter.GatewayMetricsFilter;
import org.springframework.cloud.gateway.filter.headers.observation.DefaultGatewayObservationConvention;
import org.springframework.cloud.gateway.filter.headers.observation.ObservedRequestHttpHeadersFilter;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.support.tagsprovider.GatewayTagsProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.web.reactive.DispatcherHandler;

/** Configures the early levels of the hit path. Imported, never found by a component scan. */
class HitPathConfiguration {

    /** Off-heap copies may use the maximum size of the store divided by this, in addition to it. */
    private static final int COPIES_SHARE = 8;

    private static final String PROPERTY = "larder.hit-path";
    private static final String SERVER_TIMER = "management.observations.http.server.requests.name";

    static HitPathSetting setting(Environment environment) {
        return Binder.get(environment).bind(PROPERTY, HitPathSetting.class).orElse(HitPathSetting.AUTO);
    }

    @Bean
    HitPath.Parts larderHitPathParts(
            StoreProperties store,
            UnkeyedFields unkeyed,
            ExchangeReporter reporter,
            RuleSet rules,
            ResponseStore responseStore,
            ExchangeExtensions extensions) {
        return new HitPath.Parts(
                responseStore,
                reporter.clock(),
                unkeyed,
                reporter.statusField(),
                new DirectBodyCopies(copies(store.maxSize().toBytes())),
                reporter.traffic(),
                extensions.events(),
                rules);
    }

    @Bean
    HitPath larderHitPath(
            LarderProperties properties,
            HitPath.Parts parts,
            ExchangeExtensions extensions,
            RouteMeterFactory meters,
            CacheStepObserver spans) {
        return new HitPath(
                parts,
                new HitSampler(extensions.inspector()),
                properties.hitPath().earliest(),
                meters,
                spans);
    }

    /** The heap limits the store, and direct memory equals the heap unless the JVM is configured otherwise. */
    private static long copies(long maxSize) {
        return Math.min(maxSize, Runtime.getRuntime().maxMemory() / 2) / COPIES_SHARE;
    }

    @Bean
    RouteMeterFactory larderMeterSource(
            ObjectProvider<MeterRegistry> registry,
            ObjectProvider<ObservationRegistry> observations,
            ObjectProvider<GatewayMetricsFilter> gateway,
            ObjectProvider<GatewayTagsProvider> providers,
            ObjectProvider<ObservedRequestHttpHeadersFilter> origins,
            Environment environment) {
        return new RouteMeterFactory(
                () -> Optional.ofNullable(registry.getIfUnique()),
                () -> Optional.ofNullable(gateway.getIfAvailable())
                        .map(filter -> filter.getMetricsPrefix() + ".requests"),
                () -> Optional.ofNullable(observations.getIfUnique())
                        .filter(registered -> !registered.isNoop())
                        .map(registered -> environment.getProperty(SERVER_TIMER, "http.server.requests")),
                () -> Optional.ofNullable(origins.getIfAvailable())
                        .map(observed -> DefaultGatewayObservationConvention.INSTANCE.getName()),
                providers.orderedStream().toList());
    }

    @Bean
    HttpHandlerDecoratorFactory larderHandlerHits(LarderProperties properties, HitPath path) {
        return properties.hitPath().isOnRoutes() ? handler -> handler : path::before;
    }

    /** Nobody answers before routing if routes are to answer all hits. */
    @Bean
    @Primary
    RoutingDecisionListener larderRoutingDecisions(LarderProperties properties, HitPath path) {
        return properties.hitPath().isOnRoutes() ? RoutingDecisionListener.NONE : path.routes();
    }

    /** Only the framework's own dispatcher is known to do nothing before it looks up a handler. */
    @Bean
    static BeanPostProcessor larderWebHits(ObjectProvider<HitPath> path, ApplicationContext context) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (!bean.getClass().equals(DispatcherHandler.class)
                        || setting(context.getEnvironment()).isOnRoutes()) {
                    return bean;
                }
                DispatcherHandler dispatcher = path.getObject().dispatcher();
                dispatcher.setApplicationContext(context);
                return dispatcher;
            }
        };
    }

    @Bean
    SmartInitializingSingleton larderHitPathSurvey(
            LarderProperties properties, HitPath path, ListableBeanFactory beans) {
        return () -> {
            HitLevelAssessment possible = path.routes().survey(beans);
            HitPathSetting wished = properties.hitPath();
            PropertyChecks.that(
                    wished == HitPathSetting.AUTO || wished.earliest().compareTo(possible.level()) <= 0,
                    PROPERTY,
                    wished.name().toLowerCase(Locale.ROOT),
                    "hits cannot be answered that early here: " + String.join(" ", possible.reasons()),
                    "auto");
        };
    }

    @Bean
    ResponseCompression larderResponseCompression() {
        return new ResponseCompression();
    }

    @Bean
    CachedRoutes larderCachedRoutes(ResponseStore responseStore) {
        return new CachedRoutes(responseStore);
    }

    @Bean
    ApplicationListener<RefreshRoutesResultEvent> larderHitPathRoutes(
            HitPath path, CachedRoutes cached, UnkeyedFields unkeyed, ObjectProvider<RouteLocator> routes) {
        return event -> {
            if (event.isSuccess()) {
                routes.getObject().getRoutes().collectList().subscribe(now -> {
                    unkeyed.filtered().refresh(now);
                    cached.refresh(now);
                    path.routes().refresh(now);
                });
            }
        };
    }
}
