package dev.larder.rfc9111;

import java.util.Optional;

/** RFC 9111 3.4: decides about combining responses with parts of a stored representation. */
public final class PartCombination {

    private PartCombination() {}

    /**
     * Judges the response to {@link SlicedRepresentation#ask} or {@link SlicedRepresentation#askRest}.
     *
     * <p>RFC 9110 15.3.7.3: its fields "replace all instances of the corresponding header fields in the stored response". Without
     * If-Range it has all fields that a 200 would have, with If-Range at least those that decide about caching (15.3.7).
     *
     * @param stored the representation that the part was requested of
     * @param asked the request as it was forwarded
     * @param range the octets that it asks for
     */
    public static PartVerdict judge(
            SlicedRepresentation stored,
            RequestHead asked,
            ByteRange range,
            ResponseHead part,
            CachePolicy policy,
            ReceptionTimes when) {
        if (!stored.matchesPart(part, range, when.wall())) {
            return new PartVerdict.Foreign();
        }
        StoredResponse whole = stored.whole();
        HeaderFields provided = SlicedRepresentation.withoutPartFields(part.fields());
        HeaderFields all = StoredFields.combined(whole.head().fields(), provided, when.wall());
        boolean mayLackFields = asked.fields().contains("If-Range");
        ResponseHead judged = new ResponseHead(200, mayLackFields ? all : provided);
        if (!hasSameVary(whole, judged) || StoredFields.hasDecidingConnectionOption(provided)) {
            return new PartVerdict.Withdrawn();
        }
        StoredResponse answer = answer(whole, all, part, when);
        RequestHead unconditional = asked.withFields(asked.fields().without("If-Range"));
        StoreVerdict verdict = Storability.judge(unconditional, judged, policy, when);
        if (verdict instanceof StoreVerdict.DoNotStore no) {
            return no.reason().isOfResponse() && no.reason() != Reason.SET_COOKIE
                    ? new PartVerdict.Withdrawn()
                    : new PartVerdict.Combined(stored, answer, Optional.of(no.reason()));
        }
        StoredResponse storable = ((StoreVerdict.Store) verdict).response();
        if (!PartialResponse.mayStorePartsOf(judged, policy, when) || !storable.isFresh(when.responseTime())) {
            return new PartVerdict.Withdrawn();
        }
        HeaderFields kept = StoredFields.of(
                all, ResponseDirectives.of(all), policy.storage().cookies(), when.wall());
        StoredResponse combined = StoredResponse.restore(
                new ResponseHead(200, kept),
                whole.varyKey(),
                whole.body(),
                storable.responseTime(),
                storable.correctedInitialAge(),
                storable.freshnessLifetime());
        return new PartVerdict.Combined(stored.withWhole(combined), answer, Optional.empty());
    }

    /** Another Vary is one of another selection: the octets may be those of another variant whose validator is the same date. */
    private static boolean hasSameVary(StoredResponse whole, ResponseHead judged) {
        return Vary.of(judged.fields())
                .map(Vary::names)
                .equals(Vary.of(whole.head().fields()).map(Vary::names));
    }

    private static StoredResponse answer(
            StoredResponse whole, HeaderFields all, ResponseHead part, ReceptionTimes when) {
        return StoredResponse.restore(
                new ResponseHead(200, all),
                whole.varyKey(),
                whole.body(),
                when.responseTime(),
                Age.correctedInitial(part.fields(), when),
                whole.freshnessLifetime());
    }
}
