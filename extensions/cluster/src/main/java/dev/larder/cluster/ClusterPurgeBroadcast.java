package dev.larder.cluster;

import dev.larder.cluster.protocol.MemberStatus;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Has every other gateway purge what one has been told to. */
public final class ClusterPurgeBroadcast {

    private final ClusterCalls calls;
    private final Supplier<MemberStatus> status;
    private final Duration patience;

    /** Purges what bytes name, at one gateway; blocks, and returns how many entries it has touched. */
    public interface Local {
        /** Throws if it is not done. */
        long purge(byte[] order);
    }

    /**
     * Purges of one gateway.
     *
     * @param status who is there
     * @param patience how long to wait for all others together
     */
    public ClusterPurgeBroadcast(ClusterCalls calls, Supplier<MemberStatus> status, Duration patience) {
        this.calls = calls;
        this.status = status;
        this.patience = patience;
    }

    /** Has orders of others carried out here. */
    public void serve(Local local, Executor executor) {
        calls.serve(
                ClusterCalls.Service.PURGE,
                (caller, order) -> CompletableFuture.supplyAsync(() -> local.purge(order), executor)
                        .thenApply(count ->
                                ByteBuffer.allocate(Long.BYTES).putLong(count).array()));
    }

    /**
     * Has all others carry it out; blocks.
     *
     * @return how many entries they have touched together
     * @throws IllegalStateException if one of them may not have done it
     */
    public long order(byte[] order) {
        List<CompletableFuture<byte[]>> answers = status.get().others().stream()
                .map(other -> calls.call(other.id(), ClusterCalls.Service.PURGE, order, patience))
                .toList();
        try {
            return answers.stream()
                    .mapToLong(answer -> ByteBuffer.wrap(answer.join()).getLong())
                    .sum();
        } catch (CompletionException unanswered) {
            throw new IllegalStateException("Not every gateway of the cluster has answered.", unanswered);
        }
    }
}
