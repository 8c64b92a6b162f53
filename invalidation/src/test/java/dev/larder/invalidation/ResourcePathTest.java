package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spellings that an origin may take for one resource are one path. */
class ResourcePathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/users/5",
                "/users/5/",
                "//users//5",
                "/%75sers/5",
                "/%75%53ers/5",
                "/Users/5",
                "/users/./5",
                "/x/../users/5",
                "/users/5;v=1",
                "/users;a=b/5;",
                "/users%2F5",
                "/users%2f5",
                "/../users/5",
                "/users\\5",
                "users/5"
            })
    void equivalentSpellingsAreOneResource(String spelling) {
        assertThat(ResourcePath.of(spelling).segments()).containsExactly("users", "5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "//", "/.", "/..", "/;x", "/%2F"})
    void emptyPathsAreRoot(String spelling) {
        assertThat(ResourcePath.of(spelling).segments()).isEmpty();
        assertThat(ResourcePath.of(spelling)).hasToString("/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%", "/%z", "/%zz", "/%4"})
    void invalidPercentEncodingIsKeptLiterally(String spelling) {
        assertThat(ResourcePath.of(spelling)).hasToString(spelling);
    }

    @ParameterizedTest
    @CsvSource({
        "/files/a%2Fb, /files/a/b",
        "/files/a%5cb, /files/a/b",
        "/files/a\\b, /files/a/b",
        "/files/..%2Fb, /b",
    })
    void encodedSlashesAreReadBothWays(String spelling, String divided) {
        List<ResourcePath> readings = ResourcePath.readings(spelling);
        assertThat(readings.get(0)).isEqualTo(ResourcePath.of(spelling)).hasToString(divided);
        assertThat(readings)
                .anySatisfy(path -> assertThat(path.segments())
                        .hasSize(2)
                        .startsWith("files")
                        .last()
                        .asString()
                        .hasSizeGreaterThan(1));
    }

    @ParameterizedTest
    @CsvSource({"/o/010, /o/8", "/o/0010, /o/8", "/o/0o10, /o/8", "/o/%2B010, /o/8", "/o/017/x, /o/15/x"})
    void numbersThatBeginWithZeroAreReadAsOctalToo(String spelling, String octal) {
        assertThat(ResourcePath.readings(spelling)).contains(ResourcePath.of(spelling), ResourcePath.of(octal));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/o/8", "/o/08", "/o/0a", "/o/0", "/users%41/5", "/"})
    void unambiguousPathsHaveOneReading(String spelling) {
        assertThat(ResourcePath.readings(spelling)).containsExactly(ResourcePath.of(spelling));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0f0e0d0c0b0a49088706050403020100",
                "{0f0e0d0c-0b0a-4908-8706-050403020100}",
                "(0f0e0d0c-0b0a-4908-8706-050403020100)",
                "{0f0e0d0c0b0a49088706050403020100}",
                "urn:uuid:0f0e0d0c-0b0a-4908-8706-050403020100",
                "f0e0d0c-b0a-4908-8706-50403020100"
            })
    void uuidHasOneCanonicalSpelling(String spelling) {
        assertThat(ResourcePath.canonical(spelling))
                .isEqualTo(ResourcePath.canonical("0f0e0d0c-0b0a-4908-8706-050403020100"));
    }

    @Test
    void deepPathsAreTruncatedToAncestor() {
        assertThat(ResourcePath.of("/a".repeat(1_000)).segments()).hasSize(ResourcePath.MAX_SEGMENTS);
    }

    /** Zeros before a number, an escape or a number of another base do not move the place where a long path is cut. */
    @ParameterizedTest
    @ValueSource(strings = {"7", "0007", "%37", "+7", "0x7", "1-2-3-4-5", "{00000001-0002-0003-0004-000000000005}"})
    void longPathsAreTruncatedAlikeInEachSpelling(String spelling) {
        var random = new Random(spelling.hashCode());
        for (int i = 0; i < 200; i++) {
            String before = "/" + "a".repeat(1 + random.nextInt(ResourcePath.MAX_LENGTH + 10));
            String after = ("/" + "b".repeat(1 + random.nextInt(ResourcePath.MAX_LENGTH))).repeat(random.nextInt(3));
            ResourcePath path = ResourcePath.of(before + "/" + spelling + after);
            String canonical = path.canonical().toString();
            assertThat(canonical).hasSizeLessThanOrEqualTo(ResourcePath.MAX_LENGTH);
            assertThat(ResourcePath.of(before + "/" + ResourcePath.canonical(decoded(spelling)) + after)
                            .canonical())
                    .as("%d, %d", before.length(), after.length())
                    .isEqualTo(path.canonical());
        }
    }

    /** As each decimal spelling of what an octal reading says is cut, so is that reading. */
    @Test
    void readingsOfLongPathAreTruncatedLikePathItself() {
        for (int length = ResourcePath.MAX_LENGTH - 40; length < ResourcePath.MAX_LENGTH; length++) {
            String before = "/" + "a".repeat(length) + "/";
            assertThat(ResourcePath.readings(before + "0777777777777777777777/1"))
                    .contains(ResourcePath.of(before + "9223372036854775807/1"));
            assertThat(ResourcePath.readings(before + "0b%2Fc/1").stream()
                            .map(path -> path.canonical().toString()))
                    .allMatch(path -> path.length() <= ResourcePath.MAX_LENGTH);
        }
    }

    private static String decoded(String spelling) {
        return spelling.equals("%37") ? "7" : spelling;
    }
}
