package dev.larder.insight.advisor;

import dev.larder.policies.ghost.CandidatePolicy;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** The policy of the live store, and how it came to it. One thread changes it, others look. */
public final class LiveStorePolicy {

    private static final String FIXED = "larder.store.type names it";
    private static final String NOT_YET = "nothing has been reported yet";

    private final boolean auto;
    private volatile Now now;
    private volatile Optional<Consumer<CandidatePolicy>> store = Optional.empty();

    /**
     * How it is.
     *
     * @param changes so far
     * @param last of them
     * @param standing why it is this policy
     */
    record Now(CandidatePolicy policy, int changes, Optional<Changed> last, String standing) {}

    /**
     * A change.
     *
     * @param at by the wall clock
     */
    record Changed(Instant at, PolicyDecision.Lead lead) {}

    private LiveStorePolicy(boolean auto, CandidatePolicy first, String standing) {
        this.auto = auto;
        this.now = new Now(first, 0, Optional.empty(), standing);
    }

    /** One that never changes. */
    public static LiveStorePolicy fixed(CandidatePolicy policy) {
        return new LiveStorePolicy(false, policy, FIXED);
    }

    /** One that ghosts may change. */
    public static LiveStorePolicy beginning(CandidatePolicy policy) {
        return new LiveStorePolicy(true, policy, NOT_YET);
    }

    /** A store that goes by this policy, and is told when it changes. */
    public void follow(Consumer<CandidatePolicy> following) {
        store = Optional.of(following);
    }

    /** Whether there is a store that goes by it. */
    public boolean isFollowed() {
        return store.isPresent();
    }

    /** Whether it may change. */
    public boolean isAuto() {
        return auto;
    }

    /** The one that the store has. */
    public CandidatePolicy policy() {
        return now.policy;
    }

    /** How often it has changed. */
    public int changes() {
        return now.changes;
    }

    Now now() {
        return now;
    }

    /** It is kept, and this is why. */
    void keep(String standing) {
        now = new Now(now.policy, now.changes, now.last, standing);
    }

    /** The store gets another; returns when it has it. */
    void change(Instant at, PolicyDecision.Lead lead) {
        store.ifPresent(following -> following.accept(lead.to()));
        now = new Now(
                lead.to(),
                now.changes + 1,
                Optional.of(new Changed(at, lead)),
                PolicyDecision.Reason.NONE_BETTER.sentence());
    }
}
