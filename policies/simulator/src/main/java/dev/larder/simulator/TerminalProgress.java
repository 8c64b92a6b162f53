package dev.larder.simulator;

import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar for a pass over a trace; hidden if there is no terminal or the pass is short. */
final class TerminalProgress implements AutoCloseable {

    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final int STEPS = 1000;

    private final String task;
    private final boolean isShown;
    private final long started = System.nanoTime();
    private @Nullable ProgressBar bar;

    /** @param isShown whether there is a terminal */
    TerminalProgress(String task, boolean isShown) {
        this.task = task;
        this.isShown = isShown;
    }

    /** Updates the progress: 0 to 1, or a negative number if unknown. */
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
