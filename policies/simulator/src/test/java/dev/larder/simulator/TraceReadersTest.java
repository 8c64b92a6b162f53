package dev.larder.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each format of traces: what it says, and what is said of what is not in it. */
class TraceReadersTest {

    /** A request as a test sees it. */
    private record Seen(long time, long key, long size, boolean write, long segment) {}

    private static List<Seen> read(byte[] trace) throws IOException {
        List<Seen> seen = new ArrayList<>();
        var block = new RequestBlock();
        try (RequestReader reader = TraceFile.reader(new ByteArrayInputStream(trace), () -> -1)) {
            for (reader.fill(block); block.count() > 0; reader.fill(block)) {
                for (int i = 0; i < block.count(); i++) {
                    seen.add(new Seen(block.time(i), block.key(i), block.size(i), block.isWrite(i), block.segment(i)));
                }
            }
        }
        return seen;
    }

    private static List<Seen> read(String trace) throws IOException {
        return read(trace.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(out)) {
            zip.write(plain);
        }
        return out.toByteArray();
    }

    @Test
    void readsCsvWithTimeKeyAndSize() throws IOException {
        assertThat(read("time,key,size\n1,17,500\n2.5,18,0\r\n\n"))
                .containsExactly(new Seen(1, 17, 500, false, 0), new Seen(2, 18, 1, false, 0));
    }

    @Test
    void readsCsvWithoutHeaderAndWithOptionalOperationAndSegment() throws IOException {
        List<Seen> seen = read("1,1,10,R,7\n2,1,10,W,7\n3,2,10,R,8\n4,2,10,R");
        assertThat(seen).extracting(Seen::write).containsExactly(false, true, false, false);
        assertThat(seen.get(0).segment).isEqualTo(seen.get(1).segment).isNotEqualTo(seen.get(2).segment);
        assertThat(seen.get(3).segment).isEqualTo(RequestBlock.NO_SEGMENT);
    }

    @Test
    void distinctNumericAndNamedKeysStayDistinct() throws IOException {
        List<Long> keys =
                read("1,10,1\n1,a,1\n1,0a,1\n1,010,1\n1,/x,1\n1,deadbeef,1\n1,a,1\n1,99999999999999999999,1").stream()
                        .map(Seen::key)
                        .toList();
        assertThat(keys.get(0)).isEqualTo(10);
        assertThat(keys.get(6)).isEqualTo(keys.get(1));
        assertThat(keys.stream().distinct()).hasSize(7);
    }

    @Test
    void gzipIsUnpacked() throws IOException {
        byte[] plain = "1,2,3\n".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        assertThat(read(gzip(plain))).hasSize(100_000).containsOnly(new Seen(1, 2, 3, false, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,2 | a comma",
                "1,2, | a size in bytes",
                "1,2,-5 | a size in bytes",
                "1,2,5.5 | a comma",
                "1,,5 | a key",
                "x,2,5 | a time",
                "1 2 5 | a comma",
                "1,2,5,X | R or W",
                "1,2,5,R,7,8 | the end of the line",
                "1,2,9999999999999999999 | 18 digits"
            })
    void rejectsMalformedCsvNamingLineAndExpectation(String line, String expected) {
        assertThatExceptionOfType(MalformedTraceException.class)
                .isThrownBy(() -> read("time,key,size\n1,2,3\n" + line + "\n1,2,3\n"))
                .withMessageContaining("line 3: expected time,key,size[,op,segment] with")
                .withMessageContaining(expected)
                .withMessageContaining("found \"" + line + '"');
    }

    @Test
    void accessLogYieldsReadsAndSuccessfulWrites() throws IOException {
        List<Seen> seen = read("""
                127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /users/5 HTTP/1.0" 200 2326
                ::1 - - [10/Oct/2000:13:55:37 -0700] "GET /users/5 HTTP/1.1" 304 - "http://x/\\"y" "Mozilla [4]"
                10.0.0.1 - - [10/Oct/2000:13:55:38 -0700] "POST /users?x=1 HTTP/1.1" 201 12 "-" "curl"
                10.0.0.1 - - [10/Oct/2000:13:55:39 -0700] "HEAD /users/5 HTTP/1.1" 200 0
                10.0.0.1 - - [10/Oct/2000:13:55:40 -0700] "GET /none HTTP/1.1" 404 9
                10.0.0.1 - - [10/Oct/2000:13:55:41 -0700] "DELETE /users/5 HTTP/1.1" 500 9
                10.0.0.1 - - [10/Oct/2000:13:55:42 -0700] "-" 408 -
                """);
        assertThat(seen).extracting(Seen::time).containsExactly(971211336L, 971211337L, 971211338L);
        assertThat(seen).extracting(Seen::size).containsExactly(2326L, 1L, 12L);
        assertThat(seen).extracting(Seen::write).containsExactly(false, false, true);
        assertThat(seen).extracting(Seen::segment).containsOnly(NumericKeys.of("/users"));
        assertThat(seen.get(0).key).isEqualTo(seen.get(1).key).isNotEqualTo(seen.get(2).key);
    }

    @ParameterizedTest
    @CsvSource({
        "garbage, a line of the Common or Combined Log Format",
        "h - - [10/Oct/2000:13:55:36] \"GET / HTTP/1.1\" 200 1, a time such as",
        "h - - [10/Oct/2000:13:55:36 +0000] \"GET / HTTP/1.1\" 200 x, Common or Combined"
    })
    void rejectsMalformedAccessLogNamingLineAndExpectation(String line, String expected) {
        String good = "h - - [10/Oct/2000:13:55:36 +0000] \"GET / HTTP/1.1\" 200 1\n";
        assertThatExceptionOfType(MalformedTraceException.class)
                .isThrownBy(() -> read(good + line + '\n'))
                .withMessageStartingWith("line 2: expected")
                .withMessageContaining(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "192.0.2.1, 198.51.100.9 - - ",
                "\"192.0.2.1, 198.51.100.4\" ",
                "\u00ef\u00bb\u00bf192.0.2.1 - - ",
                "shop.example:443 ::1 - - "
            })
    void recognizesAccessLogWithAnyPrefixOfFirstLine(String begin) throws IOException {
        assertThat(read(begin + "[10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.1\" 200 5\n"))
                .extracting(Seen::size)
                .containsExactly(5L);
    }

    @Test
    void ignoresIncompleteLastLine() throws IOException {
        String line = "h - - [10/Oct/2000:13:55:36 +0000] \"GET / HTTP/1.1\" 200 1\n";
        assertThat(read(line + line.substring(0, 40))).hasSize(1);
    }

    @Test
    void ignoresRequestLinesWithBlanksInTarget() throws IOException {
        assertThat(read("h - - [10/Oct/2000:13:55:36 +0000] \"GET /a b HTTP/1.1\" 200 1\n"))
                .isEmpty();
    }

    @Test
    void poolOfAbsoluteFormIsThatOfItsPath() throws IOException {
        String time = "h - - [10/Oct/2000:13:55:36 +0000] ";
        assertThat(read(time + "\"GET http://a.example/x/1 HTTP/1.1\" 200 1\n" + time
                        + "\"PUT /x/2 HTTP/1.1\" 204 -\n"))
                .extracting(Seen::segment)
                .containsOnly(NumericKeys.of("/x"));
    }

    @Test
    void rejectsUnknownFormatNamingSupportedOnes() {
        assertThatExceptionOfType(MalformedTraceException.class)
                .isThrownBy(() -> read("{\"RequestMethod\":\"GET\"}\n"))
                .withMessageContaining("time,key,size[,op,segment] or a line of the Common or Combined Log Format");
    }

    private static byte[] oracleGeneral(int records) {
        ByteBuffer buffer = ByteBuffer.allocate(24 * records).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < records; i++) {
            buffer.putInt(-1 - i).putLong(-7L - i).putInt(-2).putLong(-1);
        }
        return buffer.array();
    }

    @Test
    void oracleGeneralIsLittleEndianAndUnsigned() throws IOException {
        byte[] small = ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(5)
                .putLong(6)
                .putInt(7)
                .putLong(-1)
                .array();
        assertThat(read(small)).containsExactly(new Seen(5, 6, 7, false, 0));
        byte[] text = ByteBuffer.allocate(48).put(small).put(oracleGeneral(1)).array();
        assertThat(read(gzip(text)).get(1)).isEqualTo(new Seen(4294967295L, -7, 4294967294L, false, 0));
    }

    @Test
    void rejectsTruncatedRecordWithItsNumber() {
        byte[] small = ByteBuffer.allocate(24 * 9_000 + 5)
                .order(ByteOrder.LITTLE_ENDIAN)
                .array();
        assertThatExceptionOfType(MalformedTraceException.class)
                .isThrownBy(() -> read(small))
                .withMessageContaining("record 9001: expected an oracleGeneral record of 24 bytes");
    }

    @Test
    void anEmptyTraceHasNoRequests() throws IOException {
        assertThat(read("")).isEmpty();
        assertThat(read("time,key,size\n")).isEmpty();
    }
}
