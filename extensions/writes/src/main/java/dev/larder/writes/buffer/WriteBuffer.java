package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.invalidation.Invalidator;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import dev.larder.writes.buffer.WriteAcceptance.Refusal;
import dev.larder.writes.buffer.WriteBufferLimits.ChannelLimit;
import dev.larder.writes.buffer.WriteLogRecord.Fate;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes that are acknowledged before their origin has them.
 *
 * <ul>
 *   <li>reserved: {@link #reserve} has taken room for the upload
 *   <li>beginning: {@link #accept} has given the room to the write; every member is told to hold its tags, then it is appended
 *   <li>pending: durable, acknowledged, handed over for delivery; it holds its tags
 *   <li>dead, by {@link #settled}: rejected by the origin; keeps its room, holds nothing, until {@link #redrive} or {@link #discard}
 *   <li>delivered, by {@link #settled}, or refused: its room is free, it holds nothing
 * </ul>
 *
 * <p>Any thread calls any method, and none waits but those that read from the disk. The monitor guards {@code beginning} and
 * {@code closing}: of two uploads with one Idempotency-Key one begins. It is taken before that of {@link WriteLog}, never after.
 * All that follows a durable record runs on the log's thread, in the order of the log, so {@code deliver} must not wait.
 *
 * <p>A write is acknowledged only when every member holds its tags and it is durable. The tags are released only when the
 * outcome of the write is durable. A record whose append has failed may be durable all the same, so its file is kept.
 */
public final class WriteBuffer implements DeliveryJournal {

    /** Uploads under way at a time. Each holds up to 64 KB in memory, or a file that is open. */
    public static final int MOST_UNFINISHED = 10_000;

    /** Characters of the replies to a batch that are kept: each has at most its share. */
    private static final int MOST_OF_REPLIES = 1 << 20;

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

    /** A buffer of what is in that archive. */
    public WriteBuffer(WriteLog log, Invalidator invalidator, WriteBufferLimits limits, LarderClock clock) {
        this.log = log;
        this.holds = new PendingWriteAnnouncer(invalidator, log.owner(), log.life());
        this.quotas = new ChannelQuotas(limits);
        this.clock = clock;
    }

    /**
     * What has been acknowledged in earlier lives takes its room and holds its tags again.
     *
     * @param deliver is given each write from now on, as soon as it is acknowledged
     * @return completes when every member knows what is held
     */
    public CompletionStage<Void> start(Consumer<AcknowledgedWrite> deliver) {
        this.deliver = deliver;
        List<Set<CacheTag>> held = new ArrayList<>();
        for (PendingWrite each : log.kept()) {
            quotas.add(each.write().channel(), ChannelQuotas.weight(each.write()));
            if (!each.isDead()) {
                held.add(each.tags());
            }
        }
        return holds.announce(held);
    }

    /** Takes a write that has been acknowledged in an earlier life and is in no batch, with how often it has been answered. */
    @FunctionalInterface
    public interface PendingWriteConsumer {
        /** Takes one. */
        void take(AcknowledgedWrite write, int attempts);
    }

    /**
     * Hands over what earlier lives have left of a channel, each write once: the batches that are to be sent again as they are,
     * then the writes that were in none, in the order of their numbers. A batch may be settled before the last is handed
     * over; its writes that are sent again belong to the taker from then on.
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

    /** No write is acknowledged from now on. */
    public synchronized void closing() {
        closing = true;
    }

    /** Room for an upload of this length, before it is read; empty if there is none. To be released, however it ends. */
    public Optional<QuotaReservation> reserve(String channel, long length) {
        Optional<QuotaReservation> reservation = quotas.reserve(channel, length);
        if (reservation.isEmpty()) {
            counts.refused();
        }
        return reservation;
    }

    /**
     * Acknowledges a write, unless something stands against it. Whoever refuses deletes a file that its content is in.
     *
     * @param reservation the room that the write takes
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

    /** The answer that is known already; else the write is under way from now on. */
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

    /** A repetition is answered as the first one was; while that one is under way, when it is. */
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
        log.accept(upload, clock.wall()).whenComplete((write, fault) -> {
            if (fault != null) {
                holds.lower(List.of(upload.tags()));
                refuse(upload, outcome, Refusal.of(fault));
            } else {
                deliver.accept(write);
                over(upload);
                outcome.complete(new WriteAcceptance.Accepted(write.id(), false));
            }
        });
    }

    /** A record whose append has failed may come back after a crash: it must have its content then. */
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
        return log.enter(new WriteLogRecord.Planned(batch.id(), numbers)).thenAccept(entered -> {});
    }

    @Override
    public CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements) {
        int most = MOST_OF_REPLIES / settlements.size();
        List<Outcome> outcomes =
                settlements.stream().map(each -> outcome(each, most)).toList();
        return log.settle(new WriteLogRecord.Settled(batch.id(), clock.wall(), outcomes))
                .thenAccept(this::over);
    }

    /** What is delivered makes room; what is not on its way any more holds nothing. */
    private void over(List<WriteLog.Over> writes) {
        writes.forEach(over -> counts.over(over.fate()));
        writes.stream()
                .filter(over -> over.fate() == Fate.DELIVERED)
                .map(over -> over.kept().write())
                .forEach(write -> quotas.release(write.channel(), ChannelQuotas.weight(write)));
        holds.lower(writes.stream().map(over -> over.kept().tags()).toList());
    }

    private static OriginReply shortened(OriginReply reply, int most) {
        return reply.content().length() <= most
                ? reply
                : new OriginReply(
                        reply.status(), reply.contentType(), reply.content().substring(0, most));
    }

    private Outcome outcome(WriteSettlement settlement, int most) {
        long number = settlement.write().number();
        if (settlement instanceof WriteSettlement.Delivered delivered) {
            Optional<IdempotencyFingerprint> repeat = log.kept(number).flatMap(PendingWrite::repeat);
            var identity = new WriteLogRecord.Identity(settlement.write().id(), repeat);
            OriginReply reply = shortened(delivered.reply(), most);
            return new Outcome(number, Fate.DELIVERED, 0, Optional.of(reply), "", Optional.of(identity));
        }
        if (settlement instanceof WriteSettlement.Dead dead) {
            OriginReply reply = shortened(dead.reply(), most);
            return new Outcome(number, Fate.DEAD, 0, Optional.of(reply), dead.reason(), Optional.empty());
        }
        int attempts = ((WriteSettlement.Again) settlement).attempts();
        return new Outcome(number, Fate.AGAIN, attempts, Optional.empty(), "", Optional.empty());
    }

    /** What these writes make wrong. */
    Set<CacheTag> tags(Collection<AcknowledgedWrite> writes) {
        Set<CacheTag> tags = new HashSet<>();
        writes.forEach(write -> log.kept(write.number()).ifPresent(each -> tags.addAll(each.tags())));
        return tags;
    }

    /** Numbers of the pending writes that make wrong what has one of the tags of this stamp. */
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

    /** What has become of a write; empty if nobody knows of it, or not any more. */
    public Optional<WriteStatus> status(UUID id) throws IOException {
        return log.status(id);
    }

    /** Writes that the origin does not want, the oldest first. */
    public List<WriteStatus.Dead> dead(int most) throws IOException {
        List<WriteStatus.Dead> dead = new ArrayList<>();
        for (PendingWrite each : log.kept()) {
            if (each.isDead()
                    && dead.size() < most
                    && log.status(each.write().id()).orElse(null) instanceof WriteStatus.Dead found) {
                dead.add(found);
            }
        }
        return dead;
    }

    /** How many the origin does not want. */
    public long deadCount() {
        return log.kept().stream().filter(PendingWrite::isDead).count();
    }

    /** Has dead writes sent again; completes with how many there were. */
    public CompletionStage<Integer> redrive(Collection<UUID> ids) {
        List<PendingWrite> dead = log.claim(ids);
        List<Set<CacheTag>> tags = dead.stream().map(PendingWrite::tags).toList();
        return holds.raise(tags)
                .thenCompose(held -> log.enter(new WriteLogRecord.Redriven(numbers(dead))))
                .handle((entered, fault) -> {
                    log.unclaim(dead);
                    if (fault != null) {
                        holds.lower(tags);
                        throw new CompletionException(fault);
                    }
                    dead.forEach(each -> deliver.accept(each.write()));
                    return dead.size();
                });
    }

    /** Gives dead writes up; completes with how many there were. */
    public CompletionStage<Integer> discard(Collection<UUID> ids) {
        return log.discard(log.claim(ids)).thenApply(discarded -> {
            discarded.forEach(each -> quotas.release(each.write().channel(), ChannelQuotas.weight(each.write())));
            return discarded.size();
        });
    }

    private static List<Long> numbers(Collection<PendingWrite> writes) {
        return writes.stream().map(each -> each.write().number()).toList();
    }

    /** Those of rules that are not configured any more. */
    public StrandedWrites stranded() {
        return new StrandedWrites(log, quotas, holds);
    }

    /** The rule of a dead write. */
    public Optional<String> ruleOf(UUID dead) {
        return log.kept(dead).map(each -> each.write().channel());
    }

    /** Id of the log, which outlives the process. */
    public UUID log() {
        return log.owner();
    }

    /** Bytes of the log on the disk. */
    public long logBytes() {
        return log.size();
    }

    /** What has become of writes since the start. */
    public WriteCounts counts() {
        return counts;
    }

    /** How many wait, and how many bytes. */
    public ChannelLimit waiting() {
        ChannelLimit open = unfinished();
        return new ChannelLimit(
                quotas.all().writes() - open.writes(), quotas.all().bytes() - open.bytes());
    }

    /** How many uploads are under way, neither acknowledged nor given up, and how many bytes are reserved for them. */
    public ChannelLimit unfinished() {
        return new ChannelLimit(
                quotas.unfinished().writes(), quotas.unfinished().bytes());
    }
}
