package dev.larder.acceptance.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What the origin was asked, to be counted and waited for. */
final class RequestLog {

    private static final long PATIENCE_SECONDS = 30;

    private final List<ReceivedRequest> requests = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();

    void add(ReceivedRequest request) {
        lock.lock();
        try {
            requests.add(request);
            grown.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            requests.clear();
        } finally {
            lock.unlock();
        }
    }

    List<ReceivedRequest> all() {
        lock.lock();
        try {
            return List.copyOf(requests);
        } finally {
            lock.unlock();
        }
    }

    List<ReceivedRequest> matching(String path) {
        return all().stream().filter(request -> request.path().equals(path)).toList();
    }

    List<ReceivedRequest> await(String path, int count) {
        long left = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        lock.lock();
        try {
            while (matching(path).size() < count) {
                if (left <= 0) {
                    throw new AssertionError("the origin got " + matching(path) + " instead of " + count + " requests");
                }
                left = grown.awaitNanos(left);
            }
            return matching(path);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            lock.unlock();
        }
    }
}
