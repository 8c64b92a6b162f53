package dev.larder.gateway.actuate;

import java.util.List;

/**
 * Why a GET of a URL is answered from the store or not.
 *
 * @param conclusion summary in one sentence
 * @param steps the engine's questions, in its order
 * @param entries the entries stored for the URL
 */
public record CacheDecisionExplanation(String url, String conclusion, List<Step> steps, List<EntryView> entries) {

    public CacheDecisionExplanation {
        steps = List.copyOf(steps);
        entries = List.copyOf(entries);
    }

    /** The outcome of a question. */
    public enum Outcome {
        /** Passed; the next question follows. */
        PASSED,
        /** Ended here. */
        STOPPED,
        /** Not asked, because an earlier question ended it. */
        NOT_ASKED,
        /** A note. */
        NOTED
    }

    /**
     * A question.
     *
     * @param about the part of the explanation it belongs to
     * @param section section of the specification; empty if the question is Larder's own
     */
    public record Step(String about, String question, String section, Outcome outcome, String text) {}
}
