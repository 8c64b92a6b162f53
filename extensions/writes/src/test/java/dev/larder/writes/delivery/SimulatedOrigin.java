package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.ItemId;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Applies each batch at most once, or each item, as the channel says; fails, is slow, and refuses, as chance has it. A proxy
 * before it refuses now and then, and answers in its place though it has applied the batch.
 */
final class SimulatedOrigin {

    final Map<Long, Integer> applied = new HashMap<>();

    /** The numbers of what it has applied, in this order, by key. */
    final Map<String, List<Long>> inOrder = new HashMap<>();

    private final Set<ItemId> recognized = new HashSet<>();
    private final Map<UUID, DeliveryOutcome> answered = new HashMap<>();
    private final Map<UUID, List<Consumer<DeliveryOutcome>>> working = new HashMap<>();
    private final Map<UUID, List<AcknowledgedWrite>> seen = new HashMap<>();
    private final SimulatedWorld world;
    private final DeliveryChannel channel;
    private final int largest;
    private final Consumer<WriteBatch> onChange;

    SimulatedOrigin(SimulatedWorld world, DeliveryChannel channel, Consumer<WriteBatch> onChange) {
        this.world = world;
        this.channel = channel;
        this.largest = 1 + world.random.nextInt(8);
        this.onChange = onChange;
    }

    /** Refused whenever and wherever it comes. */
    static boolean isPoison(AcknowledgedWrite write) {
        return isItemPoison(write) || isBatchPoison(write);
    }

    private static boolean isItemPoison(AcknowledgedWrite write) {
        return write.number() % 13 == 5;
    }

    /** Makes the origin refuse the whole batch. */
    private static boolean isBatchPoison(AcknowledgedWrite write) {
        return write.number() % 17 == 3;
    }

    /** Makes the origin close the connection, or hang, whatever else it answers. */
    static boolean isUnanswerable(AcknowledgedWrite write) {
        return write.number() % 19 == 7;
    }

    void receive(WriteBatch batch, Consumer<DeliveryOutcome> answer) {
        if (batch.writes().stream().anyMatch(SimulatedOrigin::isUnanswerable)) {
            if (world.chance(50)) {
                answer.accept(new DeliveryOutcome.Silence(true, "closed"));
            }
            return;
        }
        UUID id =
                channel.bulk().isPresent() ? batch.id() : batch.writes().get(0).id();
        List<AcknowledgedWrite> before = seen.putIfAbsent(id, batch.writes());
        world.must(before == null || before.equals(batch.writes()), "other writes under one id");
        if (answered.containsKey(id)) {
            veiled(answered.get(id), answer);
        } else if (working.containsKey(id)) {
            working.get(id).add(answer);
        } else if (world.fails(3)) {
            answer.accept(whole(404));
        } else if (world.fails(20)) {
            answer.accept(failure());
        } else if (batch.writes().size() > largest) {
            answer.accept(whole(413));
        } else if (batch.writes().stream().anyMatch(SimulatedOrigin::isBatchPoison)) {
            answer.accept(whole(400));
        } else {
            working.put(id, new ArrayList<>(List.of(answer)));
            world.after(world.chance(10) ? 5000 : 200, () -> commit(id, batch));
        }
    }

    private void commit(UUID id, WriteBatch batch) {
        onChange.accept(batch);
        DeliveryOutcome outcome = channel.bulk().isPresent()
                ? items(batch)
                : single(batch.writes().get(0));
        boolean kept = channel.bulk().isPresent()
                || ((DeliveryOutcome.Whole) outcome).reply().status() / 100 == 2;
        if (kept && !recognizesItems()) {
            answered.put(id, outcome);
        }
        working.remove(id).forEach(waiting -> veiled(outcome, waiting));
    }

    private boolean recognizesItems() {
        return channel.retry().deduplication() == DeliveryChannel.Deduplication.ITEMS;
    }

    private void veiled(DeliveryOutcome outcome, Consumer<DeliveryOutcome> answer) {
        answer.accept(world.fails(30) ? whole(List.of(500, 502, 408, 302).get(world.random.nextInt(4))) : outcome);
    }

    private DeliveryOutcome single(AcknowledgedWrite write) {
        return whole(item(write, Set.of()));
    }

    private DeliveryOutcome items(WriteBatch batch) {
        Set<String> failed = new HashSet<>();
        List<OriginReply> replies = new ArrayList<>();
        for (AcknowledgedWrite write : batch.writes()) {
            int status = item(write, failed);
            if (status != 200) {
                failed.add(write.key());
            }
            replies.add(reply(status));
        }
        return failed.isEmpty() && world.chance(50)
                ? whole(204)
                : new DeliveryOutcome.EachItem(replies, SampleWrites.ANSWER);
    }

    private int item(AcknowledgedWrite write, Set<String> failed) {
        if (failed.contains(write.key())) {
            return 424;
        }
        if (isItemPoison(write)) {
            return 400;
        }
        if (recognized.contains(write.item())) {
            return 200;
        }
        if (world.fails(15)) {
            return List.of(408, 500, 503, 429).get(world.random.nextInt(4));
        }
        world.must(applied.merge(write.number(), 1, Integer::sum) == 1, "applied twice");
        if (recognizesItems()) {
            recognized.add(write.item());
        }
        inOrder.computeIfAbsent(write.key(), key -> new ArrayList<>()).add(write.number());
        return 200;
    }

    private DeliveryOutcome failure() {
        int status = List.of(500, 503, 429, 408, 425, 302, 207).get(world.random.nextInt(7));
        return status == 207 && channel.bulk().isPresent()
                ? new DeliveryOutcome.Garbled(reply(207), SampleWrites.ANSWER)
                : whole(status == 207 ? 500 : status);
    }

    private DeliveryOutcome whole(int status) {
        return new DeliveryOutcome.Whole(
                reply(status), world.chance(10) ? Duration.ofSeconds(3) : Duration.ZERO, SampleWrites.ANSWER);
    }

    private static OriginReply reply(int status) {
        return new OriginReply(status, Optional.empty(), "");
    }
}
