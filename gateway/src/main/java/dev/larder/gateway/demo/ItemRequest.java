package dev.larder.gateway.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What the target of a request for a versioned item asks for: {@code /items} or {@code /items-<name>} is a collection, what is
 * below it one of its items.
 *
 * @param id absent for the collection itself
 * @param parameters {@code size}, {@code max-age}, {@code expires} and {@code latency}, where they are given
 */
record ItemRequest(String collection, Optional<String> id, Map<String, Long> parameters) {

    /** The longest body that may be asked for, in bytes. */
    static final long MAX_SIZE = 1L << 30;

    private static final Pattern PATH = Pattern.compile("(/items(?:-[a-z0-9]{1,32})?)(?:/([A-Za-z0-9._~-]{1,64}))?");
    private static final Pattern NUMBERS = Pattern.compile("(?:^|&)(size|max-age|expires|latency)=([^&]*)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,10}");
    private static final long DEFAULT_SIZE = 1_000;

    /** Empty where the target names neither an item nor a collection of items. */
    static Optional<ItemRequest> parse(String target) {
        int query = target.indexOf('?');
        var path = PATH.matcher(query < 0 ? target : target.substring(0, query));
        return path.matches()
                ? Optional.of(new ItemRequest(
                        path.group(1),
                        Optional.ofNullable(path.group(2)),
                        parameters(query < 0 ? "" : target.substring(query + 1))))
                : Optional.empty();
    }

    /** A number that cannot be is -1. */
    private static Map<String, Long> parameters(String query) {
        var parameters = new HashMap<String, Long>();
        var matcher = NUMBERS.matcher(query);
        while (matcher.find()) {
            var value = matcher.group(2);
            parameters.put(matcher.group(1), NUMBER.matcher(value).matches() ? Long.parseLong(value) : -1);
        }
        return Map.copyOf(parameters);
    }

    /** Whether every parameter is a number that it can be. */
    boolean hasValidParameters() {
        return parameters.values().stream().allMatch(value -> value >= 0) && size() <= MAX_SIZE;
    }

    String path() {
        return id.map(item -> collection + "/" + item).orElse(collection);
    }

    /** Bytes of the body. */
    long size() {
        return parameters.getOrDefault("size", DEFAULT_SIZE);
    }

    /** Seconds of a freshness lifetime in that form, where the request asks for it. */
    OptionalLong seconds(String parameter) {
        var seconds = parameters.get(parameter);
        return seconds == null ? OptionalLong.empty() : OptionalLong.of(seconds);
    }

    /** How long the answer is to take. */
    Duration latency(Duration otherwise) {
        var milliseconds = parameters.get("latency");
        return milliseconds == null || milliseconds < 0 ? otherwise : Duration.ofMillis(milliseconds);
    }
}
