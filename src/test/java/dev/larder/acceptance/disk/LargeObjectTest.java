package dev.larder.acceptance.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Responses larger than memory may hold: spooled to a file as they stream, shared while they grow, served from it. */
@Tag("thorough")
class LargeObjectTest {

    private static final long MEGABYTE = 1 << 20;
    private static final long LARGE = 100 * MEGABYTE;
    private static final long TOO_LARGE = 111 * MEGABYTE;
    private static final long HEAP = 64 * MEGABYTE;
    private static final int CLIENTS = 20;
    private static final String FRESH = "max-age=3600";
    private static final String TAG = "\"1\"";

    @TempDir
    private static Path directory;

    private static ScriptedOrigin origin;
    private static GatewayFixture gateway;

    /** The sizes of all contents that may be stored, each of them different, and none of them one at which a growing file rests. */
    private static final Set<Long> WHOLE = ConcurrentHashMap.newKeySet();

    private final String path = UniquePath.next();
    private final DiskStoreFolder folder = new DiskStoreFolder(directory);

    @BeforeAll
    static void start() {
        origin = ScriptedOrigin.start();
        GatewayFixture.Builder builder = GatewayFixture.process()
                .origin(origin)
                .jvmFlag("-Xmx128m")
                .jvmFlag("-XX:+ExitOnOutOfMemoryError")
                .jvmFlag("-Dio.netty.leakDetection.level=advanced")
                .property("larder.store.max-size", "16MB")
                .property("larder.disk.max-size", "1GB")
                .property("larder.disk.max-object-size", "110MB");
        gateway = DiskGateway.behindMemory(builder, directory).start();
    }

    @AfterAll
    static void stop() {
        gateway.seekLeaks();
        gateway.close();
        origin.close();
    }

    @AfterEach
    void stillServes() {
        DiskGateway.ping(gateway, origin);
        gateway.check();
    }

    @Test
    void concurrentClientsShareOneFetchWithBoundedHeap() {
        GeneratedContent content = content(100);
        origin.on(path, whole(content));
        long crc = content.crc();

        assertThat(ConcurrentClients.start(CLIENTS, i -> FetchedResponse.by(gateway, path))
                        .results())
                .allMatch(client -> client.is(crc));
        assertThat(origin.count(path)).isEqualTo(1);
        awaitStored(content);
        assertThat(ConcurrentClients.start(CLIENTS, i -> FetchedResponse.by(gateway, path))
                        .results())
                .allMatch(client -> client.is(crc) && client.hit());
        assertThat(origin.count(path)).isEqualTo(1);
        assertThat(gateway.heapInUse()).isLessThan(HEAP);
    }

    @Test
    void waitingClientReceivesContentThatHasAlreadyArrived() {
        GeneratedContent content = content(6);
        OriginLatch gate = new OriginLatch();
        origin.on(path, halting(fresh(), content, 2, gate));
        try (RawClient leader = gateway.connect().request("GET", path);
                RawClient follower = gateway.connect()) {
            StreamedResponse led = leader.open("GET");
            String ledFirst = led.next();
            gate.awaitArrival();
            StreamedResponse followed = follower.request("GET", path).open("GET");
            String followedFirst = followed.next();
            gate.release();

            assertRest(led, ledFirst, content);
            assertRest(followed, followedFirst, content);
        }
        assertThat(origin.count(path)).isEqualTo(1);
    }

    @Test
    void servesRangeOfPartiallyArrivedContent() {
        GeneratedContent content = content(6);
        OriginLatch gate = new OriginLatch();
        origin.on(path, halting(fresh(), content, 2, gate));
        try (RawClient leader = gateway.connect().request("GET", path)) {
            StreamedResponse led = leader.open("GET");
            String first = led.next();
            gate.awaitArrival();
            ReceivedResponse part = gateway.get(path, "Range", "bytes=100-199");
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.content()).isEqualTo(content.slice(100, 200).text());
            assertThat(gateway.head(path).field("Content-Length")).isEqualTo(Long.toString(content.length()));
            gate.release();
            assertRest(led, first, content);
        }
        assertThat(origin.count(path)).isEqualTo(1);
    }

    @Test
    @Tag("hardening-F7")
    void slowClientDoesNotDelayFastClientOfSameFetch() {
        GeneratedContent content = content(24);
        origin.on(path, whole(content));
        try (RawClient client = gateway.connect().request("GET", path)) {
            StreamedResponse slow = client.open("GET");
            String first = slow.next();

            assertThat(FetchedResponse.by(gateway, path)).matches(fast -> fast.is(content));
            assertRest(slow, first, content);
        }
        assertThat(origin.count(path)).isEqualTo(1);
    }

    @Test
    void initiatorThatLeavesDoesNotAbortSharedFetch() {
        GeneratedContent content = content(8);
        OriginLatch gate = new OriginLatch();
        origin.on(path, halting(fresh(), content, 4, gate));
        RawClient leader = gateway.connect().request("GET", path);
        leader.open("GET").next();
        gate.awaitArrival();
        try (RawClient follower = gateway.connect().request("GET", path)) {
            StreamedResponse followed = follower.open("GET");
            String first = followed.next();
            leader.reset();
            gate.release();
            assertRest(followed, first, content);
        }
        assertThat(origin.count(path)).isEqualTo(1);
    }

    @Test
    void readAfterTagInvalidationDoesNotJoinRunningFetch() {
        GeneratedContent content = content(8);
        OriginLatch gate = new OriginLatch();
        String tag = path.substring(1);
        origin.inTurn(
                path,
                halting(ResponseScript.status(200, "Cache-Control", FRESH, "Surrogate-Key", tag), content, 4, gate),
                ResponseScript.ok("new", "Cache-Control", "no-store"));
        origin.on(path + "/elsewhere", ResponseScript.status(204, "Surrogate-Key", tag));
        try (RawClient leader = gateway.connect().request("GET", path);
                RawClient writer = gateway.connect()) {
            StreamedResponse led = leader.open("GET");
            String first = led.next();
            gate.awaitArrival();
            assertThat(writer.request("POST", path + "/elsewhere", "Content-Length", "0")
                            .read("POST")
                            .status())
                    .isEqualTo(204);
            assertThat(gateway.get(path).content()).isEqualTo("new");
            gate.release();
            assertRest(led, first, content);
        }
    }

    @Test
    void fetchAbandonedByOnlyClientIsStoredWholeOrNotAtAll() {
        GeneratedContent content = content(8);
        OriginLatch gate = new OriginLatch();
        ResponseScript held = halting(fresh(), content, 4, gate);
        origin.inTurn(path, held, whole(content));
        RawClient client = gateway.connect().request("GET", path);
        client.open("GET").next();
        gate.awaitArrival();
        client.reset();
        gate.release();

        assertThat(FetchedResponse.by(gateway, path)).matches(next -> next.is(content));
        assertThat(FetchedResponse.by(gateway, path)).matches(next -> next.is(content));
        assertStoredOnce(content);
    }

    static Stream<Arguments> torn() {
        GeneratedContent half = GeneratedContent.of("torn", 5 * MEGABYTE);
        return Stream.of(
                Arguments.of("half, then FIN", fresh().part(half).length(LARGE).thenEnd(TransferEnd.FIN)),
                Arguments.of("half, then RST", fresh().part(half).length(LARGE).thenEnd(TransferEnd.RESET)),
                Arguments.of(
                        "a byte too few",
                        fresh().part(half).length(half.length() + 1).thenEnd(TransferEnd.FIN)),
                Arguments.of("no last chunk", unfinished(half, TransferEnd.FIN)),
                Arguments.of("amid the chunks, RST", unfinished(half, TransferEnd.RESET)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("torn")
    void truncatedResponseIsVisiblyTruncatedAndNotStored(String what, ResponseScript torn) {
        GeneratedContent content = content(7);
        origin.inTurn(path, torn, whole(content));
        gateway.expect(502);

        assertThat(FetchedResponse.by(gateway, path).whole()).as(what).isFalse();
        assertThat(FetchedResponse.by(gateway, path)).matches(next -> next.is(content));
        assertThat(origin.count(path)).isEqualTo(2);
        assertStoredOnce(content);
    }

    @Test
    void clientsSharingTruncatedResponseSeeTruncation() {
        GeneratedContent half = GeneratedContent.of(path, 3 * MEGABYTE);
        OriginLatch gate = new OriginLatch();
        origin.on(path, fresh().part(half).length(LARGE).gate(gate).thenEnd(TransferEnd.RESET));
        List<RawClient> clients = Stream.generate(gateway::connect).limit(5).toList();
        List<StreamedResponse> incoming = clients.stream()
                .map(client -> client.request("GET", path).open("GET"))
                .toList();
        gate.awaitArrival();
        gate.release();

        assertThat(incoming.stream().map(FetchedResponse::rest)).noneMatch(FetchedResponse::whole);
        clients.forEach(RawClient::close);
        gateway.expect(502);
    }

    @Test
    void storesChunkedContent() {
        GeneratedContent content = content(5);
        ResponseScript chunked = fresh().chunked();
        for (long at = 0; at < content.length(); at += MEGABYTE) {
            chunked.part(content.slice(at, Math.min(at + MEGABYTE, content.length())));
        }
        origin.on(path, chunked);

        assertThat(FetchedResponse.by(gateway, path)).matches(first -> first.is(content));
        assertStoredOnce(content);
        assertThat(gateway.get(path, "Range", "bytes=-7").content()).isEqualTo(last(content, 7));
    }

    @Test
    void responseTooLargeForDiskPassesThrough() {
        GeneratedContent content = GeneratedContent.of(path, TOO_LARGE);
        origin.on(path, fresh().part(content));
        for (int i = 1; i <= 2; i++) {
            assertThat(FetchedResponse.by(gateway, path)).matches(each -> each.is(content) && !each.hit());
            assertThat(origin.count(path)).isEqualTo(i);
        }
        assertOnlyWholeFiles();
    }

    @Test
    void chunkedResponseThatExceedsDiskReachesInitiatorWhole() {
        GeneratedContent content = GeneratedContent.of(path, TOO_LARGE);
        OriginLatch gate = new OriginLatch();
        origin.on(path, halting(fresh().chunked(), content, 1, gate));
        CompletableFuture<FetchedResponse> leader = ConcurrentClients.one(() -> FetchedResponse.by(gateway, path));
        gate.awaitArrival();
        CompletableFuture<FetchedResponse> follower = ConcurrentClients.one(() -> FetchedResponse.by(gateway, path));
        DiskGateway.ping(gateway, origin);
        gate.release();

        assertThat(ConcurrentClients.join(leader)).matches(first -> first.is(content));
        assertThat(ConcurrentClients.join(follower)).matches(other -> other.is(content) || !other.whole());
        gateway.expect(502);
        assertThat(FetchedResponse.by(gateway, path)).matches(next -> next.is(content) && !next.hit());
        assertOnlyWholeFiles();
    }

    @Test
    void rangesConditionsAndHeadAreAnsweredFromTheFile() {
        GeneratedContent content = content(9);
        origin.on(path, whole(content));
        FetchedResponse.by(gateway, path);
        awaitStored(content);

        ReceivedResponse part = gateway.get(path, "Range", "bytes=5000000-5000009");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.field("Content-Range")).isEqualTo("bytes 5000000-5000009/" + content.length());
        assertThat(part.content()).isEqualTo(content.slice(5_000_000, 5_000_010).text());
        assertThat(gateway.get(path, "Range", "bytes=0-9", "If-Range", TAG).content())
                .isEqualTo(content.slice(0, 10).text());
        assertThat(FetchedResponse.by(gateway, path, "Range", "bytes=0-9", "If-Range", "\"0\""))
                .matches(whole -> whole.is(content));
        assertThat(gateway.get(path, "Range", "bytes=" + content.length() + "-").status())
                .isEqualTo(416);
        assertHeadAndCondition(content);
        assertThat(origin.count(path)).isEqualTo(1);
    }

    private void assertHeadAndCondition(GeneratedContent content) {
        ReceivedResponse head = gateway.head(path);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.field("Content-Length")).isEqualTo(Long.toString(content.length()));
        assertThat(head.hit()).isTrue();
        ReceivedResponse unchanged = gateway.get(path, "If-None-Match", TAG);
        assertThat(unchanged.status()).isEqualTo(304);
        assertThat(unchanged.hit()).isTrue();
        assertThat(FetchedResponse.by(gateway, path, "If-None-Match", "\"0\"")).matches(whole -> whole.is(content));
    }

    /** The next request is a hit, and nothing torn is left of other attempts. */
    private void assertStoredOnce(GeneratedContent content) {
        awaitStored(content);
        int asked = origin.count(path);
        assertThat(FetchedResponse.by(gateway, path)).matches(next -> next.is(content) && next.hit());
        assertThat(origin.count(path)).isEqualTo(asked);
        assertOnlyWholeFiles();
    }

    private void awaitStored(GeneratedContent content) {
        DiskGateway.awaitStored(gateway, origin, folder, path, content.length());
    }

    private void assertOnlyWholeFiles() {
        assertThat(folder.await(WHOLE::containsAll, this::stillServes)).isSubsetOf(WHOLE);
    }

    private GeneratedContent content(int megabytes) {
        GeneratedContent content = GeneratedContent.of(path, megabytes * MEGABYTE + WHOLE.size() + 1);
        WHOLE.add(content.length());
        return content;
    }

    /** The beginning was right, and so is the rest. */
    private static void assertRest(StreamedResponse incoming, String beginning, GeneratedContent content) {
        assertThat(beginning).isNotEmpty();
        assertThat(beginning.equals(content.slice(0, beginning.length()).text()))
                .as("the first %d bytes are right", beginning.length())
                .isTrue();
        GeneratedContent rest = content.slice(beginning.length(), content.length());
        assertThat(FetchedResponse.rest(incoming)).matches(read -> read.is(rest));
    }

    /** So many megabytes, and the rest once the gate is open. */
    private static ResponseScript halting(
            ResponseScript head, GeneratedContent content, int megabytes, OriginLatch gate) {
        long first = megabytes * MEGABYTE;
        return head.part(content.slice(0, first)).gate(gate).part(content.slice(first, content.length()));
    }

    private ResponseScript whole(GeneratedContent content) {
        return new PacedContent(content, folder, WHOLE).addTo(fresh());
    }

    private static ResponseScript fresh() {
        return ResponseScript.status(200, "Cache-Control", FRESH, "ETag", TAG);
    }

    private static ResponseScript unfinished(GeneratedContent content, TransferEnd end) {
        ResponseScript chunked = fresh().chunked().part(content);
        return chunked.cutAt(chunked.wireLength() - "0\r\n\r\n".length(), end);
    }

    private static String last(GeneratedContent content, int count) {
        return content.slice(content.length() - count, content.length()).text();
    }
}
