package dev.larder.cluster.autoconfigure;

import dev.larder.gateway.autoconfigure.Require;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Several gateways that share what they have stored, and hear of one another's writes.
 *
 * @param enabled whether this gateway is a member of a cluster
 * @param name of the cluster; gateways of one name share
 * @param mode whether this process is a member of the Hazelcast cluster, or a client of one that runs already
 * @param host address on which this gateway is reached by the others: of an interface of its own, no other is bound
 * @param port port on which it is reached by the others
 * @param members hosts and ports of all that may be there, this one included; of the Hazelcast cluster, in mode client
 * @param kubernetesService DNS name of a headless service whose endpoints are the members; instead of members
 * @param consistency whether a write's response waits until every member knows of it
 * @param lease for how long a member answers from its store without hearing of the others, and a write waits for one that is
 *     silent
 * @param joinTimeout how long a start waits for members that do not answer
 * @param forgetAfter after which a member that is silent, and may have written unheard, is taken for dead; without, never:
 *     nothing is answered from the store until it is heard of, or known to be dead
 * @param backups members beside the owner that have a copy of a response
 * @param maxSize bytes of shared responses that each member holds
 * @param lookupDeadline how long a lookup waits for another member before it is a miss
 * @param collapse whether concurrent requests for the same thing share one origin request in the whole cluster
 */
@ConfigurationProperties("larder.cluster")
public record ClusterProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("larder") String name,
        @DefaultValue("member") Mode mode,
        @DefaultValue("127.0.0.1") String host,
        @DefaultValue("5701") int port,
        @DefaultValue List<String> members,
        @Nullable String kubernetesService,
        @DefaultValue("strict") Consistency consistency,
        @DefaultValue("2s") Duration lease,
        @DefaultValue("60s") Duration joinTimeout,
        @Nullable Duration forgetAfter,
        @DefaultValue("1") int backups,
        @DefaultValue("256MB") DataSize maxSize,
        @DefaultValue("50ms") Duration lookupDeadline,
        @DefaultValue("true") boolean collapse) {

    private static final String LEASE = "larder.cluster.lease";
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(200);
    private static final int MOST_BACKUPS = 6;
    private static final int MAX_PORT = 65_535;

    /** What this process is to the Hazelcast cluster. */
    public enum Mode {
        /** One of its members. */
        MEMBER,
        /** A client of members that run elsewhere. */
        CLIENT
    }

    /** What a write's response waits for. */
    public enum Consistency {
        /** Until no member answers from its store any more what the write has made wrong. */
        STRICT,
        /** For nothing: other members hear of it soon after. */
        EVENTUAL
    }

    public ClusterProperties {
        Require.that(!name.isBlank(), "larder.cluster.name", name, "it is empty", "larder");
        Require.that(!host.isBlank(), "larder.cluster.host", host, "it is empty", "127.0.0.1");
        Require.that(
                port > 0 && port <= MAX_PORT,
                "larder.cluster.port",
                port,
                "other members reach a port between 1 and " + MAX_PORT,
                "5701");
        Require.that(
                lease.compareTo(SHORTEST_LEASE) >= 0,
                LEASE,
                lease,
                "members are heard eight times in a lease, which a pause of a collector must not end",
                "2s");
        Require.positive(joinTimeout, "larder.cluster.join-timeout", "60s");
        Require.that(
                forgetAfter == null || forgetAfter.compareTo(lease.multipliedBy(2)) >= 0,
                "larder.cluster.forget-after",
                forgetAfter,
                "a member that is silent for a lease or two is only slow",
                "5m");
        requireShare(backups, maxSize);
        Require.positive(lookupDeadline, "larder.cluster.lookup-deadline", "50ms");
        members.forEach(ClusterProperties::requireMember);
        Require.that(
                members.isEmpty() || kubernetesService == null,
                "larder.cluster.kubernetes-service",
                kubernetesService,
                "larder.cluster.members says already who is there",
                "larder.cluster.members=");
        Require.that(
                !enabled || mode == Mode.MEMBER || !members.isEmpty(),
                "larder.cluster.mode",
                "client",
                "larder.cluster.members does not say where the Hazelcast cluster is",
                "larder.cluster.members=10.0.0.1:5701");
        members = List.copyOf(members);
    }

    private static void requireShare(int backups, DataSize maxSize) {
        Require.that(
                backups >= 0 && backups <= MOST_BACKUPS,
                "larder.cluster.backups",
                backups,
                "Hazelcast keeps 0 to " + MOST_BACKUPS,
                "1");
        Require.that(
                maxSize.toMegabytes() >= 1,
                "larder.cluster.max-size",
                maxSize,
                "Hazelcast counts whole megabytes",
                "256MB");
    }

    private static void requireMember(String member) {
        int colon = member.lastIndexOf(':');
        boolean good = colon > 0 && member.substring(colon + 1).chars().allMatch(Character::isDigit);
        good &= colon + 1 < member.length() && member.length() - colon <= 6;
        Require.that(good, "larder.cluster.members", member, "it is not a host, a colon and a port", "127.0.0.1:5701");
    }
}
