package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.rfc9111.PartCombination;
import dev.larder.rfc9111.PartVerdict;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.SlicedRepresentation;
import java.util.Optional;
import java.util.function.Consumer;

/** Carries out a {@link StoredRanges} for one exchange: serves it, validates it before, or gives it up for what the origin has. */
final class SlicedExchange {

    private final ExchangeContext context;
    private final ExchangeState.Current progress;
    private final Consumer<ReuseVerdict> instead;
    private final Runnable tryAgain;

    /**
     * Creates the slices' part of an exchange.
     *
     * @param instead carries a verdict out as if there were no slices
     * @param tryAgain begins the exchange anew
     */
    SlicedExchange(
            ExchangeContext context,
            ExchangeState.Current progress,
            Consumer<ReuseVerdict> instead,
            Runnable tryAgain) {
        this.context = context;
        this.progress = progress;
        this.instead = instead;
        this.tryAgain = tryAgain;
    }

    private static int size(ExchangeContext context) {
        return context.services().limits().sliceSize(context.request().rule());
    }

    /** Carries a verdict out by what is stored in slices. */
    void carryOut(StoredRanges selection, ReuseVerdict verdict) {
        if (!selection.valid()) {
            validate(selection, verdict);
        } else if (selection.needsContent(context.request()) && isBeingFetched(selection)) {
            instead.accept(verdict);
        } else if (selection.needsContent(context.request())) {
            serve(selection, verdict);
        } else {
            progress.responder().serve(selection.representation().whole(), selection.reason(), () -> {});
        }
    }

    /** The whole is not fetched again in parts while it is being fetched for others. */
    private boolean isBeingFetched(StoredRanges selection) {
        ExchangeRequest request = context.request();
        return selection.isWhole()
                && request.rule().handling().collapse()
                && context.services().fetches().isJoinable(request.key(), request.credentials());
    }

    private void serve(StoredRanges selection, ReuseVerdict verdict) {
        progress.slice(new SlicedResponse(
                context, progress.responder(), selection, size(context), new SlicedResponseOwner() {

                    @Override
                    public void nothingStored() {
                        if (!selection.isWhole() || selection.reason() == Reason.NOT_MODIFIED) {
                            askFor(selection);
                        } else {
                            instead.accept(verdict);
                        }
                    }

                    @Override
                    public void replaced() {
                        tryAgain.run();
                    }

                    @Override
                    public void changed() {
                        drop(selection);
                        ask();
                    }

                    @Override
                    public void refused() {
                        ask();
                    }

                    @Override
                    public void incomplete() {
                        instead.accept(new ReuseVerdict.Refuse(Reason.ONLY_IF_CACHED));
                    }
                }));
    }

    private void ask() {
        progress.fetch(Optional.empty(), Reason.STORED_PART).start();
    }

    /** Asks for a part of which nothing is stored: what the origin says with it counts for what is stored. */
    private void askFor(StoredRanges selection) {
        progress.fetch(Optional.empty(), Reason.STORED_PART).startObserved((head, when) -> {
            if (isWithdrawn(selection.representation(), head, when)) {
                drop(selection);
            }
        });
    }

    private boolean isWithdrawn(SlicedRepresentation stored, ResponseHead head, ReceptionTimes when) {
        ExchangeRequest request = context.request();
        return SlicedRepresentation.rangeOf(head)
                .filter(range -> PartCombination.judge(stored, request.head(), range, head, request.policy(), when)
                        instanceof PartVerdict.Withdrawn)
                .isPresent();
    }

    private void drop(StoredRanges selection) {
        new SliceStore(context.store(), context.request(), selection.representation(), size(context))
                .drop(selection.variants(), context.stamp());
    }

    private void validate(StoredRanges selection, ReuseVerdict verdict) {
        EpochStamp stamp = context.stamp();
        RequestHead asked =
                selection.representation().validating(context.request().head(), !selection.isWhole());
        progress.fetch(Optional.empty(), selection.reason())
                .startValidating(asked, (head, when) -> confirmed(selection, verdict, stamp, head, when));
    }

    private void confirmed(
            StoredRanges selection, ReuseVerdict verdict, EpochStamp stamp, ResponseHead head, ReceptionTimes when) {
        if (progress.responder().hasClientLeft()) {
            return;
        }
        Optional<SlicedRepresentation> fresh = selection
                .representation()
                .confirmed(context.request().head(), head, context.request().policy(), when);
        if (fresh.isEmpty()) {
            drop(selection);
            ask();
            return;
        }
        context.report().originStatus(head.status());
        context.report().confirmed();
        new SliceStore(context.store(), context.request(), fresh.get(), size(context))
                .addHead(context.stampOf(stamp, fresh.get().whole().head()), 0, when.responseTime())
                .subscribe();
        serve(selection.confirmed(context, fresh.get()), verdict);
    }
}
