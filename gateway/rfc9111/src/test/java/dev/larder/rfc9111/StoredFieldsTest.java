package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.WALL;
import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredFieldsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection",
                "Keep-Alive",
                "Proxy-Authenticate",
                "Proxy-Authentication-Info",
                "Proxy-Authorization",
                "Proxy-Connection",
                "TE",
                "Trailer",
                "Transfer-Encoding",
                "UPGRADE",
                "Age"
            })
    @EngineObligation(section = "3.1", level = MUST, value = "fields of one connection or one proxy MUST NOT be stored")
    void hopByHopFieldsAreNotStored(String name) {
        assertThat(stored(HeaderFields.of(name, "x", "Date", date(0))).contains(name))
                .isFalse();
    }

    @Test
    @EngineObligation(section = "3.1", level = MUST, value = "fields named by Connection MUST NOT be stored")
    void fieldsNamedByConnectionAreNotStored() {
        HeaderFields received = HeaderFields.of(
                "Connection",
                "a, B",
                "a",
                "1",
                "b",
                "2",
                "C",
                "3",
                "connection",
                "close, d",
                "D",
                "4",
                "Date",
                date(0));

        assertThat(stored(received)).isEqualTo(HeaderFields.of("C", "3", "Date", date(0)));
    }

    @Test
    @EngineObligation(section = "3.1", level = MUST, value = "everything else is stored, unrecognised fields included")
    void allOtherFieldsAreStoredByteForByte() {
        HeaderFields received = HeaderFields.of(
                "x-B",
                " two  spaces",
                "Date",
                "foo",
                "X-b",
                "",
                "Set-Cookie",
                "a=1",
                "set-cookie",
                "b=2, c",
                "Cache-Status",
                "Up; hit",
                "A",
                "\u00fc\u0001");

        assertThat(stored(received)).isEqualTo(received);
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "6.6.1",
            level = MUST,
            value = "a missing Date is the time of receipt")
    void missingDateIsAdded() {
        assertThat(stored(HeaderFields.of("A", "1")))
                .isEqualTo(HeaderFields.of("A", "1", "Date", HttpDate.format(WALL)));
    }

    @Test
    @EngineObligation(
            section = "5.2.2.4",
            level = MUST,
            value = "fields named by no-cache are not sent without validation")
    void fieldsNamedByNoCacheOrPrivateAreNotStored() {
        HeaderFields received = HeaderFields.of(
                "Cache-Control",
                "no-cache=\"a, b\", private=\"C\"",
                "a",
                "1",
                "B",
                "2",
                "c",
                "3",
                "d",
                "4",
                "Date",
                date(0));

        assertThat(stored(received).without("Cache-Control", "Date")).isEqualTo(HeaderFields.of("d", "4"));
    }

    @Test
    @EngineObligation(
            section = "3.2",
            level = MUST,
            value = "each header field of the response is added, replacing those present")
    void updatesReplaceWholeFieldsInPlace() {
        HeaderFields stored = HeaderFields.of("A", "1", "B", "2", "a", "3", "Date", date(-5), "E", "5");
        HeaderFields provided = HeaderFields.of("a", "x", "New", "n", "A", "y", "Date", date(0), "new", "m");

        assertThat(StoredFields.updated(stored, provided, WALL))
                .isEqualTo(HeaderFields.of(
                        "a", "x", "A", "y", "B", "2", "Date", date(0), "E", "5", "New", "n", "new", "m"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length", "Content-Encoding", "Content-Range", "Content-MD5", "ETag", "Set-Cookie"})
    @EngineObligation(
            section = "3.2",
            level = MUST,
            value = "Content-Length, what the stored content depends upon and cookies are not updated")
    void updatesKeepContentDescribingFieldsAndCookies(String name) {
        HeaderFields updated =
                StoredFields.updated(HeaderFields.of(name, "old"), HeaderFields.of(name, "new", "Date", date(0)), WALL);

        assertThat(updated.values(name)).containsExactly("old");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type", "Content-Location", "Expires", "Content-Foo", "Cache-Status"})
    @EngineObligation(
            section = "3.2",
            level = SHOULD,
            value = "omissions are limited to what integrity needs; Content- is no signal")
    void updatesReplaceAllOtherFields(String name) {
        HeaderFields updated =
                StoredFields.updated(HeaderFields.of(name, "old"), HeaderFields.of(name, "new", "Date", date(0)), WALL);

        assertThat(updated.values(name)).containsExactly("new");
    }

    @Test
    @EngineObligation(section = "4.1", level = MUST, value = "of two Vary fields the wider stays")
    void updatesMergeVaryFields() {
        HeaderFields updated = StoredFields.updated(
                HeaderFields.of("Vary", "A, B"), HeaderFields.of("Vary", "C, a", "Date", date(0)), WALL);

        assertThat(updated.values("Vary")).containsExactly("C, a, b");
    }

    @Test
    @EngineObligation(section = "3.2", level = MUST, value = "fields excluded from storage do not get in by an update")
    void updatesIgnoreHopByHopFields() {
        HeaderFields provided =
                HeaderFields.of("Connection", "x", "X", "1", "Keep-Alive", "2", "Age", "3", "Date", date(0));

        assertThat(StoredFields.updated(HeaderFields.of("A", "1"), provided, WALL))
                .isEqualTo(HeaderFields.of("A", "1", "Date", date(0)));
    }

    private static HeaderFields stored(HeaderFields received) {
        return StoredFields.of(received, ResponseDirectives.of(received), CookiePolicy.PUBLIC_ONLY, WALL);
    }
}
