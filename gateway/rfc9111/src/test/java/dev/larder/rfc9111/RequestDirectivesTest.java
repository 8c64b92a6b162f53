package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestDirectivesTest {

    @Test
    @EngineObligation(
            section = "5.2.1",
            level = SHOULD,
            value = "request directives are advisory; all of them are read")
    void readsEveryDirective() {
        RequestDirectives directives = of("no-cache, NO-STORE, only-if-cached, max-age=1, min-fresh=2, max-stale=3");

        assertThat(directives.isNoCache()).isTrue();
        assertThat(directives.isNoStore()).isTrue();
        assertThat(directives.isOnlyIfCached()).isTrue();
        assertThat(directives.maxAge()).contains(Duration.ofSeconds(1));
        assertThat(directives.minFresh()).contains(Duration.ofSeconds(2));
        assertThat(directives.maxStale()).contains(Duration.ofSeconds(3));
    }

    @Test
    @EngineObligation(section = "5.2.1.2", level = SHOULD, value = "max-stale without a value accepts any staleness")
    void maxStaleWithoutValueHasNoLimit() {
        assertThat(of("max-stale").maxStale()).contains(DeltaSeconds.MAX);
        assertThat(of("max-stale=x").maxStale()).contains(Duration.ZERO);
        assertThat(of("max-stale, max-stale=5").maxStale()).contains(Duration.ofSeconds(5));
    }

    @Test
    @EngineObligation(section = "5.2.1", level = SHOULD, value = "what cannot be parsed counts as the stricter wish")
    void readsMalformedValuesAsStrictest() {
        assertThat(of("max-age=x").maxAge()).contains(Duration.ZERO);
        assertThat(of("min-fresh=x").minFresh()).contains(DeltaSeconds.MAX);
        assertThat(of("stale-if-error=-1").staleIfError()).contains(Duration.ZERO);
    }

    @Test
    @EngineObligation(section = "5.4", level = MAY, value = "Pragma: no-cache counts where Cache-Control is absent")
    void pragmaCountsOnlyWithoutCacheControl() {
        CachePolicy policy = CachePolicy.DEFAULT;

        assertThat(RequestDirectives.of(HeaderFields.of("Pragma", "foo, No-Cache"), policy)
                        .isNoCache())
                .isTrue();
        assertThat(RequestDirectives.of(HeaderFields.of("Pragma", "foo"), policy)
                        .isNoCache())
                .isFalse();
        assertThat(RequestDirectives.of(HeaderFields.of("Pragma", "no-cache", "Cache-Control", "x"), policy)
                        .isNoCache())
                .isFalse();
    }

    @Test
    @EngineObligation(section = "5.2.1", level = MAY, value = "a cache need not implement request directives")
    void policyMayIgnoreRequestDirectives() {
        RequestDirectives directives = RequestDirectives.of(
                HeaderFields.of("Cache-Control", "no-cache, no-store, only-if-cached, max-age=0", "Pragma", "no-cache"),
                CachePolicy.DEFAULT.withRequestDirectives(false));

        assertThat(directives.isNoCache() || directives.isNoStore() || directives.isOnlyIfCached())
                .isFalse();
        assertThat(directives.maxAge()).isEmpty();
    }

    private static RequestDirectives of(String cacheControl) {
        return RequestDirectives.of(HeaderFields.of("Cache-Control", cacheControl), CachePolicy.DEFAULT);
    }
}
