package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 3.1 to 3.4: what is stored of a response, how it is updated, and what becomes of parts. */
class StoredFieldsConformanceTest extends ConformanceTestBase {

    @CoveredObligations("9111-3.1-all-fields")
    @Test
    void storesEveryFieldExceptConnectionFields() {
        fetch(
                CC,
                "public, max-age=1000",
                "X-Unknown",
                "a,  b",
                "X-Unknown",
                "\"c\"",
                "Content-Language",
                "de",
                "Vendor_Field",
                "1",
                "Set-Cookie",
                "a=b",
                "Set-Cookie",
                "c=d",
                "Connection",
                "X-Hop",
                "X-Hop",
                "1");
        ReceivedResponse hit = assertReused();
        assertThat(hit.fields().all("X-Unknown")).isEqualTo(List.of("a,  b", "\"c\""));
        assertThat(hit.fields().all("Set-Cookie")).isEqualTo(List.of("a=b", "c=d"));
        assertThat(hit.field("Content-Language")).isEqualTo("de");
        assertThat(hit.field("Vendor_Field")).isEqualTo("1");
        assertThat(hit.fields().has("X-Hop")).isFalse();
    }

    @CoveredObligations("9111-3.1-proxy-fields")
    @ParameterizedTest
    @CsvSource({
        "Proxy-Authenticate,'Basic realm=\"a\"'",
        "Proxy-Authentication-Info,nextnonce=1",
        "Proxy-Authorization,Basic YTpi"
    })
    void fieldsOfTheProxyAreNotStored(String name, String value) {
        fetch(CC, "max-age=1000", name, value);
        assertThat(assertReused().fields().has(name)).isFalse();
    }

    @CoveredObligations("9111-3.1-trailers")
    @Test
    void trailersDoNotBecomeHeaderFields() {
        fetch(ResponseScript.raw("HTTP/1.1 200 OK\r\nCache-Control: max-age=10\r\nTransfer-Encoding: chunked\r\n"
                + "Trailer: X-Sum, Cache-Control\r\n\r\na\r\n" + OLD
                + "\r\n0\r\nX-Sum: 1\r\nCache-Control: max-age=1000\r\n\r\n"));
        ReceivedResponse hit = assertReused();
        assertThat(hit.fields().has("X-Sum")).isFalse();
        assertThat(hit.field(CC)).isEqualTo("max-age=10");
        pass(11);
        assertForwarded();
    }

    @CoveredObligations({"9111-3.2-add", "9111-3.2-omit", "9111-4.3.4-update"})
    @Test
    void notModifiedReplacesAndAddsFields() {
        fetch(CC, "max-age=0", "ETag", "\"1\"", "X-A", "1", "X-A", "2", "X-Kept", "k", "Content-Type", "text/plain");
        answer(ResponseScript.status(
                304,
                CC,
                "max-age=1000",
                "ETag",
                "\"1\"",
                "X-A",
                "3",
                "X-B",
                "b",
                "Content-Type",
                "text/html",
                "Content-Language",
                "fr",
                "Content-Length",
                "4",
                "Connection",
                "X-Hop",
                "X-Hop",
                "h"));
        assertThat(get().content()).isEqualTo(OLD);
        answer(ResponseScript.ok(NEW));
        ReceivedResponse hit = assertReused();
        assertThat(hit.fields().all("X-A")).isEqualTo(List.of("3"));
        assertThat(hit.field("X-B")).isEqualTo("b");
        assertThat(hit.field("X-Kept")).isEqualTo("k");
        assertThat(hit.field("Content-Type")).isEqualTo("text/html");
        assertThat(hit.field("Content-Language")).isEqualTo("fr");
        assertThat(hit.field("Content-Length")).isEqualTo("10");
        assertThat(hit.field(CC)).isEqualTo("max-age=1000");
        assertThat(hit.fields().has("X-Hop")).isFalse();
    }

    @CoveredObligations("9111-3.3-units")
    @ParameterizedTest
    @ValueSource(strings = {"items 0-3/10", "bytes 0-3", "bytes=0-3/10", "bytes 3-0/10", "bytes 0-3/2"})
    void partWithInvalidContentRangeIsNotStored(String contentRange) {
        answer(part(contentRange, "\"1\""));
        ReceivedResponse response = get("Range", "bytes=0-3");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertThat(response.cacheStatus()).doesNotContain("; stored");
        assertForwarded("Range", "items=0-3");
    }

    @CoveredObligations("9111-3.3-incomplete")
    @ParameterizedTest
    @ValueSource(strings = {"FIN", "RESET"})
    void truncatedResponseIsNotReused(TransferEnd how) {
        ResponseScript script = ResponseScript.ok(OLD, CC, "max-age=1000", "ETag", "\"1\"");
        ReceivedResponse torso = fetch(script.cutAt(script.wireLength() - 4, how));
        assertThat(torso.whole()).isFalse();
        assertForwarded();
    }

    @CoveredObligations({"9111-3.3-incomplete", "9111-3.3-marked"})
    @ParameterizedTest
    @CsvSource({"bytes=0-3,0123", "bytes=1-2,12"})
    void storedPartAnswersRangesWithinIt(String range, String content) {
        answer(part("bytes 0-3/10", "\"1\""));
        get("Range", "bytes=0-3");
        ReceivedResponse response = get("Range", range);
        assertThat(response.status()).isEqualTo(206);
        assertThat(response.content()).isIn(content, "0123");
        assertThat(response.field("Content-Range")).startsWith("bytes ").endsWith("/10");
    }

    @CoveredObligations("9111-3.3-incomplete")
    @ParameterizedTest
    @ValueSource(strings = {"", "bytes=2-5", "bytes=4-9", "bytes=0-", "bytes=-10", "bytes=0-1,8-9"})
    void storedPartAnswersNoOtherRequest(String range) {
        answer(part("bytes 0-3/10", "\"1\""));
        get("Range", "bytes=0-3");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        if (range.isEmpty()) {
            assertForwarded();
        } else {
            assertForwarded("Range", range);
        }
    }

    @CoveredObligations("9111-3.3-marked")
    @ParameterizedTest
    @CsvSource({"bytes=0-3,0123", "bytes=-2,89", "bytes=9-,9"})
    void rangeOfStoredResponseIsAnsweredWith206(String range, String content) {
        fetch(CC, "max-age=1000", "ETag", "\"1\"");
        ReceivedResponse response = get("Range", range);
        assertThat(response.hit()).isTrue();
        assertThat(response.status()).isEqualTo(206);
        assertThat(response.content()).isEqualTo(content);
    }

    @CoveredObligations("9111-3.4-combine")
    @Test
    void combinedPartsHaveTheFieldsOfTheNewest() {
        answer(part("bytes 0-3/10", "\"1\""));
        get("Range", "bytes=0-3");
        answer(ResponseScript.status(
                        206, CC, "max-age=1000", "Content-Range", "bytes 4-9/10", "ETag", "\"1\"", "X-A", "new")
                .part("456789"));
        get("Range", "bytes=4-9");
        ReceivedResponse whole = get();
        assertThat(whole.hit()).isTrue();
        assertThat(whole.content()).isEqualTo("0123456789");
        assertThat(whole.field("X-A")).isEqualTo("new");
    }

    private static ResponseScript part(String contentRange, String tag) {
        return ResponseScript.status(206, CC, "max-age=1000", "Content-Range", contentRange, "ETag", tag)
                .part("0123");
    }
}
