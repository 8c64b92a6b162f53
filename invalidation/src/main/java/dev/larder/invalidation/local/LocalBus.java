package dev.larder.invalidation.local;

import dev.larder.invalidation.Invalidation;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.Moved;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A bus with one member: messages are applied by the time they are published. */
public final class LocalBus implements InvalidationBus {

    private volatile Function<Invalidation, Moved> member = message -> Moved.NOT;

    @Override
    public CompletionStage<Moved> publish(Invalidation message) {
        return CompletableFuture.completedFuture(member.apply(message));
    }

    @Override
    public void join(Function<Invalidation, Moved> onlyMember) {
        member = onlyMember;
    }
}
