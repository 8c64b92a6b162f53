package dev.larder.gateway.describe;

import java.util.Locale;
import java.util.Set;

/**
 * Request fields that filters may set without effect on the cache key: those that the cache itself acts on, those of one
 * connection, and identifiers of a single request. All others count.
 */
public final class IrrelevantFields {

    /** Compared by the engine; Authorization counts as the client's (RFC 9111 3.5). */
    private static final Set<String> COMPARED = Set.of(
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
            "range");

    private static final Set<String> OF_MESSAGES = Set.of(
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
            "x-b3-flags",
            "x-b3-parentspanid",
            "x-b3-sampled",
            "x-b3-spanid",
            "x-b3-traceid",
            "x-cloud-trace-context",
            "x-correlation-id",
            "x-datadog-origin",
            "x-datadog-parent-id",
            "x-datadog-sampling-priority",
            "x-datadog-tags",
            "x-datadog-trace-id",
            "x-ot-span-context",
            "x-queue-start",
            "x-request-id",
            "x-request-start",
            "x-span-id",
            "x-trace-id");

    /**
     * What browsers, clients and proxies send of themselves and of the request, beside {@link TrustedProxyFields#KEYED}; a response
     * that depends on it has it in its Vary.
     */
    private static final Set<String> OF_SENDERS = Set.of(
            "accept",
            "accept-charset",
            "accept-language",
            "alt-used",
            "cf-ew-via",
            "cf-ipcountry",
            "cf-ray",
            "cf-visitor",
            "cf-worker",
            "date",
            "dnt",
            "early-data",
            "incremental",
            "origin",
            "priority",
            "purpose",
            "referer",
            "save-data",
            "sec-ch-device-memory",
            "sec-ch-dpr",
            "sec-ch-forced-colors",
            "sec-ch-prefers-color-scheme",
            "sec-ch-prefers-contrast",
            "sec-ch-prefers-reduced-data",
            "sec-ch-prefers-reduced-motion",
            "sec-ch-prefers-reduced-transparency",
            "sec-ch-ua",
            "sec-ch-ua-arch",
            "sec-ch-ua-bitness",
            "sec-ch-ua-form-factors",
            "sec-ch-ua-full-version",
            "sec-ch-ua-full-version-list",
            "sec-ch-ua-mobile",
            "sec-ch-ua-model",
            "sec-ch-ua-platform",
            "sec-ch-ua-platform-version",
            "sec-ch-ua-wow64",
            "sec-ch-viewport-height",
            "sec-ch-viewport-width",
            "sec-ch-width",
            "sec-fetch-dest",
            "sec-fetch-mode",
            "sec-fetch-site",
            "sec-fetch-user",
            "sec-gpc",
            "sec-purpose",
            "sec-websocket-extensions",
            "sec-websocket-key",
            "sec-websocket-version",
            "upgrade-insecure-requests",
            "user-agent",
            "x-forwarded-by",
            "x-forwarded-for",
            "x-requested-with");

    private IrrelevantFields() {}

    /** Returns whether the field is one of these. */
    public static boolean has(String name) {
        return COMPARED.contains(name.toLowerCase(Locale.ROOT)) || areInResponses(name);
    }

    /** Returns whether filters may set the field in a response without effect on who may have that: it tells nothing of its client. */
    public static boolean areInResponses(String name) {
        return OF_MESSAGES.contains(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns whether an origin may know its users by a field: by any that is not known for something else. Names only, never their
     * beginnings: proxies put users and tokens into fields that begin as others do, such as {@code X-Forwarded-User}. Baggage may
     * contain a user.
     */
    public static boolean mayIdentifyUser(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals("authorization")
                || !(has(lower) || OF_SENDERS.contains(lower) || TrustedProxyFields.KEYED.contains(lower));
    }
}
