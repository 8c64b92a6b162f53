package dev.larder.cluster.autoconfigure;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cluster.DeserializationFilter;
import dev.larder.cluster.bus.HazelcastInvalidationBus.Site;
import dev.larder.cluster.store.HazelcastMap;
import dev.larder.cluster.store.SharedMap;
import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.message.LarderClock;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.ResponseVariants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/** The Hazelcast instance that connects this gateway with the others: its own, or the application's. */
final class ClusterHazelcast implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ClusterHazelcast.class);
    private static final String ADDRESS = "larder.cluster.address";
    private static final String RESPONSES = "larder-responses";
    private static final long HEADS = 1 << 18;
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final int WARM_UPS = 500;

    private final ClusterProperties properties;
    private final long maxSize;
    private final HazelcastInstance hazelcast;
    private final boolean own;
    private final Supplier<Invalidator> invalidator;
    private @Nullable ServerSocket beacon;

    /**
     * Starts an instance unless the application has one.
     *
     * @param maxSize maximum size of the shared responses in each member
     * @param invalidator not called before the bean exists
     */
    ClusterHazelcast(
            ClusterProperties properties,
            DataSize maxSize,
            @Nullable HazelcastInstance ofApplication,
            Supplier<Invalidator> invalidator) {
        this.properties = properties;
        this.maxSize = maxSize.toBytes();
        this.invalidator = invalidator;
        this.own = ofApplication == null;
        if (own && !properties.namesOthers()) {
            log.warn(
                    "larder.cluster.members names no other gateway, so this one is a cluster of its own, and a write at"
                            + " another gateway is not seen here. Write for example larder.cluster.members=10.0.0.1:5701,10.0.0.2:5701.");
        }
        this.hazelcast = ofApplication == null ? start(properties, this.maxSize) : ofApplication;
        if (!isMember()) {
            beacon = beacon();
        }
    }

    private static HazelcastInstance start(ClusterProperties properties, long maxSize) {
        try {
            return properties.mode() == ClusterProperties.Mode.CLIENT
                    ? HazelcastClient.newHazelcastClient(client(properties))
                    : Hazelcast.newHazelcastInstance(member(properties, maxSize));
        } catch (HazelcastException | IllegalStateException e) {
            throw new InvalidPropertyException(
                    ADDRESS,
                    properties.address(),
                    "Hazelcast cannot start there: " + e.getMessage(),
                    "an address of this machine with a free port");
        }
    }

    /** Returns the configuration of a member: one network interface, configured members only, no Java deserialization. */
    static Config member(ClusterProperties properties, long maxSize) {
        var config = new Config();
        config.setClusterName(properties.name());
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.event.sync.timeout.millis", "100");
        config.setProperty("hazelcast.heartbeat.interval.seconds", "2");
        config.setProperty("hazelcast.max.no.heartbeat.seconds", "20");
        config.setProperty("hazelcast.merge.first.run.delay.seconds", "5");
        config.setProperty("hazelcast.merge.next.run.delay.seconds", "5");
        config.getMetricsConfig().setEnabled(false);
        denyJavaSerialization(config.getSerializationConfig());
        config.addMapConfig(HazelcastMap.config(RESPONSES, ClusterCacheProperties.BACKUPS, maxSize));
        NetworkConfig network = config.getNetworkConfig();
        network.setPort(properties.port()).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).addInterface(resolved(properties.host()));
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        if (properties.kubernetesService() != null) {
            join.getKubernetesConfig().setEnabled(true).setProperty("service-dns", properties.kubernetesService());
        } else {
            join.getTcpIpConfig().setEnabled(true);
            properties.members().forEach(join.getTcpIpConfig()::addMember);
        }
        return config;
    }

    private static ClientConfig client(ClusterProperties properties) {
        var config = new ClientConfig();
        config.setClusterName(properties.name());
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        denyJavaSerialization(config.getSerializationConfig());
        properties.members().forEach(config.getNetworkConfig()::addAddress);
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(Long.MAX_VALUE);
        return config;
    }

    /**
     * Members exchange bytes, and exceptions, which Hazelcast serializes as Java objects. The filter admits only the classes of
     * exceptions; an empty filter would admit everything.
     */
    static SerializationConfig denyJavaSerialization(SerializationConfig config) {
        var filter = new JavaSerializationFilterConfig().setDefaultsDisabled(true);
        filter.getWhitelist()
                .addClasses(DeserializationFilter.classes().toArray(String[]::new))
                .addPrefixes(DeserializationFilter.prefix());
        return config.setJavaSerializationFilterConfig(filter);
    }

    private static String resolved(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            throw new InvalidPropertyException(ADDRESS, host, "this machine has no such address", "127.0.0.1:5701");
        }
    }

    /** Opens a port for a client, which listens nowhere else, so that other members can detect that its process has died. */
    private ServerSocket beacon() {
        try {
            var socket = new ServerSocket();
            socket.bind(new InetSocketAddress(resolved(properties.host()), properties.port()));
            return socket;
        } catch (IOException e) {
            throw new InvalidPropertyException(
                    ADDRESS,
                    properties.address(),
                    "nothing can listen there: " + e.getMessage(),
                    "an address of this machine with a free port");
        }
    }

    private boolean isMember() {
        return own ? properties.mode() == ClusterProperties.Mode.MEMBER : isMember(hazelcast);
    }

    private static boolean isMember(HazelcastInstance instance) {
        try {
            return instance.getCluster().getLocalMember() != null;
        } catch (UnsupportedOperationException client) {
            return false;
        }
    }

    HazelcastInstance hazelcast() {
        return hazelcast;
    }

    /**
     * Returns the map of responses that all members share.
     *
     * @param maxObjectSize bytes of content of the largest response
     */
    SharedMap responses(DataSize maxObjectSize) {
        if (!own && isMember()) {
            hazelcast.getConfig().addMapConfig(HazelcastMap.config(RESPONSES, ClusterCacheProperties.BACKUPS, maxSize));
        }
        long largest = Math.min(Integer.MAX_VALUE, maxObjectSize.toBytes() + HEADS);
        return new HazelcastMap(
                hazelcast.getMap(RESPONSES), isMember() ? maxSize : 0, (int) largest, ForkJoinPool.commonPool());
    }

    /** Whether a write has invalidated an entry, so that another member may have a newer one. */
    Predicate<CacheEntry<ResponseVariants>> outdated() {
        return entry -> invalidator.get().judge(entry.stamp()) == EntryStatus.INVALIDATED;
    }

    /** Whether this member may keep a copy of what it now reads from the map. */
    Supplier<BooleanSupplier> copying() {
        return () -> invalidator.get().copying();
    }

    /** Empties the map: without another member it is unknown which of its entries are still valid. */
    void empty(Duration patience) {
        empty(responses(DataSize.ofKilobytes(1)), patience);
    }

    static void empty(SharedMap map, Duration patience) {
        try {
            map.clear()
                    .toCompletableFuture()
                    .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException uncertain) {
            throw new InvalidPropertyException(
                    "larder.cluster.mode",
                    "client",
                    "responses of an earlier cluster in Hazelcast could not be removed within " + patience + ": "
                            + uncertain.getCause(),
                    "client while the Hazelcast cluster replies");
        }
    }

    /** Makes the JVM compile the code of the map before requests wait for it. */
    void warmUp(LarderClock clock) {
        SharedMap map = responses(DataSize.ofKilobytes(1));
        long end = clock.nanos() + WARM_UP.toNanos();
        for (int i = 0; i < WARM_UPS && clock.nanos() - end < 0; i++) {
            byte[] key = ("larder-warm-up-" + i).getBytes(StandardCharsets.US_ASCII);
            await(map.set(key, () -> key, WARM_UP));
            await(map.get(key));
            await(map.remove(key));
        }
    }

    private static void await(CompletionStage<?> stage) {
        stage.toCompletableFuture()
                .handle((done, fault) -> true)
                .completeOnTimeout(false, 1, TimeUnit.SECONDS)
                .join();
    }

    /** Returns the address of this gateway, and those where others may listen. */
    Site site(long first) {
        if (!isMember()) {
            return new Site(properties.name(), resolved(properties.host()) + ":" + properties.port(), first, Set.of());
        }
        InetSocketAddress here = hazelcast.getCluster().getLocalMember().getSocketAddress();
        Set<String> expected = new LinkedHashSet<>();
        if (own) {
            properties.members().forEach(member -> addAll(expected, member));
            hazelcast.getCluster().getMembers().forEach(member -> expected.add(address(member.getSocketAddress())));
        }
        return new Site(properties.name(), address(here), first, expected);
    }

    private static String address(InetSocketAddress socket) {
        return socket.getAddress().getHostAddress() + ":" + socket.getPort();
    }

    /** Adds the addresses of a member; a name that does not resolve belongs to a machine that does not exist yet. */
    private static void addAll(Set<String> expected, String member) {
        int colon = member.lastIndexOf(':');
        try {
            for (InetAddress each : InetAddress.getAllByName(member.substring(0, colon))) {
                expected.add(each.getHostAddress() + member.substring(colon));
            }
        } catch (UnknownHostException nobody) {
            return;
        }
    }

    /** Hands this member's data over and shuts the instance down; an instance of the application keeps running. */
    @Override
    public void close() {
        if (beacon != null) {
            try {
                beacon.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (own) {
            hazelcast.shutdown();
        }
    }
}
