package dev.larder.http.client;

import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/** Random requests to an origin, each of which follows one that is over, until there have been enough. */
final class RandomExchanges {

    private final OriginClientFixture client;
    private final OriginAddress origin;
    private final int requests;
    private final long seed;
    private final Collection<String> violations;
    private final Judge judge;
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger over = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    /** What plans allow. */
    interface Judge {

        /** Whether the plan allows a response. */
        boolean mayEnd(RandomPlan plan);

        /** Judges a failure of this exchange. */
        void judge(RandomExchange exchange, RandomPlan plan, IOException error);
    }

    /** @param violations what was wrong */
    RandomExchanges(
            OriginClientFixture client,
            OriginAddress origin,
            int requests,
            long seed,
            Collection<String> violations,
            Judge judge) {
        this.client = client;
        this.origin = origin;
        this.requests = requests;
        this.seed = seed;
        this.violations = violations;
        this.judge = judge;
    }

    /** Begins so many requests on each of two loops, which others follow. */
    void begin(int window) {
        for (int i = 0; i < 2 * window; i++) {
            EventLoop loop = client.loop(i % 2);
            loop.execute(() -> next(loop));
        }
    }

    private void next(EventLoop loop) {
        int number = numbers.getAndIncrement();
        if (number < requests) {
            new RandomExchange(this, RandomPlan.of(seed, number), loop).begin();
        }
    }

    /** Returns the number of requests that are over. */
    int over() {
        return over.get();
    }

    /** Returns the number of complete responses. */
    int ended() {
        return ended.get();
    }

    OriginClientFixture client() {
        return client;
    }

    OriginAddress origin() {
        return origin;
    }

    Judge judge() {
        return judge;
    }

    void violated(String what) {
        violations.add(what);
    }

    void countEnd() {
        ended.incrementAndGet();
    }

    /** Called on the loop of a request that is over. */
    void countOver(EventLoop loop) {
        over.incrementAndGet();
        loop.execute(() -> next(loop));
    }
}
