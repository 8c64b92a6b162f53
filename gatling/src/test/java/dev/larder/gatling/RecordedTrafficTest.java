package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedTrafficTest {

    private static final String PATH = "/items-{segment}/{key}?size={size}";
    private static final String COMMON =
            "192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] \"GET /a?b=c HTTP/1.1\" 200 2326\n";
    private static final String COMBINED = "2001:db8::1 - Ann B [10/Oct/2026:13:55:37 +0000] \"PUT /b HTTP/2.0\" 204 - "
            + "\"http://example.org/ref\" \"An \\\"agent\\\" (of some kind)\"\n";
    private static final String NO_REQUEST = "192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] \"\\x16\\x03\\x01\" 400 150\n";

    @TempDir
    private Path folder;

    @Test
    void anAccessLogIsReadInItsOrder() throws Exception {
        assertThat(calls(file("access.log", COMMON + COMBINED), true))
                .containsExactly(LoadRequest.get("/a?b=c"), LoadRequest.write("PUT", "/b"));
    }

    @Test
    void skipsUnwantedWritesAndInvalidRequestLines() throws Exception {
        var file = file("access.log", COMMON + COMBINED + NO_REQUEST + COMMON);

        assertThat(calls(file, false)).containsExactly(LoadRequest.get("/a?b=c"), LoadRequest.get("/a?b=c"));
        assertThat(RecordedTraffic.check(file, PATH, false, 100)).isEqualTo(Map.of("write", 1L, "no request", 1L));
    }

    @Test
    void readsKeyTraceByColumnNames() throws Exception {
        var file = file("trace.csv", "time,key,size,op,segment\n1,1440,391,R,0\n2,3a,283,W,22\n");

        assertThat(calls(file, true))
                .containsExactly(
                        LoadRequest.get("/items-0/1440?size=391"), LoadRequest.write("PUT", "/items-22/3a?size=283"));
    }

    @Test
    void readsCompressedTraceWithoutSegments() throws Exception {
        var file = folder.resolve("trace.csv.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("time,key,size\n1,7,68\n".getBytes(StandardCharsets.US_ASCII));
        }

        assertThat(calls(file, false)).containsExactly(LoadRequest.get("/items-replay/7?size=68"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "time,key,size\n1,7,68\n2,8\n",
                "time,key,size\n1,7,68\n2,\"8\",9\n",
                "time,key,op\n1,7,R\n2,8,X\n",
                "192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 2326\nhello\n",
            })
    void checkReportsMalformedLineWithItsNumber(String content) throws Exception {
        var file = file("trace", content);
        int line = content.startsWith("time") ? 3 : 2;

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> RecordedTraffic.check(file, PATH, true, 100))
                .withMessageContaining("trace:" + line + " is wrong");
        assertThat(RecordedTraffic.check(file, PATH, true, 1))
                .as("as far as calls need")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "time,key,size\n", "time,key,op\n1,7,W\n"})
    void aRecordingWithNothingToSendIsRefused(String content) throws Exception {
        var file = file("trace", content);

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> RecordedTraffic.check(file, PATH, false, 100));
    }

    @Test
    void rejectsFilesThatAreNotValidGzip() throws Exception {
        var plain = file("trace.csv.gz", "time,key,size\n1,7,68\n");
        var binary = Files.write(folder.resolve("endpoints.gz"), new byte[] {0x1f, (byte) 0x8b, (byte) 0xff, 0});

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> RecordedTraffic.check(plain, PATH, false, 1))
                .withMessageContaining("trace.csv.gz is wrong");
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> EndpointList.read(binary))
                .withMessageContaining("endpoints.gz is wrong");
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static List<LoadRequest> calls(Path file, boolean writes) {
        var calls = new ArrayList<LoadRequest>();
        new RecordedTraffic(file, PATH, writes).forEachRemaining(calls::add);
        return calls;
    }
}
