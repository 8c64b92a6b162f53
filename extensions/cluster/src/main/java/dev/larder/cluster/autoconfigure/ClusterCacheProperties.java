package dev.larder.cluster.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How the members of a cluster share stored responses and invalidations.
 *
 * @param consistency Whether the response to a write waits until every member has invalidated (strict), or not (eventual).
 * @param leaseTimeout Time for which a member serves from its store without hearing from the others, and for which a write
 *     waits for a member that does not reply.
 * @param memberFailureTimeout Time after which an unresponsive member counts as failed; without, until the member replies or
 *     its process has ended, no response is served from the store.
 * @param maxSize Maximum size of the shared responses in each member.
 * @param lookupTimeout Maximum time that a lookup waits for another member before it counts as a miss.
 * @param collapse Whether concurrent requests for the same resource share one origin request in the whole cluster.
 */
@ConfigurationProperties("larder.cluster")
public record ClusterCacheProperties(
        @DefaultValue("strict") Consistency consistency,
        @DefaultValue("2s") Duration leaseTimeout,
        @Nullable Duration memberFailureTimeout,
        @DefaultValue("256MB") DataSize maxSize,
        @DefaultValue("50ms") Duration lookupTimeout,
        @DefaultValue("true") boolean collapse) {

    /** Members beside the owner that have a copy of a response: the loss of one member loses none. */
    static final int BACKUPS = 1;

    private static final String LEASE = "larder.cluster.lease-timeout";
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(200);

    /** What a write's response waits for. */
    public enum Consistency {
        /** Until no member answers from its store any more what the write has made wrong. */
        STRICT,
        /** For nothing: other members hear of it soon after. */
        EVENTUAL
    }

    public ClusterCacheProperties {
        PropertyChecks.that(
                leaseTimeout.compareTo(SHORTEST_LEASE) >= 0,
                LEASE,
                leaseTimeout,
                "members are heard eight times in a lease, which a pause of a collector must not end",
                "2s");
        PropertyChecks.that(
                memberFailureTimeout == null || memberFailureTimeout.compareTo(leaseTimeout.multipliedBy(2)) >= 0,
                "larder.cluster.member-failure-timeout",
                memberFailureTimeout,
                "a member that is silent for a lease or two is only slow",
                "5m");
        PropertyChecks.that(
                maxSize.toMegabytes() >= 1,
                "larder.cluster.max-size",
                maxSize,
                "Hazelcast counts whole megabytes",
                "256MB");
        PropertyChecks.positive(lookupTimeout, "larder.cluster.lookup-timeout", "50ms");
    }
}
