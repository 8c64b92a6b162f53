package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseVerifierTest {

    private static final LoadRequest READ = LoadRequest.get("/items/1?size=100");
    private static final LoadRequest WRITE = LoadRequest.write("PUT", "/items/1");

    private final ResponseVerifier audit = new ResponseVerifier();

    @Test
    void readAfterWriteMustShowItsVersionOrLater() {
        audit.judge(answer(WRITE, audit.floor(WRITE, 0), "{\"version\":4,\"path\":\"/items/1\"}"), 0);
        long floor = audit.floor(READ, 0);

        assertThat(audit.judge(answer(READ, floor, "{\"version\":3,"), 0)).contains("stale body");
        assertThat(audit.judge(answer(READ, floor, "{\"version\":4,"), 0)).isEmpty();
        assertThat(audit.judge(answer(READ, floor, "{\"version\":5,"), 0)).isEmpty();
        assertThat(audit.summary()).contains("3 with a version were checked, 1 stale");
    }

    @Test
    void readStartedBeforeWriteIsAnsweredMayShowOldVersion() {
        long floor = audit.floor(READ, 0);
        audit.judge(answer(WRITE, audit.floor(WRITE, 0), "{\"version\":4}"), 0);

        assertThat(audit.judge(answer(READ, floor, "{\"version\":3}"), 0)).isEmpty();
    }

    @Test
    void writeToOtherPathDoesNotMakeReadStale() {
        audit.judge(answer(LoadRequest.write("PUT", "/items/2"), -1, "{\"version\":4}"), 0);

        assertThat(audit.judge(answer(READ, audit.floor(READ, 0), "{\"version\":0}"), 0))
                .isEmpty();
    }

    @Test
    void laterReportOfEarlierVersionDoesNotLowerFloor() {
        audit.judge(answer(WRITE, -1, "{\"version\":5}"), 0);
        audit.judge(answer(WRITE, -1, "{\"version\":4}"), 0);

        assertThat(audit.floor(READ, 0)).isEqualTo(5);
    }

    @Test
    void bodyWithoutVersionIsNotChecked() {
        audit.judge(answer(WRITE, -1, "{\"version\":5}"), 0);

        assertThat(audit.judge(answer(READ, audit.floor(READ, 0), "<html>"), 0)).isEmpty();
        assertThat(audit.summary()).contains("0 with a version were checked, 0 stale");
    }

    @Test
    void aBodyOfTheWrongLengthIsAFault() {
        var whole = LoadRequest.get("/items/1?size=7", 7);

        assertThat(audit.judge(answer(whole, -1, "1234567"), 0)).isEmpty();
        assertThat(audit.judge(answer(whole, -1, "123456"), 0)).contains("body of the wrong length");
    }

    @Test
    void theRateIsFromTheFirstCallToTheLastAnswer() {
        audit.floor(READ, 1_000_000_000);
        audit.floor(READ, 1_500_000_000);
        audit.judge(answer(READ, -1, ""), 2_000_000_000);
        audit.judge(answer(READ, -1, ""), 3_000_000_000L);

        assertThat(audit.rate()).isEqualTo(1.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"version\":12,\"path\":\"/items/1\"}  | 12",
                "{ \"version\" : 0 }                     | 0",
                "{\"version\":\"1.2\"}                   | -1",
                "{\"version\":1.2}                       | -1",
                "{\"id\":1,\"version\":12}               | -1",
                "``                                      | -1",
            })
    void theVersionIsTheFirstMemberOfTheBody(String body, long version) {
        assertThat(LoadResponse.version(body).orElse(-1)).isEqualTo(version);
    }

    private static LoadResponse answer(LoadRequest call, long floor, String body) {
        OptionalLong version = LoadResponse.version(body);
        return new LoadResponse(call, floor, "Larder; hit", "", body.length(), version);
    }
}
