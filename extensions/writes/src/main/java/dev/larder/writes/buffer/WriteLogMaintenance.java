package dev.larder.writes.buffer;

import dev.larder.gateway.exchange.LarderClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets what is long over. */
public final class WriteLogMaintenance implements Runnable {

    /** How long from one time to the next. */
    public static final Duration EVERY = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(WriteLogMaintenance.class);

    private final WriteLog writeLog;
    private final WriteLogCompaction compaction;
    private final WriteBufferLimits limits;
    private final LarderClock clock;

    /** In that archive, as far as the limits say. */
    public WriteLogMaintenance(WriteLog writeLog, WriteBufferLimits limits, LarderClock clock) {
        this.writeLog = writeLog;
        this.compaction = writeLog.compaction();
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public void run() {
        try {
            compaction.run(clock.wall().minus(limits.remember()), limits.mostRemembered(), writeLog.takeStarved());
        } catch (IOException | CompletionException e) {
            log.warn("The log could not be compacted: {}", e.toString());
        }
    }
}
