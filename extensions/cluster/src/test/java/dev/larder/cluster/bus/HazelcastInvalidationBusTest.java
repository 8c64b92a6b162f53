package dev.larder.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cluster.protocol.LeaseSettings;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three members in one process, over real topics. */
class HazelcastInvalidationBusTest {

    private static final Set<CacheTag> USERS = Set.of(new CacheTag("users"));
    private static final List<HazelcastInstance> INSTANCES = new ArrayList<>();
    private static final List<HazelcastInvalidationBus> BUSES = new ArrayList<>();
    private static final List<Invalidator> MEMBERS = new ArrayList<>();

    @BeforeAll
    static void start() {
        String name = "test-" + UUID.randomUUID();
        Set<String> addresses = new LinkedHashSet<>();
        for (int i = 0; i < 3; i++) {
            HazelcastInstance instance = Hazelcast.newHazelcastInstance(config(name, addresses));
            INSTANCES.add(instance);
            addresses.add(address(instance));
        }
        var terms = new LeaseSettings(Duration.ofSeconds(2), Duration.ZERO, true, Optional.empty());
        for (HazelcastInstance instance : INSTANCES) {
            var bus = new HazelcastInvalidationBus(
                    instance,
                    new HazelcastInvalidationBus.Site(name, address(instance), 1_000, addresses),
                    terms,
                    Runnable::run);
            BUSES.add(bus);
            MEMBERS.add(new Invalidator(1 << 10, 0, bus));
        }
        for (HazelcastInvalidationBus bus : BUSES) {
            assertThat(bus.awaitJoined(Duration.ofSeconds(30))).isEmpty();
            bus.found(() -> {});
        }
    }

    private static String address(HazelcastInstance instance) {
        return "127.0.0.1:"
                + instance.getCluster().getLocalMember().getAddress().getPort();
    }

    private static Config config(String name, Set<String> addresses) {
        var config = new Config();
        config.setClusterName(name);
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        var network = config.getNetworkConfig();
        // Below the ports that systems give to outgoing connections. A member takes the first that is free.
        network.setPort(18_000).setPortCount(10_000);
        network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        network.getJoin().getTcpIpConfig().setEnabled(true);
        addresses.forEach(network.getJoin().getTcpIpConfig()::addMember);
        return config;
    }

    @AfterAll
    static void stop() {
        BUSES.forEach(HazelcastInvalidationBus::close);
        INSTANCES.forEach(HazelcastInstance::shutdown);
    }

    @Test
    void everyMemberSeesWriteBeforeItsWriterContinues() {
        for (int round = 0; round < 60; round++) {
            Invalidator writer = MEMBERS.get(round % 3);
            List<EpochStamp> before = MEMBERS.stream()
                    .map(member -> EpochStamp.of(member.epoch(), USERS))
                    .toList();
            FencedWrite write = done(writer.begin(USERS));
            MEMBERS.forEach(member -> assertThat(member.judge(EpochStamp.of(member.epoch(), USERS)))
                    .isEqualTo(EntryStatus.FENCED));
            done(write.happened(Set.of()));
            done(write.end());
            for (Invalidator member : MEMBERS) {
                before.forEach(stamp -> assertThat(member.judge(stamp)).isNotEqualTo(EntryStatus.USABLE));
            }
        }
    }

    @Test
    void allMembersAcknowledgeInvalidationWithinThreeSeconds() {
        for (int i = 0; i < 300; i++) {
            done(MEMBERS.get(0).invalidate(USERS));
        }
        long[] nanos = new long[1_000];
        for (int i = 0; i < nanos.length; i++) {
            long began = System.nanoTime();
            done(MEMBERS.get(0).invalidate(USERS));
            nanos[i] = System.nanoTime() - began;
        }
        Arrays.sort(nanos);
        System.out.printf(
                "acknowledged by three members: median %d us, p99 %d us%n",
                TimeUnit.NANOSECONDS.toMicros(nanos[nanos.length / 2]),
                TimeUnit.NANOSECONDS.toMicros(nanos[nanos.length * 99 / 100]));
        assertThat(nanos[nanos.length - 1]).isLessThan(Duration.ofSeconds(3).toNanos());
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-C")
    void callersDoNotBlockOnSlowHazelcastTopic() throws Exception {
        var closed = new AtomicBoolean();
        var open = new CountDownLatch(1);
        var terms = new LeaseSettings(Duration.ofSeconds(2), Duration.ZERO, true, Optional.empty());
        var site = new HazelcastInvalidationBus.Site("blocked", "127.0.0.1:1", 1_000, Set.of());
        HazelcastInstance slow = SlowTopics.instance(INSTANCES.get(0), () -> {
            if (closed.get()) {
                open.await();
            }
        });
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try (var bus = new HazelcastInvalidationBus(slow, site, terms, Runnable::run)) {
            var invalidator = new Invalidator(1 << 10, 0, bus);
            closed.set(true);
            List<CompletionStage<FencedWrite>> asked = new ArrayList<>();
            caller.submit(() -> {
                        for (int i = 0; i < 100; i++) {
                            asked.add(invalidator.begin(USERS));
                            assertThat(bus.status().others()).isEmpty();
                        }
                    })
                    .get(10, TimeUnit.SECONDS);
            open.countDown();
            asked.forEach(HazelcastInvalidationBusTest::done);
        } finally {
            open.countDown();
            caller.shutdownNow();
        }
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }
}
