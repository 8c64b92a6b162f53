package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waits for clients that do not read stored ranges leaves memory for other requests: each reads its own copies from the disk. */
@Tag("thorough")
class UnreadSliceMemoryTest {

    private static final int MEGABYTE = 1 << 20;
    private static final int CONNECTIONS = 300;
    private static final String OBJECT = "/object";
    private static final String CONTENT = "x".repeat(MEGABYTE);
    private static final String MISS = "m".repeat(600_000);

    @ParameterizedTest
    @ValueSource(strings = {"native", "gateway"})
    @Tag("hardening-X6")
    void unreadRangeResponsesLeaveMemoryForOtherRequests(String forward, @TempDir Path disk) throws Exception {
        List<RawClient> unread = new ArrayList<>();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.executable()
                        .origin(origin)
                        .property("larder.forward", forward)
                        .property("larder.store.tiers", "disk")
                        .property("larder.disk.path", disk)
                        .jvmFlag("-Xmx192m")
                        .start()) {
            origin.on(OBJECT, UnreadSliceMemoryTest::part);
            origin.otherwise(request -> ResponseScript.ok(MISS, "Cache-Control", "max-age=3600"));
            String range = "bytes=0-" + (MEGABYTE - 1);
            gateway.get(OBJECT, "Range", range);
            assertThat(gateway.get(OBJECT, "Range", range).hit()).isTrue();
            for (int i = 0; i < CONNECTIONS; i++) {
                unread.add(gateway.connect(4_096).request("GET", OBJECT, "Range", range));
            }
            for (int i = 0; i < 20; i++) {
                ReceivedResponse miss = gateway.get("/miss/" + i);
                assertThat(miss.status()).isEqualTo(200);
                assertThat(miss.content()).hasSameSizeAs(MISS);
                ReceivedResponse other = gateway.get(OBJECT, "Range", "bytes=100-600099");
                assertThat(other.status()).isEqualTo(206);
                assertThat(other.content()).hasSize(600_000);
            }
        } finally {
            unread.forEach(RawClient::close);
        }
    }

    private static ResponseScript part(ReceivedRequest request) {
        String range = request.fields().get("Range").replace("bytes=", "");
        int dash = range.indexOf('-');
        long first = Long.parseLong(range.substring(0, dash));
        long last = Long.parseLong(range.substring(dash + 1));
        return ResponseScript.status(
                        206,
                        "Content-Range",
                        "bytes " + first + "-" + last + "/" + 1_000L * MEGABYTE,
                        "ETag",
                        "\"object\"",
                        "Cache-Control",
                        "max-age=3600")
                .part(CONTENT.substring(0, (int) (last - first + 1)));
    }
}
