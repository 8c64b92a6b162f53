package dev.larder.writes.autoconfigure;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.write.WriteFence;
import dev.larder.invalidation.Invalidator;
import dev.larder.journal.LogInUseException;
import dev.larder.journal.LogUnreadableException;
import dev.larder.journal.SegmentLog;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettings;
import dev.larder.writes.actuate.StrandedWriteOperations;
import dev.larder.writes.buffer.BatchFences;
import dev.larder.writes.buffer.StrandedWrites;
import dev.larder.writes.buffer.WriteBuffer;
import dev.larder.writes.buffer.WriteBufferLimits;
import dev.larder.writes.buffer.WriteLog;
import dev.larder.writes.buffer.WriteLogMaintenance;
import dev.larder.writes.buffer.WriteLogRecovery;
import dev.larder.writes.delivery.ChannelDeliveries;
import dev.larder.writes.delivery.ChannelDelivery;
import dev.larder.writes.delivery.DeliveryTimer;
import dev.larder.writes.delivery.FlushResult;
import dev.larder.writes.intake.WriteIntake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;

/** The write log and its deliveries. Exists if rules buffer writes, or if earlier runs have left some. */
final class WriteBehindService implements StrandedWriteOperations, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(WriteBehindService.class);
    private static final String PATH = "larder.writes.path";

    /** Pauses between two looks at what is left, doubled up to the second. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(50);

    private static final Duration LATER_LOOKS = Duration.ofSeconds(1);

    private final WritesProperties properties;
    private final WriteSettings settings;
    private final Invalidator invalidator;
    private final WriteLog writeLog;
    private final WriteBuffer buffer;
    private final Map<String, BufferedWriteProperties> rules;
    private final BatchFences fences;
    private final Function<DeliveryChannel, ChannelDelivery> delivery;
    private final ChannelDeliveries deliveries;
    private final Disposable housekeeping;
    private final Map<List<Long>, Mono<Boolean>> flushes = new ConcurrentHashMap<>();
    private final Set<String> discarding = ConcurrentHashMap.newKeySet();
    private final Set<String> reassigned = ConcurrentHashMap.newKeySet();

    /** Dependencies beside the settings. */
    record Parts(
            Invalidator invalidator,
            LarderClock clock,
            HttpClient client,
            WriteSettings settings,
            DeliveryEffects effects,
            WriteFence.UnknownOutcomeSettings uncertainty) {}

    private WriteBehindService(
            WritesProperties properties, Map<String, BufferedWriteProperties> rules, Path path, Parts parts) {
        this.properties = properties;
        this.settings = parts.settings();
        this.rules = Map.copyOf(rules);
        Invalidator invalidator = parts.invalidator();
        LarderClock clock = parts.clock();
        this.invalidator = parts.invalidator();
        this.writeLog = open(path);
        WriteBufferLimits limits = limits(properties, settings, rules.keySet());
        this.buffer = new WriteBuffer(writeLog, invalidator, limits, clock);
        this.fences = new BatchFences(buffer, invalidator, parts.effects(), parts.uncertainty(), Schedulers.parallel());
        this.delivery = channel -> ChannelDelivery.to(
                channel,
                buffer,
                fences,
                parts.client(),
                new ChannelDelivery.Time(
                        clock::nanos, DeliveryTimer.on(Schedulers.parallel()), new SplittableRandom()));
        Map<String, ChannelDelivery> channels = new HashMap<>();
        rules.forEach((name, rule) ->
                channels.put(name, delivery.apply(BufferedWriteSettings.channel(name, rule, settings))));
        this.deliveries = new ChannelDeliveries(channels);
        var tidying = new WriteLogMaintenance(writeLog, limits, clock);
        long every = WriteLogMaintenance.EVERY.toMillis();
        this.housekeeping =
                Schedulers.boundedElastic().schedulePeriodically(tidying, every, every, TimeUnit.MILLISECONDS);
    }

    /** Creates the service; empty if no rule buffers writes and there is no log of earlier ones. */
    static Optional<WriteBehindService> of(
            WritesProperties properties, Map<String, BufferedWriteProperties> rules, Parts parts) {
        return folder(properties.path())
                .filter(folder -> !rules.isEmpty() || SegmentLog.mayBeIn(folder))
                .map(folder -> new WriteBehindService(properties, rules, folder, parts));
    }

    /** Returns the folder of the log; empty if none is configured. */
    static Optional<Path> folder(@Nullable String path) {
        return Optional.ofNullable(path)
                .filter(named -> !named.isBlank())
                .map(named -> Path.of(named).toAbsolutePath());
    }

    private WriteLog open(Path path) {
        try {
            return WriteLogRecovery.open(
                    path,
                    SegmentLogSettings.ofBytes(properties.maxLogBytes()),
                    task -> Schedulers.boundedElastic().schedule(task));
        } catch (LogInUseException e) {
            throw new InvalidPropertyException(
                    PATH, path.toString(), "another process has this folder open", "a folder of this gateway's own");
        } catch (LogUnreadableException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            throw new InvalidPropertyException(
                    PATH, path.toString(), "it cannot be used: " + e, "a folder that this process may write to");
        }
    }

    /** Each rule may use the whole buffer. */
    private static WriteBufferLimits limits(WritesProperties properties, WriteSettings settings, Set<String> rules) {
        var all = new WriteBufferLimits.ChannelLimit(
                settings.maxWrites(), properties.maxSize().toBytes());
        return new WriteBufferLimits(
                all,
                rules.stream().collect(Collectors.toMap(rule -> rule, rule -> all)),
                properties.idempotencyRetention(),
                settings.maxRemembered());
    }

    WriteBuffer buffer() {
        return buffer;
    }

    WriteLog archive() {
        return writeLog;
    }

    ChannelDeliveries deliveries() {
        return deliveries;
    }

    /** Returns the intake of writes. */
    WriteIntake intake() {
        return new WriteIntake(buffer, writeLog);
    }

    /**
     * Delivers the writes that invalidate entries with one of these tags; completes with whether none of them is left.
     * A caller that joins a flush in progress may have come too late for it: then another one follows.
     */
    Mono<Boolean> flushed(EpochStamp tags) {
        return flush(tags)
                .flatMap(flushed -> invalidator.hasPendingWrite(tags) ? flush(tags) : Mono.just(flushed))
                .map(flushed -> !invalidator.hasPendingWrite(tags))
                .timeout(settings.flushTimeout())
                .onErrorReturn(false);
    }

    /** Like {@link #flushed}, but waits for the repetition of failed deliveries, and for those of other members. */
    Mono<Boolean> settled(EpochStamp tags) {
        return flush(tags)
                .filter(flushed -> !invalidator.hasPendingWrite(tags))
                .repeatWhenEmpty(looks -> looks.concatMap(look -> Mono.delay(pause(look))))
                .timeout(settings.flushTimeout())
                .onErrorReturn(false);
    }

    private static Duration pause(long looks) {
        return looks < 5 ? FIRST_LOOK.multipliedBy(1L << looks) : LATER_LOOKS;
    }

    /** Runs at most one flush at a time for the same tags. */
    private Mono<Boolean> flush(EpochStamp tags) {
        List<Long> ids =
                IntStream.range(0, tags.size()).mapToObj(tags::tag).sorted().toList();
        return flushes.computeIfAbsent(
                ids,
                same -> Mono.defer(() -> Mono.fromCompletionStage(flush(buffer.pending(tags))))
                        .subscribeOn(Schedulers.boundedElastic())
                        .thenReturn(true)
                        .doFinally(signal -> flushes.remove(ids))
                        .cache());
    }

    private CompletionStage<FlushResult> flush(Set<Long> numbers) {
        return deliveries.flush(write -> numbers.contains(write.number()));
    }

    private void deliver(AcknowledgedWrite write) {
        if (deliveries.has(write.channel())) {
            deliveries.of(write.channel()).offer(write);
        }
    }

    /** Marks the remaining writes of earlier runs as pending before any request is accepted, and delivers them. */
    void start() {
        buffer.start(this::deliver).toCompletableFuture().join();
        deliveries.channels().forEach(this::resume);
        buffer.stranded().byRule(deliveries::has).forEach(WriteBehindService::warn);
        long left = buffer.waiting().writes();
        if (left > 0) {
            log.info("{} acknowledged writes of earlier runs wait for delivery.", left);
        }
    }

    private void resume(String rule, ChannelDelivery to) {
        buffer.resume(rule, to::resume, to::offer);
    }

    private static void warn(String rule, StrandedWrites.StrandedRule left) {
        log.warn(
                "{} acknowledged writes and {} dead letters under larder.rules.{}.buffer cannot be delivered: the rule is not"
                        + " configured any more. Reads and writes of their pools wait until you configure it again, or"
                        + " POST to /actuator/larderwrites {\"order\": \"reassign\", \"rule\": \"{}\", \"to\": \"<another rule>\"}"
                        + " or {\"order\": \"discard\", \"rule\": \"{}\"}.",
                left.waiting(),
                left.dead(),
                rule,
                rule,
                rule);
    }

    @Override
    public Map<String, StrandedWrites.StrandedRule> left() {
        return buffer.stranded().byRule(deliveries::has);
    }

    @Override
    public synchronized CompletionStage<FlushResult> reassign(String rule, String to) {
        BufferedWriteProperties like = rules.get(to);
        if (deliveries.has(rule) || like == null) {
            throw new IllegalArgumentException(
                    "not a rule that is gone, or none that buffers writes: " + rule + ", " + to);
        }
        requireNoneIsDiscarded(rule);
        ChannelDelivery delivered = delivery.apply(BufferedWriteSettings.channel(rule, like, settings));
        CompletionStage<FlushResult> flushed = delivered.flush(() -> resume(rule, delivered));
        deliveries.add(rule, delivered);
        reassigned.add(rule);
        return flushed;
    }

    @Override
    public synchronized CompletionStage<Integer> discard(String rule) {
        if (deliveries.has(rule) && !reassigned.contains(rule)) {
            throw new IllegalArgumentException("a rule that is there: " + rule);
        }
        requireNoneIsDiscarded(rule);
        discarding.add(rule);
        deliveries.end(rule);
        reassigned.remove(rule);
        return CompletableFuture.completedStage(rule)
                .thenCompose(this::discardFenced)
                .whenComplete((count, failure) -> discarding.remove(rule));
    }

    private void requireNoneIsDiscarded(String rule) {
        if (discarding.contains(rule)) {
            throw new IllegalStateException("the writes of a rule are being discarded: " + rule);
        }
    }

    private CompletionStage<Integer> discardFenced(String rule) {
        StrandedWrites stranded = buffer.stranded();
        var left = new WriteBatch(UUID.randomUUID(), rule, stranded.waiting(rule));
        return fences.discard(left, () -> stranded.discard(rule));
    }

    /** Delivers as many writes as possible in time. */
    void drain() {
        buffer.closing();
        try {
            deliveries
                    .close(properties.drainTimeout())
                    .toCompletableFuture()
                    .orTimeout(properties.drainTimeout().plusSeconds(1).toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (RuntimeException late) {
            log.debug("Not everything was delivered in time.", late);
        }
        long left = buffer.waiting().writes();
        if (left > 0) {
            log.info("{} acknowledged writes will be delivered after the next start.", left);
        }
    }

    @Override
    public void close() {
        housekeeping.dispose();
        writeLog.close();
    }
}
