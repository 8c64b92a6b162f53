package dev.larder.gateway.describe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;

/**
 * What Gateway's filters of a route do to the request fields, as their descriptions say: nothing else makes their configuration
 * readable.
 *
 * @param varying lower-case names of fields whose values depend on the request
 * @param constants lower-case names of fields to the constant that is set, or added where nothing else can be
 * @param removed lower-case names of fields that are removed from all requests
 */
record DescribedFilters(Set<String> varying, Map<String, String> constants, Set<String> removed) {

    static final DescribedFilters NONE = new DescribedFilters(Set.of(), Map.of(), Set.of());

    private static final String FACTORIES = "org.springframework.cloud.gateway.filter.factory.";
    /** What these forward depends on what the client has sent, unless that is removed before. */
    private static final Set<String> ADDERS =
            Set.of("AddRequestHeaderGatewayFilterFactory", "AddRequestHeadersIfNotPresentGatewayFilterFactory");

    private static final String MAP = "MapRequestHeaderGatewayFilterFactory";
    private static final String REMOVE = "RemoveRequestHeaderGatewayFilterFactory";
    private static final Set<String> OTHERS = Set.of("SetRequestHeaderGatewayFilterFactory", MAP, REMOVE);

    /** One property: {@code name = 'value'}. */
    private static final Pattern PROPERTY = Pattern.compile("(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+) = '(?<value>[^']*)'");

    /** Describes the filters of a route. */
    static DescribedFilters of(List<GatewayFilter> filters) {
        Set<String> varying = new TreeSet<>();
        Map<String, String> constants = new HashMap<>();
        Set<String> removed = new HashSet<>();
        for (GatewayFilter filter : filters) {
            GatewayFilter itself = filter instanceof OrderedGatewayFilter ordered ? ordered.getDelegate() : filter;
            String type = itself.getClass().getName().replaceAll("\\$.*", "");
            String factory = type.startsWith(FACTORIES) ? type.substring(FACTORIES.length()) : "";
            boolean adds = ADDERS.contains(factory);
            boolean described = adds || OTHERS.contains(factory);
            Matcher property = PROPERTY.matcher(itself.toString());
            while (described && property.find()) {
                String name = property.group("name").toLowerCase(Locale.ROOT);
                String value = property.group("value");
                if (factory.equals(REMOVE)) {
                    removed.add(value.toLowerCase(Locale.ROOT));
                } else if (factory.equals(MAP)) {
                    varying.addAll(name.equals("toheader") ? Set.of(value.toLowerCase(Locale.ROOT)) : Set.of());
                } else if (value.contains("{")
                        || (adds && !removed.contains(name))
                        || constants.put(name, value) != null) {
                    varying.add(name);
                }
            }
        }
        varying.removeIf(IrrelevantFields::has);
        constants.keySet().removeAll(varying);
        return new DescribedFilters(varying, constants, removed);
    }

    /** Returns whether a constant alone is what is forwarded. */
    boolean isConstant(String name, List<String> forwarded) {
        String constant = constants.get(name.toLowerCase(Locale.ROOT));
        if (constant == null) {
            return false;
        }
        return forwarded.equals(List.of(constant));
    }

    /** Returns whether a field is removed from all requests. */
    boolean isRemoved(String name) {
        return removed.contains(name.toLowerCase(Locale.ROOT));
    }
}
