package dev.larder.cluster;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cluster.FetchClaimTable.Answer;
import dev.larder.cluster.protocol.MemberStatus;
import dev.larder.gateway.exchange.FetchClaims;
import dev.larder.gateway.message.LarderClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Coordinates origin requests across gateways. Rendezvous hashing assigns each key to one gateway, the watcher, which decides
 * which gateway makes the request. Gateways that see different members may ask different watchers: then both make the request. A
 * watcher that does not answer in time is not waited for.
 */
public final class ClusterFetchClaims implements FetchClaims {

    /** How long the watcher waits before it answers that a request is still in progress. */
    private static final Duration TURN = Duration.ofMillis(200);

    private final ClusterCalls calls;
    private final UUID id;
    private final Supplier<MemberStatus> status;
    private final Duration deadline;
    private final Duration patience;
    private final LarderClock clock;
    private final FetchClaimDigest digest;
    private final FetchClaimTable table;

    /**
     * Creates the claims of one gateway.
     *
     * @param calls to the other gateways, which share the secret of digests
     * @param status supplies the current members
     * @param deadline how long to wait for another gateway's answer
     * @param patience how long to wait for another gateway's request
     */
    public ClusterFetchClaims(
            ClusterCalls calls,
            Supplier<MemberStatus> status,
            Duration deadline,
            Duration patience,
            LarderClock clock) {
        this.calls = calls;
        this.id = calls.id();
        this.status = status;
        this.deadline = deadline;
        this.patience = patience;
        this.clock = clock;
        this.digest = calls.claimDigest();
        this.table = new FetchClaimTable(patience);
        calls.serve(
                ClusterCalls.Service.CLAIM,
                (caller, what) ->
                        answer(caller, ByteBuffer.wrap(what)).thenApply(answer -> new byte[] {answer.code()}));
        calls.serve(ClusterCalls.Service.OVER, (caller, argument) -> {
            table.over(ByteBuffer.wrap(argument, 1, argument.length - 1).slice(), caller, argument[0] == 1);
            return CompletableFuture.completedFuture(new byte[0]);
        });
    }

    private CompletableFuture<Answer> answer(UUID caller, ByteBuffer what) {
        return table.claim(what, caller, clock.nanos(), this::isAtWork)
                .completeOnTimeout(Answer.WAIT, TURN.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public Mono<Claim> claim(CacheKey key, String credentials) {
        byte[] what = digest.of(key, credentials);
        return Mono.<Claim>create(sink -> {
                    var turn = new Turn(watcher(key), what, clock.nanos() + patience.toNanos());
                    CompletableFuture<Claim> asked = turn.ask();
                    asked.thenAccept(sink::success);
                    sink.onCancel(() -> asked.thenAccept(ClusterFetchClaims::giveBack));
                })
                .publishOn(Schedulers.parallel())
                .doOnDiscard(Claim.class, ClusterFetchClaims::giveBack);
    }

    private static void giveBack(Claim claim) {
        if (claim instanceof Claim.Mine mine) {
            mine.over().tell(true);
        }
    }

    /** A claim in progress: repeats the call until this gateway may make the request, or another has made it. */
    private final class Turn {

        private final UUID watcher;
        private final byte[] what;
        private final long end;

        Turn(UUID watcher, byte[] what, long end) {
            this.watcher = watcher;
            this.what = what;
            this.end = end;
        }

        CompletableFuture<Claim> ask() {
            return (watcher.equals(id) ? answer(id, ByteBuffer.wrap(what)) : called())
                    .exceptionally(unanswered -> Answer.GRANTED)
                    .thenCompose(this::next);
        }

        private CompletableFuture<Answer> called() {
            return calls.call(watcher, ClusterCalls.Service.CLAIM, what, TURN.plus(deadline))
                    .thenApply(answer -> Answer.of(answer[0]));
        }

        private CompletableFuture<Claim> next(Answer answer) {
            return switch (answer) {
                case WAIT ->
                    clock.nanos() - end < 0 ? ask() : CompletableFuture.completedFuture(new Claim.Mine(shared -> {}));
                case GRANTED -> CompletableFuture.completedFuture(new Claim.Mine(this::over));
                case OVER, NOT_SHARED -> CompletableFuture.completedFuture(new Claim.Made(answer == Answer.OVER));
            };
        }

        private void over(boolean shared) {
            if (watcher.equals(id)) {
                table.over(ByteBuffer.wrap(what), id, shared);
            } else {
                ByteBuffer argument = ByteBuffer.allocate(what.length + 1)
                        .put((byte) (shared ? 1 : 0))
                        .put(what);
                calls.tell(watcher, ClusterCalls.Service.OVER, argument.array());
            }
        }
    }

    /**
     * Whether to wait for the gateway that makes a request: not while it is silent. A stalled one keeps its lease for some time,
     * and a second request to the origin costs less than that time.
     */
    private boolean isAtWork(UUID holder) {
        return holder.equals(id)
                || status.get().others().stream()
                        .anyMatch(other -> other.id().equals(holder) && other.isMet() && !other.isSilent());
    }

    /**
     * Returns the watcher of a key. A silent member stays eligible until its lease expires, as members must agree on the watcher.
     */
    private UUID watcher(CacheKey key) {
        List<MemberStatus.PeerStatus> others = status.get().others();
        return Stream.concat(
                        Stream.of(id),
                        others.stream().filter(MemberStatus.PeerStatus::isMet).map(MemberStatus.PeerStatus::id))
                .max(Comparator.comparingLong(
                        member -> key.hash(member.getMostSignificantBits(), member.getLeastSignificantBits())))
                .orElse(id);
    }
}
