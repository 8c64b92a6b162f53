package dev.larder.cluster.store;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Two members of one cluster on loopback and one of another, the same for all test classes, as a parameter of tests and constructors. */
final class LoopbackMembers implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";

    /** Below the ports that systems give to outgoing connections. A member takes the first that is free. */
    private static final int FIRST_PORT = 18_000;

    private static final int PORTS = 10_000;

    private static final AtomicInteger MAPS = new AtomicInteger();

    private final String cluster = "larder-" + UUID.randomUUID();
    final HazelcastInstance first = start(cluster, List.of());
    final HazelcastInstance second = join();

    /** The only member of another cluster, whose maps answer soon. */
    final HazelcastInstance lone = start(cluster + "-lone", List.of());

    /** Gives them to whoever wants them, and ends them after the last test. */
    static final class Extension implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == LoopbackMembers.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(Namespace.GLOBAL)
                    .computeIfAbsent(LoopbackMembers.class, type -> new LoopbackMembers(), LoopbackMembers.class);
        }
    }

    /** The name of a map that nobody has used. */
    static String newMap() {
        return "entries-" + MAPS.incrementAndGet();
    }

    static HazelcastMap map(HazelcastInstance member, String name) {
        return new HazelcastMap(member.getMap(name));
    }

    /** One more member, to be ended by the test. */
    HazelcastInstance join() {
        return start(cluster, List.of(address(first)));
    }

    /** Where a member listens. */
    private static String address(HazelcastInstance member) {
        return LOOPBACK + ":"
                + member.getCluster().getLocalMember().getAddress().getPort();
    }

    private static HazelcastInstance start(String cluster, List<String> others) {
        var config = new Config()
                .setClusterName(cluster)
                .setProperty("hazelcast.logging.type", "none")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.socket.bind.any", "false")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.partition.count", "31")
                .addMapConfig(HazelcastMap.config("entries-*", 1, 16 << 20));
        config.getMetricsConfig().setEnabled(false);
        config.getJetConfig().setEnabled(false);
        var network = config.getNetworkConfig().setPort(FIRST_PORT).setPortCount(PORTS);
        network.getInterfaces().setEnabled(true).addInterface(LOOPBACK);
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        network.getJoin().getTcpIpConfig().setEnabled(true).setMembers(others);
        return Hazelcast.newHazelcastInstance(config);
    }

    @Override
    public void close() {
        lone.getLifecycleService().terminate();
        second.getLifecycleService().terminate();
        first.getLifecycleService().terminate();
    }
}
