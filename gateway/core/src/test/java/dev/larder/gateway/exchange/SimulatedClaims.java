package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Another gateway's part in who makes a request: it grants claims, makes the request itself, is late, silent, or fails. */
final class SimulatedClaims implements FetchClaims {

    /** How long a gateway waits for another one. */
    private static final Duration BOUND = Duration.ofSeconds(5);

    private static final int LONGEST_DELAY = 3_000;
    private static final int AT_ONCE = 25;

    private final ExchangeHistory history;
    private final RandomSchedule schedule;
    private int granted;
    private int givenBack;

    SimulatedClaims(ExchangeHistory history) {
        this.history = history;
        this.schedule = history.schedule();
    }

    /** Returns whether every granted claim has been given back. */
    boolean areGivenBack() {
        return granted == givenBack;
    }

    @Override
    public Mono<Claim> claim(CacheKey key, String credentials) {
        return Mono.create(sink -> new Turn(key, sink).begin());
    }

    /** One claim. */
    private final class Turn implements CompletionListener {

        private final CacheKey key;
        private final MonoSink<Claim> sink;
        private boolean cancelled;
        private boolean told;

        Turn(CacheKey key, MonoSink<Claim> sink) {
            this.key = key;
            this.sink = sink;
        }

        void begin() {
            sink.onCancel(() -> cancelled = true);
            int chance = history.settings().calm() ? 0 : schedule.random().nextInt(100);
            if (chance < 50) {
                answer(this::grant);
            } else if (chance < 70) {
                answer(() -> history.fetchElsewhere(key, () -> made(true)));
            } else if (chance < 80) {
                answer(() -> made(true));
            } else if (chance < 90) {
                answer(() -> made(false));
            } else if (chance < 95) {
                answer(() -> sink.error(new IllegalStateException("The other gateway has failed.")));
            } else {
                schedule.later(BOUND, this::grant);
            }
        }

        private void answer(Runnable action) {
            if (schedule.chance(AT_ONCE)) {
                action.run();
            } else {
                schedule.sometime(LONGEST_DELAY, action);
            }
        }

        private void made(boolean shared) {
            history.figures().count("claims refused");
            sink.success(new Claim.Made(shared));
        }

        private void grant() {
            if (!cancelled) {
                history.figures().count("claims granted");
                granted++;
                sink.success(new Claim.Mine(this));
            }
        }

        @Override
        public void tell(boolean shared) {
            history.checker().expect(!told, () -> "A claim is given back twice.");
            told = true;
            givenBack++;
        }
    }
}
