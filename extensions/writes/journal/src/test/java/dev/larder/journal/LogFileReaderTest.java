package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file is read to its end, or not at all. */
class LogFileReaderTest {

    private static final int PAGE = 4096;
    private static final int CHUNK = 1 << 20;

    private final byte[] content = new byte[CHUNK + 3 * PAGE + 100];

    LogFileReaderTest() {
        new Random(1).nextBytes(content);
    }

    private LogFileReader bytes() {
        return new LogFileReader(MemoryLogDirectory.of(Map.of("file", content)));
    }

    private static byte[] array(ByteBuffer bytes) {
        var array = new byte[bytes.remaining()];
        bytes.get(array);
        return array;
    }

    @Test
    void readsWholeFile() throws IOException {
        assertThat(array(bytes().whole("file"))).isEqualTo(content);
    }

    @Test
    void readsFileUpToRequestedLength() throws IOException {
        LogFileReader bytes = bytes();
        assertThat(array(bytes.of("file", 10))).isEqualTo(first(10));
        assertThat(array(bytes.of("file", 0))).isEmpty();
        assertThat(array(bytes.of("file", CHUNK))).isEqualTo(first(CHUNK));
        assertThat(array(bytes.of("file", Integer.MAX_VALUE))).isEqualTo(content);
    }

    @Test
    void missingFileIsErrorAndNotEmptyContent() {
        assertThatThrownBy(() -> bytes().of("other", 10))
                .isInstanceOf(LogUnreadableException.class)
                .hasMessageContaining("memory/other cannot be read");
    }

    @ParameterizedTest
    @ValueSource(longs = {CHUNK + 3 * PAGE + 101, Integer.MAX_VALUE, 1L << 40})
    void rejectsFileThatEndsBeforeItsReportedLength(long length) {
        LogDirectory longer = (LogDirectory) Proxy.newProxyInstance(
                LogDirectory.class.getClassLoader(),
                new Class<?>[] {LogDirectory.class},
                (disk, method, given) -> method.getName().equals("open") ? new Pieces(content, length) : "longer");
        assertThatThrownBy(() -> new LogFileReader(longer).whole("file"))
                .isInstanceOf(LogUnreadableException.class)
                .hasMessageContaining("longer/file");
    }

    @Test
    void readAllCombinesPartialReadsAndDetectsEnd() throws IOException {
        LogDirectory.Input input = new Pieces(content, content.length);
        ByteBuffer some = ByteBuffer.allocate(5);
        assertThat(input.readAll(some, 2)).isTrue();
        assertThat(some.array()).isEqualTo(Arrays.copyOfRange(content, 2, 7));
        assertThat(input.readAll(ByteBuffer.allocate(5), content.length - 4)).isFalse();
    }

    /** A byte at a time, and now and then none; of a length that may be wrong. */
    private record Pieces(byte[] content, long length) implements LogDirectory.Input {

        @Override
        public int read(ByteBuffer into, long at) {
            if (at >= content.length) {
                return -1;
            }
            if (into.position() == 1 && into.get(4) == 0) {
                into.put(4, (byte) 1);
                return 0;
            }
            into.put(content[(int) at]);
            return 1;
        }

        @Override
        public void close() {}
    }

    private byte[] first(int length) {
        return Arrays.copyOf(content, length);
    }
}
