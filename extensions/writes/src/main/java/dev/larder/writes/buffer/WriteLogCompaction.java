package dev.larder.writes.buffer;

import dev.larder.journal.SegmentInfo;
import dev.larder.journal.SegmentLog;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees segments without live records. Segments are freed in order only: live records of the oldest one are rewritten
 * if that frees more than it takes. Single-threaded.
 */
final class WriteLogCompaction {

    private static final Logger LOG = LoggerFactory.getLogger(WriteLogCompaction.class);

    /** Minimum bytes of a segment that justify starting another one. */
    private static final int WORTH_LEAVING = 1 << 12;

    /** Fraction of the maximum log size below which there is no compaction. */
    private static final int SHARE = 4;

    private static final int SEGMENTS_AT_ONCE = 16;
    private static final int MOVES_AT_ONCE = 256;

    private final WriteLog writeLog;
    private final SegmentLog log;
    private final WriteIndex index;

    WriteLogCompaction(WriteLog writeLog) {
        this.writeLog = writeLog;
        this.log = writeLog.segments();
        this.index = writeLog.index();
    }

    /** How the oldest segment is emptied. */
    enum Way {
        /** Not at all: it would take as much as it frees. */
        NONE,
        /** By ordinary records. */
        ORDINARY,
        /** By records that use reserved bytes, for lack of others. */
        RESERVED
    }

    /**
     * The state of the log.
     *
     * @param cost bytes needed to rewrite the live records of the oldest segment
     * @param gain bytes of the oldest segment
     * @param living bytes needed to rewrite the live records of all segments
     * @param size bytes of all segments
     * @param free bytes that may still be written, including reserved ones
     * @param reserve reserved bytes
     */
    record State(long cost, long gain, long living, long size, long free, long reserve) {

        /** Decides so that records are not moved forever, and half of the reserve always remains for its purpose. */
        Way way() {
            boolean pays = 2 * cost <= gain || (size > free && 2 * living <= size);
            if (!pays) {
                return Way.NONE;
            }
            if (cost <= free - reserve) {
                return Way.ORDINARY;
            }
            return 2 * cost <= free ? Way.RESERVED : Way.NONE;
        }
    }

    /**
     * Forgets old outcomes, and frees the oldest segments if necessary.
     *
     * @param before outcomes of earlier deliveries are forgotten
     * @param most maximum number of remembered outcomes
     * @param starved whether a write has found no space
     */
    void run(Instant before, int most, boolean starved) throws IOException {
        synchronized (writeLog) {
            index.forgetFinished(before, most);
        }
        drop();
        boolean needed = starved;
        for (int i = 0; i < SEGMENTS_AT_ONCE && (needed || isCrowded() || log.isDiskScarce()); i++) {
            if (!freeOldest()) {
                return;
            }
            needed = false;
        }
    }

    private boolean isCrowded() {
        return log.size() > log.settings().maxBytes() / SHARE;
    }

    private long oldest() {
        synchronized (writeLog) {
            return Math.min(log.newestSegment(), index.oldestLiving().orElse(Long.MAX_VALUE));
        }
    }

    private State state(long oldest) {
        long size = log.size();
        long gain = log.segments().stream()
                .filter(each -> each.number() == oldest)
                .mapToLong(SegmentInfo::bytes)
                .sum();
        synchronized (writeLog) {
            return new State(
                    index.weight(oldest),
                    gain,
                    index.weight(),
                    size,
                    log.free(),
                    log.settings().reserveBytes());
        }
    }

    private void drop() throws IOException {
        long bound;
        synchronized (writeLog) {
            bound = Math.min(oldest(), writeLog.firstEntering());
        }
        log.dropBefore(bound);
        writeLog.dropped(bound);
    }

    /** Whether the oldest segment has been freed. */
    private boolean freeOldest() throws IOException {
        long oldest = oldest();
        State state = state(oldest);
        Way way = state.way();
        if (way == Way.NONE) {
            return false;
        }
        if (oldest == log.newestSegment()) {
            if (state.gain() < WORTH_LEAVING) {
                return false;
            }
            leaveNewest(oldest);
        } else {
            synchronized (writeLog) {
                index.forgetFinishedIn(oldest);
            }
        }
        move(oldest, way == Way.RESERVED);
        drop();
        return oldest() > oldest;
    }

    /** On a full disk, a newest segment without a needed record is all that can make place for another. */
    private void leaveNewest(long segment) {
        CompletionStage<Long> rolled;
        synchronized (writeLog) {
            index.forgetFinishedIn(segment);
            rolled = log.roll(index.oldestLiving().isPresent() || writeLog.firstEntering() != Long.MAX_VALUE);
        }
        rolled.toCompletableFuture().join();
    }

    private void move(long segment, boolean reserved) {
        List<PendingWrite> found;
        List<WriteLogRecord.Planned> open;
        synchronized (writeLog) {
            found = index.keptIn(segment);
            open = index.openIn(segment);
        }
        var moves = new Moves();
        for (PendingWrite pending : found) {
            moves.add(move(pending, reserved));
        }
        for (WriteLogRecord.Planned planned : open) {
            moves.add(move(planned, reserved));
        }
        moves.join();
        if (moves.failed > 0) {
            LOG.warn("{} live records could not be moved out of the oldest segment of the log.", moves.failed);
        }
    }

    /** A bounded number of moves in progress. */
    private static final class Moves {

        private final List<CompletableFuture<?>> underWay = new ArrayList<>();
        private int failed;

        void add(CompletionStage<?> move) {
            underWay.add(move.toCompletableFuture());
            if (underWay.size() == MOVES_AT_ONCE) {
                join();
            }
        }

        void join() {
            for (CompletableFuture<?> each : underWay) {
                failed += each.handle((done, fault) -> fault == null ? 0 : 1).join();
            }
            underWay.clear();
        }
    }

    /** Later records of the write must come after it in the log: so its state is checked and it is appended at once. */
    private CompletionStage<?> move(PendingWrite pending, boolean reserved) {
        try {
            WriteLogReader reading = writeLog.reader();
            WriteLogRecord record = reading.record(pending);
            Optional<WriteLogRecord> death = pending.isDead() ? Optional.of(reading.death(pending)) : Optional.empty();
            synchronized (writeLog) {
                return writeLog.beginMove(pending)
                        ? append(record, death, reserved).whenComplete((done, fault) -> writeLog.endMove(pending))
                        : CompletableFuture.completedFuture(false);
            }
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Both records count together: the record of a death must come after the write itself. */
    private CompletionStage<?> append(WriteLogRecord record, Optional<WriteLogRecord> death, boolean reserved) {
        if (death.isEmpty()) {
            return writeLog.append(reserved, record, at -> {
                index.enter(record, at);
                return true;
            });
        }
        return writeLog.append(reserved, record, at -> at)
                .thenCompose(at -> writeLog.append(reserved, death.get(), then -> {
                    index.enter(record, at);
                    index.enter(death.get(), then);
                    return true;
                }));
    }

    private CompletionStage<?> move(WriteLogRecord.Planned planned, boolean reserved) {
        synchronized (writeLog) {
            if (!index.isOpen(planned.batch()) || writeLog.isChanging(planned.numbers())) {
                return CompletableFuture.completedFuture(false);
            }
            return writeLog.append(reserved, planned, at -> {
                if (index.isOpen(planned.batch())) {
                    index.enter(planned, at);
                }
                return true;
            });
        }
    }
}
