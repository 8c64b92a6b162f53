package dev.larder.gateway.writebehind.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** What of a file can be read is read, and the rest comes as zeros. */
class BytesTest {

    private static final int PAGE = 4096;
    private static final int CHUNK = 1 << 20;

    private final byte[] content = new byte[CHUNK + 3 * PAGE + 100];

    BytesTest() {
        new Random(1).nextBytes(content);
    }

    /** Of a file of which these pages cannot be read. */
    private Bytes of(LongPredicate bad) {
        MemoryDisk disk = MemoryDisk.of(Map.of("file", content));
        disk.readFault = (at, length) -> {
            for (long page = at / PAGE * PAGE; page < at + length; page += PAGE) {
                if (bad.test(page)) {
                    throw new IOException("EIO");
                }
            }
        };
        return new Bytes(disk);
    }

    private static byte[] array(ByteBuffer bytes) {
        var array = new byte[bytes.remaining()];
        bytes.get(array);
        return array;
    }

    @Test
    void aFileIsReadAsAWhole() {
        Bytes bytes = of(at -> false);
        assertThat(array(bytes.of("file", Integer.MAX_VALUE))).isEqualTo(content);
        assertThat(bytes.unreadable()).isFalse();
    }

    @Test
    void orAsFarAsIsAskedFor() {
        Bytes bytes = of(at -> false);
        assertThat(array(bytes.of("file", 10))).isEqualTo(first(10));
        assertThat(array(bytes.of("file", 0))).isEmpty();
        assertThat(array(bytes.of("file", CHUNK))).isEqualTo(first(CHUNK));
    }

    @Test
    void aFileThatIsNotThereIsEmpty() {
        Bytes bytes = of(at -> false);
        assertThat(bytes.of("other", 10).remaining()).isZero();
        assertThat(bytes.unreadable()).isTrue();
    }

    @Test
    void aPageThatCannotBeReadComesAsZeros() {
        Bytes bytes = of(at -> at == PAGE);
        byte[] expected = content.clone();
        Arrays.fill(expected, PAGE, 2 * PAGE, (byte) 0);
        assertThat(array(bytes.of("file", Integer.MAX_VALUE))).isEqualTo(expected);
        assertThat(bytes.unreadable()).isTrue();
    }

    @Test
    void soDoesTheLastOneThatIsNoWholePage() {
        long last = CHUNK + 3L * PAGE;
        Bytes bytes = of(at -> at == last);
        byte[] expected = content.clone();
        Arrays.fill(expected, (int) last, expected.length, (byte) 0);
        assertThat(array(bytes.of("file", Integer.MAX_VALUE))).isEqualTo(expected);
    }

    @Test
    void nothingIsLeftOfWhatWasReadBefore() {
        var bad = new AtomicBoolean();
        Bytes bytes = of(at -> bad.get());
        bytes.of("file", PAGE);
        bad.set(true);
        assertThat(array(bytes.of("file", PAGE))).containsOnly(0);
    }

    @Test
    void whatComesInPiecesIsReadToTheEndAndNoFurther() throws IOException {
        Disk.Input input = new Pieces(content);
        ByteBuffer some = ByteBuffer.allocate(5);
        assertThat(input.readAll(some, 2)).isTrue();
        assertThat(some.array()).isEqualTo(Arrays.copyOfRange(content, 2, 7));
        assertThat(input.readAll(ByteBuffer.allocate(5), content.length - 4)).isFalse();
    }

    /** A byte at a time, and now and then none. */
    private record Pieces(byte[] content) implements Disk.Input {

        @Override
        public long length() {
            return content.length;
        }

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
