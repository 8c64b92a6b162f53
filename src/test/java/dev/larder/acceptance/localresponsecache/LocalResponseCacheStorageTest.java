package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What must not be stored, or not be chosen again. The built-in filter compares a whole field line with {@code no-store} and
 * {@code private}, and one of Vary with {@code *}: where they stand alone, it knows them ({@link LocalResponseCacheAgreementTest}).
 */
class LocalResponseCacheStorageTest extends LocalResponseCacheComparison {

    @ParameterizedTest
    @ValueSource(strings = {"no-store, max-age=0", "no-cache, no-store", "No-Store"})
    void builtInStoresResponseWithNoStore(String directives) {
        fetch(BUILT_IN, CC, directives);
        assertReused(get(BUILT_IN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store, max-age=0", "no-cache, no-store", "No-Store"})
    void larderHonoursNoStoreInEverySpelling(String directives) {
        fetch(LARDER, CC, directives);
        assertForwarded(get(LARDER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store, max-age=0", "no-cache, no-store"})
    void builtInReplacesNoStoreWithMaxAge(String directives) {
        assertThat(fetch(BUILT_IN, CC, directives).field(CC))
                .doesNotContain("no-store")
                .containsPattern(HALF_AN_HOUR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store, max-age=0", "no-cache, no-store"})
    void larderPassesOnCacheControlOfOrigin(String directives) {
        assertThat(fetch(LARDER, CC, directives).field(CC)).isEqualTo(directives);
    }

    /** RFC 9111 4.1: "A stored response with a Vary header field value containing a member "*" always fails to match." */
    @ParameterizedTest
    @ValueSource(strings = {"Accept, *", "*, Accept"})
    void builtInReusesResponseWithVaryAsterisk(String vary) {
        fetch(BUILT_IN, "Vary", vary, CC, "max-age=60");
        assertReused(get(BUILT_IN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept, *", "*, Accept"})
    void larderNeverReusesResponseWithVaryAsterisk(String vary) {
        fetch(LARDER, "Vary", vary, CC, "max-age=60");
        assertForwarded(get(LARDER));
    }
}
