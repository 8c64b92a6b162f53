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

    /** Fields that do not tell users apart: how a message travels, what is wanted, which software asks, and where a trace belongs. */
    private static final Set<String> OF_NOBODY = Set.of(
            "accept",
            "accept-charset",
            "accept-encoding",
            "accept-language",
            "b3",
            "baggage",
            "cache-control",
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
            "sentry-trace",
            "save-data",
            "te",
            "traceparent",
            "tracestate",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "upgrade-insecure-requests",
            "user-agent",
            "via",
            "x-correlation-id",
            "x-request-id");

    private static final List<String> PREFIXES_OF_NOBODY =
            List.of("cf-", "sec-", "x-amzn-trace-", "x-b3-", "x-cloud-trace-", "x-datadog-", "x-forwarded-");

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
        String name = field.toLowerCase(Locale.ROOT);
        return !OF_NOBODY.contains(name) && PREFIXES_OF_NOBODY.stream().noneMatch(name::startsWith);
    }
}
