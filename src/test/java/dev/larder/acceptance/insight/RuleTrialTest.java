package dev.larder.acceptance.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rules are tried on the traffic before them: what does harm is refused, and what is predicted happens. */
class RuleTrialTest {

    private static final String RULES = "/actuator/larder/rules";
    private static final Duration STEP = Duration.ofMillis(200);
    private static final int ROUNDS = 150;
    private static final int PATIENCE_SECONDS = 20;
    private static final List<String> USERS = List.of("alice", "bob");
    private static final String APART =
            "larder.rules: {account: {paths: /account, ttl: 10s, key.cookies: session}, list: {paths: /list, ttl: 5s}}";
    private static final String TOGETHER =
            "larder.rules: {account: {paths: /account, ttl: 10s}, list: {paths: /list, ttl: 5s}}";

    private final long seed = System.nanoTime();
    private static final String DEFAULT_FILTERS = "spring.cloud.gateway.server.webflux.default-filters";

    private final Random random = new Random(seed);
    private final TestClock clock = new TestClock();
    private final ScriptedOrigin origin = ScriptedOrigin.start()
            .on(
                    "/account",
                    request -> ResponseScript.ok(
                            "account of " + request.fields().get("Cookie").replaceAll(".*session=", "")))
            .on("/list", request -> ResponseScript.ok("list " + request.target()))
            .on("/last", ResponseScript.ok("last"));

    @AfterEach
    void close() {
        origin.close();
    }

    private GatewayFixture.Builder sampling() {
        return OperatorClient.admitted(GatewayFixture.inJvm().byRoutes())
                .origin(origin)
                .clock(clock)
                .property("larder.actuate.write-enabled", true)
                .property("larder.rule-trial.window", "10m");
    }

    @Test
    void rejectsRulesThatShareResponsesBetweenUsersUnlessAccepted() {
        try (GatewayFixture gateway = sampling().start()) {
            browse(gateway);
            ReceivedResponse refused = change(gateway, TOGETHER, "");
            assertThat(refused.status()).as(refused.content()).isEqualTo(422);
            assertThat(refused.field("Content-Type")).isEqualTo("application/problem+json");
            assertThat(refused.content())
                    .contains("Under the rule account, ", "What tells them apart is key.cookies: session");
            assertThat(rules(gateway).get("version").intValue()).isEqualTo(1);

            ReceivedResponse tried = change(gateway, TOGETHER, "try");
            assertThat(tried.status()).isEqualTo(200);
            JsonNode report = JsonMapper.shared().readTree(tried.content());
            assertThat(report.get("verdict").stringValue()).isEqualTo("crosses");
            assertThat(report.get("refused").booleanValue()).isTrue();
            long crossed = report.get("total").get("after").get("crossed").longValue();
            assertThat(crossed).as("seed %d", seed).isGreaterThan(ROUNDS / 4).isLessThan(ROUNDS * 3 / 4);
            assertThat(refused.content()).contains("account, " + crossed + " requests");
            assertThat(report.get("total").get("before").get("crossed").longValue())
                    .isZero();

            assertThat(account(gateway, "bob").hit()).isFalse();
            assertThat(change(gateway, TOGETHER, "force").status()).isEqualTo(400);
            assertThat(change(gateway, TOGETHER, "accept").status()).isEqualTo(200);
            assertThat(rules(gateway).get("version").intValue()).isEqualTo(2);
            assertThat(account(gateway, "bob").content())
                    .isEqualTo(account(gateway, "alice").content());
        }
    }

    @Test
    void observedHitRatioMatchesPrediction() {
        try (GatewayFixture gateway = sampling().start()) {
            assertThat(browse(gateway)).isZero();
            ReceivedResponse tried = change(gateway, APART, "try");
            JsonNode report = JsonMapper.shared().readTree(tried.content());
            assertThat(report.get("verdict").stringValue()).as(tried.content()).isEqualTo("harmless");
            JsonNode sample = report.get("sample");
            assertThat(sample.get("requests").intValue()).isEqualTo(2 * ROUNDS);
            assertThat(sample.get("concerned").intValue()).isEqualTo(2 * ROUNDS);
            assertThat(sample.get("hits").intValue()).isZero();
            assertThat(rules(gateway).get("version").intValue()).isEqualTo(1);
            assertThat(change(gateway, APART, "").status()).isEqualTo(200);
            double observed = browse(gateway);
            double predicted = report.get("total").get("hitRatioAfter").doubleValue();
            assertThat(predicted).isGreaterThan(0.7);
            assertThat(observed).as("seed %d", seed).isCloseTo(predicted, within(0.05));

            JsonNode again = JsonMapper.shared()
                    .readTree(
                            change(gateway, APART.replace("10s", "11s"), "try").content());
            assertThat(again.get("verdict").stringValue()).isEqualTo("harmless");
            assertThat(again.get("sample").get("hitRatio").doubleValue())
                    .as("half of this sample is from before the change")
                    .isCloseTo(observed / 2, within(0.01));
        }
    }

    @Test
    void rejectsRulesThatLoseMoreHitsThanAllowed() {
        try (GatewayFixture gateway = sampling()
                .property("larder.rule-trial.max-hit-ratio-loss", "0.3")
                .start()) {
            assertThat(change(gateway, APART, "").status()).isEqualTo(200);
            browse(gateway);
            ReceivedResponse refused = change(gateway, "larder.rules: {other: {paths: /other}}", "");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.content()).contains("hit ratio", "max-hit-ratio-loss=0.3", "mode=accept");
        }
    }

    @Test
    void trialAppliesToRulesOfWatchedFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("rules.yaml"), APART);
        try (GatewayFixture gateway =
                sampling().property("larder.reload.file", file).start()) {
            browse(gateway);
            int mark = gateway.log().mark();
            gateway.expectLogged("The rules of");
            Path next = Files.writeString(folder.resolve("next.yaml"), TOGETHER);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            assertThat(gateway.log().await(mark, line -> line.contains("are refused"), PATIENCE_SECONDS))
                    .contains("the old ones stay", "Under the rule account", "key.cookies: session");
            assertThat(rules(gateway).get("version").intValue()).isEqualTo(1);
            assertThat(account(gateway, "bob").content()).isEqualTo("account of bob");
        }
    }

    /** What the gateway adds to a response is not what its cache sees: this redirection is stored under the rule. */
    @Test
    void rejectsRuleThatSharesRedirectDependingOnUser() {
        origin.on(
                "/me",
                request -> ResponseScript.status(
                        301,
                        "Location",
                        "/users/" + request.fields().get("Cookie").replaceAll(".*session=", "")));
        try (GatewayFixture gateway = sampling()
                .property(DEFAULT_FILTERS + "[0]", "AddResponseHeader=Cache-Control, no-store")
                .start()) {
            for (int round = 0; round < ROUNDS; round++) {
                gateway.get("/me", "Cookie", "session=" + USERS.get(round % USERS.size()));
            }
            ReceivedResponse refused = change(gateway, "larder.rules: {me: {paths: /me, ttl: 10s}}", "");
            assertThat(refused.status()).as(refused.content()).isEqualTo(422);
            assertThat(refused.content()).contains("key.cookies: session");
        }
    }

    @Test
    void acceptsRulesWithUnknownVerdictWithoutSample() {
        try (GatewayFixture gateway = OperatorClient.admitted(
                        GatewayFixture.inJvm().byRoutes())
                .origin(origin)
                .clock(clock)
                .property("larder.actuate.write-enabled", true)
                .start()) {
            browse(gateway);
            assertThat(change(gateway, TOGETHER, "try").content())
                    .contains("\"verdict\":\"unknown\"", "larder.rule-trial.window=5m");
            assertThat(change(gateway, TOGETHER, "").status()).isEqualTo(200);
        }
    }

    /** Two users look at their accounts, and anybody at pages of a list; returns the hit ratio. */
    private double browse(GatewayFixture gateway) {
        int hits = 0;
        try (RawClient client = gateway.connect()) {
            for (int round = 0; round < ROUNDS; round++) {
                clock.advance(STEP);
                String user = USERS.get(random.nextInt(USERS.size()));
                ReceivedResponse account = client.request("GET", "/account", "Cookie", "theme=dark; session=" + user)
                        .read();
                assertThat(account.content()).endsWith(user);
                ReceivedResponse list =
                        client.request("GET", "/list?page=" + random.nextInt(3)).read();
                hits += (account.hit() ? 1 : 0) + (list.hit() ? 1 : 0);
            }
            client.request("PUT", "/last").read();
        }
        return hits / (2.0 * ROUNDS);
    }

    private static ReceivedResponse account(GatewayFixture gateway, String user) {
        return gateway.get("/account", "Cookie", "session=" + user);
    }

    private static JsonNode rules(GatewayFixture gateway) {
        return JsonMapper.shared()
                .readTree(OperatorClient.of(gateway).look("/rules").content());
    }

    private static ReceivedResponse change(GatewayFixture gateway, String rules, String mode) {
        String more = mode.isEmpty() ? "" : ",\"mode\":\"" + mode + "\"";
        return OperatorClient.of(gateway).tell(RULES, "{\"rules\":\"" + rules + "\"" + more + "}");
    }
}
