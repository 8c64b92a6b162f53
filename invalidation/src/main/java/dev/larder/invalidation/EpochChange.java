package dev.larder.invalidation;

/**
 * What an invalidation did on the member that published it.
 *
 * @param before the latest epoch that any of its tags had
 * @param now the epoch that all of them have
 */
public record EpochChange(long before, long now) {

    /** Nothing moved. */
    public static final EpochChange NOT = new EpochChange(0, 0);
}
