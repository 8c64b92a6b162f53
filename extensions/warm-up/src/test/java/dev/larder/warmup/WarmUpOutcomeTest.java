package dev.larder.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpOutcomeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | Larder; fwd=uri-miss; fwd-status=200; stored | STORED",
                "404 | Larder; fwd=uri-miss; fwd-status=404; stored | STORED",
                "200 | Larder; hit; ttl=5 | PRESENT",
                "200 | Larder; fwd=uri-miss; collapsed | PRESENT",
                "200 | Larder; fwd=uri-miss; fwd-status=200; detail=private | NOT_STORED",
                "200 | CDN; hit, Larder; fwd=uri-miss; fwd-status=200; stored | STORED",
                "200 | CDN; hit, Larder; fwd=bypass | NOT_STORED",
                "500 | Larder; fwd=uri-miss; fwd-status=500 | NOT_STORED",
                "503 | Larder; fwd=uri-miss; fwd-status=503; stored | FAILED",
                "429 | Larder; fwd=uri-miss; fwd-status=429 | FAILED"
            })
    void derivesOutcomeFromStatusAndCacheStatus(int status, String cacheStatus, WarmUpOutcome expected) {
        assertThat(WarmUpOutcome.of(status, cacheStatus)).isEqualTo(expected);
    }

    @Test
    void missingCacheStatusMeansNotStored() {
        assertThat(WarmUpOutcome.of(200, null)).isEqualTo(WarmUpOutcome.NOT_STORED);
    }
}
