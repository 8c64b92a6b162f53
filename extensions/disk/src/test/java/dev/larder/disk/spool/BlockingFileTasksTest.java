package dev.larder.disk.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.larder.gateway.store.BodyGoneException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

class BlockingFileTasksTest {

    private final Queue<Runnable> later = new ArrayDeque<>();
    private final Scheduler scheduler = Schedulers.fromExecutor(later::add);
    private final List<Throwable> dropped = new ArrayList<>();

    @BeforeEach
    void listen() {
        Hooks.onErrorDropped(dropped::add);
    }

    @AfterEach
    void listenNoMore() {
        Hooks.resetOnErrorDropped();
    }

    private void run() {
        for (Runnable task = later.poll(); task != null; task = later.poll()) {
            task.run();
        }
    }

    @Test
    void emitsResultOfTaskRunOnScheduler() {
        var brought = BlockingFileTasks.call(scheduler, () -> "content").toFuture();
        assertThat(brought).isNotDone();
        run();
        assertThat(brought.join()).isEqualTo("content");
    }

    @Test
    void failsWithExceptionOfTask() {
        var brought = BlockingFileTasks.call(scheduler, () -> {
                    throw new BodyGoneException();
                })
                .toFuture();
        run();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(brought::join)
                .withCauseInstanceOf(BodyGoneException.class);
    }

    @Test
    void doesNotReportErrorOfCancelledTaskAsDropped() {
        Disposable waiting = BlockingFileTasks.call(scheduler, () -> {
                    throw new IOException("gone");
                })
                .subscribe();
        waiting.dispose();
        run();
        assertThat(dropped).isEmpty();
    }
}
