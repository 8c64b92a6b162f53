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

/** Requests to origins that somebody makes for all, of those whose keys this gateway watches over. */
final class FetchClaimTable {

    /** What becomes of who asks for a request. */
    enum Answer {
        /** It is his. */
        GRANTED((byte) 1),
        /** Somebody else has made it, and others can use what it has brought. */
        OVER((byte) 2),
        /** Somebody else has made it, but what it has brought was for his client only. */
        NOT_SHARED((byte) 3),
        /** Somebody else is making it: ask again. */
        WAIT((byte) 4);

        private final byte code;

        Answer(byte code) {
            this.code = code;
        }

        /** How it is sent. */
        byte code() {
            return code;
        }

        /** What was sent so; who answers something unknown is not waited for. */
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

    /** @param longest after which a request is given to the next who asks */
    FetchClaimTable(Duration longest) {
        this.longest = longest;
    }

    /**
     * Somebody asks for a request.
     *
     * @param now nanoseconds
     * @param there whether a member is there
     * @return completes at once if it is his, else when it is over; whoever does not wait so long may complete it himself
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

    /** A request is over. */
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
