package dev.larder.acceptance.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.SystemPrograms;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9842: a client that has an earlier version of a response gets what has changed. */
class DictionariesTest {

    private static final TestClock CLOCK = new TestClock();
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String CODINGS = "gzip, br, zstd, dcb, dcz";
    private static final ProductList OLD = new ProductList(1);
    private static final ProductList NEW = new ProductList(2);
    private static final int HEADER = 40;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.clock(CLOCK)
            .route("Cache", "Dictionaries")
            .property("larder.dictionaries.require-https", false)
            .property("larder.rules.mine.paths", "/mine/**")
            .property("larder.rules.mine.key.headers", "X-Tenant"));

    private final String path = UniquePath.next();

    @TempDir
    private Path folder;

    /** The old version is stored, and then is not valid any more. */
    private void replaced(String... more) {
        STAGE.origin().on(path, OLD.response(more));
        STAGE.get(path);
        CLOCK.advance(Duration.ofSeconds(61));
        STAGE.origin().on(path, NEW.response(more));
    }

    private ReceivedResponse ask(ProductList has, String... more) {
        List<String> fields = new ArrayList<>(List.of(more));
        fields.addAll(List.of("Accept-Encoding", CODINGS, "Available-Dictionary", has.available()));
        return STAGE.get(path, fields.toArray(String[]::new));
    }

    /** Asks until what was sent before is remembered, which happens beside. */
    private ReceivedResponse askUntilEncoded(ProductList has) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        ReceivedResponse response = ask(has);
        while (!response.fields().has("Content-Encoding") && System.nanoTime() < deadline) {
            response = ask(has);
        }
        return response;
    }

    @Test
    void announcesStoredResponseAsDictionary() {
        STAGE.origin().on(path, OLD.response());
        for (int i = 0; i < 2; i++) {
            ReceivedResponse response = STAGE.get(path);
            assertThat(response.content()).isEqualTo(OLD.content());
            assertThat(response.field("Use-As-Dictionary")).isEqualTo("match=\"" + path + "\"");
            assertThat(response.field("Vary")).isEqualTo("Accept-Encoding, Available-Dictionary");
            assertThat(response.field("ETag")).isEqualTo(OLD.tag());
            assertThat(response.hit()).isEqualTo(i == 1);
        }
    }

    @Test
    void sendsChangedResponseEncodedWithDictionary() {
        replaced();
        ReceivedResponse response = askUntilEncoded(OLD);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Encoding")).isEqualTo("dcz");
        assertThat(response.field("Vary")).isEqualTo("Accept-Encoding, Available-Dictionary");
        assertThat(response.field("ETag")).isEqualTo("W/" + NEW.tag());
        assertThat(response.field("Use-As-Dictionary")).isEqualTo("match=\"" + path + "\"");
        byte[] content = response.content().getBytes(StandardCharsets.ISO_8859_1);
        assertThat(response.field("Content-Length")).isEqualTo(String.valueOf(content.length));
        assertThat(content).startsWith(0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0);
        assertThat(Arrays.copyOfRange(content, 8, HEADER)).isEqualTo(OLD.hash());
        assertThat(content.length).isLessThan(NEW.octets().length / 10);
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    void doesNotForwardDictionaryFieldsToOrigin() {
        replaced();
        askUntilEncoded(OLD);
        assertThat(STAGE.origin().received().stream()
                        .filter(request -> request.path().equals(path))
                        .toList())
                .hasSize(2)
                .allSatisfy(request -> {
                    assertThat(request.fields().has("Available-Dictionary")).isFalse();
                    assertThat(request.fields().get("Accept-Encoding")).doesNotContain("dc");
                });
    }

    @Test
    void zstdDecodesEncodedResponse() throws IOException {
        assumeTrue(SystemPrograms.succeeds("zstd", "--version"), "there is no zstd");
        replaced();
        byte[] content = askUntilEncoded(OLD).content().getBytes(StandardCharsets.ISO_8859_1);
        Path dictionary = Files.write(folder.resolve("old"), OLD.octets());
        Path encoded = Files.write(folder.resolve("new.zst"), Arrays.copyOfRange(content, HEADER, content.length));
        Path decoded = folder.resolve("new");
        assertThat(SystemPrograms.succeeds(
                        "zstd", "-d", "-D", dictionary.toString(), encoded.toString(), "-o", decoded.toString()))
                .isTrue();
        assertThat(decoded).hasBinaryContent(NEW.octets());
    }

    @ParameterizedTest
    @CsvSource({
        "'gzip, br, zstd', true",
        "'dcz;q=0', true",
        "'*', true",
        "'dcb', true",
        "'dcz', false",
    })
    void sendsUnencodedResponseWithoutMatchingCodingAndDictionary(String codings, boolean sameDictionary) {
        replaced();
        askUntilEncoded(OLD);
        ReceivedResponse response = STAGE.get(
                path,
                "Accept-Encoding",
                codings,
                "Available-Dictionary",
                (sameDictionary ? OLD : new ProductList(3)).available());
        assertThat(response.fields().has("Content-Encoding")).isFalse();
        assertThat(response.field("ETag")).isEqualTo(NEW.tag());
        assertThat(response.content()).isEqualTo(NEW.content());
    }

    @Test
    void confirmsEncodedResponseByItsOwnTag() {
        replaced();
        String tag = askUntilEncoded(OLD).field("ETag");
        ReceivedResponse confirmed = ask(NEW, "If-None-Match", tag);
        assertThat(confirmed.status()).isEqualTo(304);
        assertThat(confirmed.field("ETag")).isEqualTo(tag);
        assertThat(confirmed.field("Vary")).isEqualTo("Accept-Encoding, Available-Dictionary");
        assertThat(STAGE.get(path, "If-None-Match", NEW.tag()).field("ETag")).isEqualTo(NEW.tag());
    }

    @Test
    void translatesTagOfEncodedResponseInIfMatch() {
        replaced();
        String tag = askUntilEncoded(OLD).field("ETag");
        STAGE.gateway().send("PUT", path, "changed", "If-Match", tag);
        assertThat(STAGE.origin().received(path))
                .last()
                .satisfies(write -> assertThat(write.fields().get("If-Match")).isEqualTo(NEW.tag()));
    }

    @Test
    void servesRangesOfUnencodedResponseOnly() {
        replaced();
        String tag = askUntilEncoded(OLD).field("ETag");
        ReceivedResponse part = ask(OLD, "Range", "bytes=0-9");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.fields().has("Content-Encoding")).isFalse();
        assertThat(part.content()).isEqualTo(NEW.content().substring(0, 10));
        ReceivedResponse whole = ask(OLD, "Range", "bytes=0-9", "If-Range", tag);
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.content()).isEqualTo(NEW.content());
    }

    @ParameterizedTest
    @CsvSource({
        "Cache-Control, 'private, max-age=60'",
        "Cache-Control, no-store",
        "Cache-Control, 'no-transform, max-age=60'",
        "Set-Cookie, a=b",
        "Vary, Cookie",
    })
    void restrictedResponseIsNotUsedAsDictionary(String name, String value) {
        replaced(name, value);
        for (int i = 0; i < 3; i++) {
            ReceivedResponse response = ask(OLD);
            assertThat(response.fields().has("Use-As-Dictionary")).isFalse();
            assertThat(response.fields().has("Content-Encoding")).isFalse();
            assertThat(response.content()).isEqualTo(NEW.content());
        }
    }

    @Test
    void encodesResponseForAuthorizedRequestOnlyIfPublic() {
        replaced();
        askUntilEncoded(OLD);
        assertThat(ask(OLD, "Authorization", "Bearer x").fields().has("Content-Encoding"))
                .isFalse();
        STAGE.origin().on(path, NEW.response("Cache-Control", "public, max-age=60"));
        CLOCK.advance(Duration.ofSeconds(61));
        assertThat(ask(OLD, "Authorization", "Bearer x").field("Content-Encoding"))
                .isEqualTo("dcz");
    }

    @Test
    void responseKeyedByClientIsNotAnnouncedAsDictionary() {
        String mine = "/mine" + path;
        STAGE.origin().on(mine, OLD.response());
        assertThat(STAGE.get(mine, "X-Tenant", "a").fields().has("Use-As-Dictionary"))
                .isFalse();
    }

    @Test
    void sendsUnencodedResponseToCrossSiteRequest() {
        replaced();
        askUntilEncoded(OLD);
        ReceivedResponse response = ask(OLD, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors");
        assertThat(response.fields().has("Content-Encoding")).isFalse();
        assertThat(response.fields().has("Use-As-Dictionary")).isFalse();
    }

    @Test
    void encodesEachRevisionWithPreviousOneAsDictionary() {
        STAGE.origin().on(path, new ProductList(0).response());
        STAGE.get(path);
        long whole = 0;
        long sent = 0;
        for (int revision = 1; revision < 30; revision++) {
            var current = new ProductList(revision);
            STAGE.origin().on(path, current.response());
            STAGE.gateway().send("PUT", path, "changed");
            ReceivedResponse response = askUntilEncoded(new ProductList(revision - 1));
            assertThat(response.field("ETag")).isEqualTo("W/" + current.tag());
            whole += current.octets().length;
            sent += response.content().length();
        }
        assertThat(sent).isLessThan(whole / 10);
    }

    @Test
    void passesOnResponseEncodedByOrigin() {
        STAGE.origin().on(path, OLD.response("Content-Encoding", "br"));
        ReceivedResponse response = ask(OLD);
        assertThat(response.field("Content-Encoding")).isEqualTo("br");
        assertThat(response.fields().has("Use-As-Dictionary")).isFalse();
    }

    @Test
    void passesOnErrorOfOriginUnencoded() {
        replaced();
        askUntilEncoded(OLD);
        CLOCK.advance(Duration.ofSeconds(61));
        STAGE.origin().on(path, ResponseScript.status(503).part("x".repeat(1000)));
        ReceivedResponse response = ask(OLD);
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.content()).isEqualTo("x".repeat(1000));
        assertThat(response.fields().has("Use-As-Dictionary")).isFalse();
        STAGE.gateway().expect(503);
    }
}
