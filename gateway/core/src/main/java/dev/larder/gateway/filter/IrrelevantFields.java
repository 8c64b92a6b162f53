package dev.larder.gateway.filter;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Request fields that filters may set without effect on the cache key: those that the cache itself acts on, those of one
 * connection, and identifiers of a single request. All others count.
 */
public final class IrrelevantFields {

    private static final Set<String> NAMES = Set.of(
            // Compared by the engine; Authorization counts as the client's (RFC 9111 3.5).
            "accept-encoding",
            "authorization",
            "available-dictionary",
            "cache-control",
            "dictionary-id",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-range",
            "if-unmodified-since",
            "pragma",
            "range",
            // Of the message and its connection.
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "max-forwards",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "via",
            // Identifiers of a request or of its trace.
            "b3",
            "correlation-id",
            "elastic-apm-traceparent",
            "newrelic",
            "request-id",
            "sentry-trace",
            "traceparent",
            "tracestate",
            "uber-trace-id",
            "x-amzn-trace-id",
            "x-cloud-trace-context",
            "x-correlation-id",
            "x-ot-span-context",
            "x-queue-start",
            "x-request-id",
            "x-request-start",
            "x-span-id",
            "x-trace-id");

    private static final List<String> PREFIXES = List.of("x-b3-", "x-datadog-");

    private IrrelevantFields() {}

    /** Returns whether the field is one of these. */
    public static boolean has(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NAMES.contains(lower) || PREFIXES.stream().anyMatch(lower::startsWith);
    }
}
