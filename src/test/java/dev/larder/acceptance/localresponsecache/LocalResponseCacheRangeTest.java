package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;

/** A part is not the whole (RFC 9111 3.3). The built-in filter stores a 206 under the key of the whole resource. */
class LocalResponseCacheRangeTest extends LocalResponseCacheComparison {

    @Test
    void builtInAnswersPlainGetWithStoredPartialResponse() {
        ReceivedResponse plain = afterFirstFour(BUILT_IN);
        assertThat(plain.status()).isEqualTo(206);
        assertThat(plain.content()).isEqualTo("0123");
        assertThat(received()).hasSize(1);
    }

    @Test
    void larderAnswersPlainGetWithWholeResponse() {
        ReceivedResponse plain = afterFirstFour(LARDER);
        assertThat(plain.status()).isEqualTo(200);
        assertThat(plain.content()).isEqualTo(OLD);
    }

    @Test
    void builtInAnswersRangeWithAnotherStoredRange() {
        ReceivedResponse second = afterFirstFour(BUILT_IN, "Range", "bytes=4-6");
        assertThat(second.field("Content-Range")).isEqualTo("bytes 0-3/10");
        assertThat(second.content()).isEqualTo("0123");
    }

    @Test
    void larderAnswersEachRangeWithRequestedBytes() {
        ReceivedResponse second = afterFirstFour(LARDER, "Range", "bytes=4-6");
        assertThat(second.status()).isEqualTo(206);
        assertThat(second.field("Content-Range")).isEqualTo("bytes 4-6/10");
        assertThat(second.content()).isEqualTo("456");
    }

    /** No wrong, only a loss: a server may ignore Range (RFC 9110 14.2). */
    @Test
    void builtInIgnoresRangeOnceWholeResponseIsStored() {
        fetch(BUILT_IN, CC, "max-age=60");
        ReceivedResponse part = get(BUILT_IN, "Range", "bytes=4-6");
        assertThat(part.status()).isEqualTo(200);
        assertReused(part);
    }

    @Test
    void larderServesRangeFromStoredWholeResponse() {
        fetch(LARDER, CC, "max-age=60");
        ReceivedResponse part = get(LARDER, "Range", "bytes=4-6");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.content()).isEqualTo("456");
        assertThat(received()).hasSize(1);
    }

    /** What a request gets after another one has asked for the first four bytes. */
    private ReceivedResponse afterFirstFour(ComparedFilter side, String... fields) {
        TWINS.origin().on(path, LocalResponseCacheRangeTest::ranged);
        assertThat(get(side, "Range", "bytes=0-3").content()).isEqualTo("0123");
        return get(side, fields);
    }

    private static ResponseScript ranged(ReceivedRequest request) {
        return switch (request.fields().get("Range")) {
            case "bytes=0-3" -> part("bytes 0-3/10", "0123");
            case "bytes=4-6" -> part("bytes 4-6/10", "456");
            default -> whole(OLD, CC, "max-age=60");
        };
    }

    private static ResponseScript part(String range, String content) {
        return ResponseScript.status(206, CC, "max-age=60", "Content-Range", range)
                .chunked()
                .part(content);
    }
}
