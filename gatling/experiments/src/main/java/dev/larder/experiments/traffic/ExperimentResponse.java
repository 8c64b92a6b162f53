package dev.larder.experiments.traffic;

/**
 * What a call was answered with.
 *
 * @param status of HTTP, or 0 if there was no answer
 * @param cacheStatus the field {@code Cache-Status}, or nothing
 * @param age the field {@code Age} in seconds, or -1
 * @param version that the body states, or -1
 * @param bytes of the body
 */
public record ExperimentResponse(int status, String cacheStatus, long age, long version, long bytes) {

    /** The connection broke. */
    public static final ExperimentResponse NONE = new ExperimentResponse(0, "", -1, -1, 0);

    /** Whether a cache has answered from what it had, by RFC 9211. */
    public boolean isHit() {
        return cacheStatus.contains("; hit");
    }

    /** Whether it is a success. */
    public boolean isSuccessful() {
        return status >= 200 && status < 300;
    }
}
