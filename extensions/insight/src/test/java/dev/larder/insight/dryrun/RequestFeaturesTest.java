package dev.larder.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.QueryKey;
import dev.larder.insight.dryrun.KeyPart.Kind;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may tell requests apart: what is part of the key, and what is not. */
class RequestFeaturesTest {

    private static final KeySettings SOME = new KeySettings(
            false, QueryKey.ALL, List.of("x-tenant"), List.of("currency"), Optional.empty(), OptionalInt.empty());

    private static RequestFeatures of(String query, KeySettings settings, Set<String> selecting, String... fields) {
        var target = URI.create("http://origin.test/a?" + query);
        return RequestFeatures.of(
                new RequestHead("GET", target, HeaderFields.of(fields)), query + "&left=1", settings, selecting);
    }

    @Test
    void separatesKeyPartsFromOtherTraits() {
        RequestFeatures features = of(
                "page=1&page=2",
                SOME,
                Set.of("accept-language"),
                "Cookie",
                "currency=EUR; session=7",
                "X-Tenant",
                "a",
                "Accept-Language",
                "de",
                "Authorization",
                "Bearer a",
                "User-Agent",
                "test",
                "If-None-Match",
                "\"1\"");
        assertThat(features.parts().keySet())
                .containsExactlyInAnyOrder(
                        new KeyPart(Kind.PARAMETER, "page"),
                        new KeyPart(Kind.HEADER, "x-tenant"),
                        new KeyPart(Kind.COOKIE, "currency"));
        assertThat(features.traits().keySet())
                .containsExactlyInAnyOrder(
                        new RequestTrait(RequestTrait.Kind.COOKIE, "session"),
                        new RequestTrait(RequestTrait.Kind.PARAMETER, "left"),
                        new RequestTrait(RequestTrait.Kind.AUTHORIZATION, ""),
                        new RequestTrait(RequestTrait.Kind.HEADER, "user-agent"));
    }

    @Test
    void cookiesAreNoTraitsIfOriginVariesByCookie() {
        assertThat(of("", SOME, Set.of("cookie"), "Cookie", "session=7")
                        .traits()
                        .keySet())
                .noneMatch(trait -> trait.kind() == RequestTrait.Kind.COOKIE);
    }

    @Test
    void requestsDifferingInOnePartAreEqualWithoutIt() {
        var utm = new KeyPart(Kind.PARAMETER, "utm");
        var page = new KeyPart(Kind.PARAMETER, "page");
        RequestFeatures one = of("page=1&utm=a", KeySettings.PLAIN, Set.of());
        RequestFeatures other = of("utm=b&page=1", KeySettings.PLAIN, Set.of());
        assertThat(one.without(utm)).isEqualTo(other.without(utm));
        assertThat(one.without(page)).isNotEqualTo(other.without(page));
        assertThat(one.without(utm)).isNotEqualTo(one.without(page));
    }

    @Test
    void keepsAuthorizationDespiteManyOtherNames() {
        String cookies = IntStream.range(0, 40).mapToObj(i -> "c" + i + "=1").collect(Collectors.joining("; "));
        RequestFeatures features = of("", SOME, Set.of(), "Cookie", cookies, "Authorization", "Bearer a");
        assertThat(features.traits()).containsKey(new RequestTrait(RequestTrait.Kind.AUTHORIZATION, ""));
        assertThat(features.leftOut()).hasSize(40 - 31 + 1);
    }

    @Test
    void hidesNamesThatMayBeSecrets() {
        String longName = "n".repeat(65);
        RequestFeatures features = of("token&page=1&" + longName + "=1", SOME, Set.of(), "Cookie", longName + "=1");
        assertThat(features.parts().keySet())
                .contains(new KeyPart(Kind.PARAMETER, "(no name)"), new KeyPart(Kind.PARAMETER, "page"))
                .noneMatch(part -> part.name().equals("token") || part.name().equals(longName));
        assertThat(features.traits()).containsKey(new RequestTrait(RequestTrait.Kind.COOKIE, "(no name)"));
        assertThat(features.parts())
                .isNotEqualTo(
                        of("other&page=1&" + longName + "=1", SOME, Set.of()).parts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "u*", "${x.y}", "a${b"})
    void hidesNamesThatRuleWouldTreatAsPatternOrPlaceholder(String name) {
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
        RequestFeatures features = of(encoded + "=1", KeySettings.PLAIN, Set.of(), "Cookie", name + "=1");
        assertThat(features.parts())
                .containsKey(new KeyPart(Kind.PARAMETER, "(no name)"))
                .doesNotContainKey(new KeyPart(Kind.PARAMETER, name));
        assertThat(features.traits())
                .containsKey(new RequestTrait(RequestTrait.Kind.COOKIE, "(no name)"))
                .doesNotContainKey(new RequestTrait(RequestTrait.Kind.COOKIE, name));
    }

    @Test
    void limitsNumberOfTraitsFromThousandsOfFields() {
        String[] fields = new String[2_000];
        for (int i = 0; i < fields.length; i += 2) {
            fields[i] = "X-" + i;
            fields[i + 1] = "value";
        }
        assertThat(of("", SOME, Set.of(), fields).traits()).hasSizeLessThanOrEqualTo(32);
    }
}
