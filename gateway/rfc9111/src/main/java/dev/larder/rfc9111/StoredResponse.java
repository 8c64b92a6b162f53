package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A stored response of RFC 9111 3: head and content, the request fields that selected it (4.1), and what is needed to tell its
 * age (4.2.3). Immutable.
 */
public final class StoredResponse {

    /** Octets one stored response costs beside its head and its content: objects, references, table slots. */
    public static final long OVERHEAD_BYTES = 512;

    /** Octets one field line costs beside its name and value: objects and references. */
    public static final long FIELD_OVERHEAD_BYTES = 112;

    private final ResponseHead head;
    private final Map<String, String> varyKey;
    private final StoredBody body;
    private final Instant responseTime;
    private final Duration correctedInitialAge;
    private final Duration freshnessLifetime;
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
        this.directives = before.directives;
        this.softPurged = true;
    }

    /** A stored response from what an earlier one had: for codecs, which must not judge again. */
    public static StoredResponse restore(
            ResponseHead head,
            Map<String, String> varyKey,
            StoredBody body,
            Instant responseTime,
            Duration correctedInitialAge,
            Duration freshnessLifetime) {
        return new StoredResponse(head, varyKey, body, responseTime, correctedInitialAge, freshnessLifetime);
    }

    /** Status and fields as RFC 9111 3.1 lets them be stored: nothing hop-by-hop, no Age, always a Date. */
    public ResponseHead head() {
        return head;
    }

    /** The request fields Vary nominates: lower-case name to value as {@link Vary} keys it. */
    public Map<String, String> varyKey() {
        return varyKey;
    }

    /** The content. */
    public StoredBody body() {
        return body;
    }

    /** When the response, or the last one that updated it, was received; on the steady time line. */
    public Instant responseTime() {
        return responseTime;
    }

    /** RFC 9111 4.2.3: its age at that moment. */
    public Duration correctedInitialAge() {
        return correctedInitialAge;
    }

    /** RFC 9111 4.2.1: for how long it is fresh, counted from age zero. */
    public Duration freshnessLifetime() {
        return freshnessLifetime;
    }

    /** RFC 9111 4.2.3: its age now; between zero and 2^31 seconds. */
    public Duration currentAge(Instant now) {
        return Age.current(correctedInitialAge, responseTime, now);
    }

    /** RFC 9111 4.2: {@code response_is_fresh = (freshness_lifetime > current_age)}. */
    public boolean fresh(Instant now) {
        return freshnessLifetime.compareTo(currentAge(now)) > 0;
    }

    /** Freshness left (RFC 9211 2.3); negative once stale. */
    public Duration ttl(Instant now) {
        return freshnessLifetime.minus(currentAge(now));
    }

    /** RFC 9111 4.2: until when it is fresh; on the steady time line. */
    public Instant freshUntil() {
        return DeltaSeconds.after(responseTime, DeltaSeconds.cap(freshnessLifetime.minus(correctedInitialAge)));
    }

    /** Since when nobody can use it: the end of its freshness and of every window in which it may be validated or served stale. */
    public Instant dropAfter(CachePolicy policy) {
        Instant end = freshUntil();
        return partial() || (directives.prohibitsStale() && !hasValidator())
                ? end
                : DeltaSeconds.after(end, longest(policy.staleness().keepStale(), staleWindow(policy)));
    }

    /**
     * Octets it occupies: head, selecting fields, content, {@link #OVERHEAD_BYTES}, and {@link #FIELD_OVERHEAD_BYTES} for each
     * line of the head.
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

    /** The same response with this content: for when it is committed after the head was judged. */
    public StoredResponse withBody(StoredBody committed) {
        return new StoredResponse(this, committed);
    }

    /**
     * The same response, stale from {@code now} on, and served while it is validated (RFC 5861 3) for as long as stale
     * responses are kept, unless it prohibits that. One that is stale already stays as it is: a purge makes nothing more
     * usable.
     */
    public StoredResponse softPurged(Instant now) {
        return fresh(now) ? new StoredResponse(this, currentAge(now)) : this;
    }

    /** This one, as it is after {@link #softPurged}: for codecs, of what was purged in an earlier life. */
    public StoredResponse restoredAsPurged() {
        return new StoredResponse(this, freshnessLifetime);
    }

    /** Whether it is stale because it has been purged softly. */
    public boolean isSoftPurged() {
        return softPurged;
    }

    /** The same response, stale from now on (RFC 9111 4.3.5). */
    StoredResponse stale() {
        return restore(head, varyKey, body, responseTime, correctedInitialAge, Duration.ZERO);
    }

    ResponseDirectives directives() {
        return directives;
    }

    /** How far past its freshness it is; zero if it is fresh. */
    Duration staleness(Instant now) {
        return DeltaSeconds.cap(currentAge(now).minus(freshnessLifetime));
    }

    Duration staleWhileRevalidate(CachePolicy policy) {
        Duration stated =
                directives.staleWhileRevalidate().orElse(policy.staleness().staleWhileRevalidate());
        return softPurged ? longest(stated, policy.staleness().keepStale()) : stated;
    }

    Optional<EntityTag> entityTag() {
        return EntityTag.of(head.fields());
    }

    /** Last-Modified as a date; nothing if it is missing or malformed. */
    Optional<Instant> lastModified() {
        return HttpDate.single(head.fields(), "Last-Modified", responseTime);
    }

    Instant date() {
        return Freshness.date(head.fields(), responseTime);
    }

    /** RFC 9110 8.8: whether the origin can be asked if it is still good. */
    boolean hasValidator() {
        return entityTag().isPresent() || lastModified().isPresent();
    }

    /** RFC 9111 4.1: whether the request may be answered with it as far as Vary is concerned. */
    boolean selectedBy(RequestHead request) {
        return (!partial() || PartialResponse.mayAnswer(request))
                && Vary.matches(varyKey, request.fields(), head.fields());
    }

    /** RFC 9111 3.3: whether it is not the whole representation. */
    boolean partial() {
        return head.status() == StatusCode.PARTIAL_CONTENT;
    }

    private Duration staleWindow(CachePolicy policy) {
        return longest(
                staleWhileRevalidate(policy),
                directives.staleIfError().orElse(policy.staleness().staleIfError()));
    }

    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** By what is stored; contents are compared last. */
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
