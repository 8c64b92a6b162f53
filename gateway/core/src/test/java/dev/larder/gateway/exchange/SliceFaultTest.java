package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.rfc9111.CachePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is stored in slices harms nobody: the client that knows a representation, the others, the origin. */
class SliceFaultTest {

    private static final String WHOLE =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-0123456789zyxwvutsrqponmlkjihgfedcba";
    private static final String OTHER = new StringBuilder(WHOLE).reverse().toString();

    private final ExchangeFixture fixture = new ExchangeFixture();

    private void answerRange(String whole, String tag, String... more) {
        ManualCall call = fixture.last();
        String range = call.head.fields().combined("Range").substring("bytes=".length());
        int dash = range.indexOf('-');
        int first = Integer.parseInt(range, 0, dash, 10);
        int last = dash == range.length() - 1
                ? whole.length() - 1
                : Math.min(whole.length() - 1, Integer.parseInt(range.substring(dash + 1)));
        call.answer(206, whole.substring(first, last + 1), fields(whole, tag, first, last, more));
    }

    private static String[] fields(String whole, String tag, int first, int last, String... more) {
        List<String> fields = new ArrayList<>(List.of(
                "Content-Range",
                "bytes " + first + "-" + last + "/" + whole.length(),
                "Content-Length",
                Integer.toString(last + 1 - first)));
        fields.addAll(Arrays.asList(more));
        if (!fields.contains("Cache-Control")) {
            fields.addAll(List.of("Cache-Control", "max-age=60"));
        }
        if (!tag.isEmpty()) {
            fields.addAll(List.of("ETag", tag));
        }
        return fields.toArray(String[]::new);
    }

    /** RFC 9110 13.1.5: a range of another representation is no answer to If-Range. */
    @Test
    void clientWithIfRangeGetsNoOctetsOfAnotherRepresentation() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=60-99", "If-Range", "\"1\"");
        answerRange(OTHER, "\"2\"");
        assertThat(client.status()).isNotEqualTo(206);
    }

    /** RFC 9110 8.8.2.2: the date of the gateway's own clock makes no date of the origin strong. */
    @Test
    void doesNotCombineSlicesByLastModifiedWithoutDate() {
        String[] modified = {"Last-Modified", "Wed, 31 Dec 2025 23:59:59 GMT"};
        fixture.begin("GET", "Range", "bytes=0-29");
        answerRange(WHOLE, "", modified);
        fixture.begin("GET", "Range", "bytes=30-99");
        answerRange(OTHER, "", modified);
        fixture.asked.clear();
        assertThat(fixture.begin("GET").head).isNull();
        assertThat(fixture.asked).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 429, 500, 503})
    void temporaryErrorKeepsStoredSlices(int status) {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        fixture.last().answer(status, "busy");
        fixture.last().answer(status, "busy");
        assertThat(client.status()).isEqualTo(status);
        fixture.asked.clear();
        assertThat(fixture.begin("GET", "Range", "bytes=0-29").content).hasToString(WHOLE.substring(0, 30));
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void servesFreshSlicesWithoutOriginDespiteRefreshAhead() {
        fixture.policy = CachePolicy.DEFAULT.withRefreshAhead(0.1);
        stored("bytes=0-29");
        fixture.pass(Duration.ofSeconds(55));
        assertThat(fixture.begin("GET", "Range", "bytes=0-9").status()).isEqualTo(206);
        assertThat(fixture.begin("GET", "Range", "bytes=0-9", "Cache-Control", "only-if-cached")
                        .status())
                .isEqualTo(206);
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void staleSlicesAreNotValidatedForOnlyIfCached() {
        fixture.begin("GET", "Range", "bytes=0-29");
        answerRange(WHOLE, "\"1\"", "Cache-Control", "max-age=60, stale-while-revalidate=600");
        fixture.asked.clear();
        fixture.pass(Duration.ofSeconds(61));
        assertThat(fixture.begin("GET", "Range", "bytes=0-9", "Cache-Control", "only-if-cached")
                        .status())
                .isEqualTo(504);
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void fetchesWholeOnceForAllClientsIfOnlyPartIsStored() {
        stored("bytes=0-0");
        for (int i = 0; i < 20; i++) {
            fixture.begin("GET");
        }
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void fillsManyGapsWithLimitedNumberOfOriginRequests() {
        for (int i = 0; i < 100; i += 4) {
            stored("bytes=" + i + "-" + i);
        }
        Client client = fixture.begin("GET", "Range", "bytes=0-99", "Authorization", "of one user");
        for (int i = 0; i < 100 && !client.ended; i++) {
            answerRange(WHOLE, "\"1\"");
        }
        assertThat(client.content).hasToString(WHOLE);
        assertThat(fixture.asked).hasSize(17);
    }

    @Test
    void doesNotReuseSlicesOfResponseThatVariesByRange() {
        fixture.begin("GET", "Range", "bytes=0-29");
        answerRange(WHOLE, "\"1\"", "Vary", "Range");
        fixture.asked.clear();
        fixture.begin("GET", "Range", "bytes=0-9");
        assertThat(fixture.asked).hasSize(1);
    }

    private void stored(String range) {
        fixture.begin("GET", "Range", range);
        answerRange(WHOLE, "\"1\"");
        fixture.asked.clear();
    }
}
