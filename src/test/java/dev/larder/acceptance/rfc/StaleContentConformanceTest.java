package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 5861: stale content while revalidating and in place of errors. */
class StaleContentConformanceTest extends ConformanceTestBase {

    @CoveredObligations("5861-3-revalidate")
    @Test
    void staleWhileRevalidateServesStaleDuringRevalidation() {
        OriginLatch gate = new OriginLatch();
        fetch(CC, "max-age=10, stale-while-revalidate=100", "ETag", "\"1\"");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000").before(gate));
        pass(50);
        assertThat(assertReused().field("Age")).isEqualTo("50");
        gate.awaitArrival();
        assertThat(sent("If-None-Match")).isEqualTo("\"1\"");
        assertReused();
        gate.release();
        assertThat(contentOnceItIsNotOld()).isEqualTo(NEW);
        assertThat(asked()).isEqualTo(2);
    }

    @CoveredObligations("5861-3-limit")
    @ParameterizedTest
    @ValueSource(longs = {111, 1000})
    void staleWhileRevalidateEndsAtItsLimit(long later) {
        fetch(CC, "max-age=10, stale-while-revalidate=100", "ETag", "\"1\"");
        pass(later);
        assertForwarded();
    }

    @CoveredObligations("5861-3-limit")
    @Test
    void failedRevalidationDoesNotExtendStaleWhileRevalidate() {
        STAGE.gateway().expect(503);
        fetch(CC, "max-age=10, stale-while-revalidate=100");
        OriginLatch gate = new OriginLatch();
        answer(ResponseScript.status(503).before(gate));
        pass(50);
        assertReused();
        gate.awaitArrival();
        gate.release();
        pass(100);
        assertThat(get().status()).isEqualTo(503);
    }

    @CoveredObligations({"5861-4-limit", "5861-4-visible"})
    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    void staleIfErrorReplacesErrorUpToItsLimit(int status) {
        STAGE.gateway().expect(status);
        fetch(CC, "max-age=10, stale-if-error=100");
        answer(ResponseScript.status(status).part("error"));
        pass(109);
        ReceivedResponse stale = get();
        assertThat(stale.content()).isEqualTo(OLD);
        assertThat(stale.field("Age")).isEqualTo("109");
        pass(2);
        assertThat(get().status()).isEqualTo(status);
    }

    @CoveredObligations({"5861-4-limit", "5861-4-visible"})
    @Test
    void staleIfErrorOfRequestAllowsStaleResponse() {
        STAGE.gateway().expect(503);
        fetch(CC, "max-age=10");
        answer(ResponseScript.status(503));
        pass(109);
        ReceivedResponse stale = get(CC, "stale-if-error=100");
        assertThat(stale.content()).isEqualTo(OLD);
        assertThat(stale.field("Age")).isEqualTo("109");
        assertThat(get().status()).isEqualTo(503);
        assertThat(get(CC, "stale-if-error=98").status()).isEqualTo(503);
    }

    private String contentOnceItIsNotOld() {
        long end = System.nanoTime() + 10_000_000_000L;
        String content = get().content();
        while (content.equals(OLD) && System.nanoTime() < end) {
            content = get().content();
        }
        return content;
    }
}
