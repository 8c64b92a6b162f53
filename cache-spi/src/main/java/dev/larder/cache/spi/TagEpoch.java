package dev.larder.cache.spi;

/**
 * The epoch a tag had when an entry's value was asked for. The entry is usable only while no tag has moved past it.
 *
 * @param epoch never negative; epochs only grow
 */
public record TagEpoch(Tag tag, long epoch) {

    public TagEpoch {
        if (epoch < 0) {
            throw new IllegalArgumentException("epoch is " + epoch + ", must not be negative");
        }
    }
}
