package dev.larder.acceptance.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on the wire: where it is, what it may load, who may purge by it, and how it says no. */
class DashboardPageTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("larder.dashboard.enabled", true)
            .property("larder.actuate.hosts", "example.test,larder.test")
            .property("larder.actuate.write-enabled", true));

    private static final String PROBLEM = "application/problem+json";

    @Test
    void pageLoadsNoExternalResourcesAndNoInlineScripts() {
        ReceivedResponse page = get("/larder");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.field("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.field("Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.field("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.field("Cache-Control")).isEqualTo("no-store");
        assertThat(page.content())
                .doesNotContain(" style=", "<style", "onclick")
                .doesNotContainPattern("(?:src|href)=\"(?:https?:)?//");
        assertThat(page.content().replaceAll("<script [^>]*src=\"larder/assets/page.js\"[^>]*></script>", ""))
                .doesNotContain("<script");
    }

    @ParameterizedTest
    @CsvSource({
        "page.js, text/javascript;charset=UTF-8",
        "uplot.js, text/javascript;charset=UTF-8",
        "uplot.css, text/css;charset=UTF-8",
        "page.css, text/css;charset=UTF-8"
    })
    void servesEveryAssetOfPage(String name, String type) {
        ReceivedResponse asset = get("/larder/assets/" + name);
        assertThat(asset.status()).isEqualTo(200);
        assertThat(asset.field("Content-Type")).isEqualTo(type);
        assertThat(asset.content()).isNotEmpty();
    }

    @Test
    void redirectsTrailingSlashToPage() {
        ReceivedResponse answer = get("/larder/");
        assertThat(answer.status()).isEqualTo(308);
        assertThat(answer.field("Location")).isEqualTo("../larder");
    }

    @Test
    @Tag("hardening-A1")
    void dataPortDoesNotExposePage() {
        STAGE.origin().on("/larder", ResponseScript.ok("the origin's own", "Cache-Control", "no-store"));
        assertThat(STAGE.get("/larder").content()).isEqualTo("the origin's own");
    }

    @Test
    @Tag("extensions")
    void listsSectionsOfExtensions() {
        ReceivedResponse sections = get("/larder/sections");
        assertThat(sections.status()).isEqualTo(200);
        assertThat(sections.content()).contains("\"title\":\"Auditor\"", "\"kinds\":[\"note\"]");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /larder/assets/nothing.js, 404",
        "GET, /larder/assets/..%2Fpage.html, 404",
        "GET, /larder/data?since=x, 400",
        "GET, /larder/inspect, 400",
        "GET, /larder/inspect?url=users, 400",
        "GET, /larder/purge, 405",
        "DELETE, /larder/data, 405",
        "DELETE, /larder, 405"
    })
    void answersInvalidRequestWithProblem(String method, String target, int status) {
        ReceivedResponse answer = ask(method, target);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.field("Content-Type")).isEqualTo(PROBLEM);
        assertThat(answer.content()).contains("\"status\":" + status, "\"detail\":\"");
    }

    @Test
    void acceptsPurgeFromPageItself() {
        String path = store();
        ReceivedResponse answer = purge(
                "{\"purge\":\"prefix\",\"value\":\"" + path + "\"}",
                "Content-Type",
                "application/json",
                "Sec-Fetch-Site",
                "same-origin");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.content()).contains("\"entries\":1");
        assertThat(STAGE.get(path).hit()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, cross-site, 403",
        "Sec-Fetch-Site, same-site, 403",
        "Origin, http://elsewhere.test, 403",
        "Origin, 'null', 403"
    })
    @Tag("hardening-A5")
    void rejectsPurgeFromPageOfAnotherSite(String field, String value, int status) {
        String path = store();
        ReceivedResponse answer = purge("{\"purge\":\"everything\"}", "Content-Type", "application/json", field, value);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.field("Content-Type")).isEqualTo(PROBLEM);
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/larder",
                "/larder/",
                "/larder/assets/page.js",
                "/larder/data",
                "/larder/sections",
                "/larder/inspect?url=http://a.test/"
            })
    @Tag("hardening-A1")
    void rejectsReadWithUnknownHost(String target) {
        ReceivedResponse answer = ask("GET", target, "Host", "evil.test", "Origin", "http://evil.test");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.field("Content-Type")).isEqualTo(PROBLEM);
        assertThat(answer.content()).contains("larder.actuate.hosts");
    }

    @Test
    @Tag("hardening-A1")
    void rejectsPurgeWithUnknownHost() {
        String path = store();
        ReceivedResponse answer = purge(
                "{\"purge\":\"everything\"}",
                "Host",
                "evil.test",
                "Origin",
                "http://evil.test",
                "Content-Type",
                "application/json");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "/larder/data, cross-site, 403",
        "/larder/sections, same-site, 403",
        "/larder/inspect?url=http://a.test/, cross-site, 403",
        "/larder/data, same-origin, 200",
        "/larder/data, none, 200",
        "/larder, cross-site, 200"
    })
    void rejectsDataRequestFromPageOfAnotherSite(String target, String site, int status) {
        assertThat(ask("GET", target, "Sec-Fetch-Site", site).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"larder.test", "Larder.test:8081", "localhost:8081", "[::1]:8081"})
    void servesPageForConfiguredHost(String host) {
        assertThat(ask("GET", "/larder", "Host", host).status()).isEqualTo(200);
    }

    @Test
    @Tag("hardening-A5")
    void rejectsPurgeSentAsForm() {
        ReceivedResponse answer = purge("purge=everything", "Content-Type", "application/x-www-form-urlencoded");
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.field("Content-Type")).isEqualTo(PROBLEM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "///", "application/json; charset="})
    void rejectsPurgeWithInvalidMediaType(String type) {
        ReceivedResponse answer = purge("{\"purge\":\"everything\"}", "Content-Type", type);
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.field("Content-Type")).isEqualTo(PROBLEM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{\"purge\":\"all\"}", "{\"purge\":\"url\",\"value\":\"/x\"}", ""})
    void answersMalformedPurgeWithProblem(String content) {
        ReceivedResponse answer = purge(content, "Content-Type", "application/json");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.field("Content-Type")).isEqualTo(PROBLEM);
    }

    @Test
    @Tag("hardening-A6")
    void rejectsPurgeWithTooMuchContent() {
        ReceivedResponse answer =
                purge("{\"purge\":\"" + "x".repeat(20_000) + "\"}", "Content-Type", "application/json");
        assertThat(answer.status()).isEqualTo(413);
    }

    @Test
    void pageAndPurgeAreDisabledByDefault() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture plain = OperatorClient.admitted(
                                GatewayFixture.inJvm().origin(origin))
                        .start();
                GatewayFixture looking = OperatorClient.admitted(
                                GatewayFixture.inJvm().origin(origin))
                        .property("larder.dashboard.enabled", true)
                        .property("larder.actuate.hosts", "example.test")
                        .start()) {
            assertThat(ask(port(plain), "GET", "/larder").status()).isEqualTo(404);
            assertThat(ask(port(looking), "GET", "/larder/data").content()).contains("\"writeEnabled\":false");
            ReceivedResponse refusal =
                    purge(port(looking), "{\"purge\":\"everything\"}", "Content-Type", "application/json");
            assertThat(refusal.status()).isEqualTo(403);
            assertThat(refusal.content()).contains("larder.actuate.write-enabled=true");
        }
    }

    @ParameterizedTest
    @CsvSource({"read-only, true, 200", "none, false, 403"})
    void pageIsLimitedToAccessLevelOfEndpoint(String access, boolean inspects, int inspection) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = OperatorClient.admitted(
                                GatewayFixture.inJvm().origin(origin))
                        .property("larder.dashboard.enabled", true)
                        .property("larder.actuate.hosts", "example.test")
                        .property("larder.actuate.write-enabled", true)
                        .property("management.endpoint.larder.access", access)
                        .start()) {
            assertThat(ask(port(gateway), "GET", "/larder/data").content())
                    .contains("\"writeEnabled\":false", "\"inspects\":" + inspects);
            assertThat(ask(port(gateway), "GET", "/larder/inspect?url=http://a.test/")
                            .status())
                    .isEqualTo(inspection);
            ReceivedResponse refusal =
                    purge(port(gateway), "{\"purge\":\"everything\"}", "Content-Type", "application/json");
            assertThat(refusal.status()).isEqualTo(403);
        }
    }

    @Test
    void startFailsWhenPageHasNoManagementPort() {
        GatewayFixture.Exit exit = GatewayFixture.process()
                .property("larder.origin", "http://127.0.0.1:9")
                .property("larder.dashboard.enabled", true)
                .startExpectingExit();
        assertThat(exit.code()).isNotZero();
        assertThat(String.join("\n", exit.output()))
                .contains("The property management.server.port has the value '-1'")
                .contains("management.server.port=9090");
    }

    private static String store() {
        String path = UniquePath.next();
        STAGE.origin().on(path, ResponseScript.ok("old", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        assertThat(STAGE.get(path).hit()).isTrue();
        return path;
    }

    private static int port(GatewayFixture gateway) {
        return OperatorClient.of(gateway).port();
    }

    private static ReceivedResponse get(String target) {
        return ask("GET", target);
    }

    private static ReceivedResponse ask(String method, String target, String... fields) {
        return ask(port(STAGE.gateway()), method, target, fields);
    }

    private static ReceivedResponse ask(int port, String method, String target, String... fields) {
        try (RawClient client = RawClient.connect(port)) {
            return client.request(method, target, fields).read(method);
        }
    }

    private static ReceivedResponse purge(String content, String... fields) {
        return purge(port(STAGE.gateway()), content, fields);
    }

    private static ReceivedResponse purge(int port, String content, String... fields) {
        RawFields length = RawFields.of("Content-Length", Integer.toString(content.length()));
        try (RawClient client = RawClient.connect(port)) {
            return client.send(RawClient.head(
                                    "POST",
                                    "/larder/purge",
                                    RawFields.of(fields).and(length))
                            + content)
                    .read("POST");
        }
    }
}
