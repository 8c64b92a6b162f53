package dev.larder.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cluster.protocol.Status;
import dev.larder.gateway.exchange.LarderClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What gateways tell each other of a request has nothing in it that only the client may know. */
class ClusterClaimsTest {

    private static final HazelcastInstance HAZELCAST = Hazelcast.newHazelcastInstance(config());
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final LinkedBlockingQueue<byte[]> sent = new LinkedBlockingQueue<>();
    private final UUID other = new UUID(-1, -1);

    private static Config config() {
        var config = new Config().setClusterName("claims-" + UUID.randomUUID());
        config.setProperty("hazelcast.logging.type", "none").setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false").setProperty("hazelcast.socket.bind.any", "false");
        var network = config.getNetworkConfig().setPort(0).setPortAutoIncrement(true);
        network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        return config;
    }

    @AfterAll
    static void stop() {
        HAZELCAST.shutdown();
    }

    /** Under load a member is silent for two beats now and then: others would ask another watcher, and both go to the origin. */
    @ParameterizedTest
    @CsvSource({"true, false, true", "true, true, true", "false, false, true", "false, true, false"})
    void memberWhoseLeaseHoldsWatchesThoughItIsSilent(boolean leases, boolean silent, boolean watches)
            throws InterruptedException {
        assertThat(firstClaimTo(new Status.Other(other, "127.0.0.1:1", leases, true, silent)) != null)
                .isEqualTo(watches);
    }

    @Test
    void noCredentialsAreSentToOtherGateways() throws InterruptedException {
        byte[] message = firstClaimTo(new Status.Other(other, "127.0.0.1:1", true, true, false));
        assertThat(message).isNotNull();
        assertThat(new String(message, StandardCharsets.ISO_8859_1)).doesNotContain("s3cret", "www.test");
    }

    /** What is sent to that member of the first of many claims that it watches over; null if it watches over none. */
    private byte @Nullable [] firstClaimTo(Status.Other member) throws InterruptedException {
        ITopic<byte[]> topic = HAZELCAST.getTopic("larder/test/calls/" + other);
        UUID listener = topic.addMessageListener(message -> sent.add(message.getMessageObject()));
        var status = new Status(new UUID(0, 0), "127.0.0.1:2", true, true, List.of(member));
        try (var calls = new Calls(HAZELCAST, "test", new UUID(0, 0))) {
            var claims = new ClusterClaims(calls, () -> status, PATIENCE, PATIENCE, LarderClock.system());
            for (int i = 0; i < 20; i++) {
                claims.claim(
                                CacheKey.of("GET", "http://www.test/page" + i),
                                "Bearer s3cret-token\nsession=s3cret-cookie")
                        .subscribe();
                byte[] message = sent.poll(100, TimeUnit.MILLISECONDS);
                if (message != null) {
                    return message;
                }
            }
            return null;
        } finally {
            topic.removeMessageListener(listener);
        }
    }
}
