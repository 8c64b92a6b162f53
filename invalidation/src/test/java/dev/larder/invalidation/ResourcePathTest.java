package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

    @Test
    void deepPathsAreTakenForAnAncestor() {
        assertThat(ResourcePath.of("/a".repeat(1_000)).segments()).hasSize(ResourcePath.MAX_SEGMENTS);
    }
}
