package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * RFC 9111 4.2.1 and 4.2.2: the freshness lifetime of a response and its basis.
 *
 * @param lifetime between zero and 2^31 seconds
 * @param basis the source of the lifetime
 */
record Freshness(Duration lifetime, Basis basis) {

    /** The source of a freshness lifetime. */
    enum Basis {
        /** The origin: s-maxage, max-age, Expires or a targeted field. */
        EXPLICIT,
        /** The operator's rule. */
        RULE,
        /** RFC 9111 4.2.2. */
        HEURISTIC,
        /** No source: there is no lifetime. */
        NONE
    }

    private static final Freshness UNKNOWN = new Freshness(Duration.ZERO, Basis.NONE);
    private static final int HEURISTIC_FRACTION = 10;

    /** Returns the lifetime of a response that arrived at the wall clock time {@code wall}. */
    static Freshness of(ResponseHead response, ResponseDirectives directives, CachePolicy policy, Instant wall) {
        Freshness found = unlimited(response, directives, policy, wall);
        boolean overridden = found.basis() == Basis.RULE && policy.freshness().ttlOverrides();
        return policy.privateCache() || overridden
                ? found
                : TargetedDirectives.limit(response.fields())
                        .filter(limit -> limit.compareTo(found.lifetime()) < 0)
                        .map(limit -> new Freshness(limit, found.basis()))
                        .orElse(found);
    }

    private static Freshness unlimited(
            ResponseHead response, ResponseDirectives directives, CachePolicy policy, Instant wall) {
        Optional<Duration> explicit = explicit(response.fields(), directives, policy, wall);
        if (explicit.isPresent() && (!policy.freshness().ttlOverrides() || !directives.isWellFormed())) {
            return new Freshness(explicit.get(), Basis.EXPLICIT);
        }
        Duration ofStatus = policy.freshness().statusTtl().get(response.status());
        if (ofStatus != null) {
            return new Freshness(ofStatus, Basis.RULE);
        }
        boolean cacheable = directives.isPublic() || StatusCode.isHeuristicallyCacheable(response.status());
        Optional<Duration> ofRule = policy.freshness().ttl(response.fields());
        if (ofRule.isPresent() && (cacheable || explicit.isPresent())) {
            return new Freshness(ofRule.get(), Basis.RULE);
        }
        if (explicit.isPresent()) {
            return new Freshness(explicit.get(), Basis.EXPLICIT);
        }
        if (!cacheable) {
            return UNKNOWN;
        }
        return heuristic(response.fields(), policy, wall)
                .map(lifetime -> new Freshness(lifetime, Basis.HEURISTIC))
                .orElse(UNKNOWN);
    }

    /** Returns the Date; if malformed, "a recipient MAY replace that value with the time that response was received". */
    static Instant date(HeaderFields fields, Instant wall) {
        return fields.first("Date")
                .flatMap(value -> HttpDate.parse(value, wall))
                .orElse(wall);
    }

    /**
     * RFC 9111 5.2.2.10: s-maxage is for shared caches. A lifetime that cannot be read is none, also where all that cannot be read
     * is another part of Cache-Control: no guess and no rule replaces what the origin has tried to say.
     */
    static Optional<Duration> explicit(
            HeaderFields fields, ResponseDirectives directives, CachePolicy policy, Instant wall) {
        Optional<Duration> stated = policy.privateCache()
                ? directives.maxAge()
                : directives.sMaxAge().or(directives::maxAge);
        if (stated.isPresent() || !directives.isWellFormed()) {
            return stated.or(() -> Optional.of(Duration.ZERO));
        }
        if (directives.isTargeted() || !fields.contains("Expires")) {
            return hasEffectivePragmaNoCache(fields) ? Optional.of(Duration.ZERO) : stated;
        }
        Duration untilExpires = HttpDate.single(fields, "Expires", wall)
                .map(expires -> DeltaSeconds.between(date(fields, wall), expires))
                .orElse(Duration.ZERO);
        return Optional.of(untilExpires);
    }

    /** RFC 9111 5.4 gives Pragma no meaning in a response; without Cache-Control its no-cache keeps a guess away. */
    private static boolean hasEffectivePragmaNoCache(HeaderFields fields) {
        return fields.contains("Pragma")
                && !fields.contains("Cache-Control")
                && DirectiveWords.forbidding(fields.values("Pragma")).stream()
                        .anyMatch(directive -> directive.name().equals("no-cache"));
    }

    private static Optional<Duration> heuristic(HeaderFields fields, CachePolicy policy, Instant wall) {
        return HttpDate.single(fields, "Last-Modified", wall).map(modified -> {
            Duration tenth = DeltaSeconds.between(modified, date(fields, wall)).dividedBy(HEURISTIC_FRACTION);
            Duration most = policy.freshness().heuristicMax();
            return tenth.compareTo(most) > 0 ? most : tenth;
        });
    }
}
