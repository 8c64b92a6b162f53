package dev.larder.gateway.exchange;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.gateway.store.LookupResult;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseConstruction;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.SlicedRepresentation;
import dev.larder.rfc9111.StoredResponse;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The decision to answer a request from slices of a representation, as if the whole were stored.
 *
 * @param variants the stored responses of the resource
 * @param reason why it is served, or must be validated before
 * @param valid whether it may be served without validation
 * @param answer the response to the request
 * @param mayAsk whether the origin may be asked for what is missing
 * @param mayBeginAnew whether the request may be begun anew if the representation has changed
 */
record StoredRanges(
        ResponseVariants variants,
        SlicedRepresentation representation,
        Reason reason,
        boolean valid,
        ConstructedResponse answer,
        boolean mayAsk,
        boolean mayBeginAnew) {

    private static final Set<Reason> NOTHING_WHOLE =
            EnumSet.of(Reason.URI_MISS, Reason.VARY_MISS, Reason.STORED_PART, Reason.ONLY_IF_CACHED);

    /**
     * Decides; empty if the request is to be answered as if there were no slices: none are stored, nothing is known of a whole, or it is
     * of no use.
     *
     * @param first whether the exchange may be begun anew if the representation has changed
     */
    static Optional<StoredRanges> of(ExchangeContext context, LookupResult found, ReuseVerdict verdict, boolean first) {
        ExchangeRequest request = context.request();
        if (!found.isUsable()
                || !isUnselected(verdict)
                || context.services().limits().sliceSize(request.rule()) == 0) {
            return Optional.empty();
        }
        boolean mayAsk = verdict instanceof ReuseVerdict.Forward;
        return found.variants()
                .filter(variants -> CacheKeys.mayUse(request.key(), variants))
                .flatMap(variants -> SlicedRepresentation.selected(variants, request.head())
                        .flatMap(sliced -> of(context, variants, sliced, mayAsk, first)));
    }

    private static boolean isUnselected(ReuseVerdict verdict) {
        return verdict instanceof ReuseVerdict.Forward forward
                ? NOTHING_WHOLE.contains(forward.reason())
                : verdict instanceof ReuseVerdict.Refuse;
    }

    private static Optional<StoredRanges> of(
            ExchangeContext context,
            ResponseVariants variants,
            SlicedRepresentation sliced,
            boolean mayAsk,
            boolean first) {
        ExchangeRequest request = context.request();
        StoredResponse whole = sliced.whole();
        ReuseVerdict verdict =
                Reuse.judge(request.head(), Optional.of(ResponseVariants.of(whole)), request.policy(), context.now());
        var answer = ResponseConstruction.construct(request.head(), whole, context.now());
        if (answer instanceof ConstructedResponse.Parts) {
            return Optional.empty();
        }
        if (verdict instanceof ReuseVerdict.Serve serve) {
            return Optional.of(new StoredRanges(variants, sliced, serve.reason(), true, answer, mayAsk, first));
        }
        if (verdict instanceof ReuseVerdict.ServeWhileRevalidating early && early.reason() == Reason.HIT) {
            return Optional.of(new StoredRanges(variants, sliced, Reason.HIT, true, answer, mayAsk, first));
        }
        Optional<Reason> validation = verdict instanceof ReuseVerdict.Revalidate revalidate
                ? Optional.of(revalidate.reason())
                : verdict instanceof ReuseVerdict.ServeWhileRevalidating ? Optional.of(Reason.STALE) : Optional.empty();
        return validation
                .filter(reason -> mayAsk && answer.hasContent() && !request.isHead() && !request.isConditional())
                .map(reason -> new StoredRanges(variants, sliced, reason, false, answer, mayAsk, first));
    }

    /** Returns this selection, confirmed by the origin just now. */
    StoredRanges confirmed(ExchangeContext context, SlicedRepresentation freshened) {
        var now = ResponseConstruction.construct(context.request().head(), freshened.whole(), context.now());
        return new StoredRanges(variants, freshened, Reason.NOT_MODIFIED, true, now, mayAsk, mayBeginAnew);
    }

    /** Returns the response from the whole as the origin describes it now; empty if it is another range, or none. */
    Optional<ConstructedResponse> answerFrom(ExchangeContext context, StoredResponse combined) {
        var now = ResponseConstruction.construct(context.request().head(), combined, context.now());
        boolean same = now instanceof ConstructedResponse.Part part
                ? part.range().equals(range()) && !isWhole()
                : now instanceof ConstructedResponse.Whole && isWhole();
        return same ? Optional.of(now) : Optional.empty();
    }

    /**
     * Returns whether all is fetched although only this is missing. A whole that others may wait for is fetched once for all of them, unless
     * half of it is there. A range to which If-Range applies must be of the representation that the client has.
     */
    boolean isBetterFetchedAnew(ExchangeContext context, ByteRange missing) {
        return isWhole()
                ? isStorable(context) && missing.first() < representation.length() / 2
                : missing.equals(range()) && !context.request().head().fields().contains("If-Range");
    }

    /** Returns whether what is fetched is stored: a range whatever the length of the whole, the whole if it could be stored as such. */
    boolean isStorable(ExchangeContext context) {
        return !isWhole()
                || context.services()
                        .limits()
                        .allows(
                                OptionalLong.of(representation.length()),
                                context.request().rule());
    }

    /** Returns whether content is sent: to others, what is known of the whole is enough. */
    boolean needsContent(ExchangeRequest request) {
        return answer.hasContent() && !request.isHead();
    }

    /** Returns whether the whole is sent. */
    boolean isWhole() {
        return answer instanceof ConstructedResponse.Whole;
    }

    /** Returns the octets that are sent. */
    ByteRange range() {
        return answer instanceof ConstructedResponse.Part part
                ? part.range()
                : new ByteRange(0, representation.length() - 1);
    }
}
