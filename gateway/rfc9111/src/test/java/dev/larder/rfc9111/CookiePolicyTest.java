package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.refusal;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RFC 9111 7.3: what a rule can say of responses with Set-Cookie. */
class CookiePolicyTest {

    @Test
    @EngineObligation(section = "7.3", level = MAY, value = "a rule has Set-Cookie left out of what is stored")
    void stripPolicyStoresResponseWithoutSetCookie() {
        CachePolicy strip = EngineFixtures.POLICY.withTtl(Duration.ofHours(1)).withCookies(CookiePolicy.STRIP);
        for (String cacheControl : List.of("", "max-age=60", "public, max-age=60")) {
            StoreVerdict verdict = Storability.judge(
                    get(), ok("Set-Cookie", "a=b", "X", "1", "Cache-Control", cacheControl), strip, EngineFixtures.NOW);
            assertThat(verdict).isInstanceOf(StoreVerdict.Store.class);
            HeaderFields stored =
                    ((StoreVerdict.Store) verdict).response().head().fields();
            assertThat(stored.contains("Set-Cookie")).isFalse();
            assertThat(stored.contains("X")).isTrue();
        }
    }

    @Test
    @EngineObligation(
            section = "7.3",
            level = MAY,
            value = "a rule lets Set-Cookie be stored under the origin's freshness")
    void allowPolicyStoresSetCookieOnlyWithExplicitOriginFreshness() {
        CachePolicy allow = EngineFixtures.POLICY.withTtl(Duration.ofHours(1)).withCookies(CookiePolicy.ALLOW);
        assertThat(refusal(Storability.judge(
                        get(), ok("Set-Cookie", "a=b", "Cache-Control", "max-age=60"), allow, EngineFixtures.NOW)))
                .isEmpty();
        assertThat(refusal(Storability.judge(get(), ok("Set-Cookie", "a=b"), allow, EngineFixtures.NOW)))
                .contains(Reason.SET_COOKIE);
    }
}
