package dev.larder.gateway.connection;

import dev.larder.gateway.filter.HitInspector;
import dev.larder.gateway.filter.PreflightRoutes;
import dev.larder.gateway.filter.SendingWebHandler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.cloud.gateway.config.GlobalCorsProperties;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.cloud.gateway.handler.RoutePredicateHandlerMapping;
import org.springframework.cloud.gateway.support.tagsprovider.GatewayTagsProvider;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.accept.ApiVersionStrategy;
import org.springframework.web.reactive.function.server.support.RouterFunctionMapping;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.server.WebFilter;

/**
 * Determines how early the application's own beans allow hits to be answered: at the connection only if no filter of its own
 * could reject, change or observe a request; before routing only if no global filter could, and no other handler could take it.
 */
final class ApplicationAssessment {

    private static final List<String> OURS = List.of("org.springframework.cloud.gateway.", "dev.larder.gateway.");

    private final ListableBeanFactory beans;

    private ApplicationAssessment(ListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Assesses these beans. */
    static HitLevelAssessment of(ListableBeanFactory beans) {
        var assessment = new ApplicationAssessment(beans);
        return assessment
                .gateway()
                .and(assessment.globalFilters())
                .and(assessment.handlers())
                .and(assessment.webFilters())
                .and(ServerAssessment.of(beans))
                .and(ObservationAssessment.of(beans));
    }

    /** Returns whether nothing between the server and its dispatcher would act on a hit. */
    static boolean isUnwatched(ListableBeanFactory beans) {
        var assessment = new ApplicationAssessment(beans);
        return assessment
                        .webFilters()
                        .and(ServerAssessment.handlers(beans))
                        .and(ServerAssessment.transformed(beans))
                        .and(ObservationAssessment.of(beans))
                        .level()
                == HitLevel.CONNECTION;
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

    private HitLevelAssessment gateway() {
        HitLevelAssessment assessment = HitLevelAssessment.CLEAR;
        boolean standard = Stream.concat(
                        all(beans, RoutePredicateHandlerMapping.class).stream(),
                        all(beans, FilteringWebHandler.class).stream())
                .allMatch(part -> isOf(part, OURS));
        if (!standard) {
            assessment = assessment.atMost(HitLevel.GATEWAY, "The application finds its routes in a way of its own.");
        }
        boolean cors = all(beans, GlobalCorsProperties.class).stream()
                .anyMatch(properties -> !properties.getCorsConfigurations().isEmpty());
        if (cors) {
            assessment = assessment.atMost(HitLevel.GATEWAY, "The gateway answers for CORS.");
        }
        for (HitInspector inspector : all(beans, HitInspector.class)) {
            Optional<String> why = inspector.isActive() ? inspector.needsEveryRoute() : Optional.empty();
            if (why.isPresent()) {
                assessment = assessment.atMost(HitLevel.GATEWAY, why.get());
            }
        }
        for (GatewayTagsProvider provider : all(beans, GatewayTagsProvider.class)) {
            if (!isOf(provider, OURS)) {
                assessment = assessment.atMost(HitLevel.GATEWAY, "Requests are tagged by " + name(provider) + ".");
            }
        }
        return all(beans, ApiVersionStrategy.class).isEmpty()
                ? assessment
                : assessment.atMost(HitLevel.GATEWAY, "Requests state a version of the API.");
    }

    private HitLevelAssessment globalFilters() {
        HitLevelAssessment assessment = HitLevelAssessment.CLEAR;
        for (GlobalFilter filter : all(beans, GlobalFilter.class)) {
            if (!isOf(filter, OURS) && SendingWebHandler.comesBeforeTheCache(filter)) {
                assessment = assessment.atMost(
                        HitLevel.GATEWAY, "The global filter " + name(filter) + " may have to see every request.");
            }
        }
        return assessment;
    }

    /** Handlers before the gateway's may take requests for the same target depending on their fields. */
    private HitLevelAssessment handlers() {
        HitLevelAssessment assessment = HitLevelAssessment.CLEAR;
        for (HandlerMapping mapping : all(beans, HandlerMapping.class)) {
            if (mapping instanceof RoutePredicateHandlerMapping) {
                return assessment;
            }
            if (!(mapping instanceof PreflightRoutes) && !dependsOnTargetOnly(mapping)) {
                assessment = assessment.atMost(
                        HitLevel.GATEWAY, "Handlers of " + name(mapping) + " may take requests before the gateway.");
            }
        }
        return assessment;
    }

    /** Returns whether the paths of requests begin with one that the patterns of routes do not state. */
    static boolean hasBasePath(ListableBeanFactory beans) {
        return all(beans, WebFluxProperties.class).stream()
                .anyMatch(properties -> StringUtils.hasText(properties.getBasePath()));
    }

    /** Returns the handler mappings that take requests before the gateway does; handlers registered later take forwards only. */
    static List<HandlerMapping> before(ListableBeanFactory beans) {
        List<HandlerMapping> before = new ArrayList<>();
        for (HandlerMapping mapping : all(beans, HandlerMapping.class)) {
            if (mapping instanceof RoutePredicateHandlerMapping) {
                break;
            }
            if (mapping instanceof RequestMappingInfoHandlerMapping) {
                before.add(mapping);
            }
        }
        return List.copyOf(before);
    }

    private static boolean dependsOnTargetOnly(HandlerMapping mapping) {
        if (mapping instanceof RouterFunctionMapping functions) {
            return functions.getRouterFunction() == null;
        }
        return mapping instanceof RequestMappingInfoHandlerMapping methods
                && methods.getHandlerMethods().keySet().stream().allMatch(ApplicationAssessment::looksAtNoField);
    }

    /** Content type and Accept only determine how a request is rejected, not which handler takes it. */
    private static boolean looksAtNoField(RequestMappingInfo info) {
        return info.getHeadersCondition().isEmpty()
                && info.getCustomCondition() == null
                && info.getVersionCondition().isEmpty();
    }

    /**
     * Those of Gateway and Larder need not see hits: the operator access filter affects only operator paths, which the actuator answers,
     * so they are never stored.
     */
    private HitLevelAssessment webFilters() {
        HitLevelAssessment assessment = all(beans, DispatcherHandler.class).stream()
                        .allMatch(HitDispatcher.class::isInstance)
                ? HitLevelAssessment.CLEAR
                : HitLevelAssessment.CLEAR.atMost(HitLevel.GATEWAY, "The application has a dispatcher of its own.");
        for (WebFilter filter : all(beans, WebFilter.class)) {
            if (!isOf(filter, OURS)) {
                assessment = assessment.atMost(
                        HitLevel.WEB, "The web filter " + name(filter) + " may have to see every request.");
            }
        }
        return assessment;
    }
}
