package dev.larder.disk.spool;

import java.util.concurrent.Callable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Runs file operations off the event loops. A disconnecting client does not interrupt one: an interrupt would close the file,
 * which would then look unreadable. A failure after the subscriber has left is dropped.
 */
final class BlockingFileTasks {

    private BlockingFileTasks() {}

    /** Returns the result of the task, which runs on subscription; or its error. */
    static <T> Mono<T> call(Scheduler scheduler, Callable<T> task) {
        return Mono.<Callable<T>>create(waiting -> scheduler.schedule(() -> waiting.success(outcome(task))))
                .flatMap(Mono::fromCallable);
    }

    /** Returns an error as a value, as a sink without a listener would log it. */
    private static <T> Callable<T> outcome(Callable<T> task) {
        try {
            T brought = task.call();
            return () -> brought;
        } catch (Exception fault) {
            return () -> {
                throw fault;
            };
        }
    }
}
