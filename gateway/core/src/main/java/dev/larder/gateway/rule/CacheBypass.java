package dev.larder.gateway.rule;

import dev.larder.rfc9111.HeaderFields;
import java.util.Optional;

/**
 * How clients may have a request answered by the origin instead of the store. The response replaces the stored one.
 *
 * @param field name of a header field that requests it, with any value but {@code 0} and {@code false}
 * @param parameter name of a query parameter that requests it; removed from the request
 */
public record CacheBypass(Optional<String> field, Optional<String> parameter) {

    /** No bypass. */
    public static final CacheBypass NONE = new CacheBypass(Optional.empty(), Optional.empty());

    /** Returns whether clients may bypass the store. */
    public boolean isAllowed() {
        return field.isPresent() || parameter.isPresent();
    }

    /**
     * Returns whether a request asks to bypass the store.
     *
     * @param query query of the request, without the question mark; empty if there is none
     */
    public boolean isRequested(HeaderFields fields, String query) {
        boolean byField = field.filter(fields::contains)
                .map(fields::combined)
                .map(String::strip)
                .filter(value -> !value.equals("0") && !value.equalsIgnoreCase("false"))
                .isPresent();
        return byField || parameter.filter(name -> QueryKey.has(query, name)).isPresent();
    }
}
