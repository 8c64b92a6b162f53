package dev.larder.soak;

/**
 * What became of an obligation.
 *
 * @param obligation what must hold
 * @param found what was seen
 * @param result whether it held
 */
record ObligationResult(String obligation, String found, Result result) {

    /** Whether an obligation held. */
    enum Result {
        /** It did. */
        HELD("held"),
        /** It did not. */
        BROKEN("**broken**"),
        /** A run of this length cannot tell. */
        NOT_JUDGED("not judged");

        private final String text;

        Result(String text) {
            this.text = text;
        }

        /** As pages have it. */
        String text() {
            return text;
        }
    }

    static ObligationResult of(String obligation, String found, boolean held) {
        return new ObligationResult(obligation, found, held ? Result.HELD : Result.BROKEN);
    }

    /** The same, or no verdict where it cannot be told. */
    ObligationResult onlyIf(boolean judged) {
        return judged ? this : new ObligationResult(obligation, found, Result.NOT_JUDGED);
    }
}
