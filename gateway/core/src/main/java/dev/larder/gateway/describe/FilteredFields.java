package dev.larder.gateway.describe;

import dev.larder.gateway.message.ReceivedFieldLines;
import dev.larder.gateway.rule.KeySettings;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Request fields that filters add, change or remove before the cache sees the request. They can say who the client is, so that
 * their forwarded values are part of the key. Which fields these are is known from the filters of a route where Gateway describes
 * them, and otherwise from the first request in which a field differs from what the client sent; from then on it is part of the
 * route's keys, whether or not it differs. What Gateway's filters do to all requests alike is no part of the key.
 */
public final class FilteredFields {

    private static final Logger log = LoggerFactory.getLogger(FilteredFields.class);

    private static final String ATTRIBUTE = FilteredFields.class.getName();

    /** A filter that takes the names of fields from its requests would otherwise have all of them remembered. */
    private static final int MAX_NAMES = 64;

    private volatile Map<String, Known> known = Map.of();

    /**
     * What is known of a route.
     *
     * @param names fields that its filters set, in lower case
     * @param alike what its filters do to all requests alike
     */
    private record Known(Set<String> names, DescribedFilters alike) {

        static final Known NOTHING = new Known(Set.of(), DescribedFilters.NONE);

        Known with(Set<String> more) {
            Set<String> all = new TreeSet<>(names);
            all.addAll(more);
            return new Known(all, alike);
        }
    }

    /** Replaces the routes. What their filters have done remains known. */
    public synchronized void refresh(Collection<Route> routes) {
        Map<String, Known> next = new HashMap<>();
        for (Route route : routes) {
            if (route.getFilters().stream().anyMatch(KeyedFilter.class::isInstance)) {
                DescribedFilters filters = DescribedFilters.of(route.getFilters());
                Set<String> before = of(route.getId()).names();
                next.put(route.getId(), new Known(before, filters).with(filters.varying()));
                if (!before.containsAll(filters.varying())) {
                    log.info(
                            "Route {}: the request fields {}, which its filters set, are part of its cache keys.",
                            route.getId(),
                            filters.varying());
                }
            }
        }
        known = Map.copyOf(next);
    }

    private Known of(String route) {
        return known.getOrDefault(route, Known.NOTHING);
    }

    /** The same for a filter of a route without a cache, which forwards all fields. */
    public void tell(ServerWebExchange exchange) {
        tell(exchange, name -> false);
    }

    /**
     * Compares a request that has reached the cache with what the client sent, and records the fields that filters set.
     *
     * @param dropped whether a field is not forwarded
     */
    void tell(ServerWebExchange exchange, Predicate<String> dropped) {
        String route = Described.route(exchange);
        Known before = of(route);
        ServerHttpRequest request = exchange.getRequest();
        Set<String> changed = changed(request, before.alike(), dropped);
        Set<String> names = before.names().containsAll(changed) ? before.names() : remember(route, changed);
        if (!names.isEmpty() || exchange.getAttributes().containsKey(ATTRIBUTE)) {
            exchange.getAttributes().put(ATTRIBUTE, values(names, request.getHeaders(), dropped));
        }
    }

    private static SortedMap<String, List<String>> values(
            Set<String> names, HttpHeaders headers, Predicate<String> dropped) {
        SortedMap<String, List<String>> values = new TreeMap<>();
        names.forEach(name -> values.put(name, dropped.test(name) ? List.of() : List.copyOf(headers.getOrEmpty(name))));
        return values;
    }

    private synchronized Set<String> remember(String route, Set<String> changed) {
        Known before = of(route);
        Known after = before.with(changed);
        if (after.names().size() > MAX_NAMES) {
            return after.names();
        }
        Set<String> added = new TreeSet<>(changed);
        added.removeAll(before.names());
        if (!added.isEmpty()) {
            log.warn(
                    "Route {}: a filter before the cache changes the request fields {}. They are part of its cache keys from now"
                            + " on. Name those that do not change responses in larder.rules.<name>.key.ignored-headers.",
                    route.isEmpty() ? "without an id" : route,
                    added);
        }
        Map<String, Known> next = new HashMap<>(known);
        next.put(route, after);
        known = Map.copyOf(next);
        return after.names();
    }

    /** Returns whether filters have set fields of this request, or of others of the route, before the route is reached. */
    public boolean isFiltered(ServerWebExchange exchange, String route, Predicate<String> dropped) {
        Known of = of(route);
        return !of.names().isEmpty()
                || !changed(exchange.getRequest(), of.alike(), dropped).isEmpty();
    }

    /** Returns the recorded fields as in {@link #told}; if a request has not reached a cache, those that it would record there. */
    SortedMap<String, List<String>> in(ServerWebExchange exchange, Predicate<String> dropped) {
        if (exchange.getAttributes().containsKey(ATTRIBUTE)) {
            return told(exchange);
        }
        Known of = of(Described.route(exchange));
        Set<String> names = new TreeSet<>(of.names());
        names.addAll(changed(exchange.getRequest(), of.alike(), dropped));
        return values(names, exchange.getRequest().getHeaders(), dropped);
    }

    /** Returns the recorded fields: lower-case names to forwarded values. */
    public static SortedMap<String, List<String>> told(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(ATTRIBUTE, new TreeMap<>());
    }

    /** Returns these fields with other values. */
    static SortedMap<String, List<String>> with(SortedMap<String, List<String>> fields, UnaryOperator<String> values) {
        SortedMap<String, List<String>> result = new TreeMap<>();
        fields.forEach(
                (name, lines) -> result.put(name, lines.stream().map(values).toList()));
        return result;
    }

    /** Adds the parts of a key for these fields. No name and no value contains a line feed. */
    static void addTo(List<String> parts, SortedMap<String, List<String>> fields, KeySettings settings) {
        fields.forEach((name, values) -> {
            if (!settings.ignoredFields().contains(name)) {
                parts.add("filtered " + name + (values.isEmpty() ? "" : "\n" + String.join("\n", values)));
            }
        });
    }

    /** Returns the names of the fields that differ from what the client sent, in lower case. */
    private static Set<String> changed(ServerHttpRequest request, DescribedFilters alike, Predicate<String> dropped) {
        if (request instanceof ReceivedFieldLines) {
            return Set.of();
        }
        io.netty.handler.codec.http.HttpHeaders received = received(request);
        if (received == null) {
            return Set.of();
        }
        HttpHeaders forwarded = request.getHeaders();
        Set<String> changed = Set.of();
        for (String name : forwarded.headerNames()) {
            List<String> values = forwarded.getOrEmpty(name);
            List<String> sent = received.getAll(name);
            if (!values.equals(sent)
                    && !IrrelevantFields.has(name)
                    && !dropped.test(name)
                    && !alike.isConstant(name, values)) {
                changed = with(changed, name);
            }
        }
        for (Map.Entry<String, String> line : received) {
            String name = line.getKey();
            if (!forwarded.containsHeader(name)
                    && !IrrelevantFields.has(name)
                    && !dropped.test(name)
                    && !alike.isRemoved(name)) {
                changed = with(changed, name);
            }
        }
        return changed;
    }

    private static Set<String> with(Set<String> names, String name) {
        Set<String> all = names.isEmpty() ? new HashSet<>() : names;
        all.add(name.toLowerCase(Locale.ROOT));
        return all;
    }

    /** Returns the fields as the server received them; null if the request did not come from a server. */
    private static io.netty.handler.codec.http.@Nullable HttpHeaders received(ServerHttpRequest request) {
        Object received;
        try {
            received = ServerHttpRequestDecorator.getNativeRequest(request);
        } catch (IllegalStateException none) {
            return null;
        }
        if (received instanceof HttpServerRequest server) {
            return server.requestHeaders();
        }
        if (received instanceof ReceivedFieldLines lines) {
            var fields = new DefaultHttpHeaders(false);
            lines.fieldLines().forEach(line -> fields.add(line.name(), line.value()));
            return fields;
        }
        return received instanceof HttpRequest head ? head.headers() : null;
    }

    /**
     * Returns the names of the fields that were added to a request, changed or removed since its key was made. Credentials are among
     * them: the engine has judged the request without those that a filter behind the cache has made.
     */
    public static Set<String> differing(HttpHeaders before, HttpHeaders after, KeySettings settings) {
        Set<String> differing = new TreeSet<>();
        for (HttpHeaders fields : List.of(before, after)) {
            for (String name : fields.headerNames()) {
                String lower = name.toLowerCase(Locale.ROOT);
                boolean irrelevant = IrrelevantFields.has(name) && !lower.equals("authorization");
                if (!irrelevant
                        && !after.getOrEmpty(name).equals(before.getOrEmpty(name))
                        && !settings.ignoredFields().contains(lower)) {
                    differing.add(lower);
                }
            }
        }
        return differing;
    }
}
