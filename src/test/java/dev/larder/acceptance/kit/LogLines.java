package dev.larder.acceptance.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** What a gateway logged, entry by entry with its stack trace, to be searched and waited for. */
public final class LogLines {

    private final List<String> lines = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();

    void add(String line) {
        lock.lock();
        try {
            lines.add(line);
            grown.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How many entries there are: a mark for {@link #since}. */
    public int mark() {
        return since(0).size();
    }

    /** The entries behind that mark. */
    public List<String> since(int mark) {
        lock.lock();
        try {
            return List.copyOf(lines.subList(mark, lines.size()));
        } finally {
            lock.unlock();
        }
    }

    /** Waits for an entry behind that mark; null once the patience is over. */
    public @org.jspecify.annotations.Nullable String await(int mark, Predicate<String> wanted, int patienceSeconds) {
        long left = TimeUnit.SECONDS.toNanos(patienceSeconds);
        lock.lock();
        try {
            while (true) {
                for (String line : lines.subList(mark, lines.size())) {
                    if (wanted.test(line)) {
                        return line;
                    }
                }
                if (left <= 0) {
                    return null;
                }
                left = grown.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            lock.unlock();
        }
    }
}
