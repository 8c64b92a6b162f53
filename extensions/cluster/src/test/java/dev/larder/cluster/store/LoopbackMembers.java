package dev.larder.cluster.store;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Two members of one cluster on loopback and one of another, the same for all test classes, as a parameter of tests and constructors. */
final class LoopbackMembers implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final AtomicInteger MAPS = new AtomicInteger();

    private final String cluster = "larder-" + UUID.randomUUID();
    private final int firstPort = freePort();
    final HazelcastInstance first = start(cluster, firstPort, firstPort);
    final HazelcastInstance second = join();

    /** The only member of another cluster, whose maps answer soon. */
    final HazelcastInstance lone = lone(freePort());

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
        return start(cluster, freePort(), firstPort);
    }

    private HazelcastInstance lone(int port) {
        return start(cluster + "-lone", port, port);
    }

    private static HazelcastInstance start(String cluster, int port, int seed) {
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
        var network = config.getNetworkConfig().setPort(port).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).addInterface(LOOPBACK);
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        network.getJoin().getTcpIpConfig().setEnabled(true).addMember(LOOPBACK + ":" + seed);
        return Hazelcast.newHazelcastInstance(config);
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        lone.getLifecycleService().terminate();
        second.getLifecycleService().terminate();
        first.getLifecycleService().terminate();
    }
}
