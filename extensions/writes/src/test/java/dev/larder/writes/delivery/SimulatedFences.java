package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryFences;
import dev.larder.writes.WriteBatch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Fences of one life of the gateway. */
final class SimulatedFences implements DeliveryFences {

    final Set<UUID> up = new HashSet<>();
    final Map<UUID, Boolean> reached = new HashMap<>();
    private final SimulatedWorld world;

    SimulatedFences(SimulatedWorld world) {
        this.world = world;
    }

    @Override
    public CompletionStage<Raised> raise(WriteBatch batch) {
        if (world.fails(3)) {
            return CompletableFuture.failedStage(new IllegalStateException("no fence"));
        }
        return later(() -> {
            world.must(up.add(batch.id()), "raised twice");
            return (reach, answer) -> lower(batch, reach);
        });
    }

    private CompletionStage<Void> lower(WriteBatch batch, boolean reach) {
        world.must(up.remove(batch.id()), "lowered but not up");
        reached.put(batch.id(), reach);
        return later(() -> null);
    }

    private <T> CompletionStage<T> later(Supplier<T> answer) {
        if (world.chance(30)) {
            return CompletableFuture.completedStage(answer.get());
        }
        var done = new CompletableFuture<T>();
        world.after(20, () -> done.complete(answer.get()));
        return done;
    }
}
