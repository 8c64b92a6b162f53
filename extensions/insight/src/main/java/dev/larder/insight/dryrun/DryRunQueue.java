package dev.larder.insight.dryrun;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues observations of event loops, and has them evaluated in order, by one other thread at a time. Event loops never block: if
 * the queue is full, observations are dropped, and counted.
 */
public final class DryRunQueue {

    /** Maximum number of waiting observations, each of one head at most. */
    public static final int MOST = 2_048;

    private static final Logger log = LoggerFactory.getLogger(DryRunQueue.class);
    private static final int AT_ONCE = 64;

    private final DryRunEvaluator dryRuns;
    private final Executor executor;
    private final Queue<Consumer<DryRunEvaluator>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder faults = new LongAdder();

    /** Guards the evaluator; event loops never take it. Fair, so that a thread reading the report obtains it. */
    private final ReentrantLock account = new ReentrantLock(true);

    /**
     * Creates an empty queue.
     *
     * @param executor runs the evaluation on other threads
     */
    public DryRunQueue(DryRunEvaluator dryRuns, Executor executor) {
        this.dryRuns = dryRuns;
        this.executor = executor;
    }

    /** Adds an observation, to be evaluated after all earlier ones; returns false if the queue is full. */
    public boolean add(Consumer<DryRunEvaluator> note) {
        if (size.incrementAndGet() > MOST) {
            size.decrementAndGet();
            dropped.increment();
            return false;
        }
        waiting.add(note);
        schedule();
        return true;
    }

    /** Counts a fault of an observer; the observed request continues. */
    public void fault(RuntimeException fault) {
        faults.increment();
        log.warn("The dry run could not evaluate a response; the response is not affected.", fault);
    }

    /** Returns the findings and recommendations from all observations added so far. */
    public DryRunReport report() {
        account.lock();
        try {
            work(size.get());
            return dryRuns.report(dropped.sum(), faults.sum());
        } finally {
            account.unlock();
        }
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            try {
                executor.execute(this::drain);
            } catch (RejectedExecutionException closing) {
                scheduled.set(false);
            }
        }
    }

    private void drain() {
        while (!waiting.isEmpty()) {
            account.lock();
            try {
                work(AT_ONCE);
            } finally {
                account.unlock();
            }
        }
        scheduled.set(false);
        if (!waiting.isEmpty()) {
            schedule();
        }
    }

    private void work(int most) {
        for (int i = 0; i < most; i++) {
            Consumer<DryRunEvaluator> next = waiting.poll();
            if (next == null) {
                return;
            }
            size.decrementAndGet();
            try {
                next.accept(dryRuns);
            } catch (RuntimeException fault) {
                fault(fault);
            }
        }
    }
}
