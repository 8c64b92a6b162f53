package dev.larder.policies.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.policies.accesslog.AccessLogEntry.Request;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessLogEntryTest {

    private static final String TIME = "10/Oct/2000:13:55:36 -0700";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "192.0.2.1 - - ",
                "192.0.2.1, 198.51.100.9 - frank ",
                "\"192.0.2.1, 198.51.100.4\" ",
                "shop.example:443 2001:db8::1 - - ",
                "2026-01-01 INFO access: 192.0.2.1 - - ",
                "192.0.2.1 - [x] \"y\" ",
                "192.0.2.1 - a] \"GET "
            })
    void parsesLinesWithAnyPrefixBeforeTime(String begin) {
        assertThat(AccessLogEntry.parse(begin + "[" + TIME + "] \"GET /a?b HTTP/1.1\" 200 12 \"-\" \"curl\""))
                .contains(new AccessLogEntry(TIME, Optional.of(new Request("GET", "/a?b")), 200, 12));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "] \"GET ",
                "x [" + TIME + "] \"GET /a",
                "x [" + TIME + "] \"GET /a HTTP/1.1\"",
                "x [" + TIME + "] \"GET /a HTTP/1.1\" 200",
                "x [" + TIME + "] \"GET /a HTTP/1.1\" 200 x",
                "x [t] \"GET /a HTTP/1.1\" 200 1",
                "x [" + TIME + "] 561 \"GET /a HTTP/1.1\" 200 1",
                "{\"RequestMethod\":\"GET\",\"RequestPath\":\"/a\"}"
            })
    void parseReturnsEmptyForUnsupportedLines(String line) {
        assertThat(AccessLogEntry.parse(line)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /a b HTTP/1.1", "-", "", "GET", "\\x16\\x03", "GET  HTTP/1.1"})
    void hasNoRequestForInvalidRequestLine(String request) {
        AccessLogEntry entry = AccessLogEntry.parse("x [" + TIME + "] \"" + request + "\" 200 -")
                .orElseThrow();
        assertThat(entry.request()).isEmpty();
        assertThat(entry.size()).isZero();
    }

    @Test
    void endsRequestAtTheQuotationMarkThatIsNotEscaped() {
        assertThat(AccessLogEntry.parse("x [" + TIME + "] \"GET /a\\\"_200_1 HTTP/1.1\" 304 7 \"\\\" 200 9\" \"-\"")
                        .flatMap(AccessLogEntry::request))
                .contains(new Request("GET", "/a\\\"_200_1"));
    }

    @Test
    void readsLongLinesInLinearTime() {
        assertThat(AccessLogEntry.parse("x [" + TIME + "] \"GET " + "\" 200 \\\"[] \"".repeat(100_000)))
                .isEmpty();
    }

    private static List<String> lines(byte[] text) throws IOException {
        List<String> found = new ArrayList<>();
        try (var lines = new TextLines(new ByteArrayInputStream(text))) {
            while (lines.tryAdvance()) {
                found.add(lines.number() + lines.text() + lines.isWhole());
            }
        }
        return found;
    }

    @Test
    void textLinesDropByteOrderMarkLineEndsAndCompression() throws IOException {
        byte[] text = "\ufeffa\r\n\nb".getBytes(StandardCharsets.UTF_8);
        var octets = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(octets)) {
            gzip.write(text);
        }
        assertThat(lines(text)).containsExactly("1atrue", "2true", "3bfalse");
        assertThat(lines(octets.toByteArray())).isEqualTo(lines(text));
        assertThat(lines("a".repeat(TextLines.MAX_LENGTH + 1).getBytes(StandardCharsets.US_ASCII)))
                .containsExactly("1" + "a".repeat(TextLines.MAX_LENGTH) + "false");
    }
}
