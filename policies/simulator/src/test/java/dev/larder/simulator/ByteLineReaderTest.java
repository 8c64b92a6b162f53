package dev.larder.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteLineReaderTest {

    /** Delivers a few bytes at a time, as networks do. */
    private static final class Dribble extends ByteArrayInputStream {
        private final Random random;

        Dribble(String text, long seed) {
            super(text.getBytes(StandardCharsets.ISO_8859_1));
            this.random = new Random(seed);
        }

        @Override
        public synchronized int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(length, 1 + random.nextInt(9)));
        }
    }

    private static List<String> read(InputStream in) throws IOException {
        var lines = new ByteLineReader(in);
        List<String> found = new ArrayList<>();
        while (lines.tryAdvance()) {
            found.add(lines.text());
            assertThat(lines.number()).isEqualTo(found.size());
        }
        assertThat(lines.tryAdvance()).as("after the end").isFalse();
        return found;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void readsSameLinesHoweverBytesAreSplit(long seed) throws IOException {
        var random = new Random(seed);
        var text = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            text.append("x".repeat(random.nextInt(5) == 0 ? random.nextInt(400) : random.nextInt(9)))
                    .append(random.nextInt(4) == 0 ? "\r\n" : "\n");
        }
        text.append(random.nextBoolean() ? "the end" : "");
        List<String> expected = new ArrayList<>(Arrays.asList(text.toString().split("\r?\n", -1)));
        if (expected.get(expected.size() - 1).isEmpty()) {
            expected.remove(expected.size() - 1);
        }
        assertThat(read(new Dribble(text.toString(), seed))).as("seed %d", seed).isEqualTo(expected);
    }

    @Test
    void acceptsLongLinesButRejectsLinesAboveLimit() throws IOException {
        String longLine = "y".repeat(300_000);
        assertThat(read(new Dribble("a\n" + longLine + "\nb", 1))).containsExactly("a", longLine, "b");
        assertThatExceptionOfType(MalformedTraceException.class)
                .isThrownBy(() -> read(new Dribble("a\n" + "y".repeat(3_000_000), 1)))
                .withMessageContaining("line 2");
    }
}
