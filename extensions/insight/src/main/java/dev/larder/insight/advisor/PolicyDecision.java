package dev.larder.insight.advisor;

import dev.larder.policies.ghost.CandidatePolicy;

/** Decision on the live store's policy. */
sealed interface PolicyDecision {

    /** Keep the current policy. */
    record Keep(Reason reason) implements PolicyDecision {}

    /** Keep the current policy, although another has been better for long enough. */
    record Warn(Lead lead, Reason reason) implements PolicyDecision {}

    /** Change the policy. */
    record Change(Lead lead) implements PolicyDecision {}

    /**
     * Lead of one policy over another.
     *
     * @param fromPoints hits of the live policy, in percent of the requests or of the bytes
     */
    record Lead(CandidatePolicy from, CandidatePolicy to, double fromPoints, double toPoints) {}

    /** Reason to keep the policy. */
    enum Reason {
        /** The sample is too small to tell policies apart. */
        TOO_FEW_KEYS("too few keys are followed to tell policies apart"),
        /** No other policy is better by the margin. */
        NONE_BETTER("no other policy is better by the margin"),
        /** Another policy is better, but not for long enough yet. */
        NOT_LONG_ENOUGH("another policy is better, but not for long enough yet"),
        /** Another policy has been better for long enough, but the last change is too recent. */
        RESTING("another policy is better, but the last change is too recent"),
        /** Another policy is better, but it has been abandoned before and so needs a greater lead. */
        GIVEN_UP_BEFORE(
                "another policy is better, but it has been given up before and would have to be better by more");

        private final String sentence;

        Reason(String sentence) {
            this.sentence = sentence;
        }

        /** Returns the reason in words. */
        String sentence() {
            return sentence;
        }
    }
}
