package dev.larder.invalidation;

/**
 * What an invalidation did on the member that published it.
 *
 * @param before the latest epoch that any of its tags had
 * @param now the epoch that all of them have
 */
public record Moved(long before, long now) {

    /** Nothing moved. */
    public static final Moved NOT = new Moved(0, 0);
}
