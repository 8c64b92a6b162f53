package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that are valid and have no effect are told at the start; settings that have one are not. */
class StartWarningsTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final int PATIENCE_SECONDS = 10;

    private final int mark = GatewayFixture.inJvmLog().mark();
    private final ScriptedOrigin origin = ScriptedOrigin.start();

    @AfterEach
    void close() {
        origin.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "larder.rules.a.routes=shopp | larder.rules.a.routes names shopp, but no route has this id. The routes are shop.",
                "larder.rules.a.paths=/catalogue/** | larder.rules.a.paths has /catalogue/**, but no route forwards such a path",
                "larder.rules.a.paths=/catalog/**;larder.rules.a.key.user=principal | larder.rules.a.key.user stores responses for each user, but nothing here authenticates",
                "larder.rules.a.paths=/catalog/**;larder.rules.a.key.user=claim:sub | larder.rules.a.key.user stores responses for each user, but nothing here authenticates",
                "larder.disk.max-size=1GB | larder.disk.max-size has no effect without larder.store.type or larder.store.tiers with disk.",
                "larder.disk.path=target/none | larder.disk.path has no effect without",
                "larder.cluster.members[0]=127.0.0.1:5701 | larder.cluster.members has no effect without larder.cluster.enabled.",
                "larder.writes.max-size=1GB | larder.writes.max-size has no effect without larder.writes.path.",
                "larder.audit.max-requests-per-second=5 | larder.audit.max-requests-per-second has no effect without",
                "larder.warm-up.max-rate=5 | larder.warm-up.max-rate has no effect without larder.warm-up.from.access-log or larder.warm-up.from.list or",
                "larder.warm-up.headers[0]=Accept-Encoding: gzip | larder.warm-up.headers has no effect without",
                "larder.warm-up.readiness-timeout=9s | larder.warm-up.readiness-timeout has no effect without",
                "larder.warm-up.from.peer-token-file=token.txt | larder.warm-up.from.peer-token-file has no effect without",
                "larder.dictionaries.max-size=64MB | larder.dictionaries.max-size has no effect: no route has the filter Dictionaries.",
                "larder.dictionaries.require-https=false | larder.dictionaries.require-https has no effect: no route has",
                "larder.entity-tags.max-body=2MB | larder.entity-tags.max-body has no effect: no route has the filter EntityTags.",
                "larder.origin=http://127.0.0.1:9 | larder.origin gets only requests that none of the other routes matches: shop."
            })
    void tellsOfSettingWithoutEffect(String properties, String sentence) {
        GatewayFixture.Builder builder = routed();
        for (String property : properties.split(";")) {
            int end = property.indexOf('=');
            builder.property(property.substring(0, end), property.substring(end + 1));
        }
        try (GatewayFixture gateway = builder.start()) {
            assertThat(gateway.log()
                            .await(
                                    mark,
                                    entry -> entry.contains(" WARN ") && entry.contains(sentence),
                                    PATIENCE_SECONDS))
                    .as("%s", sentence)
                    .isNotNull();
        }
    }

    @Test
    void doesNotWarnAboutEffectiveSettings() {
        try (GatewayFixture gateway = routed().property("larder.rules.a.routes", "shop")
                .property("larder.rules.b.paths", "/catalog/{id}/**,/Catalog/")
                .property("larder.rules.b.ttl", "30s")
                .start()) {
            List<String> warnings = gateway.log().since(mark).stream()
                    .filter(entry -> entry.contains(" WARN ") && entry.contains("larder."))
                    .filter(entry -> entry.contains("larder.rules") || entry.contains("no effect"))
                    .toList();
            assertThat(warnings).isEmpty();
        }
    }

    @Test
    void doesNotWarnAboutSettingsOfFiltersInUse() {
        try (GatewayFixture gateway = routed().property(ROUTE + "filters[1]", "EntityTags")
                .property(ROUTE + "filters[2]", "Dictionaries")
                .property("larder.entity-tags.max-body", "2MB")
                .property("larder.dictionaries.max-size", "64MB")
                .start()) {
            assertThat(gateway.log().since(mark)).noneMatch(entry -> entry.contains("no effect"));
        }
    }

    @Test
    void doesNotWarnAboutRulePathsBehindPathRewritingFilter() {
        try (GatewayFixture gateway = unfiltered()
                .property(ROUTE + "filters[0]", "StripPrefix=1")
                .property(ROUTE + "filters[1]", "Cache")
                .property("larder.rules.b.paths", "/other/**")
                .start()) {
            assertThat(gateway.log().since(mark)).noneMatch(entry -> entry.contains("no route forwards such a path"));
        }
    }

    /** Whichever of them a route has, the paths of rules that it forwards are told. */
    @ParameterizedTest
    @ValueSource(strings = {"Cache", "WriteInvalidation", "EntityTags", "Dictionaries"})
    void warnsAboutUnreachableRulePathsOnRouteWithLarderFilter(String filter) {
        try (GatewayFixture gateway = unfiltered()
                .property(ROUTE + "filters[0]", filter)
                .property("larder.rules.b.paths", "/other/**")
                .start()) {
            assertThat(gateway.log()
                            .await(mark, entry -> entry.contains("no route forwards such a path"), PATIENCE_SECONDS))
                    .isNotNull();
        }
    }

    private GatewayFixture.Builder routed() {
        return unfiltered().property(ROUTE + "filters[0]", "Cache");
    }

    private GatewayFixture.Builder unfiltered() {
        return GatewayFixture.inJvm()
                .property(ROUTE + "id", "shop")
                .property(ROUTE + "uri", origin.uri())
                .property(ROUTE + "predicates[0]", "Path=/catalog/**");
    }
}
