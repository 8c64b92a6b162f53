package dev.larder.writes.delivery;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.ItemId;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A gateway that accepts writes, crashes and comes back, before an origin that does as it likes. */
final class SimulatedGateway implements DeliveryTransport {

    private static final Duration LONGEST_WAY = Duration.ofMillis(10);

    final SimulatedJournal journal;
    final SimulatedOrigin origin;
    final Set<Asked> flushes = new HashSet<>();
    int requests;
    private final SimulatedWorld world;
    private final DeliveryChannel channel;
    private final int keys;
    private final Set<Attempt> underWay = new HashSet<>();
    private SimulatedFences fences;
    private ChannelDelivery delivery;
    private int life;
    private boolean closed;

    SimulatedGateway(SimulatedWorld world, DeliveryChannel channel) {
        this.world = world;
        this.channel = channel;
        this.keys = 1 + world.random.nextInt(6);
        this.journal = new SimulatedJournal(world);
        this.origin = new SimulatedOrigin(world, channel, this::mayChange);
        start();
    }

    private void start() {
        closed = false;
        life++;
        fences = new SimulatedFences(world);
        delivery = new ChannelDelivery(
                channel,
                new JournalOfOneLife(life),
                fences,
                new OfOneLife(life),
                new ChannelDelivery.Time(world::now, world, world.random),
                this::id);
        List<WriteBatch> planned = List.copyOf(journal.planned.values());
        planned.forEach(delivery::resume);
        Set<AcknowledgedWrite> resumed = new HashSet<>();
        planned.forEach(batch -> resumed.addAll(batch.writes()));
        journal.accepted.values().stream()
                .filter(write -> !journal.ended.containsKey(write.number()) && !resumed.contains(write))
                .forEach(write -> delivery.offer(write, journal.attempts.getOrDefault(write.number(), 0)));
    }

    void accept() {
        long number = journal.accepted.size();
        var target = URI.create("http://origin/" + (world.chance(80) ? "a" : "b"));
        var head = new RequestHead(world.chance(80) ? "PUT" : "POST", target, HeaderFields.EMPTY);
        var write = new AcknowledgedWrite(
                number,
                id(),
                channel.name(),
                "key" + world.random.nextInt(keys),
                head,
                new ItemId(SampleWrites.SERIES, number),
                Instant.EPOCH,
                world.random.nextInt(100));
        journal.accepted.put(number, write);
        if (!closed) {
            delivery.offer(write);
        }
    }

    private UUID id() {
        return new UUID(world.random.nextLong(), world.random.nextLong());
    }

    void flush() {
        if (closed) {
            return;
        }
        Predicate<AcknowledgedWrite> asked =
                world.chance(50) ? write -> true : write -> write.key().equals("key0");
        long expected = journal.accepted.values().stream()
                .filter(write -> !journal.ended.containsKey(write.number()) && asked.test(write))
                .count();
        var flush = new Asked(expected, life, delivery.flush(asked).toCompletableFuture());
        flushes.add(flush);
        flush.done.thenAccept(result ->
                world.must(result.delivered() + result.dead() + result.waiting() == expected, "sum of " + result));
    }

    void crash() {
        if (!closed) {
            closed = true;
            delivery.close();
            rise();
        }
    }

    /** Starts again once what it has sent has arrived: no process starts within the delay of a network. */
    private void rise() {
        flushes.removeIf(flush -> flush.life == life);
        life++;
        journal.crash();
        underWay.clear();
        world.after(LONGEST_WAY, this::start);
    }

    /** Closes in order, and starts again. */
    void restart() {
        if (closed) {
            return;
        }
        closed = true;
        Duration deadline = Duration.ofMillis(world.random.nextInt(3000));
        long latest = world.now() + deadline.toNanos();
        delivery.close(deadline).thenRun(() -> {
            world.must(world.now() <= latest, "closed too late");
            int before = requests;
            world.after(500, () -> {
                world.must(requests == before, "requests after the end");
                rise();
            });
        });
    }

    /** What a write has come to. */
    Map<Long, WriteSettlement> ended() {
        return new HashMap<>(journal.ended);
    }

    private void mayChange(WriteBatch batch) {
        boolean waitedFor = underWay.stream().anyMatch(attempt -> attempt.batch.equals(batch));
        world.must(!waitedFor || fences.up.contains(batch.id()), "the origin changes without a fence");
    }

    @Override
    public CompletableFuture<DeliveryOutcome> send(WriteBatch batch) {
        requests++;
        world.must(batch.equals(journal.planned.get(batch.id())), "sent but not planned");
        world.must(fences.up.contains(batch.id()), "sent without a fence");
        var attempt = new Attempt(batch, life, new CompletableFuture<>());
        world.must(underWay.stream().noneMatch(attempt::sharesAKey), "one key twice under way");
        world.must(
                channel.sameKey() == DeliveryChannel.SameKey.TOGETHER
                        || attempt.keys().size() == batch.writes().size(),
                "one key twice in a batch");
        world.must(
                batch.writes().stream()
                                .map(write -> BatchAddress.of(channel, write))
                                .distinct()
                                .count()
                        == 1,
                "two addresses in a batch");
        underWay.add(attempt);
        world.must(underWay.size() <= channel.requests().parallel(), "too many requests at once");
        attempt.done.whenComplete((outcome, failure) -> underWay.remove(attempt));
        forward(attempt);
        return attempt.done;
    }

    private void forward(Attempt attempt) {
        if (world.fails(10)) {
            end(attempt, new DeliveryOutcome.Silence(false, "refused"));
            return;
        }
        if (world.fails(10)) {
            world.after(500, () -> end(attempt, new DeliveryOutcome.Silence(true, "reset")));
            return;
        }
        boolean lost = world.fails(15);
        world.after(
                LONGEST_WAY.toMillis(),
                () -> origin.receive(attempt.batch, outcome -> {
                    if (!lost) {
                        end(attempt, outcome);
                    }
                }));
        world.after(channel.requests().timeout(), () -> end(attempt, new DeliveryOutcome.Silence(true, "timeout")));
    }

    private void end(Attempt attempt, DeliveryOutcome outcome) {
        underWay.remove(attempt);
        attempt.done.complete(outcome);
    }

    private final class OfOneLife implements DeliveryTransport {

        private final int mine;

        OfOneLife(int mine) {
            this.mine = mine;
        }

        @Override
        public CompletableFuture<DeliveryOutcome> send(WriteBatch batch) {
            return mine == life ? SimulatedGateway.this.send(batch) : new CompletableFuture<>();
        }
    }

    private final class JournalOfOneLife implements DeliveryJournal {

        private final int mine;

        JournalOfOneLife(int mine) {
            this.mine = mine;
        }

        @Override
        public InputStream content(AcknowledgedWrite write) throws IOException {
            return journal.content(write);
        }

        @Override
        public CompletionStage<Void> planned(WriteBatch batch) {
            return mine == life ? journal.planned(batch) : new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements) {
            return mine == life ? journal.settled(batch, settlements) : new CompletableFuture<>();
        }
    }

    record Asked(long expected, int life, CompletableFuture<FlushResult> done) {}

    private record Attempt(WriteBatch batch, int life, CompletableFuture<DeliveryOutcome> done) {

        Set<String> keys() {
            return batch.writes().stream().map(AcknowledgedWrite::key).collect(Collectors.toSet());
        }

        boolean sharesAKey(Attempt other) {
            return !Collections.disjoint(keys(), other.keys());
        }
    }
}
