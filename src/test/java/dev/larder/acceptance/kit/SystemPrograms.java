package dev.larder.acceptance.kit;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Programs of the system, which may not have them. */
public final class SystemPrograms {

    private static final int PATIENCE_SECONDS = 20;

    private SystemPrograms() {}

    /** Whether a program ends well, and soon; false if the system has no such program. */
    public static boolean succeeds(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
