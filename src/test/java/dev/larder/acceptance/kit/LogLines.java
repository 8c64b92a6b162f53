package dev.larder.acceptance.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
        lock.lock();
        try {
            return lines.size();
        } finally {
            lock.unlock();
        }
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
    public @Nullable String await(int mark, Predicate<String> wanted, int patienceSeconds) {
        return await(mark, 1, wanted, patienceSeconds);
    }

    /** Waits for the last of so many entries behind that mark; null once the patience is over. */
    public @Nullable String await(int mark, int count, Predicate<String> wanted, int patienceSeconds) {
        long left = TimeUnit.SECONDS.toNanos(patienceSeconds);
        lock.lock();
        try {
            while (true) {
                Optional<String> found = lines.subList(mark, lines.size()).stream()
                        .filter(wanted)
                        .skip(count - 1)
                        .findFirst();
                if (found.isPresent() || left <= 0) {
                    return found.orElse(null);
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
