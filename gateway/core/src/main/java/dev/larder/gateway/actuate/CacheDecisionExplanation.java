package dev.larder.gateway.actuate;

import java.util.List;

/**
 * Why a GET of a URL is answered from the store or not.
 *
 * @param conclusion all of it in a sentence
 * @param steps the engine's questions, in its order
 * @param entries what is stored for the URL
 */
public record CacheDecisionExplanation(String url, String conclusion, List<Step> steps, List<EntryView> entries) {

    public CacheDecisionExplanation {
        steps = List.copyOf(steps);
        entries = List.copyOf(entries);
    }

    /** What came of a question. */
    public enum Outcome {
        /** It went on. */
        PASSED,
        /** It ended here. */
        STOPPED,
        /** It was not asked any more. */
        NOT_ASKED,
        /** Something to know. */
        NOTED
    }

    /**
     * A question.
     *
     * @param about the part of the story it belongs to
     * @param section of the specification it is from; empty if Larder alone asks it
     */
    public record Step(String about, String question, String section, Outcome outcome, String text) {}
}
