package dev.larder.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.metrics.RuleScope;
import dev.larder.rfc9111.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What event loops hand over is noted elsewhere, in order, and what there is no room for is counted. */
class DryRunQueueTest {

    private static final RuleScope SHOP = new RuleScope("route", "", "shop");

    private final OnCommand executor = new OnCommand();
    private final DryRunQueue backlog = new DryRunQueue(new DryRunEvaluator(0.01, Set::of), executor);
    private final List<Integer> noted = new ArrayList<>();

    @Test
    void processesAddedTasksOnExecutorOnly() {
        backlog.add(account -> noted.add(1));

        assertThat(noted).isEmpty();
        executor.run();
        assertThat(noted).containsExactly(1);
    }

    @Test
    void processesTasksInOrderInOneExecutorTask() {
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            backlog.add(account -> noted.add(number));
        }

        assertThat(executor.tasks).hasSize(1);
        executor.run();
        assertThat(noted).hasSize(1_000).isSorted();
    }

    @Test
    void processesTasksAddedDuringProcessing() {
        backlog.add(account -> {
            noted.add(1);
            backlog.add(later -> noted.add(2));
        });

        executor.run();

        assertThat(noted).containsExactly(1, 2);
        backlog.add(account -> noted.add(3));
        executor.run();
        assertThat(noted).containsExactly(1, 2, 3);
    }

    @Test
    void countsTasksDroppedWhenFullAndProcessesTheRest() {
        for (int i = 0; i < DryRunQueue.MOST + 10; i++) {
            assertThat(backlog.add(account -> account.passed(SHOP, Reason.METHOD)))
                    .isEqualTo(i < DryRunQueue.MOST);
        }
        executor.run();
        assertThat(backlog.add(account -> account.passed(SHOP, Reason.METHOD))).isTrue();

        DryRunReport report = backlog.report();

        assertThat(report.unwatched()).isEqualTo(new DryRunReport.Unwatched(10, 0));
        assertThat(report.total().requests()).isEqualTo(DryRunQueue.MOST + 1);
    }

    @Test
    void reportIncludesAllTasksAddedBeforeIt() {
        backlog.add(account -> account.passed(SHOP, Reason.METHOD));

        assertThat(backlog.report().total().requests()).isEqualTo(1);
        executor.run();
        assertThat(backlog.report().total().requests()).isEqualTo(1);
    }

    @Test
    void countsFailedTaskAndProcessesTheRest() {
        backlog.add(account -> {
            throw new IllegalStateException("on purpose");
        });
        backlog.add(account -> noted.add(1));

        executor.run();

        assertThat(noted).containsExactly(1);
        assertThat(backlog.report().unwatched().faults()).isEqualTo(1);
    }

    @Test
    void reportIncludesTasksThatExecutorRejected() {
        var closing = new DryRunQueue(new DryRunEvaluator(0.01, Set::of), task -> {
            throw new RejectedExecutionException();
        });

        assertThat(closing.add(account -> account.passed(SHOP, Reason.METHOD))).isTrue();

        assertThat(closing.report().total().requests()).isEqualTo(1);
    }

    /** Runs what it is given when it is told to. */
    private static final class OnCommand implements Executor {

        private final Queue<Runnable> tasks = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        void run() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }
    }
}
