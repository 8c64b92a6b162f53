package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HitCounterTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Larder; hit; ttl=59                                       | hit",
                "Larder;hit                                                | hit",
                "Larder; fwd=uri-miss; fwd-status=200; stored              | uri-miss",
                "Larder; fwd=stale; fwd-status=304; stored                 | stale",
                "Upstream; hit; ttl=5, Larder; fwd=vary-miss; stored       | vary-miss",
                "Upstream; fwd=uri-miss; stored, Larder; hit; ttl=3        | hit",
                "Larder; fwd=uri-miss; key=\"a hit\"                       | uri-miss",
                "``                                                        | none",
            })
    void countsLastMemberOfCacheStatus(String cacheStatus, String outcome) {
        assertThat(HitCounter.outcome(cacheStatus)).isEqualTo(outcome);
    }

    @Test
    void computesHitRatioAndByteHitRatio() {
        var tally = new HitCounter();
        assertThat(tally.hitRatio()).isZero();

        tally.add("Larder; fwd=uri-miss; stored", 100);
        tally.add("Larder; hit; ttl=59", 10);
        tally.add("Larder; hit; ttl=58", 15);

        assertThat(tally.hitRatio()).isCloseTo(2.0 / 3, within(1e-9));
        assertThat(tally.byteHitRatio()).isCloseTo(0.2, within(1e-9));
        assertThat(tally.summary())
                .isEqualTo("Cache-Status of reads: hit ratio 0.6667, byte hit ratio 0.2000, {hit=2, uri-miss=1}");
    }
}
