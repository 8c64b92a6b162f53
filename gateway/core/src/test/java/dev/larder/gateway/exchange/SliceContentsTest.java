package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.SlicedRepresentation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the parts of a slice are combined. {@code -Dlarder.seed=...} repeats a run. */
class SliceContentsTest {

    private static final long SEED = Long.getLong("larder.seed", System.nanoTime());
    private static final int RUNS = 2_000;
    private static final int STEPS = 60;
    private static final byte[] WHOLE = SlicedOrigin.WHOLE.getBytes(StandardCharsets.US_ASCII);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final SlicedRepresentation REPRESENTATION = SlicedRepresentation.received(
                    new RequestHead("GET", URI.create("http://origin.test/"), HeaderFields.of("Range", "bytes=0-0")),
                    new ResponseHead(206, HeaderFields.of(SlicedOrigin.fields(SlicedOrigin.WHOLE, "\"1\"", 0, 0))),
                    CachePolicy.DEFAULT,
                    new ReceptionTimes(NOW, NOW, NOW))
            .orElseThrow();

    private static SliceContents add(SliceContents contents, int first, int last) {
        return SliceContents.of(contents.with(
                REPRESENTATION,
                new ByteRange(first, last),
                Arrays.copyOfRange(WHOLE, first, last + 1),
                CachePolicy.DEFAULT));
    }

    private static String ranges(SliceContents contents) {
        var text = new StringBuilder();
        contents.parts()
                .forEach(part -> text.append(part.range().first())
                        .append('-')
                        .append(part.range().last())
                        .append(' '));
        return text.toString().strip();
    }

    @ParameterizedTest
    @CsvSource({
        "10-19, 30-39, 10-19 30-39",
        "30-39, 10-19, 10-19 30-39",
        "10-19, 20-29, 10-29",
        "20-29, 10-19, 10-29",
        "10-19, 21-29, 10-19 21-29",
        "10-19, 15-25, 10-25",
        "10-19, 12-13, 10-19",
        "12-13, 10-19, 10-19",
        "10-19, 10-19, 10-19",
        "10-10, 12-12 11-11, 10-12",
        "0-9, 90-99 5-95, 0-99",
    })
    void mergesTouchingAndOverlappingRanges(String first, String others, String combined) {
        SliceContents contents = SliceContents.NONE;
        for (String range : (first + " " + others).split(" ")) {
            String[] bounds = range.split("-");
            contents = add(contents, Integer.parseInt(bounds[0]), Integer.parseInt(bounds[1]));
        }
        assertThat(ranges(contents)).isEqualTo(combined);
        assertOctets(contents);
    }

    @Test
    void findsPartsAndGaps() {
        SliceContents contents = add(add(SliceContents.NONE, 10, 19), 30, 39);
        assertThat(contents.at(9)).isEmpty();
        assertThat(contents.at(10)).isPresent();
        assertThat(contents.at(19)).isPresent();
        assertThat(contents.at(20)).isEmpty();
        assertThat(contents.behind(0)).hasValue(10);
        assertThat(contents.behind(20)).hasValue(30);
        assertThat(contents.behind(40)).isEmpty();
    }

    @Test
    void dropsShortestPartIfThereAreTooMany() {
        SliceContents contents = add(SliceContents.NONE, 1, 1);
        for (int i = 1; i < SliceContents.MAX_PARTS; i++) {
            contents = add(contents, 3 * i + 1, 3 * i + 2);
        }
        assertThat(contents.parts()).hasSize(SliceContents.MAX_PARTS);
        contents = add(contents, 97, 98);
        assertThat(contents.parts()).hasSize(SliceContents.MAX_PARTS);
        assertThat(contents.at(1)).isEmpty();
        assertThat(contents.at(98)).isPresent();
    }

    @Test
    void partsEqualUnionOfRandomAdditions() {
        var random = new SplittableRandom(SEED);
        for (int run = 0; run < RUNS; run++) {
            SliceContents contents = SliceContents.NONE;
            var model = new BitSet();
            for (int step = 0; step < STEPS; step++) {
                int first = random.nextInt(WHOLE.length);
                int last = Math.min(WHOLE.length - 1, first + random.nextInt(1 + random.nextInt(20)));
                contents = add(contents, first, last);
                model.set(first, last + 1);
                var stored = new BitSet();
                contents.parts()
                        .forEach(part -> stored.set(
                                (int) part.range().first(), (int) part.range().last() + 1));
                boolean gaveUp = contents.parts().size() == SliceContents.MAX_PARTS;
                model = gaveUp ? stored : model;
                assertThat(stored).as("-Dlarder.seed=%d", SEED).isEqualTo(model);
                assertOctets(contents);
            }
        }
    }

    private static void assertOctets(SliceContents contents) {
        long behind = -2;
        for (SliceContents.Part part : contents.parts()) {
            ByteRange range = part.range();
            assertThat(range.first()).as("-Dlarder.seed=%d", SEED).isGreaterThan(behind + 1);
            behind = range.last();
            assertThat(Arrays.equals(
                            part.octets(), Arrays.copyOfRange(WHOLE, (int) range.first(), (int) range.last() + 1)))
                    .as("-Dlarder.seed=%d", SEED)
                    .isTrue();
        }
    }
}
