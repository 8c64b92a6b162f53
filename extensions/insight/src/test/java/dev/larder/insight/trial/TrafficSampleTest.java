package dev.larder.insight.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.describe.ReplayableRequest;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The sample is bounded by time, number and memory. */
class TrafficSampleTest {

    private final TrafficSample sample = new TrafficSample(Duration.ofMinutes(5));
    private Instant now = Instant.EPOCH;

    private void add(String field) {
        var head = new RequestHead("GET", URI.create("http://origin.test/"), HeaderFields.of("Field", field));
        sample.add(new SampledExchange(
                ReplayableRequest.of("route", head, Optional.empty()),
                new ResponseHead(200, HeaderFields.EMPTY),
                Optional.empty(),
                new ReceptionTimes(now, now, now),
                false));
    }

    @Test
    void oldExchangesAreDropped() {
        add("x");
        now = now.plusSeconds(200);
        add("y");
        assertThat(sample.exchanges(now.plusSeconds(100))).hasSize(2);
        assertThat(sample.exchanges(now.plusSeconds(101))).hasSize(1);
        assertThat(sample.exchanges(now.plusSeconds(301))).isEmpty();
        assertThat(sample.bytes()).isZero();
    }

    @Test
    void dropsOldestExchangesBeyondMaximumCount() {
        for (int i = 0; i < TrafficSample.MOST + 10; i++) {
            now = now.plusMillis(1);
            add("x");
        }
        assertThat(sample.exchanges(now)).hasSize(TrafficSample.MOST);
        assertThat(sample.exchanges(now).get(0).times().requestTime()).isEqualTo(Instant.EPOCH.plusMillis(11));
    }

    @Test
    void dropsOldestExchangesBeyondMaximumBytes() {
        String large = "x".repeat(1 << 20);
        for (int i = 0; i < 100; i++) {
            add(large);
        }
        assertThat(sample.bytes()).isLessThanOrEqualTo(TrafficSample.MAX_BYTES);
        assertThat(sample.exchanges(now)).hasSizeBetween(10, 31);
    }
}
