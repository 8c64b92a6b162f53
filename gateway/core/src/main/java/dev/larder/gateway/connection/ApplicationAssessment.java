package dev.larder.gateway.connection;

import dev.larder.gateway.actuate.access.OperatorAccessFilter;
import dev.larder.gateway.filter.HitInspector;
import dev.larder.gateway.filter.PreflightRoutes;
import dev.larder.gateway.filter.SendingWebHandler;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationRegistryCustomizer;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.NettyRouteProvider;
import org.springframework.boot.web.server.Compression;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.cloud.gateway.config.GlobalCorsProperties;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.cloud.gateway.handler.RoutePredicateHandlerMapping;
import org.springframework.cloud.gateway.support.tagsprovider.GatewayTagsProvider;
import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.http.server.reactive.observation.ServerRequestObservationConvention;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.accept.ApiVersionStrategy;
import org.springframework.web.reactive.function.server.support.RouterFunctionMapping;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;

/**
 * How early the application's own beans, its server and its settings allow hits to be answered: at the connection only if nothing
 * could reject, change or observe a request; before routing only if no global filter could, and no other handler could take it.
 * Everything that is not known to be harmless counts as an obstacle.
 *
 * @param level how early hits may be answered, and why not earlier
 * @param isUnwatched whether nothing between the server and its dispatcher would act on a hit
 * @param hasLiteralPaths whether the paths of requests begin as the patterns of routes state
 * @param before the handler mappings that take requests before the gateway does; handlers registered later take forwards only
 * @param operators the filters in front of operators' paths
 */
record ApplicationAssessment(
        HitLevelAssessment level,
        boolean isUnwatched,
        boolean hasLiteralPaths,
        List<RequestMappingInfoHandlerMapping> before,
        List<OperatorAccessFilter> operators) {

    private static final List<String> NONE = List.of();
    private static final List<String> GATEWAY = List.of("org.springframework.cloud.gateway.", "dev.larder.gateway.");
    private static final List<String> SPRING = List.of("org.springframework.", "dev.larder.gateway.");
    private static final List<String> TIMERS = List.of("io.micrometer.core.instrument.observation.");
    private static final String ACCESS_LOG = "reactor.netty.http.server.accessLogEnabled";

    /** An application that is starting: routes answer all hits. */
    static final ApplicationAssessment STARTING = new ApplicationAssessment(
            new HitLevelAssessment(HitLevel.GATEWAY, List.of("The application is starting.")),
            false,
            false,
            List.of(),
            List.of());

    /**
     * Components of which only those of these packages are known to be harmless.
     *
     * @param type what they are
     * @param known packages of those that do nothing to a hit
     * @param most the earliest level beside another one
     * @param reason why, as a sentence; %s stands for the name of the bean
     */
    private record Component(Class<?> type, List<String> known, HitLevel most, String reason) {

        HitLevelAssessment assess(ListableBeanFactory beans) {
            Set<String> found = new LinkedHashSet<>();
            for (Object bean : all(beans, type)) {
                if (!isOf(bean, known)) {
                    found.add(reason.replace("%s", name(bean)));
                }
            }
            return HitLevelAssessment.CLEAR.atMost(most, found);
        }
    }

    /** How requests are routed. */
    private static final List<Component> ROUTING = List.of(
            new Component(
                    RoutePredicateHandlerMapping.class,
                    GATEWAY,
                    HitLevel.GATEWAY,
                    "The application finds its routes in a way of its own."),
            new Component(
                    FilteringWebHandler.class,
                    GATEWAY,
                    HitLevel.GATEWAY,
                    "The application finds its routes in a way of its own."),
            new Component(GatewayTagsProvider.class, GATEWAY, HitLevel.GATEWAY, "Requests are tagged by %s."),
            new Component(ApiVersionStrategy.class, NONE, HitLevel.GATEWAY, "Requests state a version of the API."),
            new Component(NettyRouteProvider.class, NONE, HitLevel.GATEWAY, "The server has routes of its own."));

    /**
     * What is between the server and its dispatcher. Filters of Gateway and Larder need not see hits: the operator access filter affects
     * only operator paths, which the actuator answers, so they are never stored. Whoever customizes the handler may put filters before
     * all others, or something around them.
     */
    private static final List<Component> BEFORE_DISPATCHER = List.of(
            new Component(
                    DispatcherHandler.class, GATEWAY, HitLevel.GATEWAY, "The application has a dispatcher of its own."),
            new Component(WebFilter.class, GATEWAY, HitLevel.WEB, "The web filter %s may have to see every request."),
            new Component(
                    ForwardedHeaderTransformer.class,
                    NONE,
                    HitLevel.WEB,
                    "The application believes forwarded header fields (ForwardedHeaderTransformer)."),
            new Component(
                    HttpHandlerDecoratorFactory.class,
                    SPRING,
                    HitLevel.WEB,
                    "The application has an HttpHandler of its own."),
            new Component(HttpHandler.class, SPRING, HitLevel.WEB, "The application has an HttpHandler of its own."),
            new Component(
                    WebHttpHandlerBuilderCustomizer.class,
                    SPRING,
                    HitLevel.GATEWAY,
                    "The server's handler is customized by %s."));

    /** What observes requests: timers can be updated at the connection too, all other observers need the request. */
    private static final List<Component> OBSERVERS = List.of(
            observer(ObservationHandler.class, TIMERS),
            observer(ServerRequestObservationConvention.class, SPRING),
            observer(GlobalObservationConvention.class, SPRING),
            observer(ObservationFilter.class, SPRING),
            observer(ObservationPredicate.class, SPRING),
            observer(ObservationRegistryCustomizer.class, SPRING));

    private static Component observer(Class<?> type, List<String> known) {
        return new Component(type, known, HitLevel.WEB, "Requests are observed by %s.");
    }

    /** Assesses these beans. */
    static ApplicationAssessment of(ListableBeanFactory beans) {
        HitLevelAssessment watched = assess(BEFORE_DISPATCHER, beans).and(observation(beans));
        return new ApplicationAssessment(
                assess(ROUTING, beans)
                        .and(answersElsewhere(beans))
                        .and(globalFilters(beans))
                        .and(handlers(beans))
                        .and(server(beans))
                        .and(watched),
                watched.level() == HitLevel.CONNECTION,
                !hasBasePath(beans),
                before(beans),
                all(beans, OperatorAccessFilter.class));
    }

    private static HitLevelAssessment assess(List<Component> components, ListableBeanFactory beans) {
        return components.stream()
                .map(component -> component.assess(beans))
                .reduce(HitLevelAssessment.CLEAR, HitLevelAssessment::and);
    }

    /** Returns the beans of this type, in order. */
    static <T> List<T> all(ListableBeanFactory beans, Class<T> type) {
        return beans.getBeanProvider(type).orderedStream().toList();
    }

    static String name(Object bean) {
        return ClassUtils.getShortName(ClassUtils.getUserClass(bean));
    }

    static boolean isOf(Object bean, Collection<String> packages) {
        String name = ClassUtils.getUserClass(bean).getName();
        return packages.stream().anyMatch(name::startsWith);
    }

    private static HitLevelAssessment answersElsewhere(ListableBeanFactory beans) {
        List<String> reasons = new ArrayList<>();
        boolean cors = all(beans, GlobalCorsProperties.class).stream()
                .anyMatch(properties -> !properties.getCorsConfigurations().isEmpty());
        if (cors) {
            reasons.add("The gateway answers for CORS.");
        }
        for (HitInspector inspector : all(beans, HitInspector.class)) {
            if (inspector.isActive()) {
                inspector.needsEveryRoute().ifPresent(reasons::add);
            }
        }
        return HitLevelAssessment.CLEAR.atMost(HitLevel.GATEWAY, reasons);
    }

    private static HitLevelAssessment globalFilters(ListableBeanFactory beans) {
        return HitLevelAssessment.CLEAR.atMost(
                HitLevel.GATEWAY,
                all(beans, GlobalFilter.class).stream()
                        .filter(filter -> !isOf(filter, GATEWAY) && SendingWebHandler.isBeforeCache(filter))
                        .map(filter -> "The global filter " + name(filter) + " may have to see every request.")
                        .toList());
    }

    /** Handlers before the gateway's may take requests for the same target depending on their fields. */
    private static HitLevelAssessment handlers(ListableBeanFactory beans) {
        return HitLevelAssessment.CLEAR.atMost(
                HitLevel.GATEWAY,
                beforeGateway(beans)
                        .filter(mapping -> !(mapping instanceof PreflightRoutes) && !isDeterminedByTarget(mapping))
                        .map(mapping -> "Handlers of " + name(mapping) + " may take requests before the gateway.")
                        .toList());
    }

    private static Stream<HandlerMapping> beforeGateway(ListableBeanFactory beans) {
        return all(beans, HandlerMapping.class).stream()
                .takeWhile(mapping -> !(mapping instanceof RoutePredicateHandlerMapping));
    }

    private static List<RequestMappingInfoHandlerMapping> before(ListableBeanFactory beans) {
        return beforeGateway(beans)
                .filter(RequestMappingInfoHandlerMapping.class::isInstance)
                .map(RequestMappingInfoHandlerMapping.class::cast)
                .toList();
    }

    /** Returns whether the paths of requests begin with one that the patterns of routes do not state. */
    static boolean hasBasePath(ListableBeanFactory beans) {
        return all(beans, WebFluxProperties.class).stream()
                .anyMatch(properties -> StringUtils.hasText(properties.getBasePath()));
    }

    private static boolean isDeterminedByTarget(HandlerMapping mapping) {
        if (mapping instanceof RouterFunctionMapping functions) {
            return functions.getRouterFunction() == null;
        }
        return mapping instanceof RequestMappingInfoHandlerMapping methods
                && methods.getHandlerMethods().keySet().stream().allMatch(ApplicationAssessment::isIndependentOfFields);
    }

    /** Content type and Accept only determine how a request is rejected, not which handler takes it. */
    private static boolean isIndependentOfFields(RequestMappingInfo info) {
        return info.getHeadersCondition().isEmpty()
                && info.getCustomCondition() == null
                && info.getVersionCondition().isEmpty();
    }

    /** Determines how early the observation of requests allows hits to be answered. */
    static HitLevelAssessment observation(ListableBeanFactory beans) {
        if (all(beans, ObservationRegistry.class).stream().allMatch(ObservationRegistry::isNoop)) {
            return HitLevelAssessment.CLEAR;
        }
        Environment environment = beans.getBean(Environment.class);
        return assess(OBSERVERS, beans)
                .atMost(
                        HitLevel.WEB,
                        Stream.of("management.observations.enable", "management.observations.key-values")
                                .filter(property -> isSet(environment, property))
                                .map(property -> "Observations are configured (" + property + ").")
                                .toList());
    }

    private static boolean isSet(Environment environment, String property) {
        return Binder.get(environment)
                        .bind(property, Bindable.mapOf(String.class, String.class))
                        .map(Map::size)
                        .orElse(0)
                > 0;
    }

    private static HitLevelAssessment server(ListableBeanFactory beans) {
        List<ReactiveWebServerFactory> factories = all(beans, ReactiveWebServerFactory.class);
        if (factories.size() != 1 || !(factories.get(0) instanceof NettyReactiveWebServerFactory server)) {
            return HitLevelAssessment.CLEAR.atMost(
                    HitLevel.WEB, List.of("The server is not Reactor Netty's, or not the only one."));
        }
        Environment environment = beans.getBean(Environment.class);
        Compression compression = server.getCompression();
        List<String> reasons = new ArrayList<>();
        server.getServerCustomizers().stream()
                .filter(customizer -> !isOf(customizer, SPRING))
                .forEach(customizer -> reasons.add("The server is customized by " + name(customizer) + "."));
        if (compression != null && compression.getEnabled()) {
            reasons.add("The server compresses responses (server.compression.enabled).");
        }
        if (isUsingForwardHeaders(environment)) {
            reasons.add("The server believes forwarded header fields (server.forward-headers-strategy).");
        }
        if (environment.containsProperty("server.netty.max-keep-alive-requests")) {
            reasons.add("The server counts requests (server.netty.max-keep-alive-requests).");
        }
        if (Boolean.getBoolean(ACCESS_LOG)) {
            reasons.add("The server writes an access log.");
        }
        return HitLevelAssessment.CLEAR.atMost(HitLevel.WEB, reasons);
    }

    private static boolean isUsingForwardHeaders(Environment environment) {
        String strategy = environment.getProperty("server.forward-headers-strategy");
        if (strategy != null) {
            return !strategy.equalsIgnoreCase("none");
        }
        CloudPlatform platform = CloudPlatform.getActive(environment);
        return platform != null && platform.isUsingForwardHeaders();
    }
}
