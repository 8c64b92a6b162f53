package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** What rules decide: lifetimes, what is stored, what is part of the key, who may go past the store. */
class RuleTest {

    private static final TestClock CLOCK = new TestClock();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.clock(CLOCK)
            .with(Principals.class)
            .property("larder.status-header", "S-Cache")
            .property("larder.stores.small.max-size", "8MB")
            .property("larder.rules.ttl.paths", "/ttl/**")
            .property("larder.rules.ttl.ttl", "30s")
            .property("larder.rules.ttl.status-ttl.503", "5s")
            .property("larder.rules.override.paths", "/override/**")
            .property("larder.rules.override.ttl", "30s")
            .property("larder.rules.override.ttl-overrides", true)
            .property("larder.rules.only200.paths", "/only200/**")
            .property("larder.rules.only200.statuses", 200)
            .property("larder.rules.stale.paths", "/stale/**")
            .property("larder.rules.stale.stale-while-revalidate", "30s")
            .property("larder.rules.small.paths", "/small/**")
            .property("larder.rules.small.max-object-size", "1KB")
            .property("larder.rules.small.store", "small")
            .property("larder.rules.sorted.paths", "/sorted/**")
            .property("larder.rules.sorted.key.query.sort", true)
            .property("larder.rules.sorted.key.query.ignore", "utm_*,fbclid")
            .property("larder.rules.pages.paths", "/pages/**")
            .property("larder.rules.pages.key.query.keep", "page")
            .property("larder.rules.hosts.paths", "/hosts/**")
            .property("larder.rules.hosts.key.host", false)
            .property("larder.rules.fields.paths", "/fields/**")
            .property("larder.rules.fields.key.headers", "X-Tenant")
            .property("larder.rules.fields.key.cookies", "currency")
            .property("larder.rules.own.paths", "/own/**")
            .property("larder.rules.own.key.user", "principal")
            .property("larder.rules.query.paths", "/query/**")
            .property("larder.rules.query.methods", "GET,HEAD,QUERY,POST")
            .property("larder.rules.query.key.content", "1KB")
            .property("larder.rules.deaf.paths", "/deaf/**")
            .property("larder.rules.deaf.request-directives", "ignore")
            .property("larder.rules.each.paths", "/each/**")
            .property("larder.rules.each.collapse", false)
            .property("larder.rules.bypass.paths", "/bypass/**")
            .property("larder.rules.bypass.bypass.header", "Bypass-Cache")
            .property("larder.rules.bypass.bypass.parameter", "refresh"));

    private final String path = UniquePath.next();

    @Test
    void ttlAppliesWhenOriginSendsNoLifetime() {
        STAGE.origin().on("/ttl" + path, ResponseScript.ok("a"));
        STAGE.origin().on("/ttl" + path + "/own", ResponseScript.ok("a", "Cache-Control", "max-age=90"));
        STAGE.get("/ttl" + path);
        STAGE.get("/ttl" + path + "/own");
        CLOCK.advance(Duration.ofSeconds(29));
        assertThat(STAGE.get("/ttl" + path).hit()).isTrue();
        CLOCK.advance(Duration.ofSeconds(2));
        assertThat(STAGE.get("/ttl" + path).hit()).isFalse();
        assertThat(STAGE.get("/ttl" + path + "/own").hit()).isTrue();
    }

    @Test
    void ttlOverridesOriginLifetimeWhenConfigured() {
        STAGE.origin().on("/override" + path, ResponseScript.ok("a", "Cache-Control", "max-age=90"));
        STAGE.get("/override" + path);
        CLOCK.advance(Duration.ofSeconds(29));
        assertThat(STAGE.get("/override" + path).hit()).isTrue();
        CLOCK.advance(Duration.ofSeconds(2));
        assertThat(STAGE.get("/override" + path).hit()).isFalse();
        STAGE.origin().on("/override" + path + "/p", ResponseScript.ok("a", "Cache-Control", "private"));
        assertThat(STAGE.get("/override" + path + "/p").cacheStatus()).contains("detail=private");
    }

    @Test
    void usesLifetimeConfiguredForStatus() {
        STAGE.gateway().expect(503);
        STAGE.origin().on("/ttl" + path, ResponseScript.status(503));
        STAGE.get("/ttl" + path);
        assertThat(STAGE.get("/ttl" + path).hit()).isTrue();
        CLOCK.advance(Duration.ofSeconds(6));
        assertThat(STAGE.get("/ttl" + path).hit()).isFalse();
    }

    @Test
    void doesNotStoreStatusExcludedByRule() {
        STAGE.origin().on("/only200" + path, ResponseScript.status(404, "Cache-Control", "max-age=60"));
        STAGE.get("/only200" + path);
        assertThat(STAGE.get("/only200" + path).cacheStatus()).contains("detail=status-excluded");
    }

    @Test
    void servesStaleResponseWhileRevalidating() {
        STAGE.origin().inTurn("/stale" + path, fresh("old"), fresh("new"));
        STAGE.get("/stale" + path);
        CLOCK.advance(Duration.ofSeconds(61));
        assertThat(STAGE.get("/stale" + path).content()).isEqualTo("old");
        STAGE.origin().await("/stale" + path, 2);
    }

    @Test
    void appliesMaxObjectSizeAndStoreOfRule() {
        STAGE.origin().on("/small" + path + "/1", fresh("x".repeat(1024)));
        STAGE.origin().on("/small" + path + "/2", fresh("x".repeat(1025)));
        STAGE.get("/small" + path + "/1");
        STAGE.get("/small" + path + "/2");
        assertThat(STAGE.get("/small" + path + "/1").hit()).isTrue();
        assertThat(STAGE.get("/small" + path + "/2").cacheStatus()).contains("detail=too-large");
        STAGE.gateway().send("PUT", "/small" + path + "/1", "content");
        assertThat(STAGE.get("/small" + path + "/1").hit()).isFalse();
    }

    @Test
    @Tag("hardening-P3")
    void keyIgnoresQueryOrderAndTrackingParameters() {
        STAGE.origin().on("/sorted" + path, fresh("a"));
        STAGE.get("/sorted" + path + "?b=2&a=1");
        assertThat(STAGE.get("/sorted" + path + "?a=1&b=2").hit()).isTrue();
        assertThat(STAGE.get("/sorted" + path + "?utm_source=x&a=1&fbclid=y&b=2")
                        .hit())
                .isTrue();
        assertThat(STAGE.get("/sorted" + path + "?a=1&b=3").hit()).isFalse();
        assertThat(targets("/sorted" + path)).containsExactly("?a=1&b=2", "?a=1&b=3");
    }

    @Test
    @Tag("hardening-P3")
    void keyAndForwardedQueryContainOnlyKeptParameters() {
        STAGE.origin().on("/pages" + path, fresh("a"));
        STAGE.get("/pages" + path + "?page=1&x=1");
        assertThat(STAGE.get("/pages" + path + "?page=1&y=2").hit()).isTrue();
        assertThat(STAGE.get("/pages" + path + "?page=2").hit()).isFalse();
        STAGE.get("/pages" + path + "?x=1");
        assertThat(targets("/pages" + path)).containsExactly("?page=1", "?page=2", "");
    }

    @Test
    void forwardsQueryOfWriteUnchanged() {
        STAGE.origin().on("/sorted" + path, ResponseScript.ok("a"));
        STAGE.gateway().send("POST", "/sorted" + path + "?utm_source=x&b=2&a=1", "content");
        assertThat(targets("/sorted" + path)).containsExactly("?utm_source=x&b=2&a=1");
    }

    @Test
    void keyIncludesHostFieldsAndCookiesAsConfigured() {
        STAGE.origin().on("/hosts" + path, fresh("a"));
        STAGE.get("/hosts" + path, "Host", "a.example");
        assertThat(STAGE.get("/hosts" + path, "Host", "b.example").hit()).isTrue();

        STAGE.origin().on("/fields" + path, fresh("a"));
        STAGE.get("/fields" + path, "X-Tenant", "1", "Cookie", "currency=EUR; other=1");
        assertThat(STAGE.get("/fields" + path, "X-Tenant", "1", "Cookie", "other=2; currency=EUR")
                        .hit())
                .isTrue();
        assertThat(STAGE.get("/fields" + path, "X-Tenant", "2", "Cookie", "currency=EUR")
                        .hit())
                .isFalse();
        assertThat(STAGE.get("/fields" + path, "X-Tenant", "1", "Cookie", "currency=USD")
                        .hit())
                .isFalse();
        assertThat(STAGE.get("/fields" + path, "Cookie", "currency=EUR").hit()).isFalse();
    }

    @Test
    void fieldNamedByConnectionIsNeitherForwardedNorKeyed() {
        STAGE.origin()
                .on(
                        "/fields" + path,
                        request -> fresh("for [" + request.fields().get("X-Tenant") + "]"));
        ReceivedResponse without = STAGE.get("/fields" + path, "X-Tenant", "1", "Connection", "X-Tenant");
        assertThat(without.content()).isEqualTo("for []");
        ReceivedResponse with = STAGE.get("/fields" + path, "X-Tenant", "1");
        assertThat(with.content()).isEqualTo("for [1]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "currency=\"><script>",
                "currency=U SD",
                "currency=USD,",
                "currency=USD, b=c",
                "currency =USD",
                "$currency=1",
                "currency=\"USD\"",
                "a=b; currency=x; currency=y"
            })
    void keysCookieAsForwardedToOrigin(String cookie) {
        STAGE.origin()
                .on(
                        "/fields" + path,
                        request -> fresh("for [" + request.fields().get("Cookie") + "]"));
        assertThat(STAGE.get("/fields" + path, "Cookie", cookie).content()).isEqualTo("for [" + cookie + "]");
        assertThat(STAGE.get("/fields" + path).content()).isEqualTo("for []");
        assertThat(STAGE.get("/fields" + path, "Cookie", "currency=USD").content())
                .isEqualTo("for [currency=USD]");
    }

    @Test
    void rulePathsMatchInAnyCase() {
        STAGE.origin().on("/TTL" + path, ResponseScript.ok("a"));
        STAGE.get("/TTL" + path);
        assertThat(STAGE.get("/TTL" + path).hit()).isTrue();
    }

    @Test
    void writeWithIgnoredParameterInvalidatesGroupsOfTarget() {
        STAGE.origin()
                .on("/sorted" + path, ResponseScript.ok("a", "Cache-Control", "max-age=60", "Cache-Groups", "\"g\""));
        STAGE.origin().on(path, ResponseScript.ok("b", "Cache-Control", "max-age=60", "Cache-Groups", "\"g\""));
        STAGE.get("/sorted" + path);
        STAGE.get(path);
        STAGE.gateway().send("PUT", "/sorted" + path + "?utm_source=x", "content");
        assertThat(STAGE.get(path).hit()).isFalse();
    }

    @Test
    void usersNeverSeeEachOthersResponses() {
        assertApart(50);
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void aThousandUsersNeverSeeEachOthersResponses() {
        assertApart(1_000);
    }

    private void assertApart(int users) {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        STAGE.origin()
                .on(
                        "/own" + path,
                        request -> ResponseScript.ok(
                                "for " + request.fields().get("X-User"), "Cache-Control", "private, max-age=600"));
        int hits = 0;
        for (int i = 0; i < 4 * users; i++) {
            String user = "user-" + random.nextInt(users);
            ReceivedResponse response = STAGE.get("/own" + path, "X-User", user, "Authorization", "Bearer " + user);
            assertThat(response.content()).as("seed %d", seed).isEqualTo("for " + user);
            hits += response.hit() ? 1 : 0;
        }
        assertThat(hits).as("seed %d", seed).isGreaterThan(2 * users);
    }

    @Test
    void doesNotStoreResponseWithoutUserInRequest() {
        STAGE.origin().on("/own" + path, fresh("a"));
        STAGE.get("/own" + path);
        assertThat(STAGE.get("/own" + path).cacheStatus())
                .contains("fwd=bypass")
                .doesNotContain("stored");
    }

    @ParameterizedTest
    @ValueSource(strings = {"QUERY", "POST"})
    void equalRequestContentHitsAndDifferentContentMisses(String method) {
        STAGE.origin().on("/query" + path, request -> fresh("answer to " + request.body()));
        ask(method, "{a}", "application/json");
        ReceivedResponse hit = ask(method, "{a}", "application/json");
        assertThat(hit.hit()).isTrue();
        assertThat(hit.content()).isEqualTo("answer to {a}");
        ReceivedResponse other = ask(method, "{b}", "application/json");
        assertThat(other.hit()).isFalse();
        assertThat(other.content()).isEqualTo("answer to {b}");
        assertThat(ask(method, "{a}", "application/graphql").hit()).isFalse();
        assertThat(STAGE.get("/query" + path).hit()).isFalse();
        assertThat(ask(method, "{a}", "application/json").hit()).isTrue();
        assertThat(STAGE.origin().received("/query" + path).get(0).method()).isEqualTo(method);
    }

    @Test
    void requestContentAboveLimitBypassesCache() {
        STAGE.origin().on("/query" + path, request -> fresh("" + request.body().length()));
        ask("QUERY", "x".repeat(1025), "text/plain");
        ReceivedResponse again = ask("QUERY", "x".repeat(1025), "text/plain");
        assertThat(again.content()).isEqualTo("1025");
        assertThat(again.cacheStatus()).contains("fwd=bypass").doesNotContain("stored");
    }

    @Test
    void ignoresRequestCacheControlWhenRuleSaysSo() {
        STAGE.origin().on("/deaf" + path, fresh("a"));
        STAGE.get("/deaf" + path);
        assertThat(STAGE.get("/deaf" + path, "Cache-Control", "no-cache").hit()).isTrue();
    }

    @Test
    void doesNotCollapseRequestsWhenRuleDisablesIt() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        "/each" + path,
                        ResponseScript.ok("a", "Cache-Control", "max-age=60").before(gate));
        ConcurrentClients<ReceivedResponse> clients = ConcurrentClients.start(5, i -> STAGE.get("/each" + path));
        STAGE.origin().await("/each" + path, 5);
        gate.release();
        clients.results();
        assertThat(STAGE.origin().count("/each" + path)).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"'', Bypass-Cache, 1", "?refresh, X-None, 1", "?refresh=now, X-None, 1"})
    void bypassRequestRefreshesStoredResponse(String query, String name, String value) {
        STAGE.origin().inTurn("/bypass" + path, fresh("old"), fresh("new"), fresh("newer"));
        STAGE.get("/bypass" + path);
        ReceivedResponse bypassed = STAGE.get("/bypass" + path + query, name, value);
        assertThat(bypassed.content()).isEqualTo("new");
        assertThat(bypassed.cacheStatus()).contains("fwd=bypass", "stored");
        ReceivedResponse after = STAGE.get("/bypass" + path);
        assertThat(after.content()).isEqualTo("new");
        assertThat(after.hit()).isTrue();
        assertThat(targets("/bypass" + path)).containsExactly("", "");
    }

    @Test
    void ignoresBypassFieldUnlessRuleAllowsIt() {
        STAGE.origin().on(path, fresh("a"));
        STAGE.get(path);
        assertThat(STAGE.get(path, "Bypass-Cache", "1").hit()).isTrue();
    }

    @Test
    void statusHeaderStatesHitOrMiss() {
        STAGE.origin().on(path, fresh("a"));
        assertThat(STAGE.get(path).field("S-Cache")).isEqualTo("miss");
        assertThat(STAGE.get(path).field("S-Cache")).isEqualTo("hit");
    }

    private ReceivedResponse ask(String method, String content, String type) {
        return STAGE.gateway().send(method, "/query" + path, content, "Content-Type", type);
    }

    private List<String> targets(String path) {
        return STAGE.origin().received(path).stream()
                .map(ReceivedRequest::target)
                .map(target -> target.substring(path.length()))
                .toList();
    }

    private static ResponseScript fresh(String content) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=60");
    }

    /** Authenticates by a header field, as an application's own filter might. */
    @Configuration(proxyBeanMethods = false)
    static class Principals {

        @Bean
        WebFilter principals() {
            return (exchange, chain) -> {
                String user = exchange.getRequest().getHeaders().getFirst("X-User");
                Principal principal = () -> user;
                return chain.filter(
                        user == null
                                ? exchange
                                : exchange.mutate()
                                        .principal(Mono.just(principal))
                                        .build());
            };
        }
    }
}
