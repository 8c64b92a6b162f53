package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results are those of the parser, whatever was parsed before; lines that repeat are parsed once. */
class ParsedLineCacheTest {

    private final List<String> parsed = new ArrayList<>();
    private final ParsedLineCache<String> cache = new ParsedLineCache<>(line -> {
        parsed.add(line);
        return line + "!";
    });

    @Test
    @EngineObligation(rfc = "RFC 9111", section = "5.2", level = MUST, value = "a line that repeats is parsed once")
    void aLineThatRepeatsIsParsedOnce() {
        assertThat(cache.of("max-age=60")).isEqualTo("max-age=60!");
        assertThat(cache.of(new StringBuilder("max-age=60").toString())).isEqualTo("max-age=60!");
        assertThat(parsed).hasSize(1);
    }

    /** Both have the same hash code. */
    @Test
    @EngineObligation(
            rfc = "RFC 9111",
            section = "5.2",
            level = MUST,
            value = "lines are not confused, whatever their hash codes")
    void linesWithEqualHashCodesAreNotConfused() {
        for (int i = 0; i < 3; i++) {
            assertThat(cache.of("Aa")).isEqualTo("Aa!");
            assertThat(cache.of("BB")).isEqualTo("BB!");
        }
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9111",
            section = "5.2",
            level = MUST,
            value = "lines of any number and length are parsed")
    void parsesManyAndLongLinesWithoutCachingLongOnes() {
        for (int i = 0; i < 2_000; i++) {
            assertThat(cache.of("max-age=" + i)).isEqualTo("max-age=" + i + "!");
        }
        String endless = "x".repeat(100_000);
        assertThat(cache.of(endless)).hasSize(100_001);
        assertThat(cache.of(endless)).hasSize(100_001);
        assertThat(parsed.stream().filter(endless::equals)).as("not kept").hasSize(2);
    }
}
