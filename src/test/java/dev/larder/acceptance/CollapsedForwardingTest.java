package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Concurrent misses of one key make one origin request (RFC 9111 4), and harm nobody when they cannot. */
class CollapsedForwardingTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @BeforeAll
    static void warmUp() {
        String path = UniquePath.next();
        STAGE.origin().on(path, ResponseScript.ok("warm", "Cache-Control", "no-store"));
        ConcurrentClients.start(100, i -> STAGE.get(path)).results();
    }

    @Test
    @Tag("hardening-F5")
    void twoHundredMissesMakeOneOriginRequest() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("one", "Cache-Control", "max-age=60").latency(SECOND));
        ConcurrentClients<ReceivedResponse> concurrentClients = ConcurrentClients.start(200, i -> STAGE.get(path));
        assertThat(concurrentClients.results()).allMatch(response -> ok(response, "one"));
        assertThat(concurrentClients.results())
                .filteredOn(response -> !fromAnother(response))
                .hasSize(1);
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"FIN", "RESET"})
    @Tag("hardening-F3")
    void missesMakeOneOriginRequestAfterFirstClientDisconnects(TransferEnd how) {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("one", "Cache-Control", "max-age=60").latency(SECOND));
        RawClient leader = STAGE.gateway().connect().request("GET", path);
        STAGE.origin().await(path, 1);
        leader.end(how);
        RawClient next = STAGE.gateway().connect().request("GET", path);
        ConcurrentClients<ReceivedResponse> concurrentClients = ConcurrentClients.start(198, i -> STAGE.get(path));
        assertThat(ok(next.read(), "one")).isTrue();
        next.close();
        assertThat(concurrentClients.results()).allMatch(response -> ok(response, "one"));
        assertThat(concurrentClients.results())
                .filteredOn(response -> !fromAnother(response))
                .isEmpty();
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"FIN", "RESET"})
    @Tag("hardening-F3")
    void firstClientLeavingBeforeResponseDoesNotFailFollowers(TransferEnd how) {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("one", "Cache-Control", "max-age=60").before(gate));
        RawClient leader = STAGE.gateway().connect().request("GET", path);
        gate.awaitArrival();
        List<RawClient> followers = connectAndAsk(10);
        leader.end(how);
        gate.release();
        assertThat(followers).allMatch(client -> ok(client.read(), "one"));
        followers.forEach(RawClient::close);
        assertThat(STAGE.origin().count(path)).isLessThanOrEqualTo(2);
    }

    @Test
    @Tag("hardening-F2")
    void firstClientLeavingDuringContentDoesNotFailFollowers() {
        OriginLatch gate = new OriginLatch();
        String half = "0123456789".repeat(500);
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok(half, "Cache-Control", "max-age=60")
                                .gate(gate)
                                .part(half));
        RawClient leader = STAGE.gateway().connect().request("GET", path);
        leader.open("GET");
        List<RawClient> followers = connectAndAsk(10);
        leader.reset();
        gate.release();
        assertThat(followers).allMatch(client -> ok(client.read(), half + half));
        followers.forEach(RawClient::close);
        assertThat(STAGE.origin().count(path)).isLessThanOrEqualTo(2);
    }

    @Test
    void followersReportCollapsedAndNextRequestIsHit() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("one", "Cache-Control", "max-age=60").before(gate));
        CompletableFuture<ReceivedResponse> leader = ConcurrentClients.one(() -> STAGE.get(path));
        gate.awaitArrival();
        List<RawClient> followers = connectAndAsk(20);
        gate.release();
        assertThat(followers)
                .extracting(client -> client.read().cacheStatus())
                .anyMatch(status -> status.contains("; collapsed"));
        followers.forEach(RawClient::close);
        assertThat(ConcurrentClients.join(leader).cacheStatus())
                .contains("fwd=uri-miss")
                .contains("; stored");
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    @Test
    @Tag("hardening-F7")
    void aSlowReaderDoesNotThrottleItsFollowers() {
        OriginLatch gate = new OriginLatch();
        String large = "0123456789abcdef".repeat(64 * 1024);
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok(large, "Cache-Control", "max-age=60").before(gate));
        RawClient leader = STAGE.gateway().connect(2048).request("GET", path);
        gate.awaitArrival();
        List<RawClient> followers = connectAndAsk(10);
        gate.release();
        assertThat(followers).allMatch(client -> ok(client.read(), large));
        followers.forEach(RawClient::close);
        leader.close();
    }

    @Test
    @Tag("hardening-F1")
    void followersNeverTakeTruncatedResponseForWhole() {
        OriginLatch gate = new OriginLatch();
        ResponseScript whole = ResponseScript.ok("whole", "Cache-Control", "max-age=60");
        ResponseScript torn = ResponseScript.ok("who", "Cache-Control", "max-age=60")
                .length(5)
                .before(gate)
                .thenEnd(TransferEnd.RESET);
        STAGE.origin().inTurn(path, torn, whole);
        CompletableFuture<ReceivedResponse> leader = ConcurrentClients.one(() -> STAGE.get(path));
        gate.awaitArrival();
        List<RawClient> followers = connectAndAsk(5);
        gate.release();
        STAGE.gateway().expect(502);
        assertThat(ConcurrentClients.join(leader).whole()
                        && ConcurrentClients.join(leader).status() == 200)
                .isFalse();
        assertThat(followers.stream().map(RawClient::read))
                .allMatch(response -> ok(response, "whole") || !response.whole() || response.status() == 502);
        followers.forEach(RawClient::close);
        assertThat(STAGE.get(path).content()).isEqualTo("whole");
    }

    @Test
    void aResponseTooLargeToBeStoredReleasesItsFollowers() {
        OriginLatch gate = new OriginLatch();
        String large = "0123456789abcdef".repeat(200 * 1024);
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok(large, "Cache-Control", "max-age=60").before(gate));
        RawClient leader = STAGE.gateway().connect().request("GET", path);
        gate.awaitArrival();
        List<RawClient> followers = connectAndAsk(5);
        gate.release();
        assertThat(ok(leader.read(), large)).isTrue();
        assertThat(followers).allMatch(client -> ok(client.read(), large));
        followers.forEach(RawClient::close);
        leader.close();
    }

    private List<RawClient> connectAndAsk(int count) {
        List<RawClient> clients = java.util.stream.IntStream.range(0, count)
                .mapToObj(i -> STAGE.gateway().connect().request("GET", path))
                .toList();
        STAGE.awaitReading();
        return clients;
    }

    /** It waited for another client's origin request, or came after it. */
    private static boolean fromAnother(ReceivedResponse response) {
        return response.hit() || response.cacheStatus().contains("; collapsed");
    }

    private static boolean ok(ReceivedResponse response, String content) {
        return response.status() == 200
                && response.whole()
                && response.content().equals(content);
    }
}
