package dev.larder.gateway.exchange;

import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.InvalidationState;
import dev.larder.invalidation.local.LocalInvalidationBus;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A bus with one member, which applies messages at once, or when the test says so. */
public final class ManualInvalidationBus implements InvalidationBus {

    private final LocalInvalidationBus member = new LocalInvalidationBus();
    private final Queue<Message> waiting = new ArrayDeque<>();
    private @Nullable Runnable held;

    private record Message(InvalidationMessage message, CompletableFuture<EpochChange> applied) {}

    /** From now on, messages wait. */
    public void holdBack() {
        holdBack(() -> {});
    }

    /** From now on, messages wait, and this is told of each. */
    void holdBack(Runnable told) {
        held = told;
    }

    /** Applies the message that has waited longest. */
    public void apply() {
        Message next = waiting.remove();
        member.publish(next.message()).thenAccept(next.applied()::complete);
    }

    /** Fails to publish the message that has waited longest. */
    public void fail() {
        waiting.remove().applied().completeExceptionally(new IOException("A member may not know."));
    }

    public boolean isWaiting() {
        return !waiting.isEmpty();
    }

    @Override
    public CompletionStage<EpochChange> publish(InvalidationMessage message) {
        Runnable told = held;
        if (told == null) {
            return member.publish(message);
        }
        var applied = new CompletableFuture<EpochChange>();
        waiting.add(new Message(message, applied));
        told.run();
        return applied;
    }

    @Override
    public void join(InvalidationState state) {
        member.join(state);
    }

    @Override
    public long stamp() {
        return member.stamp();
    }
}
