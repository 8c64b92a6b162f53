package dev.larder.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.observe.traffic.MissCause;
import dev.larder.gateway.observe.traffic.Result;
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
    void resultsFollowFromWhatWasReported() {
        assertThat(result(report -> report.hit(Reason.HIT, Duration.ofSeconds(1))))
                .isEqualTo(Result.HIT);
        assertThat(result(report -> report.hit(Reason.HIT_STALE_IF_ERROR, Duration.ZERO)))
                .isEqualTo(Result.STALE);
        assertThat(forwarded(Reason.STALE, report -> {
                    report.originStatus(304);
                    report.confirmed();
                }))
                .isEqualTo(Result.REVALIDATED);
        assertThat(forwarded(Reason.STALE, report -> report.originStatus(200))).isEqualTo(Result.REFETCHED);
        assertThat(forwarded(Reason.URI_MISS, CacheReport::collapsed)).isEqualTo(Result.COLLAPSED);
        assertThat(forwarded(Reason.URI_MISS, CacheReport::stored)).isEqualTo(Result.MISS);
        assertThat(forwarded(Reason.METHOD, report -> {})).isEqualTo(Result.PASS);
        assertThat(forwarded(Reason.METHOD, CacheReport::acknowledged)).isEqualTo(Result.ACKNOWLEDGED);
        assertThat(forwarded(Reason.ONLY_IF_CACHED, CacheReport::local)).isEqualTo(Result.REFUSED);
        assertThat(forwarded(Reason.URI_MISS, CacheReport::local)).isEqualTo(Result.ERROR);
    }

    @ParameterizedTest
    @EnumSource
    void aMissIsWhatCacheStatusForwardsUnlessTheStoreCouldNotBeUsed(Reason reason) {
        var report = new CacheReport();
        report.forwarded(reason);
        String cacheStatus = report.cacheStatus(200);
        boolean missed = !cacheStatus.contains("fwd=bypass") && !cacheStatus.contains("fwd=method");
        assertThat(report.ended().missed(() -> MissCause.COLD).isPresent()).isEqualTo(missed);
    }

    @Test
    void aKeyUnderWhichNothingIsStoredHasItsOwnCauseUnlessNobodysResponseIsStored() {
        var report = new CacheReport();
        report.forwarded(Reason.URI_MISS);
        report.notStored(Reason.CONDITIONAL_REQUEST);
        assertThat(report.ended().missed(() -> MissCause.CAPACITY)).isEqualTo(Optional.of(MissCause.CAPACITY));
        report.notStored(Reason.PRIVATE);
        assertThat(report.ended().missed(() -> MissCause.CAPACITY)).isEqualTo(Optional.of(MissCause.NOT_CACHEABLE));
    }

    @Test
    void aStoreThatCouldNotBeAskedIsToBlame() {
        var report = new CacheReport();
        report.withoutStore();
        report.forwarded(Reason.URI_MISS);
        assertThat(report.ended().missed(() -> MissCause.COLD)).isEqualTo(Optional.of(MissCause.STORE_FAULT));
    }

    private static Result forwarded(Reason reason, Consumer<CacheReport> more) {
        return result(report -> {
            report.forwarded(reason);
            more.accept(report);
        });
    }

    private static Result result(Consumer<CacheReport> said) {
        var report = new CacheReport();
        said.accept(report);
        return report.ended().result();
    }
}
