package dev.larder.acceptance.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A demo with a leak (the body depends on a cookie that is not in the key), a parameter that does nothing, and a body that
 * changes every second: the dry run names all three, and what it proposes puts them right.
 */
class DryRunTest {

    private static final String CACHE_FOR_A_MINUTE = "max-age=60";
    private static final Duration STEP = Duration.ofMillis(250);
    private static final int ROUNDS = 200;
    private static final List<String> USERS = List.of("alice", "bob", "carol");
    private static final List<String> CAMPAIGNS = List.of("mail", "search", "friend", "advert");
    private static final String RULES = """
            larder:
              rules:
                catalog:
                  paths: ["/catalog/**"]
                  key.query.ignore: ["utm_source"]
                profile:
                  paths: ["/profile/**"]
                  key.cookies: [session]
                ticker:
                  paths: ["/ticker/**"]
                  revalidate: always
            """;

    private final TestClock clock = new TestClock();
    private final Random random = new Random(10);
    private final ScriptedOrigin origin = ScriptedOrigin.start()
            .on("/profile/me", request -> fresh("profile of " + session(request)))
            .on("/catalog/list", request -> fresh("page " + page(request)))
            .on("/ticker", request -> fresh("at " + clock.wall().getEpochSecond()));

    @TempDir
    private Path folder;

    @Test
    void reportsFaultsOfDemoAndProposesRulesThatFixThem() throws IOException {
        try (origin;
                GatewayFixture gateway = OperatorClient.admitted(GatewayFixture.inJvm())
                        .origin(origin)
                        .clock(clock)
                        .property("larder.dry-run", true)
                        .start()) {
            browse(gateway);
            JsonNode report = report(gateway);
            assertThat(report.get("yaml").stringValue()).isEqualTo(RULES);
            assertTheLeakIsNamed(part(report, "profile"));
            assertTheParameterIsNamed(part(report, "catalog"));
            assertTheHasteIsNamed(part(report, "ticker"));
            assertThat(report.get("total").get("requests").intValue()).isEqualTo(3 * ROUNDS);
            try (GatewayFixture live = GatewayFixture.inJvm()
                    .origin(origin)
                    .clock(clock)
                    .property("spring.config.additional-location", "file:" + file(report))
                    .start()) {
                assertTheRulesPutItRight(live);
            }
        }
    }

    /** Each client has an id of its own for every request, and a language that changes nothing. */
    private void browse(GatewayFixture gateway) {
        try (RawClient client = gateway.connect()) {
            for (int round = 0; round < ROUNDS; round++) {
                clock.advance(STEP);
                String id = Integer.toString(round);
                String user = USERS.get(random.nextInt(USERS.size()));
                assertUntouched(
                        ask(client, "/profile/me", "Cookie", "theme=dark; session=" + user, "X-Request-Id", id),
                        "profile of " + user);
                int page = random.nextInt(3);
                String campaign = CAMPAIGNS.get(random.nextInt(CAMPAIGNS.size()));
                assertUntouched(
                        ask(client, "/catalog/list?page=" + page + "&utm_source=" + campaign, "X-Request-Id", id),
                        "page page=" + page);
                assertUntouched(
                        ask(client, "/ticker", "X-Request-Id", id),
                        "at " + clock.wall().getEpochSecond());
            }
        }
    }

    private static ReceivedResponse ask(RawClient client, String target, String... fields) {
        return client.request("GET", target, fields).read();
    }

    private static void assertUntouched(ReceivedResponse response, String content) {
        assertThat(response.content()).isEqualTo(content);
        assertThat(response.fields().list().stream().map(field -> field.name()))
                .containsExactlyInAnyOrder("Cache-Control", "Content-Length");
    }

    private static void assertTheLeakIsNamed(JsonNode profile) {
        assertThat(profile.get("leaks").get(0).get("by").stringValue()).isEqualTo("cookie session");
        assertThat(profile.get("leaks").size()).isEqualTo(1);
        assertThat(profile.get("total").get("wrong").intValue()).isGreaterThan(ROUNDS / 3);
        assertThat(profile.get("total").get("hits").intValue()).isGreaterThan(ROUNDS * 9 / 10);
        assertThat(profile.get("lives").isEmpty()).isTrue();
        assertThat(profile.get("uselessKeyParts").isEmpty()).isTrue();
    }

    private static void assertTheParameterIsNamed(JsonNode catalog) {
        assertThat(catalog.get("uselessKeyParts").size()).isEqualTo(1);
        assertThat(catalog.get("uselessKeyParts").get(0).get("part").stringValue())
                .isEqualTo("parameter utm_source");
        assertThat(catalog.get("total").get("wrong").intValue()).isZero();
        assertThat(catalog.get("leaks").isEmpty()).isTrue();
    }

    private static void assertTheHasteIsNamed(JsonNode ticker) {
        assertThat(ticker.get("lives").get(0).get("lifetimeSeconds").doubleValue())
                .isEqualTo(60);
        assertThat(ticker.get("lives").get(0).get("changedShare").doubleValue()).isGreaterThan(0.1);
        assertThat(ticker.get("leaks").isEmpty()).isTrue();
    }

    private void assertTheRulesPutItRight(GatewayFixture live) {
        Set<String> asked = new HashSet<>();
        for (int round = 0; round < 40; round++) {
            clock.advance(STEP);
            String user = USERS.get(round % USERS.size());
            assertThat(live.get("/profile/me", "Cookie", "session=" + user).content())
                    .isEqualTo("profile of " + user);
            assertThat(live.get("/ticker").content())
                    .isEqualTo("at " + clock.wall().getEpochSecond());
            String campaign = CAMPAIGNS.get(round % CAMPAIGNS.size());
            boolean hit =
                    live.get("/catalog/list?page=1&utm_source=" + campaign).hit();
            assertThat(hit).isEqualTo(!asked.add("page 1"));
        }
    }

    private static JsonNode report(GatewayFixture gateway) {
        ReceivedResponse report = OperatorClient.of(gateway).lookAtDryRun();
        assertThat(report.status()).isEqualTo(200);
        return JsonMapper.shared().readTree(report.content());
    }

    private static JsonNode part(JsonNode report, String pool) {
        return report.get("routes")
                .get(0)
                .get("sections")
                .valueStream()
                .filter(section -> section.get("pool").stringValue().equals(pool))
                .findFirst()
                .orElseThrow();
    }

    private Path file(JsonNode report) throws IOException {
        return Files.writeString(
                folder.resolve("application.yaml"), report.get("yaml").stringValue());
    }

    private static ResponseScript fresh(String content) {
        return ResponseScript.ok(content, "Cache-Control", CACHE_FOR_A_MINUTE);
    }

    private static String session(ReceivedRequest request) {
        return request.fields().get("Cookie").replaceAll(".*session=", "");
    }

    private static String page(ReceivedRequest request) {
        return request.target().replaceAll(".*\\?", "").replaceAll("&utm.*", "");
    }
}
