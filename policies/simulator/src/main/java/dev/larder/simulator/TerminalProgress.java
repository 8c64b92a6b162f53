package dev.larder.simulator;

import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A bar on the terminal that shows how far a pass over a trace is; none if there is no terminal, or the pass is short. */
final class TerminalProgress implements AutoCloseable {

    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final int STEPS = 1000;

    private final String task;
    private final boolean isShown;
    private final long started = System.nanoTime();
    private @Nullable ProgressBar bar;

    /** @param isShown whether there is a terminal to show it on */
    TerminalProgress(String task, boolean isShown) {
        this.task = task;
        this.isShown = isShown;
    }

    /** So much has been done, 0 to 1, or a negative number if nobody knows. */
    void at(double done) {
        if (bar == null && isShown && done >= 0 && System.nanoTime() - started > SHORT.toNanos()) {
            bar = new ProgressBarBuilder()
                    .setTaskName(task)
                    .setInitialMax(STEPS)
                    .setStyle(ProgressBarStyle.ASCII)
                    .hideEta()
                    .build();
        }
        if (bar != null) {
            bar.stepTo(Math.round(done * STEPS));
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
