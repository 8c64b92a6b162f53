package dev.larder.cluster.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Several gateways that share stored responses and invalidations.
 *
 * @param enabled Whether this gateway is a member of a cluster.
 * @param name Name of the cluster; gateways with the same name share their responses.
 * @param mode Whether this process is a member of the Hazelcast cluster, or a client of a running one.
 * @param address Host and port of this gateway for the other members; it listens there and nowhere else.
 * @param members Hosts and ports of all members, this one included; in mode client, those of the Hazelcast cluster.
 * @param kubernetesService DNS name of a headless service whose endpoints are the members, instead of members.
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
public record ClusterProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("larder") String name,
        @DefaultValue("member") Mode mode,
        @DefaultValue("127.0.0.1:5701") String address,
        @DefaultValue List<String> members,
        @Nullable String kubernetesService,
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
        PropertyChecks.that(!name.isBlank(), "larder.cluster.name", name, "it is empty", "larder");
        requireOwnAddress(address);
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
        members.forEach(member -> requireAddress(member, "larder.cluster.members"));
        PropertyChecks.that(
                members.isEmpty() || kubernetesService == null,
                "larder.cluster.kubernetes-service",
                kubernetesService,
                "larder.cluster.members says already who is there",
                "larder.cluster.members=");
        PropertyChecks.that(
                !enabled || mode == Mode.MEMBER || !members.isEmpty(),
                "larder.cluster.mode",
                "client",
                "larder.cluster.members does not say where the Hazelcast cluster is",
                "larder.cluster.members=10.0.0.1:5701");
        members = List.copyOf(members);
    }

    private static void requireOwnAddress(String address) {
        requireAddress(address, "larder.cluster.address");
        PropertyChecks.that(
                port(address) > 0 && port(address) <= MAX_PORT,
                "larder.cluster.address",
                address,
                "other members reach a port between 1 and " + MAX_PORT,
                "127.0.0.1:5701");
    }

    /** The host of this gateway. */
    String host() {
        return address.substring(0, address.lastIndexOf(':'));
    }

    /** The port of this gateway. */
    int port() {
        return port(address);
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private static void requireAddress(String address, String property) {
        int colon = address.lastIndexOf(':');
        boolean good = colon > 0 && address.substring(colon + 1).chars().allMatch(Character::isDigit);
        good &= colon + 1 < address.length() && address.length() - colon <= 6;
        PropertyChecks.that(good, property, address, "it is not a host, a colon and a port", "127.0.0.1:5701");
    }
}
