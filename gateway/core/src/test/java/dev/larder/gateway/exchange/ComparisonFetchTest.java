package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.store.ComparableResponse;
import dev.larder.gateway.store.StoredBodyUtils;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

/** What the origin would send is compared only if it has arrived completely, and is not stored. */
class ComparisonFetchTest {

    private static final String LONG = "x".repeat(ExchangeFixture.LIMIT + 1);
    private static final Duration FOREVER = Duration.ofDays(1);

    private final ExchangeFixture fixture = new ExchangeFixture();
    private final List<ComparableResponse> received = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    private Disposable compare(String... fields) {
        return fixture.compare(fields).subscribe(received::add, failures::add);
    }

    @Test
    void sendsClientFieldsWithoutConditionsAndRange() {
        compare("If-None-Match", "\"1\"", "Range", "bytes=0-1", "Accept-Language", "de");
        assertThat(fixture.last().head.fields().contains("If-None-Match")).isFalse();
        assertThat(fixture.last().head.fields().contains("Range")).isFalse();
        assertThat(fixture.last().head.fields().combined("Accept-Language")).isEqualTo("de");
    }

    @Test
    void returnsOriginResponseWithoutStoringIt() {
        compare();
        fixture.last().answer(404, "gone", "Cache-Control", "max-age=60");
        assertThat(received).singleElement().satisfies(response -> {
            assertThat(response.head().status()).isEqualTo(404);
            assertThat(response.body()).isEqualTo(StoredBodyUtils.of(new byte[] {'g', 'o', 'n', 'e'}));
        });
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    void failsIfTheOriginDoesNotAnswer() {
        compare();
        fixture.pass(FOREVER);
        assertThat(failures).singleElement().isInstanceOf(TimeoutException.class);
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void waitsForContentWithoutTimeLimit() {
        compare();
        fixture.last().head(200);
        fixture.pass(FOREVER);
        fixture.last().answerRest("late");
        assertThat(received).hasSize(1);
    }

    @Test
    void failsIfTheContentBreaksOff() {
        compare();
        ManualCall asked = fixture.last();
        asked.head(200);
        asked.data("a");
        asked.listener.failed(new IOException("reset"));
        assertThat(failures).hasSize(1);
        assertThat(received).isEmpty();
    }

    @Test
    void failsAndCancelsIfContentIsTooLargeToStore() {
        compare();
        fixture.last().head(200);
        fixture.last().data(LONG);
        assertThat(failures).hasSize(1);
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void cancelsOriginRequestWhenDisposed() {
        compare().dispose();
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void failsIfOriginRequestCannotBeSent() {
        fixture.fault = new IllegalArgumentException("not a host");
        compare();
        assertThat(failures).singleElement().isEqualTo(fixture.fault);
    }
}
