package dev.larder.invalidation;

/**
 * Effect of an invalidation at the member that published it.
 *
 * @param before latest epoch that any of its tags had
 * @param now epoch that all of them have
 */
public record EpochChange(long before, long now) {

    /** No change. */
    public static final EpochChange NOT = new EpochChange(0, 0);
}
