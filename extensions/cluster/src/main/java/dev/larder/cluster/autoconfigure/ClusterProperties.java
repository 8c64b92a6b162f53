package dev.larder.cluster.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Membership of a cluster of gateways.
 *
 * @param enabled Whether this gateway is a member of a cluster.
 * @param name Name of the cluster; gateways with the same name share their responses.
 * @param mode Whether this process is a member of the Hazelcast cluster, or a client of a running one.
 * @param address Host and port of this gateway for the other members; it listens there and nowhere else.
 * @param members Hosts and ports of all members, this one included; in mode client, those of the Hazelcast cluster.
 * @param kubernetesService DNS name of a headless service whose endpoints are the members, instead of members.
 */
@ConfigurationProperties("larder.cluster")
public record ClusterProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("larder") String name,
        @DefaultValue("member") Mode mode,
        @DefaultValue("127.0.0.1:5701") String address,
        @DefaultValue List<String> members,
        @Nullable String kubernetesService) {

    private static final int MAX_PORT = 65_535;

    /** What this process is to the Hazelcast cluster. */
    public enum Mode {
        /** One of its members. */
        MEMBER,
        /** A client of members that run elsewhere. */
        CLIENT
    }

    public ClusterProperties {
        PropertyChecks.that(!name.isBlank(), "larder.cluster.name", name, "it is empty", "larder");
        requireOwnAddress(address);
        members.forEach(member -> requireAddress(member, "larder.cluster.members"));
        PropertyChecks.that(
                members.isEmpty() || kubernetesService == null,
                "larder.cluster.kubernetes-service",
                kubernetesService,
                "larder.cluster.members already names the members",
                "larder.cluster.members=");
        PropertyChecks.that(
                !enabled || mode == Mode.MEMBER || !members.isEmpty(),
                "larder.cluster.mode",
                "client",
                "larder.cluster.members does not say where the Hazelcast cluster is",
                "larder.cluster.members=10.0.0.1:5701");
        members = List.copyOf(members);
    }

    /** Returns whether this gateway can find others; without, it is a cluster of one. */
    boolean namesOthers() {
        return kubernetesService != null || members.stream().anyMatch(member -> !member.equalsIgnoreCase(address));
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
