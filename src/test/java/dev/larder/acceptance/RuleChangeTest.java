package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.cloud.context.refresh.ContextRefresher;

/** Rules that change while the gateway runs. */
class RuleChangeTest {

    private static final String RULES = "/actuator/larder/rules";
    private static final String WRITE_ENABLED = "larder.actuate.write-enabled";
    private static final int PATIENCE_SECONDS = 20;
    private static final String FIRST =
            "larder.rules: {shop: {paths: /shop/**, ttl: 100s}, news: {paths: /news/**, ttl: 100s}}";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> OperatorClient.admitted(builder).clock(new TestClock()).property(WRITE_ENABLED, true));

    private final String path = UniquePath.next();
    private final String shop = "/shop" + path;
    private final String news = "/news" + path;
    private OperatorClient operator;

    @BeforeEach
    void firstRules() {
        operator = OperatorClient.of(STAGE.gateway());
        STAGE.origin().on(shop, ResponseScript.ok("x", "X-Debug", "1"));
        STAGE.origin().on(news, ResponseScript.ok("y"));
        assertThat(change(FIRST).status()).isEqualTo(200);
    }

    @Test
    void ruleChangeKeepsOtherEntriesAndRollbackRestoresEntries() {
        int version = version();
        STAGE.get(shop);
        STAGE.get(news);
        for (int i = 0; i < 3; i++) {
            assertThat(STAGE.get(shop).cacheStatus()).contains("ttl=100");
        }
        ReceivedResponse changed = change(FIRST.replace("ttl: 100s}, news", "ttl: 200s, strip: X-Debug}, news"));
        assertThat(changed.content()).contains("\"changes\":[\"changed shop\"]", "\"droppedAll\":false");
        assertThat(STAGE.get(shop).hit()).isFalse();
        for (int i = 0; i < 3; i++) {
            ReceivedResponse hit = STAGE.get(shop);
            assertThat(hit.cacheStatus()).contains("ttl=200");
            assertThat(hit.fields().has("X-Debug")).isFalse();
        }
        assertThat(STAGE.get(news).hit()).isTrue();
        rollBack(version);
        ReceivedResponse back = STAGE.get(shop);
        assertThat(back.cacheStatus()).contains("hit", "ttl=100");
        assertThat(back.field("X-Debug")).isEqualTo("1");
        assertThat(STAGE.origin().count(shop)).isEqualTo(2);
        assertThat(STAGE.origin().count(news)).isEqualTo(1);
    }

    @Test
    void rollbackDoesNotRestoreEntryInvalidatedByWrite() {
        int version = version();
        STAGE.get(shop);
        change(FIRST.replace("100s}, news", "200s}, news"));
        STAGE.gateway().ask("DELETE", shop);
        rollBack(version);
        assertThat(STAGE.get(shop).hit()).isFalse();
    }

    @Test
    void rollbackToRulesWithCoupledPoolsRestoresNoEntries() {
        change(FIRST.replace("100s}, news", "100s, pool: shop, coupled-pools: other}, news"));
        int version = version();
        STAGE.origin().on("/other" + path, ResponseScript.ok("z", "Cache-Control", "max-age=100"));
        STAGE.get("/other" + path);
        assertThat(STAGE.get("/other" + path).hit()).isTrue();
        assertThat(change(FIRST).content()).contains("\"droppedAll\":true");
        STAGE.get("/other" + path);
        STAGE.gateway().send("POST", shop, "");
        assertThat(STAGE.get("/other" + path).hit()).isTrue();
        rollBack(version);
        assertThat(STAGE.get("/other" + path).hit()).isFalse();
    }

    @Test
    void rejectsInvalidRulesAndKeepsCurrentOnes() {
        int version = version();
        ReceivedResponse refused = change("larder.rules: {shop: {paths: shop}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.content())
                .contains("The property larder.rules.shop.paths has the value 'shop', but a path begins with a slash."
                        + " Write for example larder.rules.shop.paths=/users/**");
        assertThat(version()).isEqualTo(version);
        assertThat(operator.look("/rules").content()).contains("\"refused\":{", "a path begins with a slash");
        STAGE.get(shop);
        assertThat(STAGE.get(shop).cacheStatus()).contains("ttl=100");
        assertThat(operator.tell(RULES, "{}").status()).isEqualTo(400);
        assertThat(operator.tell(RULES, "{\"version\":\"1000000\"}").status()).isEqualTo(404);
        assertThat(operator.tell("/actuator/larder/hit-path", "{}").status()).isEqualTo(404);
    }

    @Test
    void theEndpointShowsRulesAndVersions() {
        String shown = operator.look("/rules").content();
        assertThat(shown)
                .contains(
                        "\"source\":\"actuator\"", "\"source\":\"start\"", "ttl: PT1M40S", "\"version\":" + version());
    }

    @Test
    void changesAreRefusedUnlessEnabled() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = OperatorClient.admitted(
                                GatewayFixture.inJvm().origin(origin))
                        .start()) {
            ReceivedResponse refusal =
                    OperatorClient.of(gateway).tell(RULES, "{\"rules\":\"larder.rules.a.paths: /a\"}");
            assertThat(refusal.status()).isEqualTo(403);
            assertThat(refusal.content()).contains("Changing rules is not enabled", WRITE_ENABLED + "=true");
            assertThat(OperatorClient.of(gateway).look("/rules").content()).contains("\"version\":1");
        }
    }

    @Test
    void contextRefreshAppliesChangedRulesAndRoutes(@TempDir Path folder) throws IOException {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            Path file = folder.resolve("gateway.yaml");
            Files.writeString(file, configuration(origin, "one", "10s"));
            try (GatewayFixture gateway = OperatorClient.admitted(GatewayFixture.inJvm()
                            .clock(new TestClock())
                            .property("spring.config.import", file.toUri()))
                    .start()) {
                origin.on(path, ResponseScript.ok("x"));
                gateway.get(path);
                assertThat(gateway.get(path).cacheStatus()).contains("ttl=10");
                Files.writeString(file, configuration(origin, "other", "20s"));
                gateway.context().getBean(ContextRefresher.class).refresh();
                gateway.refreshRoutes();
                gateway.get(path);
                assertThat(gateway.get(path).cacheStatus()).contains("ttl=20");
                assertThat(OperatorClient.of(gateway).look("/rules").content())
                        .contains("\"source\":\"refresh\"", "added other", "removed one");
            }
        }
    }

    @Test
    void appliesRulesWhenWatchedFileChanges(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("rules.yaml"), "larder.rules.all: {paths: /**, ttl: 10s}");
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .clock(new TestClock())
                        .property("larder.reload.file", file)
                        .start()) {
            origin.on(path, ResponseScript.ok("x"));
            gateway.get(path);
            assertThat(gateway.get(path).cacheStatus()).contains("ttl=10");
            int mark = gateway.log().mark();
            Path next = Files.writeString(folder.resolve("next.yaml"), "larder.rules.all: {paths: /**, ttl: 20s}");
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            assertThat(gateway.log().await(mark, line -> line.contains("are in force as version 2"), PATIENCE_SECONDS))
                    .contains("changed all");
            gateway.get(path);
            assertThat(gateway.get(path).cacheStatus()).contains("ttl=20");
        }
    }

    private static String configuration(ScriptedOrigin origin, String rule, String ttl) {
        return String.join(
                "\n",
                "larder.rules." + rule + ".ttl: " + ttl,
                "spring.cloud.gateway.server.webflux.routes:",
                "- id: all",
                "  uri: " + origin.uri(),
                "  predicates: [Path=/**]",
                "  filters: [Cache=" + rule + "]",
                "");
    }

    private ReceivedResponse change(String rules) {
        return operator.tell(RULES, "{\"rules\":\"" + rules + "\"}");
    }

    private void rollBack(int version) {
        assertThat(operator.tell(RULES, "{\"version\":\"" + version + "\"}").status())
                .isEqualTo(200);
    }

    private int version() {
        String shown = operator.look("/rules").content();
        String number = shown.split("\"version\":", 2)[1].split("[,}]", 2)[0];
        return Integer.parseInt(number);
    }
}
