package dev.larder.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardedFieldTest {

    private static final int LONG = 7_800;
    private static final int STEPS_PER_CHARACTER = 20;

    @Test
    void parsesNameValueAndElementEndOfEachPair() {
        assertThat(ForwardedField.of("for=192.0.2.1;proto=\"http\" , By=\"a\\\"b\"")
                        .pairs())
                .containsExactly(
                        new ForwardedField.Pair("for", "192.0.2.1", false),
                        new ForwardedField.Pair("proto", "\"http\"", true),
                        new ForwardedField.Pair("By", "\"a\\\"b\"", true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"for", "for=a b=c", "for=a;=c", "x;for=a", "for=\"a"})
    void returnsNoPairsForMalformedLine(String line) {
        assertThat(ForwardedField.of(line).pairs()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", " ", "\t", "=", ";", "\"", "\\", "\"\\", "a=", "a=b", "a=b;", "a=\"\\a\";", "a=\"", "\\\""})
    @Tag("hardening-X6")
    void parsesAnyLineInLinearTime(String repeated) {
        for (String start : new String[] {"", "x=1 ", "x=\"", "x=1;", "x=y"}) {
            var line = new CountedText(start + repeated.repeat(LONG / repeated.length()));
            ForwardedField.of(line);
            assertThat(line.reads.get())
                    .as("reads of %d characters, %s and many %s", line.length(), start, repeated)
                    .isLessThan((long) STEPS_PER_CHARACTER * line.length());
        }
    }

    /** Text that counts how many of its characters are read. */
    private record CountedText(String text, AtomicLong reads) implements CharSequence {

        private CountedText(String text) {
            this(text, new AtomicLong());
        }

        @Override
        public char charAt(int index) {
            reads.incrementAndGet();
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
