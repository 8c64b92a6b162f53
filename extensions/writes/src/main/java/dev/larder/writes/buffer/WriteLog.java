package dev.larder.writes.buffer;

import dev.larder.journal.BodyFiles;
import dev.larder.journal.BodySink;
import dev.larder.journal.RecordPosition;
import dev.larder.journal.SegmentLog;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.ItemId;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.buffer.WriteAcceptance.Refusal;
import dev.larder.writes.buffer.WriteLogRecord.Fate;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Durable storage of writes and their outcomes in a folder: a log of records, and files for long contents. */
public final class WriteLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WriteLog.class);

    private final SegmentLog log;
    private final BodyFiles files;
    private final WriteIndex index;
    private final Executor later;
    private final WriteLogReader reader;

    /** By the newest segment at their append, the number of records that are not indexed yet: those segments must stay. */
    private final NavigableMap<Long, Integer> entering = new TreeMap<>();

    /** Writes whose settlement is not durable yet, or has failed and may be durable. */
    private final Set<Long> settling = new HashSet<>();

    /** Writes that are being moved, replayed or discarded, by one order at a time. */
    private final Set<Long> claimed = new HashSet<>();

    /** By channel, the id of its latest write in this run. */
    private final Map<String, ItemId> items = new HashMap<>();

    private final UnrecordedDeliveries unrecorded;

    private long latest;

    private final AtomicBoolean starved = new AtomicBoolean();

    WriteLog(SegmentLog log, BodyFiles files, WriteIndex index, Executor later) {
        this.log = log;
        this.files = files;
        this.index = index;
        this.later = later;
        this.reader = new WriteLogReader(log, files, this::kept);
        this.unrecorded = new UnrecordedDeliveries(index, settling);
        this.latest = index.latest();
    }

    /** Creates a file for long content. */
    public BodySink newFile() throws IOException {
        return files.begin();
    }

    /** Returns the content of a file, before its write is acknowledged. */
    public InputStream file(String name) throws IOException {
        return new BodyFileInputStream(files.open(name));
    }

    /** Returns the size of the log on the disk in bytes. */
    public long size() {
        return log.size();
    }

    UUID owner() {
        return log.owner();
    }

    /** Returns a number that increases each time the log is opened. */
    long life() {
        return log.life();
    }

    synchronized List<PendingWrite> kept() {
        return List.copyOf(index.kept());
    }

    synchronized Optional<PendingWrite> kept(long number) {
        return index.kept(number);
    }

    synchronized Optional<PendingWrite> kept(UUID id) {
        return index.kept(id);
    }

    synchronized List<WriteBatch> open() {
        return index.open();
    }

    synchronized Optional<WriteIndex.Repeated> repeated(TruncatedSha256 key) {
        return index.repeated(key);
    }

    /** Claims dead letters, so that no other order takes them until {@link #unclaim}. */
    synchronized List<PendingWrite> claim(Collection<UUID> ids) {
        return ids.stream()
                .distinct()
                .flatMap(id -> index.kept(id).stream())
                .filter(PendingWrite::isDead)
                .filter(kept -> !settling.contains(kept.write().number()))
                .filter(kept -> claimed.add(kept.write().number()))
                .toList();
    }

    /** Claims at most this many matching writes, until {@link #unclaim}; they may be settled meanwhile. */
    synchronized List<PendingWrite> claim(Predicate<PendingWrite> wanted, int most) {
        return index.kept().stream()
                .filter(wanted)
                .filter(kept -> claimed.add(kept.write().number()))
                .limit(most)
                .toList();
    }

    synchronized void unclaim(Collection<PendingWrite> some) {
        some.forEach(kept -> claimed.remove(kept.write().number()));
    }

    /** Discards claimed writes; completes with those that had not been settled before, in their previous state. */
    CompletionStage<List<PendingWrite>> discard(List<PendingWrite> some) {
        List<Long> numbers = some.stream().map(kept -> kept.write().number()).toList();
        var discarded = new WriteLogRecord.Discarded(numbers);
        return append(true, discarded, at -> {
                    List<PendingWrite> left = numbers.stream()
                            .flatMap(number -> index.kept(number).stream())
                            .toList();
                    index.enter(discarded, at);
                    left.forEach(this::deleteFile);
                    return left;
                })
                .whenComplete((left, fault) -> unclaim(some));
    }

    /** Discards content that is not acknowledged after all. */
    public void discard(WriteContent content) {
        if (content instanceof WriteContent.InFile file) {
            delete(file.name());
        }
    }

    private void deleteFile(PendingWrite kept) {
        kept.file().ifPresent(this::delete);
    }

    private void delete(String file) {
        later.execute(() -> {
            try {
                files.delete(file);
            } catch (IOException e) {
                LOG.warn(
                        "The file of a completed write cannot be deleted now; the next start deletes it. {}",
                        e.toString());
            }
        });
    }

    /** Updates the index when a record is durable. */
    @FunctionalInterface
    interface Entered<T> {

        T at(RecordPosition position);
    }

    /** Appends a record, and indexes it when it is durable. */
    <T> CompletionStage<T> append(boolean mark, WriteLogRecord entry, Entered<T> entered) {
        return append(mark, entry, entered, indexed -> {});
    }

    /** Appends a record, indexes it when it is durable, and passes the result on: on the log's thread, in the order of the log. */
    private synchronized <T> CompletionStage<T> append(
            boolean mark, WriteLogRecord entry, Entered<T> entered, Consumer<T> then) {
        long newest = newestSegment();
        entering.merge(newest, 1, Integer::sum);
        BiFunction<RecordPosition, @Nullable Throwable, T> appended = (at, fault) -> {
            T indexed = indexed(newest, at, fault, entered);
            then.accept(indexed);
            return indexed;
        };
        try {
            return log.append(WriteLogRecordCodec.encode(entry), mark, appended);
        } catch (RuntimeException e) {
            return CompletableFuture.<RecordPosition>failedStage(e).handle(appended);
        }
    }

    private synchronized <T> T indexed(long newest, RecordPosition at, @Nullable Throwable fault, Entered<T> entered) {
        entering.merge(newest, -1, (some, less) -> some + less == 0 ? null : some + less);
        if (fault != null) {
            if (Refusal.of(fault) == Refusal.DISK_FULL) {
                starve();
            }
            throw new CompletionException(fault);
        }
        return entered.at(at);
    }

    long newestSegment() {
        return log.newestSegment();
    }

    /** Makes a write durable, and passes it on. */
    synchronized CompletionStage<AcknowledgedWrite> accept(
            IncomingWrite upload, Instant now, Consumer<AcknowledgedWrite> then) {
        latest++;
        AcknowledgedWrite write = upload.acknowledged(latest, nextItem(upload.channel()), now);
        var entry = new WriteLogRecord.Accepted(write, upload.reach(), upload.repeat(), upload.content());
        Entered<AcknowledgedWrite> entered = at -> {
            index.enter(entry, at);
            return write;
        };
        return append(false, entry, entered, then);
    }

    private ItemId nextItem(String channel) {
        return items.merge(
                channel,
                new ItemId(UUID.randomUUID(), 1),
                (before, fresh) -> new ItemId(before.series(), before.number() + 1));
    }

    /** Records that writes are sent together, unless the disk is full. */
    CompletionStage<Void> plan(WriteLogRecord.Planned planned) {
        return log.isDiskScarce() ? CompletableFuture.completedStage(null) : UnrecordedDeliveries.allow(enter(planned));
    }

    /** Makes an event of writes durable. */
    CompletionStage<Boolean> enter(WriteLogRecord entry) {
        return append(true, entry, at -> {
            index.enter(entry, at);
            return true;
        });
    }

    /**
     * Makes the outcome of a batch durable. Must be retried after a failure: the record may still be durable. On a full disk,
     * {@link UnrecordedDeliveries} count.
     *
     * @param over receives the writes that are no longer pending
     */
    CompletionStage<Void> settle(WriteLogRecord.Settled settled, Consumer<List<ConcludedWrite>> over) {
        List<Long> numbers = settled.outcomes().stream().map(Outcome::number).toList();
        boolean scarce = log.isDiskScarce();
        if (scarce) {
            over.accept(enteredUnrecorded(settled));
            if (UnrecordedDeliveries.isEnough(settled)) {
                return CompletableFuture.completedStage(null);
            }
        }
        WriteLogRecord.Settled record = UnrecordedDeliveries.fitting(settled, log, scarce);
        CompletionStage<List<ConcludedWrite>> entered;
        synchronized (this) {
            settling.addAll(numbers);
            entered = append(true, record, at -> entered(record, at), over);
        }
        return entered.handle((some, fault) -> {
            boolean isFull = fault != null && Refusal.of(fault) == Refusal.DISK_FULL;
            if (isFull) {
                over.accept(enteredUnrecorded(settled));
            }
            if (fault != null && !(isFull && UnrecordedDeliveries.isEnough(settled))) {
                throw new CompletionException(fault);
            }
            return null;
        });
    }

    private synchronized List<ConcludedWrite> enteredUnrecorded(WriteLogRecord.Settled settled) {
        return unrecorded.enter(settled);
    }

    /** Segments before this one have been dropped. */
    void dropped(long bound) {
        List<String> files;
        synchronized (this) {
            files = unrecorded.takeFilesBefore(bound);
        }
        files.forEach(this::delete);
    }

    private List<ConcludedWrite> entered(WriteLogRecord.Settled settled, RecordPosition at) {
        List<ConcludedWrite> over = new ArrayList<>();
        for (Outcome outcome : settled.outcomes()) {
            settling.remove(outcome.number());
            if (outcome.fate() != Fate.AGAIN) {
                index.kept(outcome.number()).ifPresent(kept -> over.add(new ConcludedWrite(kept, outcome.fate())));
            }
        }
        index.enter(settled, at);
        over.stream().filter(each -> each.fate() == Fate.DELIVERED).forEach(each -> deleteFile(each.kept()));
        return over;
    }

    /** Returns the content of an undelivered write. */
    InputStream content(long number) throws IOException {
        return reader.content(number);
    }

    /** Returns the status of a write; empty if it is unknown or no longer remembered. */
    Optional<WriteStatus> status(UUID id) throws IOException {
        Optional<PendingWrite> kept;
        Optional<WriteIndex.Finished> finished;
        synchronized (this) {
            kept = index.kept(id);
            finished = index.finished(id);
        }
        return reader.status(id, kept, finished);
    }

    /** Signals that there was no space for a write or its content. Read and reset by {@link #getAndResetStarved}. */
    public void starve() {
        starved.set(true);
    }

    boolean getAndResetStarved() {
        return starved.getAndSet(false);
    }

    SegmentLog segments() {
        return log;
    }

    /** Returns the index, which is guarded by the monitor of this log. */
    WriteIndex index() {
        return index;
    }

    WriteLogReader reader() {
        return reader;
    }

    /** Returns the first segment that may have a record that is not indexed yet. */
    synchronized long firstEntering() {
        return entering.isEmpty() ? Long.MAX_VALUE : entering.firstKey();
    }

    /** Whether it is unchanged and not being settled; then no order takes it until {@link #endMove}. */
    synchronized boolean beginMove(PendingWrite kept) {
        long number = kept.write().number();
        return index.kept(number).equals(Optional.of(kept)) && !settling.contains(number) && claimed.add(number);
    }

    synchronized void endMove(PendingWrite kept) {
        claimed.remove(kept.write().number());
    }

    synchronized boolean isChanging(Collection<Long> numbers) {
        return numbers.stream().anyMatch(number -> settling.contains(number) || claimed.contains(number));
    }

    @Override
    public void close() {
        log.close();
    }
}
