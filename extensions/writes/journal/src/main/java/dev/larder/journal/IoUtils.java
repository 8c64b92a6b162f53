package dev.larder.journal;

import java.io.IOException;

/** Does what makes no difference if it fails. */
final class IoUtils {

    private static final System.Logger LOG = System.getLogger(SegmentLog.class.getName());

    /** Something that may fail. */
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
