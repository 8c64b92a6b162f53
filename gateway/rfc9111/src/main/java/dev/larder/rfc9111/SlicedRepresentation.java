package dev.larder.rfc9111;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * RFC 9111 3.3 and 3.4: a representation of which parts are stored, each by itself: what its partial responses say about the
 * whole. Only parts with the same strong validator belong to it (RFC 9110 15.3.7.3), so all of them are octets of one sequence,
 * whenever they came.
 *
 * <p>Among the variants of its resource it is a 206 without content, whose Content-Range has the complete length only, and whose
 * selecting fields include a Range that no request has: neither this engine nor an earlier version of it answers with that.
 */
public final class SlicedRepresentation {

    /** Fields of one 206 that describe its own octets. */
    private static final FieldNames OF_ONE_PART =
            FieldNames.of("content-range", "content-length", "content-md5", "content-digest");

    /** What differs between two responses with parts of the same representation, and says nothing new. */
    private static final FieldNames TIMES = FieldNames.of("date", "expires");

    private final StoredResponse whole;
    private final String validator;
    private final long length;

    private SlicedRepresentation(StoredResponse whole, String validator, long length) {
        this.whole = whole;
        this.validator = validator;
        this.length = length;
    }

    /**
     * Returns the representation of which a 206 encloses a part that may be stored. Empty unless the origin sends exactly the one
     * range that was requested, with a strong validator by its own fields, explicit freshness, and nothing that forbids storing a 200 with the same fields.
     *
     * @param request the request as it was forwarded; one with If-Range is not considered, because its response may lack fields
     */
    public static Optional<SlicedRepresentation> received(
            RequestHead request, ResponseHead response, CachePolicy policy, ReceptionTimes when) {
        boolean considered = request.isGet()
                && strongValidator(response.fields(), when.wall()).isPresent()
                && response.status() == StatusCode.PARTIAL_CONTENT
                && !request.fields().contains("If-Range")
                && !PartialResponse.isMultipartByteRanges(response)
                && (policy.storage().statuses().isEmpty()
                        || policy.storage().statuses().contains(response.status()));
        if (!considered) {
            return Optional.empty();
        }
        Optional<ContentRange> enclosed =
                ContentRange.of(response.fields()).filter(range -> isRequestedRange(request, range));
        if (enclosed.isEmpty()
                || !hasContentLength(response, enclosed.get().range().length())) {
            return Optional.empty();
        }
        long length = enclosed.get().completeLength();
        ResponseHead head = new ResponseHead(200, withoutPartFields(response.fields()));
        if (!PartialResponse.mayStorePartsOf(head, policy, when)
                || !(Storability.judge(request, head, policy, when) instanceof StoreVerdict.Store storable)) {
            return Optional.empty();
        }
        StoredResponse whole = storable.response().withBody(() -> length);
        return whole.isFresh(when.responseTime()) && !whole.varyKey().containsKey(PartialResponse.RANGE)
                ? of(whole, length)
                : Optional.empty();
    }

    /** Returns what is stored in slices for a request: the latest that it selects (RFC 9111 4.1). */
    public static Optional<SlicedRepresentation> selected(ResponseVariants variants, RequestHead request) {
        for (StoredResponse stored : variants.responses()) {
            if (stored.isOfSlices()
                    && Vary.matches(
                            withoutRange(stored.varyKey()),
                            request.fields(),
                            stored.head().fields())) {
                return restored(stored);
            }
        }
        return Optional.empty();
    }

    private static Optional<SlicedRepresentation> restored(StoredResponse stored) {
        Optional<Long> length = ContentRange.completeLength(stored.head().fields());
        if (length.isEmpty()) {
            return Optional.empty();
        }
        long octets = length.get();
        StoredResponse whole = StoredResponse.restore(
                new ResponseHead(200, stored.head().fields().without("Content-Range")),
                withoutRange(stored.varyKey()),
                () -> octets,
                stored.responseTime(),
                stored.correctedInitialAge(),
                stored.freshnessLifetime());
        return of(stored.isSoftPurged() ? whole.restoredAsPurged() : whole, octets);
    }

    private static Optional<SlicedRepresentation> of(StoredResponse whole, long length) {
        return strongValidator(whole.head().fields(), whole.responseTime())
                .map(validator -> new SlicedRepresentation(whole, validator, length));
    }

    /** Returns the response to store among the variants, with this content, which is empty. */
    public StoredResponse head(StoredBody none) {
        Map<String, String> key = new TreeMap<>(whole.varyKey());
        key.put(PartialResponse.RANGE, PartialResponse.SLICES);
        StoredResponse head = StoredResponse.restore(
                partialHead(ContentRange.unsatisfied(length)),
                key,
                none,
                whole.responseTime(),
                whole.correctedInitialAge(),
                whole.freshnessLifetime());
        return whole.isSoftPurged() ? head.restoredAsPurged() : head;
    }

    /** Returns a response that encloses a part, with its octets. It is kept as long as the whole may be of use. */
    public StoredResponse part(ByteRange range, StoredBody octets, CachePolicy policy) {
        return StoredResponse.restore(
                partialHead(new ContentRange(range, length).toString()),
                Map.of(),
                octets,
                whole.responseTime(),
                whole.correctedInitialAge(),
                DeltaSeconds.between(whole.responseTime(), whole.dropAfter(policy))
                        .plus(whole.correctedInitialAge()));
    }

    private ResponseHead partialHead(String range) {
        return new ResponseHead(
                StatusCode.PARTIAL_CONTENT, whole.head().fields().with("Content-Range", range));
    }

    /** Returns the range that a 206 encloses; empty if it states none of a representation of known length. */
    public static Optional<ByteRange> rangeOf(ResponseHead response) {
        return ContentRange.of(response.fields()).map(ContentRange::range);
    }

    /** Returns the range that a stored part encloses; empty if it is none. */
    public static Optional<ByteRange> rangeOf(StoredResponse part) {
        return rangeOf(part.head())
                .filter(range -> range.length() == part.body().length());
    }

    /** Returns the whole as a stored 200, with a content that has a length and no octets. */
    public StoredResponse whole() {
        return whole;
    }

    /** Returns the octets of the whole. */
    public long length() {
        return length;
    }

    /** Returns what tells this representation from all others of its resource. */
    public List<String> identity() {
        List<String> parts = new ArrayList<>();
        parts.add(validator);
        parts.add(Long.toString(length));
        parts.add(whole.head().fields().combined("Content-Encoding"));
        whole.varyKey().forEach((name, value) -> {
            parts.add(name);
            parts.add(value);
        });
        return parts;
    }

    /** Returns a request for a part of this representation: of it alone, so without conditions. */
    public RequestHead ask(RequestHead request, ByteRange range) {
        RequestHead plain = Validation.unconditional(request);
        return plain.withFields(plain.fields().with("Range", "bytes=" + range.first() + "-" + range.last()));
    }

    /**
     * Returns a request that completes this representation from an octet on, or obtains another one as a whole (RFC 9110 13.1.5).
     */
    public RequestHead askRest(RequestHead request, long first) {
        RequestHead plain = Validation.unconditional(request);
        return plain.withFields(
                plain.fields().with("Range", "bytes=" + first + "-").with("If-Range", validator));
    }

    /** Returns a request that the origin need not answer with content if this representation is the present one (RFC 9111 4.3.1). */
    public RequestHead validating(RequestHead request, boolean withRange) {
        RequestHead plain = Validation.conditional(request, whole, false);
        return withRange
                ? plain.withFields(plain.fields().with("Range", request.fields().combined("Range")))
                : plain;
    }

    /**
     * Returns this representation, freshened by the 304 to {@link #validating} (RFC 9111 4.3.4); empty if the 304 confirms another
     * one, or forbids storing this one.
     */
    public Optional<SlicedRepresentation> confirmed(
            RequestHead request, ResponseHead notModified, CachePolicy policy, ReceptionTimes when) {
        ResponseVariants only = ResponseVariants.of(whole);
        return Validation.judge(request, only, whole, notModified, policy, when)
                                instanceof Validation.Outcome.Freshened fresh
                        && fresh.stored().isPresent()
                        && !fresh.stored().get().equals(only)
                ? of(fresh.after(), length).filter(after -> after.identity().equals(identity()))
                : Optional.empty();
    }

    /** Returns this representation with those fields of an earlier response with parts of it that this one lacks (RFC 9111 3.4, 3.2). */
    public SlicedRepresentation updating(SlicedRepresentation earlier) {
        HeaderFields provided = whole.head().fields();
        HeaderFields all = StoredFields.combined(earlier.whole.head().fields(), provided, whole.responseTime());
        HeaderFields fields =
                StoredFields.of(all, ResponseDirectives.of(all), CookiePolicy.ALLOW, whole.responseTime());
        StoredResponse updated = StoredResponse.restore(
                new ResponseHead(200, fields),
                whole.varyKey(),
                whole.body(),
                whole.responseTime(),
                whole.correctedInitialAge(),
                whole.freshnessLifetime());
        return withWhole(updated);
    }

    /** Returns this representation with what a response with a part of it says about the whole. */
    SlicedRepresentation withWhole(StoredResponse later) {
        return new SlicedRepresentation(later, validator, length);
    }

    /** Returns the fields of a 206 that do not describe its own octets. */
    static HeaderFields withoutPartFields(HeaderFields part) {
        return part.without(OF_ONE_PART::contains);
    }

    /** Returns whether a response with parts of this representation brings no new field but times. */
    public boolean hasFieldsOf(SlicedRepresentation later) {
        return timeless(later.updating(this)).equals(timeless(this));
    }

    private static HeaderFields timeless(SlicedRepresentation representation) {
        return representation.whole.head().fields().without(TIMES::contains);
    }

    /**
     * RFC 9110 15.3.7.3: whether a response encloses exactly this range of this representation: it has the same strong validator, and the same
     * complete length.
     *
     * @param wall the wall clock; only determines the century of two-digit years
     */
    public boolean matchesPart(ResponseHead response, ByteRange range, Instant wall) {
        HeaderFields fields = response.fields();
        return response.status() == StatusCode.PARTIAL_CONTENT
                && ContentRange.of(fields).equals(Optional.of(new ContentRange(range, length)))
                && hasContentLength(response, range.length())
                && strongValidator(fields, wall).equals(Optional.of(validator))
                && fields.combined("Content-Encoding")
                        .equals(whole.head().fields().combined("Content-Encoding"));
    }

    /** RFC 9110 8.8.1 and 8.8.2.2: an entity tag that is not weak or, without any, a date that is strong. */
    private static Optional<String> strongValidator(HeaderFields fields, Instant about) {
        if (fields.contains("ETag")) {
            return EntityTag.of(fields).filter(tag -> !tag.isWeak()).map(EntityTag::toString);
        }
        Optional<Instant> modified = HttpDate.single(fields, "Last-Modified", about);
        return modified.filter(date -> HttpDate.isStrong(date, fields, about))
                .map(date -> fields.combined("Last-Modified"));
    }

    private static boolean isRequestedRange(RequestHead request, ContentRange enclosed) {
        return ByteRanges.of(request.fields(), enclosed.completeLength())
                .filter(List.of(enclosed.range())::equals)
                .isPresent();
    }

    private static boolean hasContentLength(ResponseHead response, long octets) {
        return response.fields().values("Content-Length").equals(List.of(Long.toString(octets)));
    }

    private static Map<String, String> withoutRange(Map<String, String> varyKey) {
        Map<String, String> key = new TreeMap<>(varyKey);
        key.remove(PartialResponse.RANGE);
        return key;
    }
}
