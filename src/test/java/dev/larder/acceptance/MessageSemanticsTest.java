package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HEAD, ranges, conditions and validation as a client sees them (RFC 9110 9.3.2, 13, 14; RFC 9111 3.3, 4.3). */
class MessageSemanticsTest {

    private static final String CONTENT = "0123456789";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @Test
    @Tag("hardening-M")
    void headDoesNotStoreResponseForGet() {
        store("max-age=60");
        ReceivedResponse head = STAGE.gateway().head(path);
        assertThat(head.content()).isEmpty();
        ReceivedResponse get = STAGE.get(path);
        assertThat(get.content()).isEqualTo(CONTENT);
        assertThat(get.hit()).isFalse();
    }

    @Test
    @Tag("hardening-M")
    void storedGetResponseAnswersHead() {
        store("max-age=60");
        STAGE.get(path);
        ReceivedResponse head = STAGE.gateway().head(path);
        assertThat(head.hit()).isTrue();
        assertThat(head.content()).isEmpty();
        assertThat(head.field("Content-Length")).isEqualTo("10");
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @Test
    @Tag("hardening-M")
    void contradictingHeadResponseInvalidatesStoredResponse() {
        store("max-age=60");
        STAGE.get(path);
        STAGE.origin()
                .on(path, ResponseScript.ok("longer than before", "Cache-Control", "max-age=60", "ETag", "\"2\""));
        STAGE.gateway().ask("HEAD", path, "Cache-Control", "no-cache");
        assertThat(STAGE.get(path).content()).isEqualTo("longer than before");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-3 | bytes 0-3/10 | 0123",
                "bytes=4-4 | bytes 4-4/10 | 4",
                "bytes=7- | bytes 7-9/10 | 789",
                "bytes=-2 | bytes 8-9/10 | 89",
                "bytes=-99 | bytes 0-9/10 | 0123456789",
                "bytes=5-999 | bytes 5-9/10 | 56789"
            })
    void aStoredCompleteResponseAnswersARange(String range, String contentRange, String part) {
        store("max-age=60");
        STAGE.get(path);
        ReceivedResponse response = STAGE.get(path, "Range", range);
        assertThat(response.status()).isEqualTo(206);
        assertThat(response.field("Content-Range")).isEqualTo(contentRange);
        assertThat(response.content()).isEqualTo(part);
        assertThat(response.hit()).isTrue();
        assertThat(STAGE.get(path).content()).isEqualTo(CONTENT);
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @Test
    void severalRangesAreAnsweredInParts() {
        store("max-age=60");
        STAGE.get(path);
        ReceivedResponse response = STAGE.get(path, "Range", "bytes=0-1,8-9");
        assertThat(response.status()).isEqualTo(206);
        assertThat(response.field("Content-Type")).startsWith("multipart/byteranges; boundary=");
        assertThat(response.content())
                .contains("Content-Range: bytes 0-1/10\r\n", "\r\n\r\n01\r\n", "bytes 8-9/10", "\r\n\r\n89\r\n");
        assertThat(response.whole()).isTrue();
    }

    @Test
    @Tag("hardening-M")
    void aRangeBeyondTheEndIs416AndNotStored() {
        store("max-age=60");
        STAGE.get(path);
        ReceivedResponse response = STAGE.get(path, "Range", "bytes=10-");
        assertThat(response.status()).isEqualTo(416);
        assertThat(response.field("Content-Range")).isEqualTo("bytes */10");
        assertThat(STAGE.get(path).content()).isEqualTo(CONTENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=5-2", "bytes=", "bytes=a-b", "lines=1-2", "bytes=--1", "bytes 0-1"})
    void invalidRangeIsIgnored(String range) {
        store("max-age=60");
        STAGE.get(path);
        assertThat(STAGE.get(path, "Range", range).content()).isEqualTo(CONTENT);
    }

    @Test
    @Tag("hardening-X14")
    void aThousandRangesAreIgnored() {
        store("max-age=60");
        STAGE.get(path);
        ReceivedResponse response = STAGE.get(path, "Range", "bytes=" + "0-,".repeat(999) + "0-");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).isEqualTo(CONTENT);
    }

    @ParameterizedTest
    @CsvSource({"'\"1\"',206", "'\"2\"',200", "'W/\"1\"',200", "'Tue, 01 Jan 2030 00:00:00 GMT',200"})
    @Tag("hardening-M")
    void ifRangeHoldsOnlyForTheSameStrongTag(String condition, int status) {
        store("max-age=60");
        STAGE.get(path);
        assertThat(STAGE.get(path, "Range", "bytes=0-3", "If-Range", condition).status())
                .isEqualTo(status);
    }

    @Test
    @Tag("hardening-M")
    void aPartialResponseIsNeverTakenForTheWhole() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().has("Range")
                                ? ResponseScript.status(
                                                206,
                                                "Content-Range",
                                                "bytes 0-3/10",
                                                "Cache-Control",
                                                "max-age=60",
                                                "ETag",
                                                "\"1\"")
                                        .part("0123")
                                : ResponseScript.ok(CONTENT, "Cache-Control", "max-age=60", "ETag", "\"1\""));
        ReceivedResponse part = STAGE.get(path, "Range", "bytes=0-3");
        assertThat(part.content()).isEqualTo("0123");
        ReceivedResponse whole = STAGE.get(path);
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.content()).isEqualTo(CONTENT);
    }

    @Test
    void unrequestedPartialResponseIsNotStored() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(206, "Content-Range", "bytes 0-3/10", "Cache-Control", "max-age=60")
                                .part("0123"));
        STAGE.get(path);
        STAGE.origin().on(path, ResponseScript.ok(CONTENT, "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).content()).isEqualTo(CONTENT);
    }

    @ParameterizedTest
    @CsvSource({"'\"1\"',304", "'W/\"1\"',304", "'\"0\", \"1\"',304", "*,304", "'\"2\"',200"})
    void theClientsConditionIsAnsweredFromTheStore(String condition, int status) {
        store("max-age=60");
        STAGE.get(path);
        ReceivedResponse response = STAGE.get(path, "If-None-Match", condition);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.field("ETag")).isEqualTo("\"1\"");
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @Test
    @Tag("hardening-M")
    void aFreshenedResponseKeepsItsContentAndTakesTheNewFields() {
        STAGE.origin()
                .on(path, ResponseScript.ok(CONTENT, "Cache-Control", "max-age=0", "ETag", "\"1\"", "X-A", "old"));
        STAGE.get(path);
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(
                                304,
                                "ETag",
                                "\"1\"",
                                "Cache-Control",
                                "max-age=60",
                                "X-A",
                                "new",
                                "Content-Length",
                                "3"));
        ReceivedResponse first = STAGE.get(path);
        assertThat(first.content()).isEqualTo(CONTENT);
        assertThat(first.field("X-A")).isEqualTo("new");
        ReceivedResponse second = STAGE.get(path);
        assertThat(second.hit()).isTrue();
        assertThat(second.field("X-A")).isEqualTo("new");
        assertThat(second.field("Content-Length")).isEqualTo("10");
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    @Tag("hardening-L")
    void notModifiedThatAddsPrivateRemovesStoredResponse() {
        STAGE.origin().on(path, ResponseScript.ok("alice", "Cache-Control", "public, max-age=0", "ETag", "\"1\""));
        STAGE.get(path);
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().has("If-None-Match")
                                ? ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "private, max-age=60")
                                : ResponseScript.ok("bob", "Cache-Control", "private"));
        STAGE.get(path);
        STAGE.origin().on(path, ResponseScript.ok("bob", "Cache-Control", "private"));
        assertThat(STAGE.get(path).content()).isEqualTo("bob");
    }

    @Test
    @Tag("hardening-M")
    void unrequested304GivesBadGateway() {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).status()).isEqualTo(502);
        store("max-age=60");
        assertThat(STAGE.get(path).content()).isEqualTo(CONTENT);
    }

    @Test
    @Tag("hardening-L")
    void conditionOfOneClientDoesNotAffectResponseOfAnother() {
        STAGE.origin().on(path, request -> conditional(request));
        ReceivedResponse first = STAGE.get(path, "If-None-Match", "\"1\"");
        assertThat(first.status()).isIn(200, 304);
        ReceivedResponse second = STAGE.get(path);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.content()).isEqualTo(CONTENT);
    }

    private static ResponseScript conditional(ReceivedRequest request) {
        return request.fields().get("If-None-Match").contains("\"1\"")
                ? ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "max-age=60")
                : ResponseScript.ok(CONTENT, "ETag", "\"1\"", "Cache-Control", "max-age=60");
    }

    private void store(String cacheControl) {
        STAGE.origin().on(path, ResponseScript.ok(CONTENT, "Cache-Control", cacheControl, "ETag", "\"1\""));
    }
}
