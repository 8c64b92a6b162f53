package dev.larder.cluster;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Requests to origins in progress for all gateways, for the keys that this gateway watches over. */
final class FetchClaimTable {

    /** Outcome of a claim. */
    enum Answer {
        /** The claimant makes the request. */
        GRANTED((byte) 1),
        /** Another gateway has made the request, and its response can be shared. */
        OVER((byte) 2),
        /** Another gateway has made the request, but its response was for one client only. */
        NOT_SHARED((byte) 3),
        /** Another gateway is making the request: claim again. */
        WAIT((byte) 4);

        private final byte code;

        Answer(byte code) {
            this.code = code;
        }

        /** Returns the code sent for this answer. */
        byte code() {
            return code;
        }

        /** Returns the answer of a code; {@link #GRANTED} for an unknown code, so that nothing is waited for. */
        static Answer of(byte code) {
            return Arrays.stream(values())
                    .filter(answer -> answer.code == code)
                    .findAny()
                    .orElse(GRANTED);
        }
    }

    private static final int MOST = 10_000;

    private final Map<ByteBuffer, Held> held = new HashMap<>();
    private final Duration longest;

    private record Held(UUID holder, long until, List<CompletableFuture<Answer>> waiting) {}

    /** @param longest time after which a request is granted to the next claimant */
    FetchClaimTable(Duration longest) {
        this.longest = longest;
    }

    /**
     * Claims a request.
     *
     * @param now nanoseconds
     * @param there whether a member is alive
     * @return completes at once if the claim is granted, otherwise when the request is over; the caller may complete it earlier
     */
    CompletableFuture<Answer> claim(ByteBuffer what, UUID who, long now, Predicate<UUID> there) {
        synchronized (held) {
            Held known = held.get(what);
            if (known == null && held.size() >= MOST) {
                held.values().removeIf(each -> now - each.until() >= 0);
            }
            boolean taken =
                    known != null && now - known.until() < 0 && !known.holder().equals(who);
            if (known != null && taken && there.test(known.holder())) {
                var answer = new CompletableFuture<Answer>();
                known.waiting().removeIf(CompletableFuture::isDone);
                known.waiting().add(answer);
                return answer;
            }
            if (known != null || held.size() < MOST) {
                var waiting = known == null ? new ArrayList<CompletableFuture<Answer>>() : known.waiting();
                held.put(what, new Held(who, now + longest.toNanos(), waiting));
            }
            return CompletableFuture.completedFuture(Answer.GRANTED);
        }
    }

    /** Ends a request. */
    void over(ByteBuffer what, UUID who, boolean shared) {
        Held over;
        synchronized (held) {
            over = held.get(what);
            if (over == null || !over.holder().equals(who)) {
                return;
            }
            held.remove(what);
        }
        over.waiting().forEach(each -> each.complete(shared ? Answer.OVER : Answer.NOT_SHARED));
    }
}
