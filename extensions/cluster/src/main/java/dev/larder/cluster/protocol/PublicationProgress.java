package dev.larder.cluster.protocol;

import java.util.UUID;

/**
 * How far a member has got: whatever it publishes after this has a later epoch.
 *
 * @param number of its latest publication
 * @param clock the latest epoch it has heard of
 */
public record PublicationProgress(long number, long clock) {

    /** That of a member, as another has heard it. */
    public record OfMember(UUID member, PublicationProgress head) {}
}
