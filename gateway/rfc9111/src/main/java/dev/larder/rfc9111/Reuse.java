package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** RFC 9111 4 and 5.2.1, RFC 5861 3: decides about the reuse of stored responses in a shared cache. */
public final class Reuse {

    private static final FieldNames DECIDING = FieldNames.of(
            "cache-control",
            "pragma",
            "range",
            "if-range",
            "if-match",
            "if-none-match",
            "if-modified-since",
            "if-unmodified-since",
            "content-length",
            "transfer-encoding",
            "upgrade");

    private final RequestHead request;
    private final RequestDirectives wishes;
    private final CachePolicy policy;
    private final boolean invalidated;
    private final Instant now;

    private Reuse(RequestHead request, boolean invalidated, CachePolicy policy, Instant now) {
        this.request = request;
        this.wishes = RequestDirectives.of(request.fields(), policy);
        this.policy = policy;
        this.invalidated = invalidated;
        this.now = now;
    }

    /**
     * Decides how a request is satisfied.
     *
     * @param stored the stored responses under the request's key
     * @param now on the steady time line
     */
    public static ReuseVerdict judge(
            RequestHead request, Optional<ResponseVariants> stored, CachePolicy policy, Instant now) {
        return judge(request, stored, false, policy, now);
    }

    /**
     * Decides how a request is satisfied.
     *
     * @param stored the stored responses under the request's key
     * @param invalidated whether a write has invalidated them: "in need of a mandatory validation before it can be sent
     *     in response to a subsequent request" (RFC 9111 4.4)
     * @param now on the steady time line
     */
    public static ReuseVerdict judge(
            RequestHead request,
            Optional<ResponseVariants> stored,
            boolean invalidated,
            CachePolicy policy,
            Instant now) {
        Optional<Reason> obstacle = obstacle(request, policy);
        return obstacle.isPresent()
                ? new ReuseVerdict.Forward(obstacle.get(), true)
                : new Reuse(request, invalidated, policy, now).unlessOnlyIfCached(stored);
    }

    /** Returns why a request is forwarded whatever is stored; empty if that decides. */
    public static Optional<Reason> obstacle(RequestHead request, CachePolicy policy) {
        if (!policy.methods().contains(request.method())) {
            return Optional.of(Reason.METHOD);
        }
        if (request.hasContent() && !policy.isKeyedByContent(request.method())) {
            return Optional.of(Reason.REQUEST_BODY);
        }
        return request.isUpgrade() ? Optional.of(Reason.UPGRADE) : Optional.empty();
    }

    /**
     * Whether a request has no fields that affect reuse except those that select a response. If so, {@link #canServeWithoutOrigin}
     * decides whether it is answered with the selected one.
     */
    public static boolean isPlain(RequestHead request) {
        HeaderFields fields = request.fields();
        for (HeaderField field : fields) {
            if (DECIDING.contains(field.name())) {
                return false;
            }
        }
        return request.isGet() || request.isHead();
    }

    /**
     * Whether a response answers a plain request that selects it, unchanged and without contact to the origin. Only
     * valid if no write has invalidated it.
     *
     * @param now on the steady time line
     */
    public static boolean canServeWithoutOrigin(StoredResponse selected, CachePolicy policy, Instant now) {
        return !selected.directives().isNoCache()
                && !policy.alwaysValidate()
                && selected.isFresh(now)
                && !selected.isRefreshDue(policy, now);
    }

    /** Whether a request forbids storing its response (RFC 9111 5.2.1.5). */
    public static boolean isStoringForbidden(RequestHead request, CachePolicy policy) {
        return RequestDirectives.of(request.fields(), policy).isNoStore();
    }

    private ReuseVerdict unlessOnlyIfCached(Optional<ResponseVariants> stored) {
        ReuseVerdict verdict = judge(stored);
        boolean needsOrigin = verdict instanceof ReuseVerdict.Revalidate || verdict instanceof ReuseVerdict.Forward;
        return needsOrigin && wishes.isOnlyIfCached() ? new ReuseVerdict.Refuse(Reason.ONLY_IF_CACHED) : verdict;
    }

    private ReuseVerdict judge(Optional<ResponseVariants> stored) {
        List<StoredResponse> selected =
                stored.map(variants -> variants.selectedBy(request)).orElse(List.of());
        if (selected.isEmpty()) {
            return new ReuseVerdict.Forward(stored.map(this::missed).orElse(Reason.URI_MISS), isUnshareable());
        }
        if (hasOriginOnlyCondition()) {
            return new ReuseVerdict.Forward(Reason.REQUEST_CONDITION, true);
        }
        ReuseVerdict verdict = judge(selected.get(0));
        boolean unusablePart = selected.get(0).isPartial() && !(verdict instanceof ReuseVerdict.Serve);
        return unusablePart ? new ReuseVerdict.Forward(Reason.STORED_PART, true) : verdict;
    }

    private Reason missed(ResponseVariants stored) {
        boolean part = request.fields().contains("Range")
                && stored.responses().stream().anyMatch(StoredResponse::isPartial);
        return part ? Reason.STORED_PART : Reason.VARY_MISS;
    }

    /** Whether the response to this request may be useless for others. */
    private boolean isUnshareable() {
        return request.isHead() || request.fields().contains("Range") || request.isConditional() || wishes.isNoStore();
    }

    /**
     * "A cache MUST NOT evaluate conditional header fields that only apply to an origin server": If-Match and
     * If-Unmodified-Since (RFC 9111 4.3.2).
     */
    private boolean hasOriginOnlyCondition() {
        return request.fields().contains("If-Match") || request.fields().contains("If-Unmodified-Since");
    }

    private ReuseVerdict judge(StoredResponse stored) {
        if (invalidated) {
            return new ReuseVerdict.Revalidate(stored, Reason.INVALIDATED);
        }
        if (wishes.isNoCache()) {
            return new ReuseVerdict.Revalidate(stored, stored.isFresh(now) ? Reason.REQUEST_NO_CACHE : Reason.STALE);
        }
        if (stored.directives().isNoCache()) {
            return new ReuseVerdict.Revalidate(stored, Reason.RESPONSE_NO_CACHE);
        }
        if (policy.alwaysValidate()) {
            return new ReuseVerdict.Revalidate(stored, Reason.ALWAYS_VALIDATED);
        }
        if (stored.isFresh(now)) {
            return fresh(stored);
        }
        ResponseDirectives directives = stored.directives();
        return directives.isStaleProhibited(directives.staleWhileRevalidate())
                ? new ReuseVerdict.Revalidate(stored, Reason.STALE)
                : stale(stored);
    }

    /** RFC 8246 2: a fresh immutable response is validated only for {@code no-cache}. */
    private ReuseVerdict fresh(StoredResponse stored) {
        if (stored.directives().isImmutable()) {
            return new ReuseVerdict.Serve(stored, Reason.HIT);
        }
        return tooOldForRequest(stored)
                .<ReuseVerdict>map(reason -> new ReuseVerdict.Revalidate(stored, reason))
                .orElseGet(() -> request.isGet() && stored.isRefreshDue(policy, now)
                        ? new ReuseVerdict.ServeWhileRevalidating(stored, Reason.HIT)
                        : new ReuseVerdict.Serve(stored, Reason.HIT));
    }

    private ReuseVerdict stale(StoredResponse stored) {
        Optional<Reason> tooOld = tooOldForRequest(stored);
        if (tooOld.isPresent()) {
            return new ReuseVerdict.Revalidate(stored, Reason.STALE);
        }
        Duration staleness = stored.staleness(now);
        if (!stored.directives().isStaleProhibited() && isWithin(staleness, wishes.maxStale())) {
            return new ReuseVerdict.Serve(stored, Reason.HIT_MAX_STALE);
        }
        boolean inWindow = isWithin(staleness, Optional.of(stored.staleWhileRevalidate(policy)));
        return inWindow && wishes.maxAge().isEmpty()
                ? new ReuseVerdict.ServeWhileRevalidating(stored, Reason.HIT_STALE_WHILE_REVALIDATE)
                : new ReuseVerdict.Revalidate(stored, Reason.STALE);
    }

    private Optional<Reason> tooOldForRequest(StoredResponse stored) {
        if (wishes.maxAge()
                .filter(limit -> stored.currentAge(now).compareTo(limit) > 0)
                .isPresent()) {
            return Optional.of(Reason.REQUEST_MAX_AGE);
        }
        if (wishes.minFresh()
                .filter(wanted -> stored.ttl(now).compareTo(wanted) < 0)
                .isPresent()) {
            return Optional.of(Reason.REQUEST_MIN_FRESH);
        }
        return Optional.empty();
    }

    /** A window of zero is empty: a response that has just become stale is already outside. */
    private static boolean isWithin(Duration staleness, Optional<Duration> window) {
        return window.isPresent() && !window.get().isZero() && staleness.compareTo(window.get()) <= 0;
    }
}
