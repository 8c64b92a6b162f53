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

/** A bus with one member: a message is applied by the time it is published. */
public final class LocalInvalidationBus implements InvalidationBus {

    private volatile @Nullable InvalidationState state;

    @Override
    public CompletionStage<EpochChange> publish(InvalidationMessage message) {
        return CompletableFuture.completedFuture(apply(message, joined()));
    }

    private static EpochChange apply(InvalidationMessage message, InvalidationState state) {
        if (message instanceof InvalidationMessage.WriteStart begins) {
            state.raise(InvalidationState.ids(begins.fenced()));
            state.announce(InvalidationState.ids(begins.unfenced()));
        } else if (message instanceof InvalidationMessage.WriteEnd ends) {
            state.lower(InvalidationState.ids(ends.fenced()));
            state.withdraw(InvalidationState.ids(ends.unfenced()));
        } else if (message instanceof InvalidationMessage.TagInvalidation tags) {
            return state.move(InvalidationState.ids(tags.tags()), state.next());
        } else if (message instanceof InvalidationMessage.PendingWriteUpdate update) {
            PendingWriteMarker marker = update.hold();
            state.hold(marker.log(), marker.version(), marker.extent(), InvalidationState.ids(marker.tags()));
        } else if (message instanceof InvalidationMessage.FullInvalidation) {
            return state.moveEverything(state.next());
        } else {
            return state.voidFills(state.next());
        }
        return EpochChange.NOT;
    }

    @Override
    public void join(InvalidationState only) {
        state = only;
    }

    @Override
    public long stamp() {
        return joined().clock();
    }

    private InvalidationState joined() {
        return Objects.requireNonNull(state, "the bus has no member yet");
    }
}
