package dev.larder.invalidation.local;

import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.InvalidationState;
import dev.larder.invalidation.PendingWriteMarker;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A bus with one member: messages are applied by the time they are published. */
public final class LocalInvalidationBus implements InvalidationBus {

    private volatile @Nullable InvalidationState ledger;

    @Override
    public CompletionStage<EpochChange> publish(InvalidationMessage message) {
        return CompletableFuture.completedFuture(apply(message, joined()));
    }

    private static EpochChange apply(InvalidationMessage message, InvalidationState ledger) {
        if (message instanceof InvalidationMessage.WriteStart begins) {
            ledger.raise(InvalidationState.ids(begins.tags()));
        } else if (message instanceof InvalidationMessage.WriteEnd ends) {
            ledger.lower(InvalidationState.ids(ends.tags()));
        } else if (message instanceof InvalidationMessage.TagInvalidation tags) {
            return ledger.move(InvalidationState.ids(tags.tags()), ledger.next());
        } else if (message instanceof InvalidationMessage.PendingWriteUpdate holds) {
            PendingWriteMarker hold = holds.hold();
            ledger.hold(hold.log(), hold.version(), hold.extent(), InvalidationState.ids(hold.tags()));
        } else if (message instanceof InvalidationMessage.FullInvalidation) {
            return ledger.moveEverything(ledger.next());
        } else {
            return ledger.voidFills(ledger.next());
        }
        return EpochChange.NOT;
    }

    @Override
    public void join(InvalidationState only) {
        ledger = only;
    }

    @Override
    public long stamp() {
        return joined().clock();
    }

    private InvalidationState joined() {
        return Objects.requireNonNull(ledger, "nobody has joined");
    }
}
