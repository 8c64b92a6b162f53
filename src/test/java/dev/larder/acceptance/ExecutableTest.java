package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The executable with little memory and Netty's strictest leak detection: bodies larger than its heap pass through it. */
@Tag("thorough")
class ExecutableTest {

    private static final int MEGABYTE = 1 << 20;
    private static final int MEGABYTES = 128;

    private static ScriptedOrigin origin;
    private static GatewayFixture gateway;

    private final String path = UniquePath.next();
    private final byte[] piece = new byte[MEGABYTE];

    @BeforeAll
    static void start() {
        origin = ScriptedOrigin.start();
        gateway = GatewayFixture.executable()
                .origin(origin)
                .jvmFlag("-Xmx64m")
                .jvmFlag("-XX:MaxDirectMemorySize=64m")
                .jvmFlag("-XX:+ExitOnOutOfMemoryError")
                .jvmFlag("-Dio.netty.leakDetection.level=paranoid")
                .property("larder.store.max-size", "16MB")
                .start();
    }

    @AfterAll
    static void stop() {
        gateway.seekLeaks();
        gateway.close();
        origin.close();
    }

    @AfterEach
    void stillServes() {
        origin.on("/alive", ResponseScript.ok("alive", "Cache-Control", "no-store"));
        assertThat(gateway.get("/alive").content()).isEqualTo("alive");
        gateway.check();
    }

    @Test
    @Tag("hardening-X4")
    void anUploadTwiceTheHeapStreamsThrough() {
        new Random(1).nextBytes(piece);
        origin.on(path, request -> ResponseScript.ok(request.length() + " " + request.crc()));
        CRC32 crc = new CRC32();
        RawFields length = RawFields.of("Content-Length", Long.toString((long) MEGABYTES * MEGABYTE));
        try (RawClient client = gateway.connect()) {
            client.send(RawClient.head("PUT", path, length));
            for (int i = 0; i < MEGABYTES; i++) {
                client.send(piece);
                crc.update(piece);
            }
            assertThat(client.read().content()).isEqualTo((long) MEGABYTES * MEGABYTE + " " + crc.getValue());
        }
    }

    @Test
    @Tag("hardening-X4")
    void downloadOfTwiceHeapSizeStreamsThroughRepeatedly() {
        CRC32 crc = large();
        for (int i = 0; i < 2; i++) {
            try (RawClient client = gateway.connect().request("GET", path)) {
                assertThat(client.open("GET").crc()).isEqualTo(crc.getValue());
            }
        }
    }

    @Test
    @Tag("hardening-X6")
    void clientsThatDoNotReadDoNotExhaustMemory() {
        large();
        RawClient[] idle = new RawClient[4];
        for (int i = 0; i < idle.length; i++) {
            idle[i] = gateway.connect(4096).request("GET", path);
            idle[i].bytes(1000);
        }
        assertThat(gateway.get(path + "-other").status()).isEqualTo(404);
        for (RawClient client : idle) {
            client.end(TransferEnd.RESET);
        }
    }

    @Test
    @Tag("hardening-X1")
    void servesMoreDistinctResponsesThanStoreHolds() {
        String content = "x".repeat(100_000);
        origin.otherwise(request -> request.path().startsWith(path)
                ? ResponseScript.ok(content, "Cache-Control", "max-age=600")
                : ResponseScript.status(404));
        try (RawClient client = gateway.connect()) {
            for (int i = 0; i < 400; i++) {
                ReceivedResponse response = client.request("GET", path + i).read();
                assertThat(response.content()).isEqualTo(content);
            }
        }
    }

    private CRC32 large() {
        new Random(1).nextBytes(piece);
        ResponseScript large = ResponseScript.status(200, "Cache-Control", "max-age=60");
        CRC32 crc = new CRC32();
        for (int i = 0; i < MEGABYTES; i++) {
            large.part(piece);
            crc.update(piece);
        }
        origin.on(path, large);
        return crc;
    }
}
