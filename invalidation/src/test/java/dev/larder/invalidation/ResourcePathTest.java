package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
    void allAreOneResource(String spelling) {
        assertThat(ResourcePath.of(spelling).segments()).containsExactly("users", "5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "//", "/.", "/..", "/;x", "/%2F"})
    void nothingIsTheRoot(String spelling) {
        assertThat(ResourcePath.of(spelling).segments()).isEmpty();
        assertThat(ResourcePath.of(spelling)).hasToString("/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%", "/%z", "/%zz", "/%4"})
    void whatIsNoEncodingStandsForItself(String spelling) {
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
    void mostPathsHaveOneReading(String spelling) {
        assertThat(ResourcePath.readings(spelling)).containsExactly(ResourcePath.of(spelling));
    }

    @Test
    void deepPathsAreTakenForAnAncestor() {
        assertThat(ResourcePath.of("/a".repeat(1_000)).segments()).hasSize(ResourcePath.MAX_SEGMENTS);
    }
}
