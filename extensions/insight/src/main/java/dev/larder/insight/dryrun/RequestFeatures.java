package dev.larder.insight.dryrun;

import dev.larder.gateway.rule.KeySettings;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Features that may distinguish requests, with hashed values. The hash of a present feature is never zero.
 *
 * @param base parts that no rule can exclude from the key: method, target without query
 * @param parts parts of the key that could be excluded
 * @param traits features that are not part of the key
 * @param leftOut hashes of names beyond the limit; not of all, if there are very many
 */
public record RequestFeatures(long base, Map<KeyPart, Long> parts, Map<RequestTrait, Long> traits, Set<Long> leftOut) {

    /** Stands for all names that are not shown; no rule can name them. */
    static final String NO_NAME = "(no name)";

    private static final String AUTHORIZATION = "authorization";
    private static final int MOST = 32;
    private static final int MAX_OMITTED = 64;
    private static final int LONGEST_NAME = 64;

    /** Fields that describe how a message travels, or that the engine itself evaluates. */
    private static final Set<String> NO_TRAITS = Set.of(
            "host",
            "cookie",
            "connection",
            "content-length",
            "transfer-encoding",
            "te",
            "trailer",
            "upgrade",
            "keep-alive",
            "expect",
            "via",
            "date",
            "max-forwards",
            "cache-control",
            "pragma",
            "range",
            "if-range",
            "if-match",
            "if-none-match",
            "if-modified-since",
            "if-unmodified-since");

    public RequestFeatures {
        parts = Map.copyOf(parts);
        traits = Map.copyOf(traits);
        leftOut = Set.copyOf(leftOut);
    }

    /**
     * Returns the features of a request.
     *
     * @param request as it would be forwarded, with ignored parameters removed from its query
     * @param query as the client has sent it; empty if there is none
     * @param selecting names of fields, in lower case, that the origin declares to select the response
     */
    public static RequestFeatures of(RequestHead request, String query, KeySettings settings, Set<String> selecting) {
        String counting = Objects.requireNonNullElse(request.target().getRawQuery(), "");
        Map<String, String> counted = parameters(counting);
        Set<Long> leftOut = new HashSet<>();
        Map<KeyPart, Long> parts = new HashMap<>();
        counted.forEach((name, values) ->
                put(parts, new KeyPart(KeyPart.Kind.PARAMETER, parameter(name, values)), values, leftOut));
        if (settings.host()) {
            put(parts, new KeyPart(KeyPart.Kind.HOST, ""), request.fields().combined("Host"), leftOut);
        }
        Map<String, String> cookies = cookies(request.fields());
        for (String name : settings.fields()) {
            put(parts, new KeyPart(KeyPart.Kind.HEADER, name), request.fields().combined(name), leftOut);
        }
        for (String name : settings.cookies()) {
            put(parts, new KeyPart(KeyPart.Kind.COOKIE, name), cookies.getOrDefault(name, ""), leftOut);
        }
        var target = request.target();
        long base = KeyedHashes.of(
                request.method(), String.valueOf(target.getRawAuthority()), String.valueOf(target.getRawPath()));
        Map<String, String> uncounted = parameters(query);
        uncounted.keySet().removeAll(counted.keySet());
        return new RequestFeatures(
                base, parts, traits(request.fields(), uncounted, settings, selecting, leftOut), leftOut);
    }

    /** Adds Authorization first, so that no number of other names displaces it. */
    private static Map<RequestTrait, Long> traits(
            HeaderFields fields,
            Map<String, String> uncounted,
            KeySettings settings,
            Set<String> selecting,
            Set<Long> leftOut) {
        Map<RequestTrait, Long> traits = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>(NO_TRAITS);
        seen.addAll(settings.fields());
        seen.addAll(selecting);
        if (seen.add(AUTHORIZATION) && fields.contains(AUTHORIZATION)) {
            put(traits, new RequestTrait(RequestTrait.Kind.AUTHORIZATION, ""), fields.combined(AUTHORIZATION), leftOut);
        }
        if (!selecting.contains("cookie")) {
            cookies(fields).forEach((name, value) -> {
                if (!settings.cookies().contains(name)) {
                    put(traits, new RequestTrait(RequestTrait.Kind.COOKIE, shown(name)), value, leftOut);
                }
            });
        }
        uncounted.forEach((name, values) ->
                put(traits, new RequestTrait(RequestTrait.Kind.PARAMETER, parameter(name, values)), values, leftOut));
        for (HeaderField field : fields) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (seen.add(name)) {
                put(traits, new RequestTrait(RequestTrait.Kind.HEADER, shown(name)), fields.combined(name), leftOut);
            }
        }
        return traits;
    }

    /** A parameter without a value, or with a very long name, may be a secret itself. */
    private static String parameter(String name, String values) {
        return values.contains("=") ? shown(name) : NO_NAME;
    }

    /** Hides a name that a rule would read as more than a name: a pattern, or a placeholder. */
    private static String shown(String name) {
        return name.length() <= LONGEST_NAME && !name.contains("*") && !name.contains("${") ? name : NO_NAME;
    }

    private static <K> void put(Map<K, Long> features, K name, String value, Set<Long> leftOut) {
        if (features.size() < MOST || features.containsKey(name)) {
            features.merge(name, KeyedHashes.of(value), (some, more) -> KeyedHashes.mixed(some + more) | 1);
        } else if (leftOut.size() < MAX_OMITTED) {
            leftOut.add(KeyedHashes.of(name.toString()));
        }
    }

    /** Returns cookies by name; the first of several counts, and those sent without a value are omitted. */
    private static Map<String, String> cookies(HeaderFields fields) {
        Map<String, String> cookies = new LinkedHashMap<>();
        for (String line : fields.values("Cookie")) {
            for (String cookie : line.split(";", -1)) {
                int equals = cookie.indexOf('=');
                if (equals > 0) {
                    cookies.putIfAbsent(cookie.substring(0, equals).strip(), cookie.substring(equals + 1));
                }
            }
        }
        return cookies;
    }

    /** Returns parameters by decoded name, all values of one name in order. */
    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                parameters.merge(name(pair), pair, (before, more) -> before + '&' + more);
            }
        }
        return parameters;
    }

    private static String name(String pair) {
        String raw = pair.contains("=") ? pair.substring(0, pair.indexOf('=')) : pair;
        try {
            return URLDecoder.decode(raw, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return raw;
        }
    }

    /** Returns a hash of the key without one of its parts; equal for requests that differ in nothing else. */
    long without(KeyPart left) {
        long sum = KeyedHashes.mixed(base) + KeyedHashes.mixed(left.hashCode());
        for (Map.Entry<KeyPart, Long> part : parts.entrySet()) {
            if (!part.getKey().equals(left)) {
                sum += KeyedHashes.mixed(part.getKey().hashCode() ^ part.getValue());
            }
        }
        return KeyedHashes.mixed(sum);
    }

    /** Returns the names that could be removed from the key. */
    List<KeyPart> names() {
        return List.copyOf(parts.keySet());
    }
}
