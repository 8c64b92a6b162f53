package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CacheStatusTest {

    private static final Set<String> FWD =
            Set.of("bypass", "method", "uri-miss", "vary-miss", "miss", "request", "stale", "partial");

    @Test
    @EngineObligation(
            rfc = "RFC 9211",
            section = "2.1",
            level = MUST,
            value = "hit, with the freshness left, negative if stale")
    void hitReportsRemainingTtlAndDetail() {
        assertThat(CacheStatus.hit(Duration.ofMillis(1999), Reason.HIT)).isEqualTo("Larder; hit; ttl=1");
        assertThat(CacheStatus.hit(Duration.ofSeconds(-5), Reason.HIT_STALE_WHILE_REVALIDATE))
                .isEqualTo("Larder; hit; ttl=-5; detail=hit-stale-while-revalidate");
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9211",
            section = "2.2",
            level = MUST,
            value = "fwd, fwd-status, stored, collapsed, detail")
    void forwardReportsReasonStatusStoredAndCollapsed() {
        assertThat(CacheStatus.forward(Reason.URI_MISS, 200, true, false, Optional.empty()))
                .isEqualTo("Larder; fwd=uri-miss; fwd-status=200; stored");
        assertThat(CacheStatus.forward(Reason.STALE, 0, false, true, Optional.of(Reason.HIT_STALE_DISCONNECTED)))
                .isEqualTo("Larder; fwd=stale; collapsed; detail=hit-stale-disconnected");
        assertThat(CacheStatus.forward(Reason.METHOD, 12345, false, false, Optional.empty()))
                .isEqualTo("Larder; fwd=method");
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9211",
            section = "2",
            level = MUST,
            value = "members of caches nearer to the origin are kept, ours comes last")
    void appendsMemberAfterUpstreamMembers() {
        HeaderFields upstream = HeaderFields.of("Cache-Status", "Up; hit", "A", "1");

        assertThat(CacheStatus.append(upstream, "Larder; hit").values("cache-status"))
                .containsExactly("Up; hit", "Larder; hit");
    }

    @Test
    @EngineObligation(rfc = "RFC 9211", section = "2.7", level = MAY, value = "the key is a String")
    void writesKeyAsEscapedString() {
        assertThat(CacheStatus.withKey("Larder; hit", "GET /a?b=\"c\\d\"\r\nX: y\u00fc\u0000"))
                .isEqualTo("Larder; hit; key=\"GET /a?b=\\\"c\\\\d\\\"X: y\"");
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9211",
            section = "2.7",
            level = MUST,
            value = "no key injects anything: the member parses as it was meant")
    @Tag("hardening-T")
    void randomKeysCannotInjectMembers() {
        RandomText.each(5_000, "ab\"\\\r\n;=,", key -> {
            String member = "a=1" + CacheStatus.withKey("", key);
            assertThat(StructuredDictionary.parse(member))
                    .as(member)
                    .get()
                    .extracting(Map::size)
                    .isEqualTo(1);
        });
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    @EngineObligation(
            rfc = "RFC 9211",
            section = "2.2",
            level = MUST,
            value = "every reason gives a registered fwd token and a token for detail")
    void everyReasonHasRegisteredForwardTokenAndDetailToken(Reason reason) {
        assertThat(FWD).contains(reason.fwd());
        assertThat(reason.token()).matches("[a-z]+(-[a-z0-9]+)*");
        assertThat(reason.isCollapsible() && reason.isBypass()).isFalse();
    }
}
