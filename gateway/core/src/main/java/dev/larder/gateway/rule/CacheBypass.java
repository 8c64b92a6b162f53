package dev.larder.gateway.rule;

import dev.larder.rfc9111.HeaderFields;
import java.util.Optional;

/**
 * How a client may have its request answered by the origin instead of the store. The response replaces what is
 * stored.
 *
 * @param field name of a header field that asks for it, with any value but {@code 0} and {@code false}
 * @param parameter name of a query parameter that asks for it; it is taken out of the request
 */
public record CacheBypass(Optional<String> field, Optional<String> parameter) {

    /** Not at all. */
    public static final CacheBypass NONE = new CacheBypass(Optional.empty(), Optional.empty());

    /** Whether anybody may. */
    public boolean granted() {
        return field.isPresent() || parameter.isPresent();
    }

    /**
     * Whether a request asks for it.
     *
     * @param query of the request, without the question mark; empty if there is none
     */
    public boolean asked(HeaderFields fields, String query) {
        boolean byField = field.filter(fields::contains)
                .map(fields::combined)
                .map(String::strip)
                .filter(value -> !value.equals("0") && !value.equalsIgnoreCase("false"))
                .isPresent();
        return byField || parameter.filter(name -> QueryKey.has(query, name)).isPresent();
    }
}
