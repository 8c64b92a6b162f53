package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the origin says with a missing part counts, for the client and for the store (RFC 9111 3.4, RFC 9110 15.3.7.3). */
class SliceFieldsTest {

    private static final String WHOLE = SlicedOrigin.WHOLE;
    private static final String CONTROL = "Cache-Control";

    private final ExchangeFixture fixture = new ExchangeFixture();

    private void answer(String... more) {
        SlicedOrigin.answerRange(fixture.last(), WHOLE, "\"1\"", more);
    }

    private void stored(String range, String... more) {
        fixture.begin("GET", "Range", range);
        answer(more);
        fixture.asked.clear();
    }

    private String askedRange() {
        return fixture.last().head.fields().combined("Range");
    }

    /** Returns the range that the origin is asked for on behalf of another client that wants what had been stored; empty if none is. */
    private String askedForOther() {
        fixture.asked.clear();
        fixture.begin("GET", "Range", "bytes=0-29");
        return fixture.asked.isEmpty() ? "" : askedRange();
    }

    @ParameterizedTest
    @CsvSource({
        "Cache-Control, 'private, max-age=60'",
        "Cache-Control, no-store",
        "Cache-Control, 'no-cache, max-age=60'",
        "Cache-Control, max-age=0",
        "Vary, Accept-Language",
        "Vary, *",
    })
    void restrictiveFieldsOfGapEndUseOfStoredParts(String name, String value) {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        answer(name, value);
        assertThat(client.head).isNull();
        assertThat(askedRange()).as("all of it is asked for").isEqualTo("bytes=20-49");
        answer(name, value);
        assertThat(client.field(name)).isEqualTo(value);
        assertThat(client.content).hasToString(WHOLE.substring(20, 50));
        assertThat(askedForOther()).isIn("bytes=0-29", "bytes=0-19");
    }

    @ParameterizedTest
    @ValueSource(strings = {"private, max-age=60", "no-store"})
    void restrictiveFieldsOfMissingRestEndUseOfStoredParts(String control) {
        stored("bytes=0-59");
        fixture.begin("GET");
        assertThat(askedRange()).isEqualTo("bytes=60-");
        answer(CONTROL, control);
        assertThat(fixture.last().head.fields().contains("Range")).isFalse();
        assertThat(askedForOther()).isEqualTo("bytes=0-29");
    }

    @ParameterizedTest
    @ValueSource(strings = {"private, max-age=60", "no-store"})
    void restrictiveFieldsOfOtherRangeEndUseOfStoredParts(String control) {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=40-49");
        answer(CONTROL, control);
        assertThat(client.field(CONTROL)).isEqualTo(control);
        assertThat(askedForOther()).isEqualTo("bytes=0-29");
    }

    @Test
    void restrictiveFieldsOfLaterGapBreakResponseOff() {
        stored("bytes=30-39");
        Client client = fixture.begin("GET", "Range", "bytes=0-99");
        answer();
        answer(CONTROL, "private, max-age=60");
        assertThat(client.content).hasToString(WHOLE.substring(0, 30));
        assertThat(client.brokenOff).isTrue();
    }

    @Test
    void differentContentTypeOfLaterGapBreaksResponseOff() {
        stored("bytes=30-39");
        Client client = fixture.begin("GET", "Range", "bytes=0-99");
        answer();
        fixture.last().answer(206, WHOLE.substring(40), typed("text/y", 40, 99));
        assertThat(client.brokenOff).isTrue();
    }

    private static String[] typed(String type, int first, int last) {
        String[] fields = SlicedOrigin.fields(WHOLE, "\"1\"", first, last);
        for (int i = 0; i < fields.length; i += 2) {
            fields[i + 1] = fields[i].equals("Content-Type") ? type : fields[i + 1];
        }
        return fields;
    }

    @Test
    void contentTypeOfGapReachesClientAndStore() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        fixture.last().answer(206, WHOLE.substring(30, 50), typed("text/y", 30, 49));
        assertThat(client.field("Content-Type")).isEqualTo("text/y");
        fixture.asked.clear();
        assertThat(fixture.begin("GET", "Range", "bytes=0-9").field("Content-Type"))
                .isEqualTo("text/y");
        assertThat(fixture.asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=50-69", ""})
    void fieldsOfTheGapReachClientAndStore(String range) {
        stored("bytes=0-59");
        Client client = range.isEmpty() ? fixture.begin("GET") : fixture.begin("GET", "Range", range);
        answer(CONTROL, "max-age=30, public", "Last-Modified", "Wed, 31 Dec 2025 00:00:00 GMT", "Link", "</a>");
        assertThat(client.field(CONTROL)).isEqualTo("max-age=30, public");
        assertThat(client.field("Link")).isEqualTo("</a>");
        fixture.asked.clear();
        Client next = fixture.begin("GET", "Range", "bytes=0-9");
        assertThat(next.field(CONTROL)).isEqualTo("max-age=30, public");
        assertThat(next.field("Last-Modified")).isEqualTo("Wed, 31 Dec 2025 00:00:00 GMT");
        assertThat(next.field("Cache-Status")).contains("ttl=30");
        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void setCookieOfGapReachesOnlyItsClient() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        answer("Set-Cookie", "id=1");
        assertThat(client.field("Set-Cookie")).isEqualTo("id=1");
        assertThat(client.field("Cache-Status")).doesNotContain("stored");
        assertThat(client.content).hasToString(WHOLE.substring(20, 50));
        assertThat(fixture.begin("GET", "Range", "bytes=0-29").field("Set-Cookie"))
                .isEmpty();
        fixture.asked.clear();
        fixture.begin("GET", "Range", "bytes=20-49");
        assertThat(askedRange()).isEqualTo("bytes=30-49");
    }

    @Test
    void privateFieldOfGapIsNotStored() {
        stored("bytes=0-29", "X-User", "of nobody");
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        answer(CONTROL, "max-age=60, private=\"X-User\"", "X-User", "alice");
        assertThat(client.field("X-User")).isEqualTo("alice");
        assertThat(fixture.begin("GET", "Range", "bytes=0-29").field("X-User")).isEmpty();
    }

    /** RFC 9111 3.5: who asks says nothing about what is stored. */
    @Test
    void partForAnAuthorizedClientIsCombinedButNotStored() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-49", "Authorization", "of one user");
        answer();
        assertThat(client.content).hasToString(WHOLE.substring(20, 50));
        assertThat(askedForOther()).isEmpty();
        fixture.begin("GET", "Range", "bytes=20-49");
        assertThat(askedRange()).isEqualTo("bytes=30-49");
    }

    /** RFC 9110 13.1.5: the date that the client has is not that of the present representation any more. */
    @Test
    void outdatedIfRangeDateIsForwardedInsteadOfCombining() {
        String[] before = {"Last-Modified", "Wed, 31 Dec 2025 00:00:00 GMT", "Date", "Thu, 01 Jan 2026 00:00:00 GMT"};
        String[] after = {"Last-Modified", "Wed, 31 Dec 2025 00:00:01 GMT", "Date", "Thu, 01 Jan 2026 00:00:00 GMT"};
        stored("bytes=0-29", before);
        Client client = fixture.begin("GET", "Range", "bytes=20-49", "If-Range", before[1]);
        answer(after);
        assertThat(client.head).isNull();
        assertThat(askedRange()).isEqualTo("bytes=20-49");
        assertThat(fixture.last().head.fields().combined("If-Range")).isEqualTo(before[1]);
    }
}
