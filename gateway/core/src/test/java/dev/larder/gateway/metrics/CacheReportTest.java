package dev.larder.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.metrics.traffic.CacheResult;
import dev.larder.gateway.metrics.traffic.MissCause;
import dev.larder.rfc9111.Reason;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is counted of a request is what its Cache-Status says. */
class CacheReportTest {

    @Test
    void derivesResultFromReportedEvents() {
        assertThat(result(report -> report.hit(Reason.HIT, Duration.ofSeconds(1))))
                .isEqualTo(CacheResult.HIT);
        assertThat(result(report -> report.hit(Reason.HIT_STALE_IF_ERROR, Duration.ZERO)))
                .isEqualTo(CacheResult.STALE);
        assertThat(forwarded(Reason.STALE, report -> {
                    report.originStatus(304);
                    report.confirmed();
                }))
                .isEqualTo(CacheResult.REVALIDATED);
        assertThat(forwarded(Reason.STALE, report -> report.originStatus(200))).isEqualTo(CacheResult.REFETCHED);
        assertThat(forwarded(Reason.URI_MISS, CacheReport::collapsed)).isEqualTo(CacheResult.COLLAPSED);
        assertThat(forwarded(Reason.URI_MISS, CacheReport::stored)).isEqualTo(CacheResult.MISS);
        assertThat(forwarded(Reason.METHOD, report -> {})).isEqualTo(CacheResult.PASS);
        assertThat(forwarded(Reason.METHOD, CacheReport::acknowledged)).isEqualTo(CacheResult.ACKNOWLEDGED);
        assertThat(forwarded(Reason.ONLY_IF_CACHED, CacheReport::local)).isEqualTo(CacheResult.REFUSED);
        assertThat(forwarded(Reason.URI_MISS, CacheReport::local)).isEqualTo(CacheResult.ERROR);
    }

    @ParameterizedTest
    @EnumSource
    void countsForwardedRequestAsMissUnlessBypassOrMethod(Reason reason) {
        var report = new CacheReport();
        report.forwarded(reason);
        String cacheStatus = report.cacheStatus(200);
        boolean missed = !cacheStatus.contains("fwd=bypass") && !cacheStatus.contains("fwd=method");
        assertThat(report.ended().missed(() -> MissCause.COLD).isPresent()).isEqualTo(missed);
    }

    @Test
    void uncacheableResponseOverridesMissCauseOfAbsentKey() {
        var report = new CacheReport();
        report.forwarded(Reason.URI_MISS);
        report.notStored(Reason.CONDITIONAL_REQUEST);
        assertThat(report.ended().missed(() -> MissCause.CAPACITY)).isEqualTo(Optional.of(MissCause.CAPACITY));
        report.notStored(Reason.PRIVATE);
        assertThat(report.ended().missed(() -> MissCause.CAPACITY)).isEqualTo(Optional.of(MissCause.NOT_CACHEABLE));
    }

    @Test
    void missCauseIsStoreFaultIfStoreWasUnavailable() {
        var report = new CacheReport();
        report.withoutStore();
        report.forwarded(Reason.URI_MISS);
        assertThat(report.ended().missed(() -> MissCause.COLD)).isEqualTo(Optional.of(MissCause.STORE_FAULT));
    }

    private static CacheResult forwarded(Reason reason, Consumer<CacheReport> more) {
        return result(report -> {
            report.forwarded(reason);
            more.accept(report);
        });
    }

    private static CacheResult result(Consumer<CacheReport> said) {
        var report = new CacheReport();
        said.accept(report);
        return report.ended().result();
    }
}
