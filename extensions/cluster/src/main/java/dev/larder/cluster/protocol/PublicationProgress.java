package dev.larder.cluster.protocol;

import java.util.UUID;

/**
 * A member's progress: all its later publications have a later epoch than this.
 *
 * @param number of its latest publication
 * @param clock latest epoch it has heard of
 */
public record PublicationProgress(long number, long clock) {

    /** Progress of a member as another member has heard it. */
    public record OfMember(UUID member, PublicationProgress head) {}
}
