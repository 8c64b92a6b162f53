package dev.larder.writes.buffer;

import dev.larder.gateway.message.LarderClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets old outcomes and compacts the log. */
public final class WriteLogMaintenance implements Runnable {

    /** Interval between two runs. */
    public static final Duration EVERY = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(WriteLogMaintenance.class);

    private final WriteLog writeLog;
    private final WriteLogCompaction compaction;
    private final WriteBufferLimits limits;
    private final LarderClock clock;

    /** Maintains that log within these limits. */
    public WriteLogMaintenance(WriteLog writeLog, WriteBufferLimits limits, LarderClock clock) {
        this.writeLog = writeLog;
        this.compaction = new WriteLogCompaction(writeLog);
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public void run() {
        try {
            compaction.run(
                    clock.wall().minus(limits.remember()), limits.mostRemembered(), writeLog.getAndResetStarved());
        } catch (IOException | CompletionException e) {
            log.warn("The log could not be compacted: {}", e.toString());
        }
    }
}
