package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.rpc.v1.FetchResponse;
import io.grpc.InsecureChannelCredentials;
import java.util.Iterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A document of 100 MB through a gateway that has memory for less than half of it, as fast as its client reads. */
@Tag("thorough")
class LargeDocumentTest {

    private static final long MEGABYTE = 1 << 20;
    private static final long LENGTH = 100 * MEGABYTE;
    private static final long HEAP = 64 * MEGABYTE;
    private static final long MORE = 8 * MEGABYTE;
    private static final Pattern STARTED = Pattern.compile("gRPC Server started.*port: (\\d+)");

    @Test
    void streamsLargeDocumentWithBoundedHeap() {
        GeneratedContent content = GeneratedContent.of("rpc", LENGTH);
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.process()
                        .origin(origin)
                        .jvmFlag("-Xmx96m")
                        .jvmFlag("-XX:MaxDirectMemorySize=32m")
                        .jvmFlag("-XX:+ExitOnOutOfMemoryError")
                        .property("larder.store.max-size", "8MB")
                        .property("larder.rpc.enabled", true)
                        .property("larder.rpc.port", 0)
                        .start();
                RpcTestClient caller = RpcTestClient.at(rpcPort(gateway), InsecureChannelCredentials.create())) {
            origin.on(
                    "/large",
                    ResponseScript.status(200, "Cache-Control", "max-age=60").part(content));
            long before = gateway.heapInUse();
            Iterator<FetchResponse> parts =
                    caller.stub().fetch(RpcTestClient.request("/large").build());
            var crc = new CRC32();
            long length = read(parts, crc, 50 * MEGABYTE);

            long during = gateway.heapInUse();

            length += read(parts, crc, Long.MAX_VALUE);
            System.out.printf(
                    "100 MB by remote procedure call: heap in use %d MB before, %d MB in the middle, %d MB behind%n",
                    before / MEGABYTE, during / MEGABYTE, gateway.heapInUse() / MEGABYTE);
            assertThat(length).isEqualTo(LENGTH);
            assertThat(crc.getValue()).isEqualTo(content.crc());
            assertThat(during).isLessThan(HEAP).isLessThan(before + MORE);
            assertThat(origin.count("/large")).isEqualTo(1);
        }
    }

    private static long read(Iterator<FetchResponse> parts, CRC32 crc, long most) {
        long length = 0;
        while (length < most && parts.hasNext()) {
            FetchResponse part = parts.next();
            crc.update(part.getChunk().asReadOnlyByteBuffer());
            length += part.getChunk().size();
        }
        return length;
    }

    private static int rpcPort(GatewayFixture gateway) {
        String line = gateway.log().await(0, logged -> STARTED.matcher(logged).find(), 30);
        Matcher started = STARTED.matcher(String.valueOf(line));
        assertThat(started.find()).as(line).isTrue();
        return Integer.parseInt(started.group(1));
    }
}
