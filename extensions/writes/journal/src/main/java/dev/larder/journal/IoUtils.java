package dev.larder.journal;

import java.io.IOException;

/** Runs actions whose failure makes no difference. */
final class IoUtils {

    private static final System.Logger LOG = System.getLogger(IoUtils.class.getName());

    /** An action that may fail. */
    @FunctionalInterface
    interface Action {

        void run() throws IOException;
    }

    private IoUtils() {}

    static void run(Action action) {
        try {
            action.run();
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "not done", e);
        }
    }
}
