package dev.larder.writes.intake;

import java.util.List;

/**
 * What tells apart writes whose order counts: those with equal keys reach their origin in the order in which they were
 * acknowledged.
 *
 * @param source where the key is taken from
 * @param name of the header field or the query parameter, or the JSON Pointer (RFC 6901); else empty
 */
public record WriteOrderKey(Source source, String name) {

    /** By the path of the target. */
    public static final WriteOrderKey PATH = new WriteOrderKey(Source.PATH, "");

    private static final List<Source> NAMED = List.of(Source.HEADER, Source.QUERY, Source.JSON);

    /** Where a key is taken from. */
    public enum Source {
        /** The path of the target. */
        PATH,
        /** Path and query of the target. */
        TARGET,
        /** A header field. */
        HEADER,
        /** A parameter of the query. */
        QUERY,
        /** A member of the content, which is JSON. */
        JSON,
        /** Nothing: no order counts. */
        NONE
    }

    /**
     * From its name in a configuration: path, target, none, header:NAME, query:NAME or json:POINTER.
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
