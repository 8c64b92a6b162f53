package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.judged;
import static dev.larder.rfc9111.EngineFixtures.refusal;
import static dev.larder.rfc9111.EngineFixtures.request;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartialResponseTest {

    private static final RequestHead RANGE = get("Range", "bytes=0-4");
    private static final ResponseHead PART =
            response(206, "Cache-Control", "max-age=60", "Content-Range", "bytes 0-4/10", "ETag", "\"a\"");

    @Test
    @EngineObligation(
            section = "3.3",
            level = MUST,
            value = "an incomplete response never answers a request for the whole")
    void servesStoredPartOnlyToRequestForSameRange() {
        Optional<ResponseVariants> stored = EngineFixtures.only(stored(RANGE, PART));

        assertThat(verdict(RANGE, stored)).isInstanceOf(ReuseVerdict.Serve.class);
        assertThat(verdict(get(), stored)).isEqualTo(new ReuseVerdict.Forward(Reason.VARY_MISS, false));
        assertThat(verdict(get("Range", "bytes=0-3"), stored)).isInstanceOf(ReuseVerdict.Forward.class);
        assertThat(verdict(request("HEAD", "Range", "bytes=0-4"), stored)).isInstanceOf(ReuseVerdict.Forward.class);
        assertThat(verdict(get("Range", "bytes=0-4", "If-Range", "\"a\""), stored))
                .isInstanceOf(ReuseVerdict.Forward.class);
    }

    @Test
    @EngineObligation(section = "3.3", level = MUST, value = "a partial response is sent as 206")
    void servesStoredPartAs206WithItsContentRange() {
        ConstructedResponse answer =
                ResponseConstruction.construct(RANGE, stored(RANGE, PART).withBody(() -> 5), EngineFixtures.T0);

        assertThat(answer).isInstanceOf(ConstructedResponse.Whole.class);
        assertThat(answer.head().status()).isEqualTo(206);
        assertThat(answer.head().fields().values("Content-Range")).containsExactly("bytes 0-4/10");
        assertThat(answer.head().fields().values("Content-Length")).containsExactly("5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"bytes=0-5", "bytes=5-6", "bytes=0-", "bytes=-5", "bytes=0-1,3-4", "items=0-4", "bytes=4-0"})
    @EngineObligation(
            section = "3.3",
            level = MUST,
            value = "the range asked for lies wholly within the incomplete response")
    void doesNotStorePartThatDoesNotMatchRequestedRange(String range) {
        assertThat(refusal(judged(get("Range", range), PART))).contains(Reason.PARTIAL_CONTENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes 0-4/*",
                "bytes */10",
                "bytes 4-0/10",
                "bytes 0-10/10",
                "items 0-4/10",
                "bytes 0-4/99999999999999999999"
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "14.4",
            level = MUST,
            value = "an invalid Content-Range is not worked with")
    void doesNotStorePartWithInvalidContentRange(String contentRange) {
        ResponseHead part = response(206, "Cache-Control", "max-age=60", "Content-Range", contentRange);

        assertThat(refusal(judged(RANGE, part))).contains(Reason.PARTIAL_CONTENT);
    }

    @Test
    @EngineObligation(
            section = "3.3",
            level = MAY,
            value = "a part is stored only under freshness that the origin states")
    void refusesPartsThatAreNotFreshSingleAndUnconditional() {
        String[] range = {"Content-Range", "bytes 0-4/10"};
        for (ResponseHead other : List.of(
                response(206, "ETag", "\"a\"", range[0], range[1]),
                response(206, "Cache-Control", "max-age=0", "ETag", "\"a\"", range[0], range[1]),
                response(206, "Cache-Control", "max-age=60, no-cache", "ETag", "\"a\"", range[0], range[1]),
                response(206, "Cache-Control", "max-age=60", "Content-Type", "Multipart/byteranges; boundary=x"))) {
            assertThat(refusal(judged(RANGE, other))).contains(Reason.PARTIAL_CONTENT);
        }
        assertThat(refusal(judged(get("Range", "bytes=0-4", "If-Range", "\"a\""), PART)))
                .contains(Reason.PARTIAL_CONTENT);
    }

    @Test
    @EngineObligation(section = "4.3.4", level = MUST, value = "a part is neither validated nor updated")
    void staleOrRejectedPartIsNeitherServedNorValidated() {
        StoredResponse part = stored(RANGE, PART);
        ResponseVariants set = ResponseVariants.of(part);

        assertThat(Reuse.judge(RANGE, Optional.of(set), EngineFixtures.POLICY, EngineFixtures.after(61)))
                .isEqualTo(new ReuseVerdict.Forward(Reason.STORED_PART, true));
        assertThat(verdict(get("Range", "bytes=0-4", "Cache-Control", "no-cache"), Optional.of(set)))
                .isEqualTo(new ReuseVerdict.Forward(Reason.STORED_PART, true));
        assertThat(Validation.judge(
                        RANGE, set, part, response(304, "ETag", "\"a\""), EngineFixtures.POLICY, EngineFixtures.NOW))
                .isInstanceOf(Validation.Outcome.Unusable.class);
        assertThat(part.dropAfter(EngineFixtures.POLICY)).isEqualTo(EngineFixtures.after(60));
    }

    @Test
    @EngineObligation(section = "3.4", level = MUST, value = "parts are never combined, and make way for the whole")
    void limitsStoredPartsAndRemovesThemForWholeResponse() {
        ResponseVariants set = ResponseVariants.of(
                stored(get("A", "1"), EngineFixtures.ok("Cache-Control", "max-age=60", "Vary", "A")));
        for (int last = 0; last < 9; last++) {
            set = set.with(stored(get("Range", "bytes=0-" + last), part(last)), EngineFixtures.POLICY);
        }

        assertThat(set.responses())
                .hasSize(5)
                .filteredOn(one -> !one.isPartial())
                .hasSize(1);
        StoredResponse whole = stored(get("A", "2"), EngineFixtures.ok("Cache-Control", "max-age=60", "Vary", "A"));
        assertThat(set.with(whole, EngineFixtures.POLICY).responses())
                .hasSize(2)
                .noneMatch(StoredResponse::isPartial);
    }

    private static ResponseHead part(int last) {
        return response(206, "Cache-Control", "max-age=60", "Content-Range", "bytes 0-" + last + "/10");
    }

    private static ReuseVerdict verdict(RequestHead request, Optional<ResponseVariants> stored) {
        return Reuse.judge(request, stored, EngineFixtures.POLICY, EngineFixtures.after(1));
    }
}
