package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentGlobsTest {

    @ParameterizedTest
    @CsvSource({
        "api,    api,       true",
        "API,    api,       true",
        "api,    apis,      false",
        "v#*,    v1,        true",
        "v#*,    v2beta1,   true",
        "v#*,    videos,    false",
        "v#*,    v,         false",
        "sku-*,  sku-,      true",
        "sku-*,  sk,        false",
        "*-#,    a-b-7,     true",
        "*-#,    a-b-7x,    false",
        "a*b*c,  axbxbxc,   true",
        "a*b*c,  axcxb,     false",
        "?#,     a1,        true",
        "?#,     1,         false"
    })
    void matchesWholeSegments(String pattern, String segment, boolean matches) {
        assertThat(new SegmentGlobs(List.of("none", pattern)).matches(segment)).isEqualTo(matches);
    }

    /** A segment is a client's own, and as long as a request line may be. */
    @Test
    void longSegmentDoesNotCauseExponentialBacktracking() {
        var globs = new SegmentGlobs(List.of("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b"));
        assertThat(globs.matches("a".repeat(8_000))).isFalse();
    }

    @Test
    void emptyGlobsDoNotMatchEmptySegment() {
        assertThat(SegmentGlobs.NONE.matches("")).isFalse();
    }
}
