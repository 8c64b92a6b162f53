package dev.larder.gateway.exchange;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.LarderClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/**
 * Several event loops in one thread and in virtual time. Each step runs the next task of one loop, or one event from outside, or
 * lets time pass until the next timer; the seed determines which. The tasks of one loop run in their order, as in Netty; events
 * overtake one another.
 */
final class RandomSchedule {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    /** Eight clients of long contents took more than 20,000 once in four million histories. */
    private static final int MAX_STEPS = 1_000_000;

    private static final int TIME_PASSES = 16;

    private final SplittableRandom random;
    private final boolean hasty;
    private final List<VirtualLoop> loops = new ArrayList<>();
    private final List<Runnable> events = new ArrayList<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
    private @Nullable VirtualLoop running;
    private long now;
    private long numbers;
    private int steps;

    private record Timer(long at, long number, Runnable action) {}

    /** @param hasty whether time passes only when nothing else is left to do */
    RandomSchedule(SplittableRandom random, int loops, boolean hasty) {
        this.random = random;
        this.hasty = hasty;
        for (int i = 0; i < loops; i++) {
            this.loops.add(new VirtualLoop());
        }
    }

    SplittableRandom random() {
        return random;
    }

    /** Returns whether something happens that happens so often in a hundred. */
    boolean chance(int percent) {
        return percent > 0 && random.nextInt(100) < percent;
    }

    VirtualLoop anyLoop() {
        return loops.get(random.nextInt(loops.size()));
    }

    /** Returns the virtual nanoseconds since the start. */
    long now() {
        return now;
    }

    LarderClock clock() {
        return new LarderClock() {
            @Override
            public Instant steady() {
                return START.plusNanos(now);
            }

            @Override
            public Instant wall() {
                return steady();
            }

            @Override
            public long nanos() {
                return now;
            }
        };
    }

    /** Runs an action in some later step, on no loop. */
    void soon(Runnable event) {
        events.add(event);
    }

    /** Runs an action after a delay, on no loop. */
    void later(Duration delay, Runnable event) {
        timers.add(new Timer(now + delay.toNanos(), numbers++, () -> events.add(event)));
    }

    /** Runs an action in some later step, perhaps after a delay of less than so many milliseconds, on no loop. */
    void sometime(int delay, Runnable event) {
        if (hasty || random.nextBoolean()) {
            soon(event);
        } else {
            later(Duration.ofMillis(random.nextInt(delay)), event);
        }
    }

    /** Returns what runs actions on no loop, some of them later. */
    Scheduler scheduler() {
        return new Scheduler() {

            @Override
            public Disposable schedule(Runnable task) {
                return schedule(task, 0, TimeUnit.NANOSECONDS);
            }

            @Override
            public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
                Disposable cancelled = Disposables.single();
                later(Duration.of(delay, unit.toChronoUnit()), () -> {
                    if (!cancelled.isDisposed()) {
                        task.run();
                    }
                });
                return cancelled;
            }

            @Override
            public Worker createWorker() {
                throw new UnsupportedOperationException();
            }
        };
    }

    /** Runs until nothing is left to do. */
    void run() {
        while (step()) {
            if (++steps > MAX_STEPS) {
                throw new AssertionError("It does not come to rest.");
            }
        }
    }

    private boolean step() {
        long busy = loops.stream().filter(VirtualLoop::isBusy).count();
        int choices = events.size() + (int) busy;
        if (choices == 0) {
            return passTime();
        }
        if (!hasty && random.nextInt(TIME_PASSES) == 0 && passTime()) {
            return true;
        }
        int choice = random.nextInt(choices);
        if (choice < events.size()) {
            Runnable last = events.remove(events.size() - 1);
            (choice == events.size() ? last : events.set(choice, last)).run();
        } else {
            loops.stream()
                    .filter(VirtualLoop::isBusy)
                    .skip(choice - events.size())
                    .findFirst()
                    .orElseThrow()
                    .runNext();
        }
        return true;
    }

    private boolean passTime() {
        Timer next = timers.poll();
        if (next == null) {
            return false;
        }
        now = Math.max(now, next.at());
        next.action().run();
        return true;
    }

    /** One thread of the gateway. */
    final class VirtualLoop implements ExchangeLoop {

        private final Queue<Runnable> tasks = new ArrayDeque<>();

        private boolean isBusy() {
            return !tasks.isEmpty();
        }

        private void runNext() {
            call(tasks.remove());
        }

        private void call(Runnable action) {
            running = this;
            try {
                action.run();
            } finally {
                running = null;
            }
        }

        /** Runs an action on this loop in some later step, before or after the tasks that wait already. */
        void soon(Runnable event) {
            events.add(() -> call(event));
        }

        @Override
        public void execute(Runnable action) {
            tasks.add(action);
        }

        @Override
        public Runnable schedule(Duration delay, Runnable action) {
            var timer = new Timer(now + delay.toNanos(), numbers++, () -> tasks.add(action));
            timers.add(timer);
            return () -> {
                timers.remove(timer);
                tasks.remove(action);
            };
        }

        @Override
        public boolean isInside() {
            return running == this;
        }
    }
}
