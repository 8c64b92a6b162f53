package dev.larder.insight.advisor;

import dev.larder.policies.ghost.CandidatePolicy;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** The policy of the live store, and how it was chosen. One thread changes it, others read it. */
public final class LiveStorePolicy {

    private static final String FIXED = "larder.store.type names it";
    private static final String NOT_YET = "nothing has been reported yet";

    private final boolean auto;
    private volatile Now now;
    private volatile Optional<Consumer<CandidatePolicy>> store = Optional.empty();

    /**
     * Current state.
     *
     * @param changes number of changes so far
     * @param last the latest change
     * @param standing reason for the policy
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

    /** Creates a policy that never changes. */
    public static LiveStorePolicy fixed(CandidatePolicy policy) {
        return new LiveStorePolicy(false, policy, FIXED);
    }

    /** Creates a policy that the results of ghost caches may change. */
    public static LiveStorePolicy beginning(CandidatePolicy policy) {
        return new LiveStorePolicy(true, policy, NOT_YET);
    }

    /** Registers a store that uses this policy, and is notified of changes. */
    public void follow(Consumer<CandidatePolicy> following) {
        store = Optional.of(following);
    }

    /** Whether a store uses this policy. */
    public boolean isFollowed() {
        return store.isPresent();
    }

    /** Whether the policy may change. */
    public boolean isAuto() {
        return auto;
    }

    /** Returns the store's policy. */
    public CandidatePolicy policy() {
        return now.policy;
    }

    /** Returns the number of changes. */
    public int changes() {
        return now.changes;
    }

    Now now() {
        return now;
    }

    /** Keeps the policy, for this reason. */
    void keep(String standing) {
        now = new Now(now.policy, now.changes, now.last, standing);
    }

    /** Changes the policy; returns when the store uses it. */
    void change(Instant at, PolicyDecision.Lead lead) {
        store.ifPresent(following -> following.accept(lead.to()));
        now = new Now(
                lead.to(),
                now.changes + 1,
                Optional.of(new Changed(at, lead)),
                PolicyDecision.Reason.NONE_BETTER.sentence());
    }
}
