package dev.larder.invalidation.local;

import dev.larder.invalidation.Hold;
import dev.larder.invalidation.Invalidation;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.Ledger;
import dev.larder.invalidation.Moved;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A bus with one member: messages are applied by the time they are published. */
public final class LocalBus implements InvalidationBus {

    private volatile @Nullable Ledger ledger;

    @Override
    public CompletionStage<Moved> publish(Invalidation message) {
        return CompletableFuture.completedFuture(apply(message, joined()));
    }

    private static Moved apply(Invalidation message, Ledger ledger) {
        if (message instanceof Invalidation.WriteBegins begins) {
            ledger.raise(Ledger.ids(begins.tags()));
        } else if (message instanceof Invalidation.WriteEnds ends) {
            ledger.lower(Ledger.ids(ends.tags()));
        } else if (message instanceof Invalidation.Tags tags) {
            return ledger.move(Ledger.ids(tags.tags()), ledger.next());
        } else if (message instanceof Invalidation.Holds holds) {
            Hold hold = holds.hold();
            ledger.hold(hold.log(), hold.version(), hold.extent(), Ledger.ids(hold.tags()));
        } else if (message instanceof Invalidation.Everything) {
            return ledger.moveEverything(ledger.next());
        } else {
            return ledger.voidFills(ledger.next());
        }
        return Moved.NOT;
    }

    @Override
    public void join(Ledger only) {
        ledger = only;
    }

    @Override
    public long stamp() {
        return joined().clock();
    }

    private Ledger joined() {
        return Objects.requireNonNull(ledger, "nobody has joined");
    }
}
