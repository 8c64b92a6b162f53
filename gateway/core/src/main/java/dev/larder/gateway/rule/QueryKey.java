package dev.larder.gateway.rule;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which parameters of a query tell requests apart. The others are taken out of the request, so that requests with one key
 * are one request to the origin. Names are compared percent-decoded.
 *
 * @param keep names of the only parameters that count; empty for all
 * @param ignore names of parameters that do not count; {@code *} at the end stands for any rest
 * @param sort whether the order of names does not count; that of equal names always does
 */
public record QueryKey(List<String> keep, List<String> ignore, boolean sort) {

    /** Every octet of a query counts. */
    public static final QueryKey ALL = new QueryKey(List.of(), List.of(), false);

    public QueryKey {
        keep = List.copyOf(keep);
        ignore = List.copyOf(ignore);
    }

    /**
     * The query as it is forwarded and keyed.
     *
     * @param query without its question mark, as it was sent
     * @return empty if nothing of it counts
     */
    public Optional<String> normalised(String query) {
        if (equals(ALL)) {
            return Optional.of(query);
        }
        List<String> pairs = new ArrayList<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty() && counts(name(pair))) {
                pairs.add(pair);
            }
        }
        if (sort) {
            pairs.sort(Comparator.comparing(QueryKey::name));
        }
        return pairs.isEmpty() ? Optional.empty() : Optional.of(String.join("&", pairs));
    }

    /** The same, and one more parameter that does not count. */
    QueryKey without(String parameter) {
        var more = new ArrayList<>(ignore);
        more.add(parameter);
        return new QueryKey(keep, more, sort);
    }

    /** Whether a query has a parameter of this name. */
    static boolean has(String query, String parameter) {
        for (String pair : query.split("&", -1)) {
            if (name(pair).equals(parameter)) {
                return true;
            }
        }
        return false;
    }

    private boolean counts(String name) {
        Predicate<String> matches = pattern -> pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
        return (keep.isEmpty() || keep.stream().anyMatch(matches))
                && ignore.stream().noneMatch(matches);
    }

    /** The decoded name of a parameter; as it was sent, if it cannot be decoded. */
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
