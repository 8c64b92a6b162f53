package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges of a whole of 100 octets, in slices of 25: what the origin is asked, and what clients get. */
class SlicedExchangeTest {

    private static final String WHOLE = SlicedOrigin.WHOLE;
    private static final String OTHER = new StringBuilder(WHOLE).reverse().toString();
    private static final Duration STALE = Duration.ofSeconds(61);

    private final ExchangeFixture fixture = new ExchangeFixture();

    private void answerRange(String whole, String tag, String... more) {
        SlicedOrigin.answerRange(fixture.last(), whole, tag, more);
    }

    private static String[] fields(String whole, String tag, int first, int last) {
        return SlicedOrigin.fields(whole, tag, first, last);
    }

    private void stored(String range) {
        fixture.begin("GET", "Range", range);
        answerRange(WHOLE, "\"1\"");
        fixture.asked.clear();
    }

    private String askedRange() {
        return fixture.last().head.fields().combined("Range");
    }

    @Test
    void servesRangeWithinStoredRangeWithoutOrigin() {
        stored("bytes=10-59");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        assertThat(client.status()).isEqualTo(206);
        assertThat(client.content).hasToString(WHOLE.substring(20, 50));
        assertThat(client.field("Content-Range")).isEqualTo("bytes 20-49/100");
        assertThat(client.field("Content-Length")).isEqualTo("30");
        assertThat(client.field("Content-Type")).isEqualTo("text/x");
        assertThat(client.field("Cache-Status")).contains("hit; ttl=60");
        assertThat(client.ended).isTrue();
        assertThat(fixture.asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-9, 5-20, bytes=10-20",
        "bytes=30-39, 20-35, bytes=20-29",
        "bytes=30-39, 0-99, bytes=0-29 bytes=40-99",
        "bytes=0-0, 0-1, bytes=1-1",
        "bytes=49-50, 0-99, bytes=0-48 bytes=51-99",
        "bytes=-10, 80-99, bytes=80-89",
        "bytes=90-, 80-94, bytes=80-89",
        "bytes=0-9, 50-59, bytes=50-59",
    })
    void requestsOnlyMissingRangesFromOrigin(String stored, String wanted, String asked) {
        stored(stored);
        Client client = fixture.begin("GET", "Range", "bytes=" + wanted);
        for (String range : asked.split(" ")) {
            assertThat(askedRange()).isEqualTo(range);
            assertThat(fixture.last().head.fields().contains("If-Range")).isFalse();
            answerRange(WHOLE, "\"1\"");
        }
        String[] bounds = wanted.split("-");
        assertThat(client.status()).isEqualTo(206);
        assertThat(client.content)
                .hasToString(WHOLE.substring(Integer.parseInt(bounds[0]), Integer.parseInt(bounds[1]) + 1));
        assertThat(client.field("Content-Range")).isEqualTo("bytes " + wanted + "/100");
        assertThat(client.ended).isTrue();
        assertThat(fixture.asked).hasSize(asked.split(" ").length);
        fixture.asked.clear();
        assertThat(fixture.begin("GET", "Range", "bytes=" + wanted).content).hasSameSizeAs(client.content);
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void completesWholeResponseByFetchingRestWithIfRange() {
        stored("bytes=0-59");
        Client client = fixture.begin("GET");
        assertThat(askedRange()).isEqualTo("bytes=60-");
        assertThat(fixture.last().head.fields().combined("If-Range")).isEqualTo("\"1\"");
        answerRange(WHOLE, "\"1\"");
        assertThat(client.status()).isEqualTo(200);
        assertThat(client.content).hasToString(WHOLE);
        assertThat(client.field("Content-Range")).isEmpty();
        assertThat(client.field("Content-Length")).isEqualTo("100");
        fixture.asked.clear();
        assertThat(fixture.begin("GET").content).hasToString(WHOLE);
        assertThat(fixture.begin("GET", "Range", "bytes=-5").content).hasToString(WHOLE.substring(95));
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void neverCombinesTwoRepresentations() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        answerRange(OTHER, "\"2\"");
        assertThat(client.head).isNull();
        assertThat(askedRange()).isEqualTo("bytes=20-29");
        answerRange(OTHER, "\"2\"");
        assertThat(client.content).hasToString(OTHER.substring(20, 50));
        assertThat(client.field("ETag")).isEqualTo("\"2\"");
        assertThat(fixture.usableEntries()).isEqualTo(3);
        fixture.asked.clear();
        Client before = fixture.begin("GET", "Range", "bytes=0-29");
        assertThat(askedRange()).isEqualTo("bytes=0-19");
        answerRange(OTHER, "\"2\"");
        assertThat(before.content).hasToString(OTHER.substring(0, 30));
    }

    @Test
    void fetchesWholeRangeIfRepresentationKeepsChanging() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        answerRange(OTHER, "\"2\"");
        answerRange(WHOLE, "\"3\"");
        assertThat(client.head).isNull();
        assertThat(askedRange()).isEqualTo("bytes=20-49");
        answerRange(OTHER, "\"4\"");
        assertThat(client.content).hasToString(OTHER.substring(20, 50));
        assertThat(client.field("ETag")).isEqualTo("\"4\"");
    }

    @Test
    void fetchesWholeAgainIfRepresentationHasChanged() {
        stored("bytes=0-59");
        Client client = fixture.begin("GET");
        fixture.last().head(200, "Cache-Control", "max-age=60", "ETag", "\"2\"", "Content-Length", "100");
        assertThat(fixture.asked.get(0).cancelled).isTrue();
        fixture.last().answer(200, OTHER, "Cache-Control", "max-age=60", "ETag", "\"2\"", "Content-Length", "100");
        assertThat(client.status()).isEqualTo(200);
        assertThat(client.content).hasToString(OTHER);
        fixture.asked.clear();
        assertThat(fixture.begin("GET", "Range", "bytes=0-9").content).hasToString(OTHER.substring(0, 10));
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void breaksOffIfRepresentationChangesBetweenGaps() {
        stored("bytes=30-39");
        Client client = fixture.begin("GET", "Range", "bytes=0-99");
        answerRange(WHOLE, "\"1\"");
        answerRange(OTHER, "\"2\"");
        assertThat(client.brokenOff).isTrue();
        assertThat(client.content).hasToString(WHOLE.substring(0, 30));
    }

    @Test
    void forwardsNotFoundAndStopsUsingStoredSlices() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        fixture.last().answer(404, "gone");
        fixture.last().answer(404, "gone");
        assertThat(client.status()).isEqualTo(404);
        fixture.asked.clear();
        fixture.begin("GET", "Range", "bytes=0-9");
        assertThat(fixture.asked).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"W/\"1\"", "''"})
    void partWithoutStrongValidatorServesItsOwnRangeOnly(String tag) {
        fixture.begin("GET", "Range", "bytes=10-59");
        answerRange(WHOLE, tag);
        fixture.asked.clear();
        assertThat(fixture.begin("GET", "Range", "bytes=10-59").content).hasToString(WHOLE.substring(10, 60));
        assertThat(fixture.asked).isEmpty();
        fixture.begin("GET", "Range", "bytes=20-29");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void storesNoSlicesOfInconsistentPartialResponses() {
        Client wrongRange = fixture.begin("GET", "Range", "bytes=10-19");
        fixture.last().answer(206, WHOLE.substring(11, 21), fields(WHOLE, "\"1\"", 11, 20));
        assertThat(wrongRange.content).hasToString(WHOLE.substring(11, 21));
        assertThat(wrongRange.field("Content-Range")).isEqualTo("bytes 11-20/100");
        assertThat(fixture.store.entries).isEmpty();
        Client wrongLength = fixture.begin("GET", "Range", "bytes=10-19");
        String[] fields = fields(WHOLE, "\"1\"", 10, 19);
        fields[3] = "5";
        fixture.last().answer(206, WHOLE.substring(10, 15), fields);
        assertThat(wrongLength.content).hasToString(WHOLE.substring(10, 15));
        assertThat(fixture.store.entries).hasSizeLessThanOrEqualTo(1);
        fixture.asked.clear();
        fixture.begin("GET", "Range", "bytes=11-12");
        assertThat(askedRange()).isEqualTo("bytes=11-12");
    }

    @Test
    void truncatedResponseStoresOnlyCompleteSlices() {
        Client client = fixture.begin("GET", "Range", "bytes=0-99");
        fixture.last().head(206, fields(WHOLE, "\"1\"", 0, 99));
        fixture.last().data(WHOLE.substring(0, 60));
        fixture.last().listener.failed(new IOException("broken"));
        assertThat(client.brokenOff).isTrue();
        assertThat(client.content).hasToString(WHOLE.substring(0, 60));
        Client again = fixture.begin("GET", "Range", "bytes=0-99");
        assertThat(askedRange()).isEqualTo("bytes=50-99");
        answerRange(WHOLE, "\"1\"");
        assertThat(again.content).hasToString(WHOLE);
    }

    @Test
    void breaksOffResponseIfFetchOfGapFails() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        fixture.last().head(206, fields(WHOLE, "\"1\"", 30, 49));
        fixture.last().data(WHOLE.substring(30, 35));
        fixture.last().listener.failed(new IOException("broken"));
        assertThat(client.brokenOff).isTrue();
        assertThat(client.content).hasToString(WHOLE.substring(20, 35));
    }

    @Test
    void answersBadGatewayIfOriginFailsBeforeAnythingIsSent() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        fixture.last().listener.failed(new IOException("refused"));
        assertThat(client.status()).isEqualTo(502);
    }

    @Test
    void validatesStaleSlicesWithTheRangeOfTheClient() {
        stored("bytes=0-29");
        fixture.pass(STALE);
        Client client = fixture.begin("GET", "Range", "bytes=10-19");
        assertThat(askedRange()).isEqualTo("bytes=10-19");
        assertThat(fixture.last().head.fields().combined("If-None-Match")).isEqualTo("\"1\"");
        fixture.last().answer(304, "", "ETag", "\"1\"", "Cache-Control", "max-age=60");
        assertThat(client.status()).isEqualTo(206);
        assertThat(client.content).hasToString(WHOLE.substring(10, 20));
        assertThat(client.field("Cache-Status")).contains("fwd=stale; fwd-status=304");
        fixture.asked.clear();
        assertThat(fixture.begin("GET", "Range", "bytes=5-9").content).hasToString(WHOLE.substring(5, 10));
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void replacesStaleSlicesThatHaveChanged() {
        stored("bytes=0-29");
        fixture.pass(STALE);
        Client client = fixture.begin("GET", "Range", "bytes=10-19");
        answerRange(OTHER, "\"2\"");
        assertThat(client.content).hasToString(OTHER.substring(10, 20));
        fixture.asked.clear();
        assertThat(fixture.begin("GET", "Range", "bytes=12-15").content).hasToString(OTHER.substring(12, 16));
        assertThat(fixture.asked).isEmpty();
        fixture.begin("GET", "Range", "bytes=0-9");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void servesNothingThatAWriteHasInvalidated() {
        stored("bytes=0-99");
        fixture.invalidateEverything();
        Client client = fixture.begin("GET", "Range", "bytes=10-19");
        assertThat(askedRange()).isEqualTo("bytes=10-19");
        answerRange(WHOLE, "\"1\"");
        assertThat(client.content).hasToString(WHOLE.substring(10, 20));
        fixture.begin("GET", "Range", "bytes=0-9");
        assertThat(askedRange()).isEqualTo("bytes=0-9");
        fixture.begin("GET", "Range", "bytes=60-69");
        assertThat(askedRange()).isEqualTo("bytes=60-69");
    }

    @Test
    void storesNothingThatWasFetchedBeforeAWrite() {
        fixture.begin("GET", "Range", "bytes=0-49");
        fixture.invalidateEverything();
        answerRange(WHOLE, "\"1\"");
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    void answersOnlyIfCachedFromStoredSlicesOr504() {
        stored("bytes=0-29");
        assertThat(fixture.begin("GET", "Range", "bytes=0-29", "Cache-Control", "only-if-cached").content)
                .hasToString(WHOLE.substring(0, 30));
        assertThat(fixture.begin("GET", "Range", "bytes=0-30", "Cache-Control", "only-if-cached")
                        .status())
                .isEqualTo(504);
        assertThat(fixture.begin("GET", "Cache-Control", "only-if-cached").status())
                .isEqualTo(504);
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void evaluatesConditionsUsingMetadataOfStoredSlices() {
        stored("bytes=0-59");
        assertThat(fixture.begin("GET", "If-None-Match", "\"1\"").status()).isEqualTo(304);
        assertThat(fixture.begin("GET", "Range", "bytes=100-").status()).isEqualTo(416);
        assertThat(fixture.begin("HEAD").field("Content-Length")).isEqualTo("100");
        assertThat(fixture.begin("GET", "Range", "bytes=0-9", "If-Range", "\"1\"")
                        .status())
                .isEqualTo(206);
        assertThat(fixture.asked).isEmpty();
        Client other = fixture.begin("GET", "Range", "bytes=0-9", "If-Range", "\"2\"");
        answerRange(WHOLE, "\"1\"");
        assertThat(other.status()).isEqualTo(200);
        assertThat(other.content).hasToString(WHOLE);
    }

    @Test
    void storesRangeRequestedWithMatchingIfRange() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=60-69", "If-Range", "\"1\"");
        assertThat(fixture.last().head.fields().contains("If-Range")).isFalse();
        answerRange(WHOLE, "\"1\"");
        assertThat(client.content).hasToString(WHOLE.substring(60, 70));
        fixture.asked.clear();
        assertThat(fixture.begin("GET", "Range", "bytes=60-69").content).hasToString(WHOLE.substring(60, 70));
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void forwardsRequestForSeveralRangesUnchanged() {
        stored("bytes=0-29");
        fixture.begin("GET", "Range", "bytes=0-4,10-14");
        assertThat(askedRange()).isEqualTo("bytes=0-4,10-14");
    }
}
