package dev.larder.gateway.writebehind.buffer;

import dev.larder.gateway.exchange.LarderClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets what is long over. */
public final class Housekeeping implements Runnable {

    /** How long from one time to the next. */
    public static final Duration EVERY = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    /** Of what the log may take, what it may before it is tidied with more effort. */
    private static final int SHARE = 4;

    private final Archive archive;
    private final long mostBytes;
    private final Limits limits;
    private final LarderClock clock;

    /**
     * In that archive, as far as the limits say.
     *
     * @param mostBytes that its log may take
     */
    public Housekeeping(Archive archive, long mostBytes, Limits limits, LarderClock clock) {
        this.archive = archive;
        this.mostBytes = mostBytes;
        this.limits = limits;
        this.clock = clock;
    }

    private boolean isCrowded() {
        return archive.isStarved() || archive.size() > mostBytes / SHARE;
    }

    private long tidied() throws IOException {
        return archive.tidy(clock.wall().minus(limits.remember()), limits.mostRemembered(), this::isCrowded);
    }

    @Override
    public void run() {
        try {
            long oldest = tidied();
            if (isCrowded()) {
                archive.empty(archive.leave(oldest) ? tidied() : oldest);
            }
        } catch (IOException | CompletionException e) {
            log.warn("What is over still takes room in the log: {}", e.toString());
        }
    }
}
