package dev.larder.simulator;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Replays a trace through many caches at once: one thread reads a block ahead while the others replay the previous one,
 * each cache on one thread at a time. Keeps two blocks in memory, whatever the length of the trace.
 */
final class ParallelReplay implements AutoCloseable {

    private final ExecutorService runners;
    private final ExecutorService reader = Executors.newSingleThreadExecutor(ParallelReplay::daemon);

    ParallelReplay(int threads) {
        runners = Executors.newFixedThreadPool(threads, ParallelReplay::daemon);
    }

    private static Thread daemon(Runnable task) {
        var thread = new Thread(task, "replay");
        thread.setDaemon(true);
        return thread;
    }

    /** Replays the whole trace through each of the caches, and returns what of it was skipped. */
    SkippedLines run(TraceSource trace, List<CacheReplay> replays, TerminalProgress progress) throws IOException {
        try (RequestReader requests = trace.open()) {
            var current = new RequestBlock();
            var ahead = new RequestBlock();
            requests.fill(current);
            while (current.count() > 0) {
                RequestBlock next = ahead;
                Future<?> reading = reader.submit(() -> {
                    requests.fill(next);
                    return next;
                });
                replayAll(replays, current);
                await(reading);
                ahead = current;
                current = next;
                progress.at(requests.progress());
            }
            return requests.skipped();
        }
    }

    private void replayAll(List<CacheReplay> replays, RequestBlock block) throws IOException {
        try {
            List<Callable<Void>> tasks = replays.stream()
                    .<Callable<Void>>map(replay -> () -> {
                        replay.replay(block);
                        return null;
                    })
                    .toList();
            for (Future<Void> done : runners.invokeAll(tasks)) {
                await(done);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static void await(Future<?> task) throws IOException {
        try {
            task.get();
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof MalformedTraceException malformed) {
                throw malformed;
            }
            throw new IOException(e.getCause());
        }
    }

    private static IOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted", e);
    }

    @Override
    public void close() {
        runners.shutdownNow();
        reader.shutdownNow();
    }
}
