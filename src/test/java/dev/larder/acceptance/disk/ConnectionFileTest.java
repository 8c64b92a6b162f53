package dev.larder.acceptance.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.gateway.connection.HitLevel;
import dev.larder.gateway.connection.HitLevelReport;
import dev.larder.gateway.connection.HitPath;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Responses that are too large for memory are stored, and sent from their files, at the connections of their clients. */
class ConnectionFileTest {

    private static final long LENGTH = 3 << 20;
    private static final int SMALL = 4096;
    private static final String[] FRESH = {"Cache-Control", "max-age=600", "ETag", "\"1\""};

    @TempDir
    private Path directory;

    private final String path = UniquePath.next();
    private final GeneratedContent content = GeneratedContent.of("content", LENGTH);
    private final ScriptedOrigin origin = ScriptedOrigin.start();

    @SuppressWarnings("NullAway.Init")
    private GatewayFixture gateway;

    @BeforeEach
    void start() {
        gateway = DiskGateway.inJvm(origin, directory)
                .property("larder.forward", "native")
                .property("larder.hit-path", "auto")
                .start();
        origin.on(path, ResponseScript.status(200, FRESH).part(content));
    }

    @AfterEach
    void stop() {
        gateway.seekLeaks();
        gateway.close();
        origin.close();
    }

    @Test
    void servesLargeResponseFromFile() {
        try (RawClient client = gateway.connect()) {
            assertWhole(get(client), false);
            DiskGateway.awaitStored(gateway, origin, new DiskStoreFolder(directory), path, LENGTH);
            assertWhole(get(client), true);
            ReceivedResponse part = client.request("GET", path, "Range", "bytes=1000000-1000009")
                    .read();
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.content())
                    .isEqualTo(content.slice(1_000_000, 1_000_010).text());
            List<RangePart> parts = RangePart.several(
                    client.request("GET", path, "Range", "bytes=0-9,20-29").read());
            assertThat(parts.stream().map(RangePart::content))
                    .containsExactly(
                            content.slice(0, 10).text(), content.slice(20, 30).text());
            assertThat(client.request("HEAD", path).read("HEAD").field("Content-Length"))
                    .isEqualTo(Long.toString(LENGTH));
            assertThat(client.request("GET", path, "If-None-Match", "\"1\"")
                            .read()
                            .status())
                    .isEqualTo(304);
            assertWhole(get(client), true);
        }
        assertThat(origin.count(path)).isEqualTo(1);
        assertThat(atConnections()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void sendsPipelinedResponsesInTheirOrder() {
        try (RawClient client = gateway.connect(SMALL)) {
            assertWhole(get(client), false);
            DiskGateway.awaitStored(gateway, origin, new DiskStoreFolder(directory), path, LENGTH);
            client.request("GET", path).request("GET", path).request("GET", path, "Range", "bytes=5-9");
            assertWhole(FetchedResponse.rest(client.open("GET")), true);
            assertWhole(FetchedResponse.rest(client.open("GET")), true);
            assertThat(client.read().content()).isEqualTo(content.slice(5, 10).text());
        }
    }

    @Test
    void deletesReplacedFileOfDisconnectedClient() {
        try (RawClient client = gateway.connect(SMALL)) {
            assertWhole(get(client), false);
            DiskGateway.awaitStored(gateway, origin, new DiskStoreFolder(directory), path, LENGTH);
            assertThat(client.request("GET", path).open("GET").next()).isNotEmpty();
        }
        var folder = new DiskStoreFolder(directory);
        assertThat(folder.sizes()).contains(LENGTH);
        assertThat(gateway.send("PUT", path, "new").status()).isEqualTo(200);
        GeneratedContent next = GeneratedContent.of("next", 2 * LENGTH);
        origin.on(path, ResponseScript.status(200, FRESH).part(next));
        assertThat(FetchedResponse.by(gateway, path)).matches(response -> response.is(next));
        assertThat(folder.await(sizes -> !sizes.contains(LENGTH), () -> DiskGateway.ping(gateway, origin)))
                .containsExactly(next.length());
    }

    private FetchedResponse get(RawClient client) {
        return FetchedResponse.rest(client.request("GET", path).open("GET"));
    }

    private void assertWhole(FetchedResponse response, boolean hit) {
        assertThat(response.end()).isEqualTo(TransferEnd.COMPLETE);
        assertThat(response).matches(received -> received.is(content), "the content");
        assertThat(response.hit()).isEqualTo(hit);
    }

    private long atConnections() {
        HitLevelReport report = gateway.context().getBean(HitPath.class).report();
        return report.forwarded() + report.hits().getOrDefault(HitLevel.CONNECTION, 0L);
    }
}
