package dev.larder.gateway.rule;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Selects the query parameters that are part of the key. The others are removed from the request, so that requests with equal
 * keys are equal for the origin. Names are compared percent-decoded.
 *
 * @param keep names of the only parameters in the key; empty for all
 * @param ignore names of parameters excluded from the key; a final {@code *} stands for any rest
 * @param sort whether the order of names is ignored; the order of equal names is not
 */
public record QueryKey(List<String> keep, List<String> ignore, boolean sort) {

    /** Includes every octet of the query. */
    public static final QueryKey ALL = new QueryKey(List.of(), List.of(), false);

    public QueryKey {
        keep = List.copyOf(keep);
        ignore = List.copyOf(ignore);
    }

    /**
     * Returns the query as it is forwarded and keyed.
     *
     * @param query the query as it was sent, without its question mark
     * @return empty if nothing of it is part of the key
     */
    public Optional<String> normalised(String query) {
        if (equals(ALL)) {
            return Optional.of(query);
        }
        List<String> pairs = new ArrayList<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty() && isInKey(name(pair))) {
                pairs.add(pair);
            }
        }
        if (sort) {
            pairs.sort(Comparator.comparing(QueryKey::name));
        }
        return pairs.isEmpty() ? Optional.empty() : Optional.of(String.join("&", pairs));
    }

    /** Returns the same selection, with one more parameter excluded. */
    QueryKey without(String parameter) {
        var more = new ArrayList<>(ignore);
        more.add(parameter);
        return new QueryKey(keep, more, sort);
    }

    /** Returns whether a query has a parameter of this name. */
    static boolean has(String query, String parameter) {
        for (String pair : query.split("&", -1)) {
            if (name(pair).equals(parameter)) {
                return true;
            }
        }
        return false;
    }

    private boolean isInKey(String name) {
        Predicate<String> matches = pattern -> pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
        return (keep.isEmpty() || keep.stream().anyMatch(matches))
                && ignore.stream().noneMatch(matches);
    }

    /** Returns the decoded name of a parameter; unchanged if it cannot be decoded. */
    private static String name(String pair) {
        int end = pair.indexOf('=');
        String raw = end < 0 ? pair : pair.substring(0, end);
        try {
            return URLDecoder.decode(raw, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return raw;
        }
    }
}
