package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** RFC 9111 3 and 3.5: decides about storing responses, in a shared cache or in one whose keys distinguish users. */
public final class Storability {

    private static final StoredBody NOT_YET = () -> 0;

    private final RequestHead request;
    private final ResponseHead response;
    private final CachePolicy policy;
    private final ReceptionTimes when;
    private final ResponseDirectives directives;
    private @Nullable Freshness freshness;
    private @Nullable HeaderFields storable;

    Storability(RequestHead request, ResponseHead response, CachePolicy policy, ReceptionTimes when) {
        this.request = request;
        this.response = response;
        this.policy = policy;
        this.when = when;
        this.directives = ResponseDirectives.of(response.fields());
    }

    /** Computed on demand: many responses are rejected before it is needed. */
    private Freshness freshness() {
        Freshness known = freshness;
        if (known == null) {
            known = Freshness.of(response, directives, policy, when.wall());
            freshness = known;
        }
        return known;
    }

    private HeaderFields storable() {
        HeaderFields known = storable;
        if (known == null) {
            known = StoredFields.of(
                    response.fields(), directives, policy.storage().cookies(), when.wall());
            storable = known;
        }
        return known;
    }

    /**
     * Decides about a response by its head.
     *
     * @param request the request of the response
     * @param response the response as it was received
     */
    public static StoreVerdict judge(
            RequestHead request, ResponseHead response, CachePolicy policy, ReceptionTimes when) {
        Storability storability = new Storability(request, response, policy, when);
        Optional<Reason> obstacle = storability
                .byMethod()
                .or(storability::byStatus)
                .or(storability::byDirectives)
                .or(storability::byFreshness);
        return obstacle.<StoreVerdict>map(StoreVerdict.DoNotStore::new)
                .orElseGet(() -> new StoreVerdict.Store(storability.stored(NOT_YET, storability.varyKey())));
    }

    /** RFC 9111 4.2.1: whether the origin states the freshness of a response explicitly. */
    public static boolean hasExplicitFreshness(ResponseHead response, CachePolicy policy, Instant wall) {
        return Freshness.explicit(response.fields(), ResponseDirectives.of(response.fields()), policy, wall)
                .isPresent();
    }

    /** RFC 9111 3: "the request method is understood by the cache". */
    private Optional<Reason> byMethod() {
        if (policy.isKeyedByContent(request.method())) {
            return byContentMethod();
        }
        if (request.method().equals("POST")) {
            return byPost();
        }
        if (!request.isGet()) {
            return Optional.of(Reason.METHOD_NOT_CACHEABLE);
        }
        return request.hasContent() ? Optional.of(Reason.REQUEST_BODY) : Optional.empty();
    }

    /** RFC 9110 9.3.3: responses to POST need explicit freshness. */
    private Optional<Reason> byContentMethod() {
        boolean stated =
                freshness().basis() == Freshness.Basis.EXPLICIT || freshness().basis() == Freshness.Basis.RULE;
        return stated || !request.method().equals("POST") ? Optional.empty() : Optional.of(Reason.NO_FRESHNESS);
    }

    /**
     * RFC 9110 9.3.3: "Responses to POST requests are only cacheable when they include explicit freshness information
     * and a Content-Location header field that has the same value as the POST's target URI." It is stored like the
     * response to a GET, under a key that does not distinguish users.
     */
    private Optional<Reason> byPost() {
        if (policy.privateCache() || !UnsafeMethods.hasTargetAsContentLocation(request, response)) {
            return Optional.of(Reason.METHOD_NOT_CACHEABLE);
        }
        return freshness().basis() == Freshness.Basis.EXPLICIT ? Optional.empty() : Optional.of(Reason.NO_FRESHNESS);
    }

    /** RFC 9111 3: "the response status code is final". This cache does not store responses to conditional requests. */
    private Optional<Reason> byStatus() {
        if (!policy.storage().statuses().isEmpty()
                && !policy.storage().statuses().contains(response.status())) {
            return Optional.of(Reason.STATUS_EXCLUDED);
        }
        if (StatusCode.isUnstorable(response.status())) {
            return Optional.of(Reason.STATUS_EXCLUDED);
        }
        return switch (response.status()) {
            case StatusCode.PARTIAL_CONTENT -> byPart();
            case StatusCode.NOT_MODIFIED -> Optional.of(Reason.NOT_MODIFIED);
            case StatusCode.PRECONDITION_FAILED -> Optional.of(Reason.CONDITIONAL_REQUEST);
            case StatusCode.RANGE_NOT_SATISFIABLE -> Optional.of(Reason.RANGE_REQUEST);
            default -> StatusCode.isInterim(response.status()) ? Optional.of(Reason.INTERIM) : Optional.empty();
        };
    }

    private Optional<Reason> byPart() {
        return PartialResponse.isStorable(request, response, freshness()) && !directives.isNoCache()
                ? Optional.empty()
                : Optional.of(Reason.PARTIAL_CONTENT);
    }

    /** Returns the reason why fields of request or response forbid storing, whatever the freshness. */
    Optional<Reason> byDirectives() {
        if (directives.mustUnderstand() && !StatusCode.isUnderstood(response.status())) {
            return Optional.of(Reason.STATUS_NOT_UNDERSTOOD);
        }
        if (directives.isNoStore() && !directives.mustUnderstand()) {
            return Optional.of(Reason.RESPONSE_NO_STORE);
        }
        if (!policy.privateCache() && directives.isPrivate()) {
            return Optional.of(Reason.PRIVATE);
        }
        if (!policy.privateCache()
                && request.fields().contains("Authorization")
                && !directives.allowsAuthorizedReuse()) {
            return Optional.of(Reason.AUTHORIZATION);
        }
        if (Vary.of(response.fields(), policy.storage().amended()).isEmpty()) {
            return Optional.of(Reason.VARY_STAR);
        }
        if (StoredFields.hasDecidingConnectionOption(response.fields())) {
            return Optional.of(Reason.CONNECTION_NAMES_DECIDING_FIELD);
        }
        return RequestDirectives.of(request.fields(), policy).isNoStore()
                ? Optional.of(Reason.REQUEST_NO_STORE)
                : Optional.empty();
    }

    /** Returns the reason why no later request could or may be answered with the response. */
    Optional<Reason> byFreshness() {
        if (storable().contains(StoredFields.SET_COOKIE) && !mayShareCookies()) {
            return Optional.of(Reason.SET_COOKIE);
        }
        if (hasValidator()) {
            return isCacheable() ? Optional.empty() : Optional.of(Reason.NO_FRESHNESS);
        }
        if (freshness().basis() == Freshness.Basis.NONE) {
            return Optional.of(Reason.NO_FRESHNESS);
        }
        if (directives.isNoCache()) {
            return Optional.of(Reason.RESPONSE_NO_CACHE);
        }
        return isUsableWithoutValidation() ? Optional.empty() : Optional.of(Reason.ALREADY_STALE);
    }

    /** Returns the response to store, with this content, for requests with these selecting fields. */
    StoredResponse stored(StoredBody body, Map<String, String> varyKey) {
        Duration age = Age.correctedInitial(response.fields(), when);
        return StoredResponse.restore(
                response.withFields(storable()), varyKey, body, when.responseTime(), age, lifetime(age));
    }

    /** Limits the lifetime of errors, which clients can provoke: RFC 9111 4.2 allows use until then, but does not require it. */
    private Duration lifetime(Duration age) {
        Duration stated = freshness().lifetime();
        if (!StatusCode.isError(response.status())
                || policy.freshness().statusTtl().containsKey(response.status())) {
            return stated;
        }
        Optional<Duration> bound = policy.freshness().errorMax();
        if (bound.isEmpty()
                && StatusCode.isNotFoundOrGone(response.status())
                && freshness().basis() == Freshness.Basis.EXPLICIT) {
            return stated;
        }
        Duration most = age.plus(bound.orElse(CachePolicy.FreshnessPolicy.USUAL_ERROR_MAX));
        return stated.compareTo(most) > 0 ? most : stated;
    }

    private Map<String, String> varyKey() {
        Map<String, String> key = Vary.of(response.fields())
                .map(vary -> vary.key(request.fields(), response.fields()))
                .orElse(Map.of());
        return response.status() == StatusCode.PARTIAL_CONTENT ? PartialResponse.varyKey(key, request) : key;
    }

    /**
     * A cookie belongs to a single user, unless the origin itself declares the response to be shared, and for how long.
     * RFC 9111 7.3: {@code max-age} alone does not, because it also addresses browsers.
     */
    private boolean mayShareCookies() {
        return freshness().basis() == Freshness.Basis.EXPLICIT
                && !freshness().lifetime().isZero()
                && !directives.isNoCache()
                && (policy.storage().cookies() == CookiePolicy.ALLOW || directives.isForSharedCaches());
    }

    /** RFC 9111 3, last item: explicit freshness, {@code public}, or a heuristically cacheable status code. */
    private boolean isCacheable() {
        return freshness().basis() == Freshness.Basis.EXPLICIT
                || policy.freshness().statusTtl().containsKey(response.status())
                || directives.isPublic()
                || StatusCode.isHeuristicallyCacheable(response.status());
    }

    private boolean isUsableWithoutValidation() {
        Duration age = Age.correctedInitial(response.fields(), when);
        if (directives.isStaleProhibited(directives.staleWindow())) {
            return freshness().lifetime().compareTo(age) > 0;
        }
        return !freshness().lifetime().isZero()
                || directives.staleIfError().isPresent()
                || directives.staleWhileRevalidate().isPresent();
    }

    private boolean hasValidator() {
        return EntityTag.of(storable()).isPresent()
                || HttpDate.single(storable(), "Last-Modified", when.wall()).isPresent();
    }
}
