package dev.larder.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cluster.protocol.MemberStatus;
import dev.larder.gateway.exchange.FetchClaims;
import dev.larder.gateway.message.LarderClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What gateways tell each other of a request has nothing in it that only the client may know. */
class ClusterFetchClaimsTest {

    private static final HazelcastInstance HAZELCAST = Hazelcast.newHazelcastInstance(config());
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration GIVEN_UP = Duration.ofSeconds(20);

    private final LinkedBlockingQueue<byte[]> sent = new LinkedBlockingQueue<>();
    private final UUID me = UUID.randomUUID();
    private final UUID other = UUID.randomUUID();

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

    /** Under load a member is silent for a while now and then: others would ask another watcher, and both go to the origin. */
    @ParameterizedTest
    @CsvSource({"true, NONE, true", "true, SHORT, true", "true, LONG, true", "false, NONE, false", "false, LONG, false"
    })
    void mutuallyKnownMemberCoordinatesClaimsEvenIfSilent(boolean met, MemberStatus.Silence silence, boolean watches)
            throws InterruptedException {
        assertThat(firstClaimTo(new MemberStatus.PeerStatus(other, "127.0.0.1:1", true, met, silence)) != null)
                .isEqualTo(watches);
    }

    @Test
    void doesNotWaitForFetchClaimedBySilentMember() {
        var silence = new AtomicReference<>(MemberStatus.Silence.NONE);
        try (var calls = new ClusterCalls(HAZELCAST, "test", me);
                var callsOfOther = new ClusterCalls(HAZELCAST, "test", other)) {
            var patience = Duration.ofMinutes(1);
            var claims = new ClusterFetchClaims(
                    calls, () -> status(me, standing(other, silence.get())), patience, patience, LarderClock.system());
            var claimsOfOther = new ClusterFetchClaims(
                    callsOfOther,
                    () -> status(other, standing(me, MemberStatus.Silence.NONE)),
                    patience,
                    patience,
                    LarderClock.system());
            for (int i = 0; i < 20; i++) {
                assertThat(claimsOfOther.claim(page(i), "").block(GIVEN_UP)).isInstanceOf(FetchClaims.Claim.Mine.class);
            }
            List<Mono<FetchClaims.Claim>> waiting = IntStream.range(0, 20)
                    .mapToObj(i -> claims.claim(page(i), "").cache())
                    .toList();
            assertThat(Flux.merge(waiting)
                            .next()
                            .timeout(Duration.ofMillis(1), Mono.empty())
                            .blockOptional(GIVEN_UP))
                    .isEmpty();
            silence.set(MemberStatus.Silence.SHORT);
            assertThat(Flux.merge(waiting).blockFirst(GIVEN_UP)).isInstanceOf(FetchClaims.Claim.Mine.class);
        }
    }

    @Test
    @Tag("hardening-U15")
    void noCredentialsAreSentToOtherGateways() throws InterruptedException {
        byte[] message = firstClaimTo(standing(other, MemberStatus.Silence.NONE));
        assertThat(message).isNotNull();
        assertThat(new String(message, StandardCharsets.ISO_8859_1)).doesNotContain("s3cret", "www.test");
    }

    private static CacheKey page(int number) {
        return CacheKey.of("GET", "http://www.test/page" + number);
    }

    private static MemberStatus status(UUID id, MemberStatus.PeerStatus other) {
        return new MemberStatus(id, "127.0.0.1:2", true, true, List.of(other));
    }

    private static MemberStatus.PeerStatus standing(UUID id, MemberStatus.Silence silence) {
        return new MemberStatus.PeerStatus(id, "127.0.0.1:1", true, true, silence);
    }

    /** What is sent to that member of the first of many claims that it watches over; null if it watches over none. */
    private byte @Nullable [] firstClaimTo(MemberStatus.PeerStatus member) throws InterruptedException {
        ITopic<byte[]> topic = HAZELCAST.getTopic("larder/test/calls/" + other);
        UUID listener = topic.addMessageListener(message -> sent.add(message.getMessageObject()));
        var status = status(me, member);
        try (var calls = new ClusterCalls(HAZELCAST, "test", me)) {
            var claims = new ClusterFetchClaims(calls, () -> status, PATIENCE, PATIENCE, LarderClock.system());
            for (int i = 0; i < 20; i++) {
                claims.claim(page(i), "Bearer s3cret-token\nsession=s3cret-cookie")
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
