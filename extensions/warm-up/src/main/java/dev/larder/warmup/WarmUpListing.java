package dev.larder.warmup;

import java.util.List;

/**
 * What a source has listed.
 *
 * @param targets the targets, the most useful first
 * @param leftOut the number of entries that are no targets, or not understood
 * @param faults parts of the source that could not be read
 */
public record WarmUpListing(List<WarmUpTarget> targets, long leftOut, List<String> faults) {

    public WarmUpListing {
        targets = List.copyOf(targets);
        faults = List.copyOf(faults);
    }

    /** Lists targets alone. */
    static WarmUpListing of(List<WarmUpTarget> targets) {
        return new WarmUpListing(targets, 0, List.of());
    }
}
