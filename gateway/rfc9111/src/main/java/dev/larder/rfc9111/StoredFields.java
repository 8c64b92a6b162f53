package dev.larder.rfc9111;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** RFC 9111 3.1 and 3.2: the header fields that are stored, and how a newer response updates them. */
final class StoredFields {

    /** The field name in lower case. */
    static final String SET_COOKIE = "set-cookie";

    private static final String VARY = "Vary";

    /** RFC 9110 7.6.1 and RFC 9111 3.1: fields of one connection or one proxy. */
    private static final FieldNames NEVER_STORED = FieldNames.of(
            "age",
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authentication-info",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /**
     * RFC 9111 3.2 excepts Content-Length and the fields "that the cache's stored response depends upon": fields that describe
     * the stored octets stay with them. So does Set-Cookie: one client's validation must not set the cookies of others.
     */
    private static final FieldNames NEVER_UPDATED = FieldNames.of(
            "content-digest",
            "content-encoding",
            "content-length",
            "content-md5",
            "content-range",
            "digest",
            "etag",
            "repr-digest",
            SET_COOKIE);

    /** Fields beside {@link ResponseDirectives#DECIDING} by which an origin limits to whom, or until when, a response is given. */
    private static final FieldNames RESTRICTING = FieldNames.of(
            SET_COOKIE, "cache-groups", "cache-tag", "no-vary-search", "pragma", "surrogate-control", "surrogate-key");

    private StoredFields() {}

    /** Returns the storable fields of a received response. Adds a missing Date; omits Age, which is computed. */
    static HeaderFields of(HeaderFields received, ResponseDirectives directives, CookiePolicy cookies, Instant wall) {
        FieldNames named = FieldNames.ofConnection(received);
        Set<String> unstorable = directives.unstorableFields();
        boolean strip = cookies == CookiePolicy.STRIP;
        HeaderFields kept = received.without(name -> NEVER_STORED.contains(name)
                || named.contains(name)
                || (strip && name.equalsIgnoreCase(SET_COOKIE))
                || (!unstorable.isEmpty() && unstorable.contains(lower(name))));
        return kept.contains("Date") ? kept : kept.with("Date", HttpDate.format(wall));
    }

    /** Returns the stored fields, updated by a 304 or by the response to a HEAD. */
    static HeaderFields updated(HeaderFields stored, HeaderFields provided, Instant wall) {
        return combined(stored, provided.without(NEVER_UPDATED::contains), wall);
    }

    /** Returns the stored fields, each replaced that another part of the same representation has (RFC 9110 15.3.7.3). */
    static HeaderFields combined(HeaderFields stored, HeaderFields provided, Instant wall) {
        FieldNames named = FieldNames.ofConnection(provided);
        HeaderFields updates = provided.without(name -> NEVER_STORED.contains(name) || named.contains(name));
        HeaderFields result = stored.updatedBy(updates);
        HeaderFields dated = updates.contains("Date") ? result : result.with("Date", HttpDate.format(wall));
        return withVaryOf(stored, dated);
    }

    /** A response was selected by what it said then, whatever a 304 says of its selection now: the wider Vary stays. */
    private static HeaderFields withVaryOf(HeaderFields stored, HeaderFields updated) {
        if (!stored.contains(VARY)) {
            return updated;
        }
        List<String> said = FieldList.tokens(updated, VARY);
        List<String> unsaid = FieldList.tokens(stored, VARY).stream()
                .filter(name -> !said.contains(name))
                .toList();
        return unsaid.isEmpty() || said.contains("*")
                ? updated
                : updated.with(
                        VARY,
                        Stream.concat(updated.values(VARY).stream(), unsaid.stream())
                                .filter(line -> !line.isBlank())
                                .collect(Collectors.joining(", ")));
    }

    /**
     * Whether Connection lists an end-to-end field ("a sender MUST NOT") that restricts the response or identifies it, and would be
     * removed with what it says.
     */
    static boolean hasDecidingConnectionOption(HeaderFields received) {
        FieldNames named = FieldNames.ofConnection(received);
        return named.intersects(ResponseDirectives.DECIDING) || named.intersects(RESTRICTING);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
