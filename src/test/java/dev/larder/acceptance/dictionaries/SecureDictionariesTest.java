package dev.larder.acceptance.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.SelfSignedKey;
import dev.larder.acceptance.kit.SystemPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RFC 9842 8: only by HTTPS, as clients that are not Larder's own see it: curl asks, zstd decodes. */
class SecureDictionariesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int HEADER = 40;
    private static final ProductList OLD = new ProductList(1);
    private static final ProductList NEW = new ProductList(2);

    @TempDir
    private Path folder;

    @Test
    void offersNoDictionaryOverPlainHttp() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .route("Cache", "Dictionaries")
                        .start()) {
            origin.on("/list", OLD.response());
            assertThat(gateway.get("/list").fields().has("Use-As-Dictionary")).isFalse();
        }
    }

    @Test
    void curlAndZstdDecodeDictionaryResponseOverHttps() throws Exception {
        assumeTrue(SystemPrograms.succeeds("curl", "--version"), "there is no curl");
        assumeTrue(SystemPrograms.succeeds("zstd", "--version"), "there is no zstd");
        SelfSignedKey key = SelfSignedKey.made(folder.resolve("keys.p12"));
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .route("Cache", "Dictionaries")
                        .property("server.http2.enabled", true)
                        .property("server.ssl.key-store", key.file().toUri())
                        .property("server.ssl.key-store-password", SelfSignedKey.PASSWORD)
                        .start()) {
            origin.on("/list", OLD.response());
            Path heads = folder.resolve("heads");
            Path old = curl(gateway, "old", heads);
            assertThat(old).hasBinaryContent(OLD.octets());
            assertThat(Files.readString(heads)).startsWith("HTTP/2 200").contains("use-as-dictionary: match=\"/list\"");

            origin.on("/list", NEW.response());
            assertThat(curl(gateway, "written", heads, "--request", "PUT", "--data", "x"))
                    .exists();
            Path changed = curlUntilEncoded(gateway, heads);
            Path frame = folder.resolve("frame.zst");
            byte[] octets = Files.readAllBytes(changed);
            Files.write(frame, Arrays.copyOfRange(octets, HEADER, octets.length));
            Path decoded = folder.resolve("decoded");
            assertThat(SystemPrograms.succeeds(
                            "zstd", "-d", "-D", old.toString(), frame.toString(), "-o", decoded.toString()))
                    .isTrue();
            assertThat(decoded).hasBinaryContent(NEW.octets());
        }
    }

    private Path curlUntilEncoded(GatewayFixture gateway, Path heads) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Path received;
        do {
            received = curl(
                    gateway,
                    "changed",
                    heads,
                    "--header",
                    "Accept-Encoding: gzip, zstd, dcz",
                    "--header",
                    "Available-Dictionary: " + OLD.available());
        } while (!Files.readString(heads).contains("content-encoding: dcz") && System.nanoTime() < deadline);
        return received;
    }

    private Path curl(GatewayFixture gateway, String name, Path heads, String... more) {
        Path received = folder.resolve(name);
        String[] own = {
            "curl",
            "--silent",
            "--insecure",
            "--dump-header",
            heads.toString(),
            "--output",
            received.toString(),
            "https://127.0.0.1:" + gateway.port() + "/list"
        };
        String[] all = Arrays.copyOf(own, own.length + more.length);
        System.arraycopy(more, 0, all, own.length, more.length);
        assertThat(SystemPrograms.succeeds(all)).isTrue();
        return received;
    }
}
