package dev.larder.writes.buffer;

import dev.larder.journal.SegmentLog;
import dev.larder.writes.buffer.WriteAcceptance.Refusal;
import dev.larder.writes.buffer.WriteLogRecord.Fate;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Deliveries for whose records the disk has no space. They count all the same, because they are what frees space: once no write of a
 * segment is pending, the segment is dropped, and the delivery of its writes is as durable as by a record. If the gateway is killed
 * before, the origin gets those writes again, with their item ids. Guarded by the monitor of {@link WriteLog}.
 */
final class UnrecordedDeliveries {

    private final WriteIndex index;
    private final Set<Long> settling;

    /** By the segment of their records, the content files of delivered writes: until then, a restart needs them. */
    private final NavigableMap<Long, List<String>> files = new TreeMap<>();

    UnrecordedDeliveries(WriteIndex index, Set<Long> settling) {
        this.index = index;
        this.settling = settling;
    }

    /** Completes normally if the record is durable, or the disk is full. */
    static CompletionStage<Void> allow(CompletionStage<?> recorded) {
        return recorded.handle((done, fault) -> {
            if (fault != null && Refusal.of(fault) != Refusal.DISK_FULL) {
                throw new CompletionException(fault);
            }
            return null;
        });
    }

    /** Whether a batch with these outcomes is over without a record: a dead letter needs one. */
    static boolean isEnough(WriteLogRecord.Settled settled) {
        return settled.outcomes().stream().noneMatch(outcome -> outcome.fate() == Fate.DEAD);
    }

    /**
     * Returns what is to be recorded: without replies where little space is left, which must suffice for outcomes until more is
     * freed, and without deliveries where even that is scarce.
     */
    static WriteLogRecord.Settled fitting(WriteLogRecord.Settled settled, SegmentLog log, boolean scarce) {
        if (!scarce && 2 * log.free() >= log.settings().reserveBytes()) {
            return settled;
        }
        List<Outcome> outcomes = settled.outcomes().stream()
                .filter(outcome -> !scarce || outcome.fate() != Fate.DELIVERED)
                .map(outcome -> outcome.with(Optional.empty()))
                .toList();
        return new WriteLogRecord.Settled(settled.batch(), settled.at(), outcomes);
    }

    /** Enters outcomes, if they are {@link #isEnough}; otherwise deliveries alone. Returns the writes that are not pending any more. */
    List<ConcludedWrite> enter(WriteLogRecord.Settled settled) {
        boolean whole = isEnough(settled);
        List<ConcludedWrite> over = new ArrayList<>();
        for (Outcome outcome : settled.outcomes()) {
            boolean delivered = outcome.fate() == Fate.DELIVERED;
            if (delivered) {
                index.kept(outcome.number()).ifPresent(kept -> over.add(new ConcludedWrite(kept, Fate.DELIVERED)));
            }
            if (whole || delivered) {
                settling.remove(outcome.number());
            }
        }
        over.forEach(each -> each.kept()
                .file()
                .ifPresent(file -> files.computeIfAbsent(each.kept().at().segment(), none -> new ArrayList<>())
                        .add(file)));
        index.settledUnrecorded(settled, whole);
        return over;
    }

    /** Returns the content files that no restart needs, once the segments before this one are dropped; each once. */
    List<String> takeFilesBefore(long segment) {
        NavigableMap<Long, List<String>> dropped = files.headMap(segment, false);
        List<String> taken = dropped.values().stream().flatMap(List::stream).toList();
        dropped.clear();
        return taken;
    }
}
