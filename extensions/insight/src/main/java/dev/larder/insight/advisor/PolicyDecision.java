package dev.larder.insight.advisor;

import dev.larder.policies.ghost.CandidatePolicy;

/** Whether the live store gets another policy. */
sealed interface PolicyDecision {

    /** The one that it has is kept. */
    record Keep(Reason reason) implements PolicyDecision {}

    /** Another one has been better for long enough, and yet the one that it has is kept. */
    record Warn(Lead lead, Reason reason) implements PolicyDecision {}

    /** It gets another one. */
    record Change(Lead lead) implements PolicyDecision {}

    /**
     * By how much one is better than the other.
     *
     * @param fromPoints percent of the requests, or of the bytes, that the live one makes hits
     */
    record Lead(CandidatePolicy from, CandidatePolicy to, double fromPoints, double toPoints) {}

    /** Why the policy is kept. */
    enum Reason {
        /** The sample is too small to tell policies apart. */
        TOO_FEW_KEYS("too few keys are followed to tell policies apart"),
        /** No other is better by the margin. */
        NONE_BETTER("no other policy is better by the margin"),
        /** One is, but not yet for long enough. */
        NOT_LONG_ENOUGH("another policy is better, but not for long enough yet"),
        /** One is for long enough, but the last change is too recent. */
        RESTING("another policy is better, but the last change is too recent"),
        /** One is, but it has been given up before, and so would have to be better by more. */
        GIVEN_UP_BEFORE(
                "another policy is better, but it has been given up before and would have to be better by more");

        private final String sentence;

        Reason(String sentence) {
            this.sentence = sentence;
        }

        /** In words. */
        String sentence() {
            return sentence;
        }
    }
}
