package dev.larder.gateway.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.QueryKey;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Requests that are kept have keys as before, and no secrets. */
class ReplayableRequestTest {

    private static final RequestRule PLAIN = RequestRule.none(CachePolicy.DEFAULT, false);

    @Test
    void concealsCredentialsButKeepsFieldsThatAffectCaching() {
        HeaderFields concealed = concealed(
                "Authorization", "Bearer secret",
                "Cookie", "session=secret; theme=secret",
                "Cookie", "malformed secret",
                "X-Api-Key", "secret",
                "Bypass-Cache", "0",
                "Cache-Control", "max-age=0");
        assertThat(concealed.stream()).noneMatch(field -> field.value().contains("secret"));
        assertThat(concealed.combined("Bypass-Cache")).isEqualTo("0");
        assertThat(concealed.combined("Cache-Control")).isEqualTo("max-age=0");
        assertThat(concealed.values("Cookie").get(0)).matches("session=[0-9a-f]+; theme=[0-9a-f]+");
    }

    @Test
    void concealmentPreservesEqualityOfKeys() {
        RequestRule rule = rule(new KeySettings(
                false, QueryKey.ALL, List.of("X-Tenant"), List.of("session"), Optional.empty(), OptionalInt.empty()));
        ReplayableRequest first = request("Cookie", "session=a; theme=dark", "X-Tenant", "t", "Host", "a.test");
        assertThat(first.key(rule))
                .isEqualTo(request("Cookie", "theme=light; session=a", "X-Tenant", "t", "Host", "b.test")
                        .key(rule))
                .isNotEqualTo(request("Cookie", "session=b; theme=dark", "X-Tenant", "t", "Host", "a.test")
                        .key(rule))
                .isNotEqualTo(request("Cookie", "session=a; theme=dark", "X-Tenant", "u", "Host", "a.test")
                        .key(rule))
                .isNotEqualTo(request("Cookie", "session=a theme=dark", "X-Tenant", "t", "Host", "a.test")
                        .key(rule))
                .isNotEqualTo(first.key(PLAIN));
        assertThat(request("Host", "a.test").key(PLAIN))
                .isEqualTo(request("Host", "A.test:80").key(PLAIN))
                .isNotEqualTo(request("Host", "b.test").key(PLAIN));
    }

    @Test
    void ruleWithUserKeyGivesEachUserSeparateKey() {
        RequestRule rule = rule(new KeySettings(
                true,
                QueryKey.ALL,
                List.of(),
                List.of(),
                Optional.of(new KeySettings.UserKey(Optional.empty())),
                OptionalInt.empty()));
        assertThat(of(Optional.of("a")).key(rule))
                .isNotEqualTo(of(Optional.of("b")).key(rule));
        assertThat(of(Optional.of("a")).obstacle(rule)).isEmpty();
        assertThat(of(Optional.empty()).obstacle(rule)).contains(Reason.NO_PRINCIPAL);
        assertThat(of(Optional.of("a")).key(PLAIN))
                .isEqualTo(of(Optional.of("b")).key(PLAIN));
    }

    private static RequestRule rule(KeySettings key) {
        return new RequestRule(
                "",
                PLAIN.paths(),
                PLAIN.routes(),
                PLAIN.invalidation(),
                PLAIN.policy(),
                key,
                PLAIN.handling(),
                PLAIN.revision());
    }

    private static ReplayableRequest of(Optional<String> user) {
        var head = new RequestHead("GET", URI.create("http://origin.test/a"), HeaderFields.EMPTY);
        return ReplayableRequest.of("route", head, user);
    }

    private static ReplayableRequest request(String... fields) {
        var head = new RequestHead("GET", URI.create("http://origin.test/a"), concealed(fields));
        return ReplayableRequest.of("route", head, Optional.empty());
    }

    private static HeaderFields concealed(String... fields) {
        return ReplayableRequest.concealed(HeaderFields.of(fields), value -> Integer.toHexString(value.hashCode()));
    }
}
