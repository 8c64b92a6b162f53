package dev.larder.rfc9111;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** RFC 9111 5.2.1: the cache directives of a request. Directives that cannot be parsed count in their stricter sense. */
public final class RequestDirectives {

    private static final RequestDirectives NONE = new RequestDirectives(CacheDirectiveSet.NONE, false);
    private static final ParsedLineCache<RequestDirectives> OF_LINES =
            new ParsedLineCache<>(line -> new RequestDirectives(CacheDirectiveSet.of(List.of(line)), false));

    private final CacheDirectiveSet directives;
    private final boolean pragma;

    private RequestDirectives(CacheDirectiveSet directives, boolean pragma) {
        this.directives = directives;
        this.pragma = pragma;
    }

    /** Returns the directives of a request, or none if the policy does not honour them. */
    public static RequestDirectives of(HeaderFields request, CachePolicy policy) {
        if (!policy.requestDirectives()) {
            return NONE;
        }
        List<String> lines = request.values("Cache-Control");
        if (!lines.isEmpty()) {
            return lines.size() == 1
                    ? OF_LINES.of(lines.get(0))
                    : new RequestDirectives(CacheDirectiveSet.of(lines), false);
        }
        return request.contains("Pragma") ? ofPragma(request) : NONE;
    }

    /** RFC 9111 5.4: Pragma is deprecated; {@code no-cache} still counts if there is no Cache-Control. */
    private static RequestDirectives ofPragma(HeaderFields request) {
        boolean noCache = FieldList.tokens(request, "Pragma").contains("no-cache");
        return new RequestDirectives(CacheDirectiveSet.NONE, noCache);
    }

    /** RFC 9111 5.2.1.4. */
    public boolean isNoCache() {
        return pragma || directives.contains("no-cache");
    }

    /** RFC 9111 5.2.1.5. */
    public boolean isNoStore() {
        return directives.contains("no-store");
    }

    /** RFC 9111 5.2.1.7. */
    public boolean isOnlyIfCached() {
        return directives.contains("only-if-cached");
    }

    /** RFC 9111 5.2.1.1; zero if it cannot be parsed. */
    public Optional<Duration> maxAge() {
        return directives.seconds("max-age");
    }

    /** RFC 9111 5.2.1.3; the greatest duration if it cannot be parsed. */
    public Optional<Duration> minFresh() {
        return directives.all("min-fresh").stream()
                .map(one -> CacheDirectiveSet.seconds(one).orElse(DeltaSeconds.MAX))
                .max(Duration::compareTo);
    }

    /** RFC 9111 5.2.1.2: the accepted staleness; the greatest duration if no limit is given, none if malformed. */
    public Optional<Duration> maxStale() {
        return directives.all("max-stale").stream()
                .map(one -> one.argument().isEmpty() && one.wellFormed()
                        ? DeltaSeconds.MAX
                        : CacheDirectiveSet.seconds(one).orElse(Duration.ZERO))
                .min(Duration::compareTo);
    }

    /** RFC 5861 4, in a request; zero if it cannot be parsed. */
    public Optional<Duration> staleIfError() {
        return directives.seconds("stale-if-error");
    }
}
