package dev.larder.writes.buffer;

import dev.larder.journal.RecordPosition;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.buffer.WriteLogRecord.Fate;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state built from the records of a log in their order: waiting writes, dead letters, open batches, recent
 * outcomes. Single-threaded.
 */
final class WriteIndex {

    /** Bytes of a record beside its content. */
    private static final int FRAME = 24;

    /** Maximum bytes of a record of the death of one write. */
    private static final int MAX_DEATH_LENGTH = 4_096;

    private final NavigableMap<Long, PendingWrite> kept = new TreeMap<>();
    private final Map<UUID, Long> numbers = new HashMap<>();
    private final Map<UUID, Opened> open = new LinkedHashMap<>();
    private final Map<Long, UUID> batches = new HashMap<>();
    private final LinkedHashMap<UUID, Finished> finished = new LinkedHashMap<>();
    private final Map<TruncatedSha256, Repeated> repeats = new HashMap<>();
    private final NavigableMap<Long, Integer> living = new TreeMap<>();

    /** By segment, the bytes needed to rewrite its records of unfinished writes. */
    private final Map<Long, Long> weights = new HashMap<>();

    private long weight;
    private long latest;

    private record Opened(RecordPosition at, Set<Long> numbers) {}

    /**
     * A delivered write.
     *
     * @param at position of the record of its delivery
     */
    record Finished(long number, Instant settled, RecordPosition at, Optional<IdempotencyFingerprint> repeat) {}

    /**
     * A request with a known idempotency key.
     *
     * @param id of its write
     * @param content of the whole request
     */
    record Repeated(UUID id, TruncatedSha256 content) {}

    /** Adds a record. */
    void enter(WriteLogRecord entry, RecordPosition at) {
        if (entry instanceof WriteLogRecord.Accepted accepted) {
            accepted(accepted, at);
        } else if (entry instanceof WriteLogRecord.Planned planned) {
            planned(planned, at);
        } else if (entry instanceof WriteLogRecord.Settled settled) {
            settled(settled, at);
        } else if (entry instanceof WriteLogRecord.Redriven redriven) {
            redriven.numbers().forEach(this::revive);
        } else if (entry instanceof WriteLogRecord.Discarded discarded) {
            discarded.numbers().forEach(this::forget);
        }
    }

    /** A record may have been rewritten after the records of the write's outcome. */
    private void accepted(WriteLogRecord.Accepted accepted, RecordPosition at) {
        long number = accepted.write().number();
        latest = Math.max(latest, number);
        PendingWrite before = kept.get(number);
        if (before != null) {
            weighs(before.at(), -1);
            kept.put(number, before.at(at));
        } else {
            PendingWrite write = PendingWrite.of(accepted, at);
            UUID batch = batches.get(number);
            kept.put(number, batch == null ? write : write.in(batch));
            numbers.put(accepted.write().id(), number);
            accepted.repeat()
                    .ifPresent(repeat -> repeats.put(
                            repeat.key(), new Repeated(accepted.write().id(), repeat.content())));
        }
        weighs(at, 1);
    }

    private void planned(WriteLogRecord.Planned planned, RecordPosition at) {
        Opened before = open.put(planned.batch(), new Opened(at, new LinkedHashSet<>(planned.numbers())));
        if (before != null) {
            weighs(before.at(), -1);
        }
        weighs(at, 1);
        for (long number : planned.numbers()) {
            UUID other = batches.put(number, planned.batch());
            if (other != null && !other.equals(planned.batch())) {
                leave(other, number);
            }
            kept.computeIfPresent(number, (same, write) -> write.in(planned.batch()));
        }
    }

    /** Removes a write from a batch whose plan was never carried out, because another batch has the write. */
    private void leave(UUID batch, long number) {
        Opened opened = open.get(batch);
        if (opened != null) {
            opened.numbers().remove(number);
            if (opened.numbers().isEmpty()) {
                open.remove(batch);
                weighs(opened.at(), -1);
            }
        }
    }

    private void settled(WriteLogRecord.Settled settled, RecordPosition at) {
        close(settled.batch());
        for (Outcome outcome : settled.outcomes()) {
            PendingWrite write = kept.get(outcome.number());
            if (write != null && outcome.fate() != Fate.DELIVERED) {
                settled(write, outcome, at);
            }
            outcome.delivered().ifPresent(identity -> delivered(outcome.number(), identity, settled.at(), at));
        }
    }

    /**
     * Adds the outcome of a batch that has no record.
     *
     * @param whole whether the batch is over; otherwise only its deliveries count
     */
    void settledUnrecorded(WriteLogRecord.Settled settled, boolean whole) {
        if (whole) {
            close(settled.batch());
        }
        for (Outcome outcome : settled.outcomes()) {
            PendingWrite write = kept.get(outcome.number());
            if (write != null && outcome.fate() == Fate.DELIVERED) {
                remove(outcome.number());
                write.repeat().ifPresent(repeat -> repeats.remove(repeat.key()));
            } else if (write != null && whole) {
                kept.put(outcome.number(), write.again(outcome.attempts()));
            }
        }
    }

    /** A batch of which a write is gone was answered when the disk was full. Its other writes may have been delivered with it. */
    void closeUnrecorded() {
        List.copyOf(open.entrySet()).stream()
                .filter(batch -> !kept.keySet().containsAll(batch.getValue().numbers()))
                .forEach(batch -> {
                    close(batch.getKey());
                    batch.getValue()
                            .numbers()
                            .forEach(number ->
                                    kept.computeIfPresent(number, (same, write) -> write.again(write.attempts())));
                });
    }

    private void close(UUID batch) {
        Opened opened = open.remove(batch);
        if (opened != null) {
            weighs(opened.at(), -1);
            opened.numbers().forEach(number -> batches.remove(number, batch));
        }
    }

    private void delivered(long number, WriteLogRecord.Identity identity, Instant when, RecordPosition at) {
        latest = Math.max(latest, number);
        remove(number);
        Finished before = finished.put(identity.id(), new Finished(number, when, at, identity.repeat()));
        if (before != null) {
            lives(before.at(), -1);
        }
        lives(at, 1);
        identity.repeat().ifPresent(repeat -> repeats.put(repeat.key(), new Repeated(identity.id(), repeat.content())));
    }

    private void settled(PendingWrite write, Outcome outcome, RecordPosition at) {
        if (outcome.fate() == Fate.DEAD) {
            die(write, at);
        } else {
            kept.put(outcome.number(), write.again(outcome.attempts()));
        }
    }

    private void die(PendingWrite write, RecordPosition at) {
        write.died().ifPresent(before -> weighsAsDeath(before, -1));
        weighsAsDeath(at, 1);
        kept.put(write.write().number(), write.dead(at));
    }

    private void revive(long number) {
        PendingWrite write = kept.get(number);
        if (write != null) {
            write.died().ifPresent(at -> weighsAsDeath(at, -1));
            kept.put(number, write.again(0));
        }
    }

    private void forget(long number) {
        PendingWrite write = remove(number);
        if (write != null) {
            write.died().ifPresent(at -> weighsAsDeath(at, -1));
            write.repeat().ifPresent(repeat -> repeats.remove(repeat.key()));
            UUID batch = batches.remove(number);
            if (batch != null) {
                leave(batch, number);
            }
        }
    }

    private @Nullable PendingWrite remove(long number) {
        PendingWrite write = kept.remove(number);
        if (write != null) {
            numbers.remove(write.write().id());
            weighs(write.at(), -1);
        }
        return write;
    }

    private void weighs(RecordPosition at, int by) {
        weighs(at, by, at.length());
    }

    /** The record may be shared by many writes. */
    private void weighsAsDeath(RecordPosition at, int by) {
        weighs(at, by, Math.min(MAX_DEATH_LENGTH, at.length()));
    }

    /** The record must also be rewritten before its segment can be dropped. */
    private void weighs(RecordPosition at, int by, int length) {
        lives(at, by);
        long bytes = by * (long) (FRAME + length);
        weight += bytes;
        weights.merge(at.segment(), bytes, (some, more) -> some + more == 0 ? null : some + more);
    }

    /** Returns the maximum bytes needed to rewrite all unfinished records. */
    long weight() {
        return weight;
    }

    /** Returns the part of that for records in a segment. */
    long weight(long segment) {
        return weights.getOrDefault(segment, 0L);
    }

    private void lives(RecordPosition at, int by) {
        living.merge(at.segment(), by, (some, more) -> some + more == 0 ? null : some + more);
    }

    /** Returns the largest number so far. */
    long latest() {
        return latest;
    }

    /** Returns the undelivered writes, in the order of their numbers. */
    Collection<PendingWrite> kept() {
        return kept.values();
    }

    /** Returns the undelivered write with this number. */
    Optional<PendingWrite> kept(long number) {
        return Optional.ofNullable(kept.get(number));
    }

    /** Returns the undelivered write with this id. */
    Optional<PendingWrite> kept(UUID id) {
        return Optional.ofNullable(numbers.get(id)).map(kept::get);
    }

    /** Returns the delivered write with this id, if still remembered. */
    Optional<Finished> finished(UUID id) {
        return Optional.ofNullable(finished.get(id));
    }

    /** Returns the first request with this key. */
    Optional<Repeated> repeated(TruncatedSha256 key) {
        return Optional.ofNullable(repeats.get(key));
    }

    /** Whether a batch has been planned and is not settled. */
    boolean isOpen(UUID batch) {
        return open.containsKey(batch);
    }

    /** Returns the batches that have been planned and are not settled. */
    List<WriteBatch> open() {
        List<WriteBatch> batches = new ArrayList<>();
        open.forEach((id, opened) -> {
            List<AcknowledgedWrite> writes = opened.numbers().stream()
                    .map(kept::get)
                    .filter(write -> write != null && write.batch().equals(Optional.of(id)))
                    .map(PendingWrite::write)
                    .toList();
            if (!writes.isEmpty()) {
                batches.add(new WriteBatch(id, writes.get(0).channel(), writes));
            }
        });
        return batches;
    }

    /** Forgets writes delivered before a time, and the oldest ones above this maximum. */
    void forgetFinished(Instant before, int most) {
        Iterator<Finished> oldest = finished.values().iterator();
        while (oldest.hasNext()) {
            Finished next = oldest.next();
            if (finished.size() <= most && !next.settled().isBefore(before)) {
                return;
            }
            oldest.remove();
            lives(next.at(), -1);
            next.repeat().ifPresent(repeat -> repeats.remove(repeat.key()));
        }
    }

    /** Forgets writes whose delivery is recorded in one segment, the oldest one still needed. */
    void forgetFinishedIn(long segment) {
        Iterator<Finished> oldest = finished.values().iterator();
        while (oldest.hasNext()) {
            Finished next = oldest.next();
            if (next.at().segment() != segment) {
                return;
            }
            oldest.remove();
            lives(next.at(), -1);
            next.repeat().ifPresent(repeat -> repeats.remove(repeat.key()));
        }
    }

    /** Returns the oldest segment with a record that is still needed. */
    Optional<Long> oldestLiving() {
        return living.isEmpty() ? Optional.empty() : Optional.of(living.firstKey());
    }

    /** Returns the records of open batches in a segment. */
    List<WriteLogRecord.Planned> openIn(long segment) {
        List<WriteLogRecord.Planned> found = new ArrayList<>();
        open.forEach((id, opened) -> {
            if (opened.at().segment() == segment) {
                found.add(new WriteLogRecord.Planned(id, List.copyOf(opened.numbers())));
            }
        });
        return found;
    }

    /** Returns the undelivered writes with a record in a segment. */
    List<PendingWrite> keptIn(long segment) {
        return kept.values().stream()
                .filter(write -> write.at().segment() == segment
                        || write.died().filter(at -> at.segment() == segment).isPresent())
                .toList();
    }

    /** Returns the names of all content files. */
    Set<String> files() {
        Set<String> files = new HashSet<>();
        kept.values().forEach(write -> write.file().ifPresent(files::add));
        return files;
    }
}
