package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.SimulatedPublication.Writer;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;

/** An unsafe request: raises the fence, is forwarded, invalidates, lowers the fence. */
final class SimulatedWrite {

    /** The components that a write passes through. */
    record Path(
            BroadcastTree tree,
            PublicationBroadcast spreading,
            SimulationEventQueue agenda,
            long lease,
            LongUnaryOperator answered) {}

    private final Writer writer;
    private final Path path;
    private final long started;
    private final ObjLongConsumer<SimulatedWrite> onDone;
    private long waited;

    /** @param onDone called when the response is released */
    SimulatedWrite(Writer writer, Path path, long started, ObjLongConsumer<SimulatedWrite> onDone) {
        this.writer = writer;
        this.path = path;
        this.started = started;
        this.onDone = onDone;
    }

    void start() {
        publish(started, raised -> path.agenda.add(path.answered.applyAsLong(raised), this::invalidate));
    }

    private void invalidate(long now) {
        publish(now, this::lower);
    }

    private void lower(long now) {
        path.spreading.publish(SimulatedPublication.unacknowledged(writer, path.tree), now);
        onDone.accept(this, now);
    }

    /** Continues when all members have acknowledged, or their leases have expired. */
    private void publish(long now, SimulationEventQueue.Event then) {
        var wait = new Wait(now, then);
        path.agenda.add(now + path.lease, wait::end);
        path.spreading.publish(SimulatedPublication.acknowledged(writer, path.tree, wait::end), now);
    }

    long started() {
        return started;
    }

    /** Returns the nanoseconds spent waiting for acknowledgements so far. */
    long waited() {
        return waited;
    }

    private final class Wait {

        private final long since;
        private final SimulationEventQueue.Event then;
        private boolean isOver;

        Wait(long since, SimulationEventQueue.Event then) {
            this.since = since;
            this.then = then;
        }

        void end(long now) {
            if (!isOver) {
                isOver = true;
                long until = Math.min(now, since + path.lease);
                waited += until - since;
                then.happen(until);
            }
        }
    }
}
