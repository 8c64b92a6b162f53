package dev.larder.insight.trial;

import dev.larder.gateway.filter.ReplayableRequest;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.insight.dryrun.KeyedHashes;
import dev.larder.rfc9111.HeaderField;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Who has made a request, as far as its fields tell: by the user, Authorization, cookies, and every other field that is not known to
 * say something else. A field that is not known counts, as it may be a credential.
 */
final class Requester {

    /** A request by nobody in particular. */
    static final long ANONYMOUS = 0;

    /**
     * Fields that do not tell users apart: how a message travels, what is wanted, which software asks, and where a trace belongs.
     * Names only, never their beginnings: proxies put users and tokens into fields that begin as these do, such as
     * {@code CF-Access-Jwt-Assertion} and {@code X-Forwarded-User}. Baggage is not one of them, as it may contain a user.
     */
    private static final Set<String> OF_NOBODY = Set.of(
            "accept",
            "accept-charset",
            "accept-encoding",
            "accept-language",
            "b3",
            "cache-control",
            "cf-connecting-ip",
            "cf-connecting-ipv6",
            "cf-ew-via",
            "cf-ipcountry",
            "cf-pseudo-ipv4",
            "cf-ray",
            "cf-visitor",
            "cf-worker",
            "connection",
            "content-length",
            "date",
            "dnt",
            "expect",
            "forwarded",
            "host",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-range",
            "if-unmodified-since",
            "incremental",
            "keep-alive",
            "max-forwards",
            "origin",
            "pragma",
            "priority",
            "range",
            "referer",
            "request-id",
            "save-data",
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
            "sec-fetch-dest",
            "sec-fetch-mode",
            "sec-fetch-site",
            "sec-fetch-user",
            "sec-gpc",
            "sec-purpose",
            "sentry-trace",
            "te",
            "traceparent",
            "tracestate",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "upgrade-insecure-requests",
            "user-agent",
            "via",
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
            "x-datadog-trace-id",
            "x-forwarded-by",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-prefix",
            "x-forwarded-proto",
            "x-forwarded-protocol",
            "x-forwarded-scheme",
            "x-forwarded-server",
            "x-forwarded-ssl",
            "x-real-ip",
            "x-request-id");

    private Requester() {}

    /**
     * Returns a hash that is equal for requests of the same requester.
     *
     * @param rule a query of which its key leaves something out tells requesters apart, as it may contain a credential
     */
    static long of(ReplayableRequest request, RequestRule rule) {
        List<String> told = new ArrayList<>();
        URI target = request.head().target();
        if (!rule.counting(target).equals(target)) {
            told.add("query " + target.getRawQuery());
        }
        request.user().ifPresent(user -> told.add("user " + user));
        for (HeaderField field : request.head().fields()) {
            if (tells(field.name())) {
                told.add(field.name().toLowerCase(Locale.ROOT) + ' ' + field.value());
            }
        }
        if (told.isEmpty()) {
            return ANONYMOUS;
        }
        Collections.sort(told);
        return KeyedHashes.of(told.toArray(String[]::new));
    }

    /** Returns whether a field may tell users apart. */
    static boolean tells(String field) {
        return !OF_NOBODY.contains(field.toLowerCase(Locale.ROOT));
    }
}
