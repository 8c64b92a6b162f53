package dev.larder.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import dev.larder.cluster.protocol.Terms;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.Standing;
import dev.larder.invalidation.Write;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
class HazelcastBusTest {

    private static final Set<Tag> USERS = Set.of(new Tag("users"));
    private static final List<HazelcastInstance> INSTANCES = new ArrayList<>();
    private static final List<HazelcastBus> BUSES = new ArrayList<>();
    private static final List<Invalidator> MEMBERS = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                ports.add(socket.getLocalPort());
            }
        }
        String name = "test-" + UUID.randomUUID();
        Set<String> addresses =
                Set.copyOf(ports.stream().map(port -> "127.0.0.1:" + port).toList());
        var terms = new Terms(Duration.ofSeconds(2), Duration.ZERO, true, Optional.empty());
        for (int port : ports) {
            HazelcastInstance instance = Hazelcast.newHazelcastInstance(config(name, port, addresses));
            INSTANCES.add(instance);
            var bus = new HazelcastBus(
                    instance, new HazelcastBus.Site(name, "127.0.0.1:" + port, 1_000, addresses), terms, Runnable::run);
            BUSES.add(bus);
            MEMBERS.add(new Invalidator(1 << 10, 0, bus));
        }
        for (HazelcastBus bus : BUSES) {
            assertThat(bus.awaitJoined(Duration.ofSeconds(30))).isEmpty();
            bus.found(() -> {});
        }
    }

    private static Config config(String name, int port, Set<String> addresses) {
        var config = new Config();
        config.setClusterName(name);
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        var network = config.getNetworkConfig();
        network.setPort(port).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        network.getJoin().getTcpIpConfig().setEnabled(true);
        addresses.forEach(network.getJoin().getTcpIpConfig()::addMember);
        return config;
    }

    @AfterAll
    static void stop() {
        BUSES.forEach(HazelcastBus::close);
        INSTANCES.forEach(HazelcastInstance::shutdown);
    }

    @Test
    void every_member_knows_of_a_write_when_its_writer_goes_on() {
        for (int round = 0; round < 60; round++) {
            Invalidator writer = MEMBERS.get(round % 3);
            List<Stamp> before = MEMBERS.stream()
                    .map(member -> Stamp.of(member.epoch(), USERS))
                    .toList();
            Write write = done(writer.begin(USERS));
            MEMBERS.forEach(member ->
                    assertThat(member.judge(Stamp.of(member.epoch(), USERS))).isEqualTo(Standing.FENCED));
            done(write.happened(Set.of()));
            done(write.end());
            for (Invalidator member : MEMBERS) {
                before.forEach(stamp -> assertThat(member.judge(stamp)).isNotEqualTo(Standing.USABLE));
            }
        }
    }

    @Test
    void a_write_is_acknowledged_by_all_in_a_few_milliseconds() {
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
    void noCallerWaitsForHazelcast() throws Exception {
        var closed = new AtomicBoolean();
        var open = new CountDownLatch(1);
        var terms = new Terms(Duration.ofSeconds(2), Duration.ZERO, true, Optional.empty());
        var site = new HazelcastBus.Site("blocked", "127.0.0.1:1", 1_000, Set.of());
        HazelcastInstance slow = Slow.instance(INSTANCES.get(0), () -> {
            if (closed.get()) {
                open.await();
            }
        });
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try (var bus = new HazelcastBus(slow, site, terms, Runnable::run)) {
            var invalidator = new Invalidator(1 << 10, 0, bus);
            closed.set(true);
            List<CompletionStage<Write>> asked = new ArrayList<>();
            caller.submit(() -> {
                        for (int i = 0; i < 100; i++) {
                            asked.add(invalidator.begin(USERS));
                            assertThat(bus.status().others()).isEmpty();
                        }
                    })
                    .get(10, TimeUnit.SECONDS);
            open.countDown();
            asked.forEach(HazelcastBusTest::done);
        } finally {
            open.countDown();
            caller.shutdownNow();
        }
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }
}
