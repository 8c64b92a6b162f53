package dev.larder.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.invalidation.cluster.Status;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

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

    @Test
    void noCredentialsAreSentToOtherGateways() throws InterruptedException {
        ITopic<byte[]> topic = HAZELCAST.getTopic("larder/test/calls/" + other);
        topic.addMessageListener(message -> sent.add(message.getMessageObject()));
        var calls = new Calls(HAZELCAST, "test", new UUID(0, 0));
        var claims = new ClusterClaims(calls, this::others, PATIENCE, PATIENCE, LarderClock.system());
        int told = 0;
        for (int i = 0; told == 0 && i < 100; i++) {
            CacheKey key = CacheKey.of("GET", "http://www.test/page" + i);
            claims.claim(key, "Bearer s3cret-token\nsession=s3cret-cookie").subscribe();
            byte[] message = sent.poll(100, TimeUnit.MILLISECONDS);
            if (message != null) {
                told++;
                assertThat(new String(message, StandardCharsets.ISO_8859_1)).doesNotContain("s3cret", "www.test");
            }
        }
        assertThat(told).isOne();
    }

    private Status others() {
        var there = new Status.Other(other, "127.0.0.1:1", true, true, false);
        return new Status(new UUID(0, 0), "127.0.0.1:2", true, true, List.of(there));
    }
}
