package dev.larder.disk.spool;

import java.util.concurrent.Callable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Work with files aside from event loops. A client that leaves does not interrupt it: that would close the file under it and
 * look like one that cannot be read. What fails when nobody waits any more is nobody's error.
 */
final class BlockingFileTasks {

    private BlockingFileTasks() {}

    /** What the task brings, once it is subscribed to; or its error. */
    static <T> Mono<T> call(Scheduler scheduler, Callable<T> task) {
        return Mono.<Callable<T>>create(waiting -> scheduler.schedule(() -> waiting.success(outcome(task))))
                .flatMap(Mono::fromCallable);
    }

    /** An error as a value: a sink that nobody listens to would log it. */
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
