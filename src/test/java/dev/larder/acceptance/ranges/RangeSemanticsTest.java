package dev.larder.acceptance.ranges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of ranges that are stored in slices: writes, purges, lies, broken responses, and requests for the whole. */
class RangeSemanticsTest {

    private static final String WHOLE = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final String FRESH = "max-age=3600";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> OperatorClient.admitted(builder).property("larder.actuate.write-enabled", true));

    private final String path = UniquePath.next();

    @BeforeEach
    void originSendsRanges() {
        STAGE.origin().on(path, RangeSemanticsTest::answer);
    }

    private static ResponseScript answer(ReceivedRequest request) {
        String range = request.fields().get("Range").replace("bytes=", "");
        if (range.isEmpty()) {
            return ResponseScript.ok(WHOLE, "Cache-Control", FRESH, "ETag", "\"1\"");
        }
        int dash = range.indexOf('-');
        int first = Integer.parseInt(range.substring(0, dash));
        int last = dash == range.length() - 1 ? WHOLE.length() - 1 : Integer.parseInt(range.substring(dash + 1));
        return part(first, last, "bytes " + first + "-" + last + "/" + WHOLE.length());
    }

    private static ResponseScript part(int first, int last, String contentRange) {
        return ResponseScript.status(206, "Content-Range", contentRange, "Cache-Control", FRESH, "ETag", "\"1\"")
                .part(WHOLE.substring(first, last + 1));
    }

    private ReceivedResponse range(String range) {
        return STAGE.get(path, "Range", "bytes=" + range);
    }

    private List<String> asked() {
        return STAGE.origin().received(path).stream()
                .map(request -> request.fields().get("Range"))
                .toList();
    }

    @Test
    void fetchesOnlyMissingRanges() {
        assertThat(range("10-19").cacheStatus()).contains("fwd=uri-miss; fwd-status=206; stored");
        ReceivedResponse inside = range("12-15");
        assertThat(inside.status()).isEqualTo(206);
        assertThat(inside.content()).isEqualTo("cdef");
        assertThat(inside.hit()).isTrue();
        ReceivedResponse more = range("5-24");
        assertThat(more.content()).isEqualTo(WHOLE.substring(5, 25));
        assertThat(more.cacheStatus()).contains("fwd=partial");
        assertThat(asked()).containsExactly("bytes=10-19", "bytes=5-9", "bytes=20-24");
    }

    @Test
    void getFetchesOnlyMissingRestOfWholeResponse() {
        range("0-24");
        ReceivedResponse whole = STAGE.get(path);
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.content()).isEqualTo(WHOLE);
        assertThat(STAGE.origin().received(path).get(1).fields().get("If-Range"))
                .isEqualTo("\"1\"");
        assertThat(asked()).containsExactly("bytes=0-24", "bytes=25-");
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    @Test
    void writeInvalidatesStoredRanges() {
        range("0-9");
        assertThat(range("0-9").hit()).isTrue();
        STAGE.origin().on(path, ResponseScript.ok("written"));
        STAGE.gateway().send("POST", path, "content");
        STAGE.origin().on(path, RangeSemanticsTest::answer);
        assertThat(range("0-9").hit()).isFalse();
        assertThat(range("0-9").hit()).isTrue();
    }

    @Test
    void purgeRemovesStoredRanges() {
        range("0-9");
        assertThat(OperatorClient.of(STAGE.gateway())
                        .purge("url", "http://example.test" + path)
                        .content())
                .contains("\"entries\":2");
        assertThat(range("0-9").hit()).isFalse();
    }

    @Test
    void doesNotStoreRangeWithWrongContentRange() {
        STAGE.origin().on(path, part(11, 20, "bytes 11-20/36"));
        assertThat(range("10-19").content()).isEqualTo(WHOLE.substring(11, 21));
        STAGE.origin().on(path, part(10, 14, "bytes 10-19/36"));
        assertThat(range("10-19").content()).isEqualTo(WHOLE.substring(10, 15));
        assertThat(range("11-12").hit()).isFalse();
    }

    @Test
    void truncatedRangeResponseIsNotStored() {
        ResponseScript broken = part(10, 19, "bytes 10-19/36");
        STAGE.origin().on(path, broken.cutAt(broken.wireLength() - 5, TransferEnd.FIN));
        assertThat(range("10-19").whole()).isFalse();
        STAGE.origin().on(path, RangeSemanticsTest::answer);
        ReceivedResponse again = range("10-19");
        assertThat(again.hit()).isFalse();
        assertThat(again.content()).isEqualTo(WHOLE.substring(10, 20));
    }

    @Test
    void storesWholeResponseOfOriginThatIgnoresRange() {
        STAGE.origin().on(path, ResponseScript.ok(WHOLE, "Cache-Control", FRESH, "ETag", "\"1\""));
        assertThat(range("10-19").status()).isEqualTo(200);
        ReceivedResponse second = range("10-19");
        assertThat(second.status()).isEqualTo(206);
        assertThat(second.hit()).isTrue();
    }
}
