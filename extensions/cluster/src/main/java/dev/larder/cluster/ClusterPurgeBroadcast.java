package dev.larder.cluster;

import dev.larder.cluster.protocol.MemberStatus;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Repeats at every other gateway a purge that one gateway has received. */
public final class ClusterPurgeBroadcast {

    private final ClusterCalls calls;
    private final Supplier<MemberStatus> status;
    private final Duration patience;

    /** Carries out an encoded purge at one gateway; blocks, and returns the number of entries affected. */
    public interface Local {
        /** Throws if the purge fails. */
        long purge(byte[] order);
    }

    /**
     * Creates the broadcast of one gateway.
     *
     * @param status supplies the current members
     * @param patience how long to wait for all other gateways together
     */
    public ClusterPurgeBroadcast(ClusterCalls calls, Supplier<MemberStatus> status, Duration patience) {
        this.calls = calls;
        this.status = status;
        this.patience = patience;
    }

    /** Carries out the purges of other gateways here, on the executor. */
    public void serve(Local local, Executor executor) {
        calls.serve(
                ClusterCalls.Service.PURGE,
                (caller, order) -> CompletableFuture.supplyAsync(() -> local.purge(order), executor)
                        .thenApply(count ->
                                ByteBuffer.allocate(Long.BYTES).putLong(count).array()));
    }

    /**
     * Carries out a purge at all other gateways; blocks.
     *
     * @return number of entries affected at all of them
     * @throws IllegalStateException if one of them may not have carried it out
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
