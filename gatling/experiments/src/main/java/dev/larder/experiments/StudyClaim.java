package dev.larder.experiments;

/**
 * What an experiment stands beside.
 *
 * @param study its claim
 * @param figure its figure, or that it has not been handed over
 * @param difference why ours may be another one
 */
public record StudyClaim(String study, String figure, String difference) {

    /** For figures of which only the claim is known. */
    public static final String NOT_HANDED_OVER = "not handed over";
}
