package dev.larder.acceptance.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.CanarySecrets;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.insight.audit.AuditCounts;
import dev.larder.insight.audit.AuditReport;
import dev.larder.insight.audit.CacheAuditor;
import dev.larder.insight.audit.PoolReport;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The auditor asks the origin again for what the store has answered, and harms no request by it. */
class AuditorTest {

    private static final int PATIENCE_SECONDS = 20;

    @RegisterExtension
    static final GatewayExtension SAMPLED = GatewayExtension.with(gateway ->
            gateway.property("larder.audit.sample-rate", 1).property("larder.audit.max-requests-per-second", 10_000));

    @RegisterExtension
    static final GatewayExtension ALL =
            GatewayExtension.with(gateway -> gateway.property("larder.audit.mode", "validate-all"));

    private final String path = UniquePath.next();

    @Test
    void auditContactsOriginAgainAfterHit() {
        SAMPLED.origin().on(path, fresh("the same"));
        SAMPLED.get(path);
        assertThat(SAMPLED.get(path).hit()).isTrue();
        SAMPLED.origin().await(path, 2);
        assertThat(SAMPLED.get(path).content()).isEqualTo("the same");
    }

    @Test
    void registersMeterOfAgreeingChecks() {
        assertThat(SAMPLED.gateway()
                        .context()
                        .getBean(MeterRegistry.class)
                        .find("larder.audit.checks")
                        .tag("outcome", "agrees")
                        .functionCounter())
                .isNotNull();
    }

    @Test
    void auditRequestOmitsConditionsAndRangeOfClient() {
        SAMPLED.origin().on(path, fresh("content", "ETag", "\"1\"", "Vary", "Accept-Language"));
        SAMPLED.get(path, "Accept-Language", "de");
        SAMPLED.get(path, "Accept-Language", "de", "If-None-Match", "\"1\"", "Range", "bytes=0-1");
        var again = SAMPLED.origin().await(path, 2).get(1);
        assertThat(again.fields().get("Accept-Language")).isEqualTo("de");
        assertThat(again.fields().has("If-None-Match")).isFalse();
        assertThat(again.fields().has("Range")).isFalse();
    }

    @Test
    @Tag("hardening-A8")
    void logsStaleHitWithKeyAgeAndMissingCoupling() {
        String target = path + "?token=" + CanarySecrets.CANARY;
        SAMPLED.origin().inTurn(path, fresh("old"), fresh("new"));
        String other = UniquePath.next();
        SAMPLED.origin().on(other, ResponseScript.status(204));
        SAMPLED.get(target);
        SAMPLED.gateway().ask("POST", other);
        int mark = SAMPLED.gateway().log().mark();
        assertThat(SAMPLED.get(target).content()).isEqualTo("old");
        String line = SAMPLED.gateway()
                .log()
                .await(mark, said -> said.contains(" WARN ") && said.contains(path), PATIENCE_SECONDS);
        assertThat(line)
                .contains("dev.larder.gateway.audit", path + " ?...", "age ", "a write to one of", other.split("/")[1]);
        assertThat(SAMPLED.origin().count(path)).isEqualTo(3);
        assertThat(line).doesNotContain(CanarySecrets.CANARY);
    }

    @Test
    void originThatAlwaysAnswersDifferentlyGivesUnknownResult() {
        AtomicInteger asked = new AtomicInteger();
        ALL.origin().on(path, request -> fresh("number " + asked.getAndIncrement()));
        ALL.get(path);
        assertThat(ALL.get(path).content()).isEqualTo("number 0");
        assertThat(checks(ALL).unknown()).isEqualTo(1);
        assertThat(checks(ALL).differ()).isZero();
    }

    @Test
    void writeDuringCheckGivesUnknownResult() {
        OriginLatch gate = new OriginLatch();
        ALL.origin().on(path, request -> request.method().equals("GET") ? fresh("old") : ResponseScript.status(204));
        ALL.get(path);
        ALL.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? fresh("new").before(gate)
                                : ResponseScript.status(204));
        try (RawClient reader = ALL.gateway().connect()) {
            reader.request("GET", path);
            gate.awaitArrival();
            ALL.gateway().ask("POST", path);
            gate.release();
            assertThat(reader.read().status()).isEqualTo(200);
        }
        assertThat(checks(ALL).unknown()).isEqualTo(1);
        assertThat(checks(ALL).differ()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {304, 401, 429, 500, 503})
    void inconclusiveStatusDuringCheckDoesNotAffectResponse(int status) {
        ALL.origin().inTurn(path, fresh("stored"), ResponseScript.status(status));
        ALL.get(path);
        assertThat(ALL.get(path).content()).isEqualTo("stored");
        assertThat(checks(ALL).unknown()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FIN", "RESET"})
    void originDisconnectDuringCheckDoesNotAffectResponse(TransferEnd how) {
        ALL.origin()
                .inTurn(
                        path,
                        fresh("stored"),
                        ResponseScript.hangUp(how),
                        fresh("stored").cutAt(70, how));
        ALL.get(path);
        assertThat(ALL.get(path).content()).isEqualTo("stored");
        assertThat(ALL.get(path).hit()).isTrue();
        assertThat(checks(ALL).unknown()).isEqualTo(2);
    }

    @Test
    void countsHitOfDeletedResourceAsStale() {
        ALL.origin().inTurn(path, fresh("stored"), ResponseScript.status(404));
        ALL.get(path);
        assertThat(ALL.get(path).content()).isEqualTo("stored");
        assertThat(checks(ALL).differ()).isEqualTo(1);
    }

    @Test
    void validateAllModeChecksBeforeResponding() {
        OriginLatch gate = new OriginLatch();
        ALL.origin().on(path, fresh("stored"));
        ALL.get(path);
        ALL.origin().on(path, fresh("stored").before(gate));
        try (RawClient client = ALL.gateway().connect()) {
            client.request("GET", path);
            gate.awaitArrival();
            assertThat(checks(ALL).agree()).isZero();
            gate.release();
            assertThat(client.read().hit()).isTrue();
            assertThat(checks(ALL).agree()).isEqualTo(1);
        }
    }

    @Test
    void checksSampledHitAfterRespondingAndOncePerKeyAtATime() {
        OriginLatch gate = new OriginLatch();
        SAMPLED.origin().on(path, fresh("stored"));
        SAMPLED.get(path);
        SAMPLED.origin().on(path, fresh("stored").before(gate));
        assertThat(SAMPLED.get(path).hit()).isTrue();
        gate.awaitArrival();
        for (int i = 0; i < 10; i++) {
            assertThat(SAMPLED.get(path).hit()).isTrue();
        }
        assertThat(SAMPLED.origin().count(path)).isEqualTo(2);
        gate.release();
    }

    /** The checks of this case's own pool. */
    private AuditCounts checks(GatewayExtension stage) {
        AuditReport report =
                stage.gateway().context().getBean(CacheAuditor.class).report();
        return report.pools().stream()
                .filter(pool -> pool.pool().equals(path.split("/")[1].toLowerCase(java.util.Locale.ROOT)))
                .findFirst()
                .map(PoolReport::checked)
                .orElse(AuditCounts.NONE);
    }

    private static ResponseScript fresh(String content, String... more) {
        String[] fields = new String[more.length + 2];
        System.arraycopy(more, 0, fields, 2, more.length);
        fields[0] = "Cache-Control";
        fields[1] = "max-age=3600";
        return ResponseScript.ok(content, fields);
    }
}
