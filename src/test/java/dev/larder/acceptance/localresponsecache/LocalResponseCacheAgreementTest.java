package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What one might hold against the built-in filter, and is not true of it: here the two agree. */
class LocalResponseCacheAgreementTest extends LocalResponseCacheComparison {

    @Test
    void comparisonGatewayRunsWithoutLarder() {
        assertThat(fetch(BUILT_IN, CC, "max-age=60").fields().has("Cache-Status"))
                .isFalse();
        assertThat(TWINS.gateway(BUILT_IN).context().getBeanDefinitionNames())
                .noneMatch(name -> name.startsWith("dev.larder.gateway.autoconfigure"));
    }

    @ParameterizedTest
    @EnumSource
    void bothReuseAPlainResponse(ComparedFilter side) {
        fetch(side, CC, "max-age=60");
        assertReused(get(side));
    }

    @ParameterizedTest
    @EnumSource
    void bothReuseResponseWithoutLifetimeForTtlOfRoute(ComparedFilter side) {
        fetch(side);
        assertReused(get(side));
    }

    @ParameterizedTest
    @CsvSource({
        "BUILT_IN, Cache-Control, no-store",
        "BUILT_IN, Cache-Control, private",
        "BUILT_IN, Vary, *",
        "LARDER, Cache-Control, no-store",
        "LARDER, Cache-Control, private",
        "LARDER, Vary, *"
    })
    void bothObeyRestrictionThatStandsAloneOnItsLine(ComparedFilter side, String name, String value) {
        fetch(side, name, value);
        assertForwarded(get(side));
    }

    @ParameterizedTest
    @EnumSource
    void bothKeepLanguagesNamedByVaryApart(ComparedFilter side) {
        TWINS.origin()
                .on(
                        path,
                        request -> whole(
                                request.fields().get("Accept-Language"),
                                "Vary",
                                "Accept-Encoding, Accept-Language",
                                CC,
                                "max-age=60"));
        for (String language : new String[] {"en", "sv", "en", "sv"}) {
            assertThat(get(side, "Accept-Language", language).content()).isEqualTo(language);
        }
        assertThat(received()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void bothKeepAuthorizedUsersApart(ComparedFilter side) {
        TWINS.origin().on(path, request -> whole(request.fields().get("Authorization"), CC, "max-age=60"));
        assertThat(get(side, "Authorization", "Bearer a").content()).isEqualTo("Bearer a");
        assertThat(get(side, "Authorization", "Bearer b").content()).isEqualTo("Bearer b");
        assertThat(get(side).content()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void bothStoreNoServerError(ComparedFilter side) {
        answer(ResponseScript.status(503, CC, "max-age=0").chunked().part("later"));
        TWINS.gateway(side).expect(503);
        get(side);
        answer(whole(NEW, CC, "max-age=60"));
        assertForwarded(get(side));
    }

    @ParameterizedTest
    @EnumSource
    void bothKeepCookiesNamedByVaryApart(ComparedFilter side) {
        fetch(side, "Vary", "Cookie", CC, "max-age=60");
        assertForwarded(get(side, "Cookie", "visitor=1"));
    }
}
