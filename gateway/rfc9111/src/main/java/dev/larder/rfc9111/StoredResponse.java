package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * RFC 9111 3: a stored response. Consists of head and content, the request fields that selected it (4.1), and the data
 * to compute its age (4.2.3). Immutable.
 */
public final class StoredResponse {

    /** Octets of a stored response beside its head and its content: objects, references, table slots. */
    public static final long OVERHEAD_BYTES = 512;

    /** Octets of a field line beside its name and value: objects and references. */
    public static final long FIELD_OVERHEAD_BYTES = 112;

    private final ResponseHead head;
    private final Map<String, String> varyKey;
    private final StoredBody body;
    private final Instant responseTime;
    private final Duration correctedInitialAge;
    private final Duration freshnessLifetime;
    private final Instant freshUntil;
    private final ResponseDirectives directives;
    private final boolean softPurged;

    private StoredResponse(
            ResponseHead head,
            Map<String, String> varyKey,
            StoredBody body,
            Instant responseTime,
            Duration correctedInitialAge,
            Duration freshnessLifetime) {
        this.head = head;
        this.varyKey = varyKey.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(varyKey));
        this.body = body;
        this.responseTime = responseTime;
        this.correctedInitialAge = DeltaSeconds.cap(correctedInitialAge);
        this.freshnessLifetime = DeltaSeconds.cap(freshnessLifetime);
        this.freshUntil = end(responseTime, this.freshnessLifetime, this.correctedInitialAge);
        this.directives = ResponseDirectives.of(head.fields());
        this.softPurged = false;
    }

    private StoredResponse(StoredResponse before, StoredBody body) {
        this.head = before.head;
        this.varyKey = before.varyKey;
        this.body = body;
        this.responseTime = before.responseTime;
        this.correctedInitialAge = before.correctedInitialAge;
        this.freshnessLifetime = before.freshnessLifetime;
        this.freshUntil = before.freshUntil;
        this.directives = before.directives;
        this.softPurged = false;
    }

    private StoredResponse(StoredResponse before, Duration lifetimeLeft) {
        this.head = before.head;
        this.varyKey = before.varyKey;
        this.body = before.body;
        this.responseTime = before.responseTime;
        this.correctedInitialAge = before.correctedInitialAge;
        this.freshnessLifetime = lifetimeLeft;
        this.freshUntil = end(before.responseTime, lifetimeLeft, before.correctedInitialAge);
        this.directives = before.directives;
        this.softPurged = true;
    }

    /** Restores a stored response from its parts, for codecs, which must not decide about it again. */
    public static StoredResponse restore(
            ResponseHead head,
            Map<String, String> varyKey,
            StoredBody body,
            Instant responseTime,
            Duration correctedInitialAge,
            Duration freshnessLifetime) {
        return new StoredResponse(head, varyKey, body, responseTime, correctedInitialAge, freshnessLifetime);
    }

    /** Returns the status and fields that RFC 9111 3.1 allows to store: no hop-by-hop fields, no Age, always a Date. */
    public ResponseHead head() {
        return head;
    }

    /** Returns the request fields that Vary nominates: lower-case name to value, as in a key of {@link Vary}. */
    public Map<String, String> varyKey() {
        return varyKey;
    }

    /** Returns the content. */
    public StoredBody body() {
        return body;
    }

    /** Returns when the response, or the last update of it, was received, on the steady time line. */
    public Instant responseTime() {
        return responseTime;
    }

    /** RFC 9111 4.2.3: returns its age at that moment. */
    public Duration correctedInitialAge() {
        return correctedInitialAge;
    }

    /** RFC 9111 4.2.1: returns how long it is fresh, counted from age zero. */
    public Duration freshnessLifetime() {
        return freshnessLifetime;
    }

    /** RFC 9111 4.2.3: returns its current age; between zero and 2^31 seconds. */
    public Duration currentAge(Instant now) {
        return Age.current(correctedInitialAge, responseTime, now);
    }

    /** RFC 9111 4.2: {@code response_is_fresh = (freshness_lifetime > current_age)}. */
    public boolean isFresh(Instant now) {
        return freshnessLifetime.compareTo(currentAge(now)) > 0;
    }

    /** Returns the remaining freshness (RFC 9211 2.3); negative once stale. */
    public Duration ttl(Instant now) {
        return freshnessLifetime.minus(currentAge(now));
    }

    /** RFC 9111 4.2: returns until when it is fresh, on the steady time line. */
    public Instant freshUntil() {
        return freshUntil;
    }

    private static Instant end(Instant responseTime, Duration freshnessLifetime, Duration correctedInitialAge) {
        return DeltaSeconds.after(responseTime, DeltaSeconds.cap(freshnessLifetime.minus(correctedInitialAge)));
    }

    /** Returns when it becomes unusable: the end of its freshness and of every window for validation or stale serving. */
    public Instant dropAfter(CachePolicy policy) {
        Instant end = freshUntil();
        boolean onePart = isPartial() && !isOfSlices();
        return onePart || (directives.isStaleProhibited(directives.staleWindow()) && !hasValidator())
                ? end
                : DeltaSeconds.after(end, longest(policy.staleness().keepStale(), staleWindow(policy)));
    }

    /**
     * Returns its octets: head, selecting fields, content, {@link #OVERHEAD_BYTES}, and {@link #FIELD_OVERHEAD_BYTES}
     * for each line of the head.
     */
    public long weight() {
        long key = 0;
        for (Map.Entry<String, String> field : varyKey.entrySet()) {
            key += field.getKey().length() + field.getValue().length();
        }
        return head.fields().bytes()
                + FIELD_OVERHEAD_BYTES * head.fields().size()
                + key
                + body.length()
                + OVERHEAD_BYTES;
    }

    /** Returns a copy with this content, which was committed after the decision about the head. */
    public StoredResponse withBody(StoredBody committed) {
        return new StoredResponse(this, committed);
    }

    /**
     * Returns a copy that is stale from {@code now} on but, unless it prohibits that, is served while it is validated
     * (RFC 5861 3) for as long as stale responses are kept. A response that is stale already is returned unchanged: a
     * purge makes nothing more usable.
     */
    public StoredResponse softPurged(Instant now) {
        return isFresh(now) ? new StoredResponse(this, currentAge(now)) : this;
    }

    /** Returns a copy in the state after {@link #softPurged}, for codecs that restore a response purged before. */
    public StoredResponse restoredAsPurged() {
        return new StoredResponse(this, freshnessLifetime);
    }

    /** Whether it is stale because of a soft purge. */
    public boolean isSoftPurged() {
        return softPurged;
    }

    /** Returns a copy that is stale from now on (RFC 9111 4.3.5). */
    StoredResponse stale() {
        return restore(head, varyKey, body, responseTime, correctedInitialAge, Duration.ZERO);
    }

    ResponseDirectives directives() {
        return directives;
    }

    /** Returns how long it has been stale; zero if it is fresh. */
    Duration staleness(Instant now) {
        return DeltaSeconds.cap(currentAge(now).minus(freshnessLifetime));
    }

    Duration staleWhileRevalidate(CachePolicy policy) {
        Duration stated =
                directives.staleWhileRevalidate().orElse(policy.staleness().staleWhileRevalidate());
        return softPurged && !directives.isStaleProhibited()
                ? longest(stated, policy.staleness().keepStale())
                : stated;
    }

    /**
     * Whether a fresh response is to be validated while it is served: in the last part of the freshness that it had on
     * arrival, so that a response that arrives nearly stale is not asked for again at once. Not if it is immutable
     * (RFC 8246 2), or a part.
     */
    boolean isRefreshDue(CachePolicy policy, Instant now) {
        double share = policy.staleness().refreshAhead();
        return share > 0
                && !directives.isImmutable()
                && !isPartial()
                && ttl(now).toNanos()
                        <= share * freshnessLifetime.minus(correctedInitialAge).toNanos();
    }

    Optional<EntityTag> entityTag() {
        return EntityTag.of(head.fields());
    }

    /** Returns Last-Modified as a date; empty if it is missing or malformed. */
    Optional<Instant> lastModified() {
        return HttpDate.single(head.fields(), "Last-Modified", responseTime);
    }

    /** RFC 9110 8.8.2.2: whether its Last-Modified, which is this, is older than the response. */
    boolean isStrong(Instant modified) {
        return HttpDate.isStrong(modified, head.fields(), responseTime);
    }

    Instant date() {
        return Freshness.date(head.fields(), responseTime);
    }

    /** RFC 9110 8.8: whether the response can be validated. */
    boolean hasValidator() {
        return entityTag().isPresent() || lastModified().isPresent();
    }

    /** RFC 9111 4.1: whether the request selects it according to Vary. */
    boolean isSelectedBy(RequestHead request) {
        return (!isPartial() || (PartialResponse.mayAnswer(request) && !isOfSlices()))
                && Vary.matches(varyKey, request.fields(), head.fields());
    }

    /** RFC 9111 3.3: whether it is a partial response. */
    boolean isPartial() {
        return head.status() == StatusCode.PARTIAL_CONTENT;
    }

    /** Whether it is that of a {@link SlicedRepresentation}, without content of its own. */
    boolean isOfSlices() {
        return isPartial() && PartialResponse.SLICES.equals(varyKey.get(PartialResponse.RANGE));
    }

    private Duration staleWindow(CachePolicy policy) {
        return longest(
                staleWhileRevalidate(policy),
                directives.staleIfError().orElse(policy.staleness().staleIfError()));
    }

    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Compares what is stored; contents last. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof StoredResponse that
                        && responseTime.equals(that.responseTime)
                        && correctedInitialAge.equals(that.correctedInitialAge)
                        && freshnessLifetime.equals(that.freshnessLifetime)
                        && softPurged == that.softPurged
                        && head.equals(that.head)
                        && varyKey.equals(that.varyKey)
                        && body.equals(that.body));
    }

    @Override
    public int hashCode() {
        return 31 * responseTime.hashCode() + head.status();
    }

    @Override
    public String toString() {
        return "StoredResponse[status=" + head.status() + ", varyKey=" + varyKey.keySet() + ", freshnessLifetime="
                + freshnessLifetime + "]";
    }
}
