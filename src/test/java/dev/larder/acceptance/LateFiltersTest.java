package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.LateFilters.Answering;
import dev.larder.acceptance.LateFilters.ContentBehindLarder;
import dev.larder.acceptance.LateFilters.EarlyUri;
import dev.larder.acceptance.LateFilters.FilterBehindLarder;
import dev.larder.acceptance.LateFilters.ForwardedFilter;
import dev.larder.acceptance.LateFilters.LastFilter;
import dev.larder.acceptance.LateFilters.LastOrderedContent;
import dev.larder.acceptance.LateFilters.LastOrderedFilter;
import dev.larder.acceptance.LateFilters.LastPrefixFilter;
import dev.larder.acceptance.LateFilters.LateContent;
import dev.larder.acceptance.LateFilters.LateFilter;
import dev.larder.acceptance.LateFilters.LateHost;
import dev.larder.acceptance.LateFilters.LateMethod;
import dev.larder.acceptance.LateFilters.LateRemoval;
import dev.larder.acceptance.LateFilters.LateUri;
import dev.larder.acceptance.LateFilters.LocalHandler;
import dev.larder.acceptance.LateFilters.PrefixFilter;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/** What filters behind the cache do to requests, of whatever kind they and their target are, is no part of the key: nothing is stored. */
class LateFiltersTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final Map<String, String> LOCAL = Map.of(ROUTE + "uri", "forward:/local");

    private final String path = UniquePath.next();

    /** Requests for handlers of the application pass no filters of header fields. */
    @ParameterizedTest
    @ValueSource(classes = {LateFilter.class, LastOrderedFilter.class, FilterBehindLarder.class})
    void doesNotStoreHandlerResponsesToRequestsChangedByLateFilter(Class<?> filter) {
        with(LOCAL, List.of(LocalHandler.class, filter), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("local for a");
            ReceivedResponse other = gateway.get(path, "X-Token", "b");
            assertThat(other.content()).isEqualTo("local for b");
            assertThat(other.field("Cache-Status")).contains("request-changed");
        });
    }

    /** A handler is found by the request itself. */
    @Test
    void doesNotStoreHandlerResponsesWhenLateFilterChangesTarget() {
        with(LOCAL, List.of(LocalHandler.class, LateUri.class), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("local for null by a");
            ReceivedResponse other = gateway.get(path, "X-Token", "b");
            assertThat(other.content()).isEqualTo("local for null by b");
            assertThat(other.field("Cache-Status")).contains("request-changed");
        });
    }

    /** Such a filter comes early enough: what it makes of the request is in the key. */
    @Test
    void separatesHandlerResponsesByTargetThatEarlyFilterSets() {
        with(LOCAL, List.of(LocalHandler.class, EarlyUri.class), (origin, gateway) -> {
            for (String token : List.of("a", "b")) {
                assertThat(gateway.get(path, "X-Token", token).content()).isEqualTo("local for null by " + token);
                assertThat(gateway.get(path, "X-Token", token).hit()).isTrue();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {LateContent.class, LastOrderedContent.class, ContentBehindLarder.class, LateMethod.class})
    void doesNotStoreWhenLateFilterChangesContentOrMethod(Class<?> filter) {
        with(queries(), List.of(filter), (origin, gateway) -> {
            for (String method : List.of("GET", "QUERY")) {
                String content = method.equals("GET") ? "" : "q=1";
                String type = "application/x-www-form-urlencoded";
                ReceivedResponse one = gateway.send(method, path, content, "X-Token", "a", "Content-Type", type);
                ReceivedResponse other = gateway.send(method, path, content, "X-Token", "b", "Content-Type", type);
                assertThat(other.content()).as(method).isNotEqualTo(one.content());
                assertThat(other.field("Cache-Status")).contains("request-changed");
            }
        });
    }

    /** By whatever filters, as of a response timeout, the content then passes. */
    @ParameterizedTest
    @ValueSource(strings = {"Cache", "Cache,EntityTags", "Retry=1,Cache", "PreserveHostHeader,Cache"})
    void sharesQueryResponsesForEqualContentInKey(String filters) {
        Map<String, String> settings = new HashMap<>(queries());
        settings.put(ROUTE + "filters", filters);
        with(settings, List.of(), (origin, gateway) -> {
            String type = "application/x-www-form-urlencoded";
            ReceivedResponse one = gateway.send("QUERY", path, "q=1", "X-Token", "a", "Content-Type", type);
            assertThat(one.status()).isEqualTo(200);
            assertThat(gateway.send("QUERY", path, "q=1", "X-Token", "a", "Content-Type", type)
                            .hit())
                    .isTrue();
            assertThat(origin.received(path).get(0).body()).isEqualTo("q=1");
        });
    }

    @Test
    void sharesHandlerResponsesWithoutLateFilter() {
        with(LOCAL, List.of(LocalHandler.class), (origin, gateway) -> {
            assertThat(gateway.get(path).content()).isEqualTo("local for null");
            assertThat(gateway.get(path).hit()).isTrue();
        });
    }

    /** Gateway sets the same fields, but not to these values. */
    @ParameterizedTest
    @ValueSource(classes = {PrefixFilter.class, ForwardedFilter.class, LastPrefixFilter.class})
    void doesNotStoreWhenLateFilterSetsForwardingFields(Class<?> filter) {
        with(Map.of(), List.of(filter), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("1");
            ReceivedResponse other = gateway.get(path, "X-Token", "b");
            assertThat(other.content()).isEqualTo("2");
            assertThat(other.field("Cache-Status")).contains("request-changed");
        });
    }

    /** The check is where a request is sent, whoever sends it. */
    @Test
    void doesNotStoreFilterAnswersToRequestsChangedByLateFilter() {
        with(Map.of(), List.of(LateFilter.class, Answering.class), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("for a");
            ReceivedResponse other = gateway.get(path, "X-Token", "b");
            assertThat(other.content()).isEqualTo("for b");
            assertThat(other.field("Cache-Status")).contains("request-changed");
        });
    }

    @Test
    void sharesResponsesThatFilterAnswersItself() {
        with(Map.of(), List.of(Answering.class), (origin, gateway) -> {
            assertThat(gateway.get(path).content()).isEqualTo("for null");
            assertThat(gateway.get(path).hit()).isTrue();
        });
    }

    /** It would come behind those that send requests; on routes with filters of Larder it comes before these. */
    @Test
    void separatesResponsesByFieldsThatUnorderedFilterSets() {
        with(Map.of(), List.of(LastFilter.class), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("1");
            assertThat(gateway.get(path, "X-Token", "b").content()).isEqualTo("2");
            assertThat(gateway.get(path, "X-Token", "a").hit()).isTrue();
        });
    }

    @Test
    void sharesResponsesWithForwardingFieldsThatGatewaySets() {
        Map<String, String> trusting = Map.of(
                "larder.forward", "gateway", "spring.cloud.gateway.server.webflux.trusted-proxies", "127\\.0\\.0\\.1");
        with(trusting, List.of(), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Forwarded-Prefix", "/shop").hit()).isFalse();
            assertThat(gateway.get(path, "X-Forwarded-Prefix", "/shop").hit()).isTrue();
            assertThat(origin.received(path).get(0).fields().first("X-Forwarded-For"))
                    .isNotNull();
        });
    }

    @Test
    void doesNotStoreWhenLateFilterRemovesFields() {
        with(Map.of(), List.of(LateRemoval.class), (origin, gateway) -> {
            ReceivedResponse first = gateway.get(path, "X-Token", "a", "X-Role", "admin");
            assertThat(first.field("Cache-Status")).contains("request-changed");
            assertThat(gateway.get(path, "X-Token", "b", "X-Role", "admin").content())
                    .isEqualTo("2");
        });
    }

    @Test
    void doesNotStoreWhenLateFilterChangesHost() {
        with(
                Map.of(ROUTE + "filters[0]", "PreserveHostHeader", ROUTE + "filters[1]", "Cache"),
                List.of(LateHost.class),
                (origin, gateway) -> {
                    assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("1");
                    assertThat(gateway.get(path, "X-Token", "b").content()).isEqualTo("2");
                });
    }

    /** Content is part of keys, and all is set that the executable sets. */
    private static Map<String, String> queries() {
        Map<String, String> settings = new HashMap<>();
        try {
            PropertiesLoaderUtils.loadProperties(new ClassPathResource("larder-executable.properties"))
                    .forEach((name, value) -> settings.put(name.toString(), value.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        settings.put("larder.rules.q.paths", "/**");
        settings.put("larder.rules.q.methods", "GET,HEAD,QUERY");
        settings.put("larder.rules.q.key.content", "16KB");
        return settings;
    }

    private void with(
            Map<String, String> settings,
            List<Class<?>> configurations,
            BiConsumer<ScriptedOrigin, GatewayFixture> check) {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on(
                    path,
                    request -> ResponseScript.ok(Integer.toString(origin.count(path)), "Cache-Control", "max-age=60"));
            GatewayFixture.Builder builder = GatewayFixture.inJvm().origin(origin);
            Map<String, String> all = new HashMap<>(Map.of(
                    ROUTE + "id", "shop",
                    ROUTE + "uri", "${larder.origin}",
                    ROUTE + "predicates[0]", "Path=/**",
                    ROUTE + "filters[0]", "Cache"));
            all.putAll(settings);
            all.forEach(builder::property);
            configurations.forEach(builder::with);
            try (GatewayFixture gateway = builder.start()) {
                check.accept(origin, gateway);
            }
        }
    }
}
