package dev.larder.soak;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What is done.
 *
 * @param length of the traffic, warm-up included
 * @param faults in their order
 * @param jar Larder's executable
 * @param pinned whether the gateway has one core and all else the other
 * @param slowClients of the crowd that sends a byte a second
 * @param leaks which buffers are watched
 */
record SoakSettings(
        Duration length, List<SoakFault> faults, Path jar, boolean pinned, int slowClients, LeakDetectionLevel leaks) {

    /** From this length on it is not only to see that all holds, but how well. */
    static final Duration LONG = MemoryAllowance.SPEED_JUDGED_FROM;

    private static final int MANY = 2_000;
    private static final int SOME = 400;

    /** As fits the length. */
    static SoakSettings of(Duration length, List<SoakFault> faults, Path jar) {
        var isLong = length.compareTo(LONG) >= 0;
        return isLong
                ? new SoakSettings(length, faults, jar, true, MANY, LeakDetectionLevel.OF_SOME)
                : new SoakSettings(length, faults, jar, false, SOME, LeakDetectionLevel.OF_ALL);
    }

    /** Of the gateway's virtual machine. */
    List<String> options() {
        return MemoryAllowance.USUAL.options(leaks);
    }
}
