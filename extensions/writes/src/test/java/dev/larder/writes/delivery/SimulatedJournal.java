package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Keeps what has become durable; what is on its way may or may not be when the gateway crashes. */
final class SimulatedJournal implements DeliveryJournal {

    final TreeMap<Long, AcknowledgedWrite> accepted = new TreeMap<>();
    final Map<Long, WriteSettlement> ended = new TreeMap<>();
    final Map<Long, Integer> attempts = new TreeMap<>();
    final Map<UUID, WriteBatch> planned = new LinkedHashMap<>();
    private final SimulatedWorld world;
    private final List<Note> underWay = new ArrayList<>();

    SimulatedJournal(SimulatedWorld world) {
        this.world = world;
    }

    @Override
    public InputStream content(AcknowledgedWrite write) throws IOException {
        throw new IOException("no content here");
    }

    @Override
    public CompletionStage<Void> planned(WriteBatch batch) {
        for (AcknowledgedWrite write : batch.writes()) {
            world.must(!ended.containsKey(write.number()), "planned after its end");
            world.must(
                    planned.values().stream().noneMatch(other -> other.writes().contains(write)), "planned twice");
        }
        return note(() -> planned.put(batch.id(), batch));
    }

    @Override
    public CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements) {
        world.must(batch.equals(planned.get(batch.id())), "settled but not planned");
        world.must(settlements.stream().map(WriteSettlement::write).toList().equals(batch.writes()), "settled in part");
        return note(() -> {
            planned.remove(batch.id());
            settlements.forEach(this::settle);
        });
    }

    private void settle(WriteSettlement settlement) {
        long number = settlement.write().number();
        if (settlement instanceof WriteSettlement.Again again) {
            attempts.put(number, again.attempts());
        } else {
            world.must(ended.put(number, settlement) == null, "ended twice");
        }
    }

    private CompletionStage<Void> note(Runnable change) {
        if (world.fails(10)) {
            return CompletableFuture.failedStage(new IOException("disk full"));
        }
        if (world.chance(30)) {
            change.run();
            return CompletableFuture.completedStage(null);
        }
        var note = new Note(change, world.fails(10), new CompletableFuture<>());
        underWay.add(note);
        world.after(20, () -> end(note));
        return note.done;
    }

    private void end(Note note) {
        if (!underWay.remove(note)) {
            return;
        }
        if (note.fails) {
            note.done.completeExceptionally(new IOException("input/output error"));
        } else {
            note.change.run();
            note.done.complete(null);
        }
    }

    void crash() {
        List<Note> lost = List.copyOf(underWay);
        underWay.clear();
        lost.stream().filter(note -> !note.fails && world.chance(50)).forEach(note -> note.change.run());
    }

    private record Note(Runnable change, boolean fails, CompletableFuture<Void> done) {}
}
