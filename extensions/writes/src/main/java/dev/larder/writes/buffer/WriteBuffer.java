package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.message.LarderClock;
import dev.larder.invalidation.Invalidator;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import dev.larder.writes.buffer.WriteAcceptance.Refusal;
import dev.larder.writes.buffer.WriteBufferLimits.ChannelLimit;
import dev.larder.writes.buffer.WriteLogRecord.Fate;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes that are acknowledged before their origin has applied them.
 *
 * <ul>
 *   <li>reserved: {@link #reserve} has taken quota for the upload
 *   <li>beginning: {@link #accept} has handed the quota to the write; every member marks its tags, then it is appended
 *   <li>pending: durable, acknowledged, handed over for delivery; its tags are marked
 *   <li>dead, by {@link #settled}: rejected; keeps its quota, marks nothing, until {@link DeadLetters} redrives or discards it
 *   <li>delivered, by {@link #settled}, or refused: its quota is returned, it marks nothing
 * </ul>
 *
 * <p>Thread-safe; only reads from the disk block. The monitor guards {@code beginning} and {@code closing}: of two
 * uploads with one Idempotency-Key one begins. It is taken before that of {@link WriteLog}, never after. All processing
 * after a durable record is on the log's thread, in the order of the log, so {@code deliver} must not block.
 *
 * <p>A write is acknowledged only when every member has marked its tags and it is durable. The markers are removed only
 * when the outcome of the write is durable. A record whose append has failed may still be durable, so its file is kept.
 */
public final class WriteBuffer implements DeliveryJournal {

    /** Maximum characters kept of the replies to a batch, each of which has an equal share. */
    private static final int MAX_REPLY_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(WriteBuffer.class);

    private final WriteLog log;
    private final PendingWriteAnnouncer holds;
    private final ChannelQuotas quotas;
    private final LarderClock clock;
    private final WriteCounts counts = new WriteCounts();
    private final Map<TruncatedSha256, Beginning> beginning = new HashMap<>();
    private Consumer<AcknowledgedWrite> deliver = write -> {};
    private boolean closing;

    private record Beginning(TruncatedSha256 content, CompletableFuture<WriteAcceptance> outcome) {}

    /** Creates a buffer on that write log. */
    public WriteBuffer(WriteLog log, Invalidator invalidator, WriteBufferLimits limits, LarderClock clock) {
        this.log = log;
        this.holds = new PendingWriteAnnouncer(invalidator, log.owner(), log.life());
        this.quotas = new ChannelQuotas(limits);
        this.clock = clock;
    }

    /**
     * Takes the quota of the writes acknowledged in earlier runs and marks their tags again.
     *
     * @param deliver receives each new write as soon as it is acknowledged
     * @return completes when every member knows the marked tags
     */
    public CompletionStage<Void> start(Consumer<AcknowledgedWrite> deliver) {
        this.deliver = deliver;
        List<Set<CacheTag>> held = new ArrayList<>();
        for (PendingWrite each : log.kept()) {
            quotas.add(each.write().channel(), ChannelQuotas.weight(each));
            if (!each.isDead()) {
                held.add(each.tags());
            }
        }
        return holds.announce(held);
    }

    /** Receives writes acknowledged in an earlier run that are in no batch, with the number of answers so far. */
    @FunctionalInterface
    public interface PendingWriteConsumer {
        /** Receives a write. */
        void take(AcknowledgedWrite write, int attempts);
    }

    /**
     * Hands over the writes of a channel that remain from earlier runs, each once: first the batches to be sent again
     * unchanged, then the writes without a batch, in the order of their numbers. A batch may be settled before the last
     * write is handed over; its writes that are retried belong to the receiver from then on.
     */
    public void resume(String channel, Consumer<WriteBatch> batches, PendingWriteConsumer waiting) {
        List<WriteBatch> open = log.open().stream()
                .filter(batch -> batch.channel().equals(channel))
                .toList();
        List<PendingWrite> inNone = log.kept().stream()
                .filter(each -> each.write().channel().equals(channel) && each.isUnbatched())
                .toList();
        open.forEach(batches);
        inNone.forEach(each -> waiting.take(each.write(), each.attempts()));
    }

    /** Stops the acknowledgement of writes. */
    public synchronized void closing() {
        closing = true;
    }

    /** Reserves quota for an upload of this length before it is read; empty if there is none. Must be released in any case. */
    public Optional<QuotaReservation> reserve(String channel, long length) {
        Optional<QuotaReservation> reservation = QuotaReservation.of(quotas, channel, length);
        if (reservation.isEmpty()) {
            counts.refused();
        }
        return reservation;
    }

    /**
     * Acknowledges a write, unless it must be refused. A refusal deletes the file with its content.
     *
     * @param reservation the quota that the write takes
     */
    public CompletionStage<WriteAcceptance> accept(IncomingWrite upload, QuotaReservation reservation) {
        return take(upload, reservation).thenApply(acceptance -> {
            counts.answered(acceptance);
            return acceptance;
        });
    }

    private CompletionStage<WriteAcceptance> take(IncomingWrite upload, QuotaReservation reservation) {
        var outcome = new CompletableFuture<WriteAcceptance>();
        Optional<CompletionStage<WriteAcceptance>> atOnce = begin(upload, reservation, outcome);
        if (atOnce.isPresent()) {
            reservation.release();
            log.discard(upload.content());
            return atOnce.get();
        }
        List<Set<CacheTag>> tags = List.of(upload.tags());
        holds.raise(tags).whenComplete((held, fault) -> {
            if (fault == null) {
                keep(upload, outcome);
            } else {
                LOG.warn("A write is not acknowledged, because other members may not know of it: {}", fault.toString());
                holds.lower(tags);
                refuse(upload, outcome, Refusal.NOT_HELD);
            }
        });
        return outcome;
    }

    /** Returns the result if it is known already; otherwise the write is in progress from now on. */
    private synchronized Optional<CompletionStage<WriteAcceptance>> begin(
            IncomingWrite upload, QuotaReservation reservation, CompletableFuture<WriteAcceptance> outcome) {
        Optional<CompletionStage<WriteAcceptance>> known = upload.repeat().flatMap(this::known);
        if (known.isPresent()) {
            return known;
        }
        if (closing || !reservation.handOver(ChannelQuotas.weight(upload))) {
            Refusal why = closing ? Refusal.CLOSING : Refusal.FULL;
            return Optional.of(CompletableFuture.completedFuture(new WriteAcceptance.Refused(why)));
        }
        upload.repeat().ifPresent(repeat -> beginning.put(repeat.key(), new Beginning(repeat.content(), outcome)));
        return Optional.empty();
    }

    /** A repetition gets the result of the first request, after waiting for it if necessary. */
    private Optional<CompletionStage<WriteAcceptance>> known(IdempotencyFingerprint repeat) {
        Beginning first = beginning.get(repeat.key());
        Optional<WriteIndex.Repeated> before = log.repeated(repeat.key());
        if (first == null && before.isEmpty()) {
            return Optional.empty();
        }
        TruncatedSha256 same = first == null ? before.orElseThrow().content() : first.content();
        if (!same.equals(repeat.content())) {
            return Optional.of(CompletableFuture.completedFuture(new WriteAcceptance.Refused(Refusal.KEY_REUSED)));
        }
        return Optional.of(
                first == null
                        ? CompletableFuture.completedFuture(new WriteAcceptance.Accepted(
                                before.orElseThrow().id(), true))
                        : first.outcome().thenApply(WriteBuffer::repeated));
    }

    private static WriteAcceptance repeated(WriteAcceptance first) {
        return first instanceof WriteAcceptance.Accepted accepted
                ? new WriteAcceptance.Accepted(accepted.id(), true)
                : first;
    }

    private void keep(IncomingWrite upload, CompletableFuture<WriteAcceptance> outcome) {
        Consumer<AcknowledgedWrite> durable = write -> {
            deliver.accept(write);
            over(upload);
            outcome.complete(new WriteAcceptance.Accepted(write.id(), false));
        };
        log.accept(upload, clock.wall(), durable).exceptionally(fault -> {
            holds.lower(List.of(upload.tags()));
            refuse(upload, outcome, Refusal.of(fault));
            return null;
        });
    }

    /** A record whose append has failed may reappear after a crash: it must have its content then. */
    private void refuse(IncomingWrite upload, CompletableFuture<WriteAcceptance> outcome, Refusal why) {
        quotas.release(upload.channel(), ChannelQuotas.weight(upload));
        if (why != Refusal.NOT_DURABLE) {
            log.discard(upload.content());
        }
        over(upload);
        outcome.complete(new WriteAcceptance.Refused(why));
    }

    private synchronized void over(IncomingWrite upload) {
        upload.repeat().ifPresent(repeat -> beginning.remove(repeat.key()));
    }

    @Override
    public InputStream content(AcknowledgedWrite write) throws IOException {
        return log.content(write.number());
    }

    @Override
    public CompletionStage<Void> planned(WriteBatch batch) {
        List<Long> numbers =
                batch.writes().stream().map(AcknowledgedWrite::number).toList();
        return log.plan(new WriteLogRecord.Planned(batch.id(), numbers));
    }

    @Override
    public CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements) {
        int most = MAX_REPLY_BYTES / settlements.size();
        List<Outcome> outcomes =
                settlements.stream().map(each -> outcome(each, most)).toList();
        return log.settle(new WriteLogRecord.Settled(batch.id(), clock.wall(), outcomes), this::over);
    }

    /** Delivered writes return their quota; writes that are no longer pending remove their markers. */
    private void over(List<ConcludedWrite> writes) {
        writes.forEach(over -> counts.over(over.fate()));
        writes.stream()
                .filter(over -> over.fate() == Fate.DELIVERED)
                .map(ConcludedWrite::kept)
                .forEach(kept -> quotas.release(kept.write().channel(), ChannelQuotas.weight(kept)));
        holds.lower(writes.stream().map(over -> over.kept().tags()).toList());
    }

    private Outcome outcome(WriteSettlement settlement, int most) {
        long number = settlement.write().number();
        if (settlement instanceof WriteSettlement.Delivered delivered) {
            Optional<IdempotencyFingerprint> repeat = log.kept(number).flatMap(PendingWrite::repeat);
            var identity = new WriteLogRecord.Identity(settlement.write().id(), repeat);
            return Outcome.delivered(number, delivered.reply().truncated(most), identity);
        }
        return settlement instanceof WriteSettlement.Dead dead
                ? Outcome.dead(number, Optional.of(dead.reply().truncated(most)), dead.reason())
                : Outcome.again(number, ((WriteSettlement.Again) settlement).attempts());
    }

    /** Returns what a write reaches; empty if it is not pending. */
    Optional<WriteReach> reach(AcknowledgedWrite write) {
        return log.kept(write.number()).map(PendingWrite::reach);
    }

    /** Returns the numbers of the pending writes that invalidate entries with one of the tags of this stamp. */
    public Set<Long> pending(EpochStamp stamp) {
        return log.kept().stream()
                .filter(each -> !each.isDead())
                .filter(each -> each.tags().stream().anyMatch(tag -> has(stamp, tag)))
                .map(each -> each.write().number())
                .collect(Collectors.toSet());
    }

    private static boolean has(EpochStamp stamp, CacheTag tag) {
        return IntStream.range(0, stamp.size()).anyMatch(index -> stamp.tag(index) == tag.id());
    }

    /** Returns the status of a write; empty if it is unknown or no longer remembered. */
    public Optional<WriteStatus> status(UUID id) throws IOException {
        return log.status(id);
    }

    /** Returns the writes that were rejected by the origin. */
    public DeadLetters deadLetters() {
        return new DeadLetters(log, quotas, holds, write -> deliver.accept(write));
    }

    /** Returns the writes of rules that are not configured any more. */
    public StrandedWrites stranded() {
        return new StrandedWrites(log, quotas, holds);
    }

    /** Returns the id of the log, which outlives the process. */
    public UUID log() {
        return log.owner();
    }

    /** Returns the size of the log on the disk in bytes. */
    public long logBytes() {
        return log.size();
    }

    /** Returns the counts of outcomes since the start. */
    public WriteCounts counts() {
        return counts;
    }

    /** Returns the number and bytes of the waiting writes. */
    public ChannelLimit waiting() {
        ChannelLimit open = unfinished();
        return new ChannelLimit(
                quotas.all().writes() - open.writes(), quotas.all().bytes() - open.bytes());
    }

    /** Returns the number of uploads that are neither acknowledged nor given up, and the bytes reserved for them. */
    public ChannelLimit unfinished() {
        return new ChannelLimit(
                quotas.unfinished().writes(), quotas.unfinished().bytes());
    }
}
