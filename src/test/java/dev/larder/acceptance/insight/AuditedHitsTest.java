package dev.larder.acceptance.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.gateway.connection.HitLevel;
import dev.larder.gateway.connection.HitLevelReport;
import dev.larder.gateway.connection.HitPath;
import dev.larder.insight.audit.AuditReport;
import dev.larder.insight.audit.CacheAuditor;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The auditor keeps no hits from being answered early but those it checks, and looks at as many as it was told to. */
@Tag("busy")
@Tag("thorough")
class AuditedHitsTest {

    private static final int REQUESTS = 2_000;
    private static final double SAMPLE = 0.2;

    /** Six standard deviations of a binomial: a right draw leaves this once in five hundred million runs. */
    private static final int TOLERANCE = (int) (6 * Math.sqrt(REQUESTS * SAMPLE * (1 - SAMPLE)));

    @ParameterizedTest
    @EnumSource(
            value = HitLevel.class,
            names = {"WEB", "CONNECTION"})
    void auditsConfiguredShareOfHitsAndAnswersOthersEarly(HitLevel level) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = audited(origin, level.name().toLowerCase(Locale.ROOT))
                        .property("larder.forward", "gateway")
                        .property("larder.audit.sample-rate", SAMPLE)
                        .property("larder.audit.max-requests-per-second", 20)
                        .start()) {
            ask(gateway);
            HitLevelReport path = gateway.context().getBean(HitPath.class).report();
            AuditReport report = gateway.context().getBean(CacheAuditor.class).report();
            assertThat(path.level()).isEqualTo(level);
            assertThat((int) report.pools().get(0).reads())
                    .as("looked at")
                    .isBetween((int) (REQUESTS * SAMPLE) - TOLERANCE, (int) (REQUESTS * SAMPLE) + TOLERANCE);
            assertThat(path.hits().get(level))
                    .as("answered early: all but the first two, the first of its pool, and those that were checked")
                    .isBetween(REQUESTS - 3L - origin.count("/x"), REQUESTS - 2L);
            assertThat(origin.count("/x")).as("asked again").isGreaterThan(1);
        }
    }

    /** Where hits are answered, and requests forwarded, without the server, the origin is asked again from there. */
    @Test
    void auditsConfiguredShareOfHitsAtConnectionLevel() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = audited(origin, "connection")
                        .property("larder.forward", "native")
                        .property("larder.audit.sample-rate", SAMPLE)
                        .property("larder.audit.max-requests-per-second", 20)
                        .start()) {
            ask(gateway);
            HitLevelReport path = gateway.context().getBean(HitPath.class).report();
            AuditReport report = gateway.context().getBean(CacheAuditor.class).report();
            assertThat((int) report.pools().get(0).reads())
                    .as("looked at")
                    .isBetween((int) (REQUESTS * SAMPLE) - TOLERANCE, (int) (REQUESTS * SAMPLE) + TOLERANCE);
            assertThat(path.hits().get(HitLevel.CONNECTION)).isGreaterThanOrEqualTo(REQUESTS - 2L);
            assertThat(origin.count("/x")).as("asked again").isGreaterThan(1);
            assertThat(report.total().agree()).as("checked").isPositive();
        }
    }

    @Test
    void validateAllModeDisablesEarlyHits() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = audited(origin, "auto")
                        .property("larder.audit.mode", "validate-all")
                        .start()) {
            for (int i = 0; i < 5; i++) {
                gateway.get("/x");
            }
            HitLevelReport path = gateway.context().getBean(HitPath.class).report();
            assertThat(path.level()).isEqualTo(HitLevel.GATEWAY);
            assertThat(path.hits().values()).containsOnly(0L);
            assertThat(origin.count("/x")).isEqualTo(5);
        }
    }

    private static GatewayFixture.Builder audited(ScriptedOrigin origin, String hitPath) {
        origin.on("/x", ResponseScript.ok("x", "Cache-Control", "max-age=3600"));
        return GatewayFixture.inJvm().origin(origin).property("larder.hit-path", hitPath);
    }

    /** In two spellings, the one known octet for octet after its first answer, the other decoded each time. */
    private static void ask(GatewayFixture gateway) {
        try (RawClient client = gateway.connect()) {
            for (int i = 0; i < REQUESTS; i++) {
                client.request(
                        "GET", "/x", i % 2 == 0 ? new String[0] : new String[] {"X-Number", Integer.toString(i)});
                ReceivedResponse response = client.read();
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.hit()).isEqualTo(i > 0);
            }
        }
    }
}
