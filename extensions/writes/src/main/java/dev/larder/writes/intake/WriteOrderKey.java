package dev.larder.writes.intake;

import java.util.List;

/**
 * Groups writes that must be delivered in order: writes with equal keys reach their origin in the order in which they
 * were acknowledged.
 *
 * @param source where the key is taken from
 * @param name of the header field or the query parameter, or the JSON Pointer (RFC 6901); otherwise empty
 */
public record WriteOrderKey(Source source, String name) {

    /** The path of the target as key. */
    public static final WriteOrderKey PATH = new WriteOrderKey(Source.PATH, "");

    private static final List<Source> NAMED = List.of(Source.HEADER, Source.QUERY, Source.JSON);

    /** The source of a key. */
    public enum Source {
        /** The path of the target. */
        PATH,
        /** Path and query of the target. */
        TARGET,
        /** A header field. */
        HEADER,
        /** A parameter of the query. */
        QUERY,
        /** A member of the JSON content. */
        JSON,
        /** Nothing: writes are not ordered. */
        NONE
    }

    /**
     * Parses the form of a configuration: path, target, none, header:NAME, query:NAME or json:POINTER.
     *
     * @throws IllegalArgumentException if it is none of them
     */
    public static WriteOrderKey of(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? "" : text.substring(colon + 1);
        String source = colon < 0 ? text : text.substring(0, colon);
        for (Source each : Source.values()) {
            if (each.name().equalsIgnoreCase(source) && NAMED.contains(each) == !name.isEmpty()) {
                return new WriteOrderKey(each, name);
            }
        }
        throw new IllegalArgumentException("no key is " + text);
    }
}
