package dev.larder.gateway.connection;

import dev.larder.gateway.filter.ErrorHandlers;
import dev.larder.gateway.filter.KnownFilters;
import dev.larder.rfc9111.FieldNames;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cloud.gateway.config.HttpClientCustomizer;
import org.springframework.cloud.gateway.config.HttpClientFactory;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.headers.ForwardedHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.GRPCRequestHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.GRPCResponseHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.RemoveForwardedHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.RemoveHopByHopHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.RemoveXForwardedHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.TransferEncodingNormalizationHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.TrustedProxies;
import org.springframework.cloud.gateway.filter.headers.XForwardedHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.observation.GatewayObservationConvention;
import org.springframework.cloud.gateway.filter.headers.observation.ObservedRequestHttpHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.observation.ObservedResponseHttpHeadersFilter;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import reactor.netty.http.client.HttpClient;

/** Determines whether requests can be forwarded at their connection: everything that is done to them on the way must be known. */
final class ForwardingAssessment {

    private static final String SERVER_CUSTOMIZER = "spring.cloud.gateway.server.webflux.httpserver.customizer-enabled";

    /** Filters of header fields that do nothing to requests without content, or whose effect is known. */
    private static final Set<Class<?>> KNOWN = Set.of(
            ForwardedHeadersFilter.class,
            GRPCRequestHeadersFilter.class,
            GRPCResponseHeadersFilter.class,
            ObservedRequestHttpHeadersFilter.class,
            ObservedResponseHttpHeadersFilter.class,
            RemoveForwardedHeadersFilter.class,
            RemoveXForwardedHeadersFilter.class,
            RemoveHopByHopHeadersFilter.class,
            TransferEncodingNormalizationHeadersFilter.class,
            XForwardedHeadersFilter.class);

    /** Filters of the fields that describe a request's client. */
    private static final Set<Class<?>> DESCRIPTION = Set.of(
            ForwardedHeadersFilter.class,
            RemoveForwardedHeadersFilter.class,
            RemoveXForwardedHeadersFilter.class,
            XForwardedHeadersFilter.class);

    private static final List<String> OURS = List.of("dev.larder.gateway.");

    private ForwardingAssessment() {}

    /** Returns why requests are not forwarded at their connection, but for {@link #client}, as a sentence; empty if they are. */
    static Optional<String> obstacle(ListableBeanFactory beans) {
        return application(beans).or(() -> filters(beans)).or(() -> fields(beans));
    }

    private static Optional<String> application(ListableBeanFactory beans) {
        return ApplicationAssessment.hasBasePath(beans)
                ? Optional.of("The application has a base path.")
                : ErrorHandlers.own(beans).map(name -> "Failures of origins may have to be answered by " + name + ".");
    }

    /** Unlike hits, forwarded requests pass the filters after the cache too. */
    private static Optional<String> filters(ListableBeanFactory beans) {
        for (GlobalFilter filter : ApplicationAssessment.all(beans, GlobalFilter.class)) {
            if (!KnownFilters.contains(filter)) {
                return Optional.of("The global filter " + ApplicationAssessment.name(filter)
                        + " may have to see every request that is forwarded.");
            }
        }
        return Optional.empty();
    }

    /** Returns why it is not known with which header fields requests are forwarded, as a sentence; empty if it is. */
    static Optional<String> fields(ListableBeanFactory beans) {
        for (HttpHeadersFilter filter : ApplicationAssessment.all(beans, HttpHeadersFilter.class)) {
            if (!KNOWN.contains(filter.getClass()) && !ApplicationAssessment.isOf(filter, OURS)) {
                return Optional.of("Header fields are filtered by " + ApplicationAssessment.name(filter) + ".");
            }
        }
        if (removed(beans).contains("content-length")) {
            return Optional.of("The length of content is not forwarded.");
        }
        if (hasTrustedProxies(beans)
                && beans.getBean(Environment.class).getProperty(SERVER_CUSTOMIZER, Boolean.class, false)) {
            return Optional.of("The server believes forwarded header fields (" + SERVER_CUSTOMIZER + ").");
        }
        return ApplicationAssessment.all(beans, GatewayObservationConvention.class)
                        .isEmpty()
                ? Optional.empty()
                : Optional.of("Requests to origins are observed in a way of the application's own.");
    }

    /** Returns why Gateway's HTTP client is not known, as a sentence; empty if it is. */
    static Optional<String> client(ListableBeanFactory beans) {
        for (HttpClientCustomizer customizer : ApplicationAssessment.all(beans, HttpClientCustomizer.class)) {
            if (!ApplicationAssessment.isOf(customizer, OURS)) {
                return Optional.of(
                        "Gateway's HTTP client is customized by " + ApplicationAssessment.name(customizer) + ".");
            }
        }
        List<HttpClientFactory> factories = ApplicationAssessment.all(beans, HttpClientFactory.class);
        return beans.getBeanProvider(HttpClientProperties.class).getIfAvailable() == null
                        || ApplicationAssessment.all(beans, HttpClient.class).size() != 1
                        || factories.size() != 1
                        || !ApplicationAssessment.isOf(factories.get(0), OURS)
                ? Optional.of("Gateway's HTTP client is the application's own.")
                : Optional.empty();
    }

    /** Returns whether proxies may describe their clients; if not, the cache removes what would describe them. */
    private static boolean hasTrustedProxies(ListableBeanFactory beans) {
        return StringUtils.hasText(beans.getBean(Environment.class).getProperty(TrustedProxies.PROPERTY));
    }

    /** @param name name of the gateway in Via; empty for none */
    static ForwardedFieldsByRoute fieldsByRoute(ListableBeanFactory beans, String name) {
        Set<String> removed = removed(beans);
        List<HttpHeadersFilter> description = description(beans);
        boolean describes = description.stream()
                .anyMatch(filter ->
                        filter instanceof ForwardedHeadersFilter || filter instanceof XForwardedHeadersFilter);
        List<HttpHeadersFilter> trusted = describes ? description : List.of();
        FieldNames names = FieldNames.of(removed);
        var uncached = new ForwardedFields(description, names, "", HttpClient.USER_AGENT);
        return new ForwardedFieldsByRoute(
                new ForwardedFields(trusted, names, via("1.1", name), ""),
                new ForwardedFields(trusted, names, via("2.0", name), ""),
                removed.containsAll(RemoveHopByHopHeadersFilter.HEADERS_REMOVED_ON_REQUEST) ? uncached : null);
    }

    /** RFC 9110 7.6.3: names the version of the received message. */
    private static String via(String version, String name) {
        return name.isEmpty() ? "" : version + " " + name;
    }

    /** Returns the filters of fields that describe a request's client. */
    private static List<HttpHeadersFilter> description(ListableBeanFactory beans) {
        return ApplicationAssessment.all(beans, HttpHeadersFilter.class).stream()
                .filter(filter -> DESCRIPTION.stream().anyMatch(type -> type.isInstance(filter)))
                .toList();
    }

    /** Returns the names of fields that are not forwarded, in lower case. */
    private static Set<String> removed(ListableBeanFactory beans) {
        Set<String> removed = new HashSet<>();
        ApplicationAssessment.all(beans, RemoveHopByHopHeadersFilter.class)
                .forEach(filter -> filter.getHeaders().forEach(name -> removed.add(name.toLowerCase(Locale.ROOT))));
        return Set.copyOf(removed);
    }
}
