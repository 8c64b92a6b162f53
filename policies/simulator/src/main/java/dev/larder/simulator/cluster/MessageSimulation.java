package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.ClusterSimulationResult.Delays;
import dev.larder.simulator.cluster.ClusterSimulationResult.Messages;
import dev.larder.simulator.cluster.SimulatedPublication.Writer;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;

/** Simulates the messages of one cluster for some time: randomly arriving writes, heartbeats, pauses. */
final class MessageSimulation {

    private static final double SECOND = 1e9;

    /** Fraction of the time that passes before measurement starts. */
    private static final double WARM_UP = 0.3;

    private final ClusterAssumptions assumptions;
    private final ClusterCase clusterCase;
    private final Random random;
    private final SimulationPlan plan;
    private final SimulationEventQueue agenda = new SimulationEventQueue();
    private final MemberServers servers;
    private final MessageChannel channel;
    private final MessageCount publications;
    private final MessageCount heartbeats;
    private final BroadcastTree tree;
    private final PublicationBroadcast spreading;
    private final SimulatedWrite.Path path;
    private final Set<SimulatedWrite> underWay = new LinkedHashSet<>();
    private final LongArrayList waits = new LongArrayList();
    private final LongArrayList fences = new LongArrayList();
    private long measuredFrom;
    private Messages messages = new Messages(0, 0, 0, 0);

    MessageSimulation(ClusterAssumptions assumptions, ClusterCase clusterCase, Random random) {
        this.assumptions = assumptions;
        this.clusterCase = clusterCase;
        this.random = random;
        this.plan = SimulationPlan.of(assumptions, clusterCase);
        ProtocolParameters protocol = assumptions.protocol();
        int asked = ClusterDemand.asked(clusterCase, protocol);
        servers = new MemberServers(clusterCase.members(), assumptions.traffic(), random.nextDouble());
        channel = new MessageChannel(assumptions, servers, agenda, random);
        publications = new MessageCount(asked);
        heartbeats = new MessageCount(asked);
        tree = clusterCase.variant().tree(clusterCase.members(), protocol.degree());
        spreading = new PublicationBroadcast(tree, this::transport);
        path = new SimulatedWrite.Path(tree, spreading, agenda, protocol.lease(), this::answered);
    }

    private NoticeTransport transport(NoticeTransport.Inbox inbox) {
        return clusterCase.variant().isBatched() ? batching(inbox) : new DirectTransport(channel, publications, inbox);
    }

    private NoticeTransport batching(NoticeTransport.Inbox inbox) {
        var pace = new BatchedTransport.Pace(
                assumptions.protocol().window(), clusterCase.variant().isShared());
        return new BatchedTransport(channel, agenda, pace, publications, inbox);
    }

    private long answered(long forwarded) {
        double spread = Math.exp(assumptions.costs().jitter() * random.nextGaussian());
        return forwarded + Math.round(assumptions.traffic().origin() * spread);
    }

    /** Runs until every measured write is done, or the number of events is far too high. */
    void run() {
        beginHeartbeats();
        agenda.add(untilNextWrite(), this::write);
        agenda.add(Math.round(WARM_UP * plan.nanos()), this::measure);
        agenda.add(plan.nanos(), this::closeWindow);
        long now = 0;
        while ((now < plan.nanos() || !underWay.isEmpty()) && agenda.passed() < 4 * plan.events()) {
            now = agenda.next();
        }
        if (now < plan.nanos()) {
            closeWindow(now);
        }
        for (SimulatedWrite write : underWay) {
            record(write, now);
        }
    }

    private void measure(long now) {
        measuredFrom = now;
        servers.reset();
        publications.reset();
        heartbeats.reset();
    }

    private void beginHeartbeats() {
        long interval = assumptions.protocol().heartbeat();
        var listeners = new HeartbeatTargets(clusterCase, assumptions.protocol().degree());
        for (int i = 0; i < clusterCase.members(); i++) {
            int member = i;
            agenda.add(Math.round(random.nextDouble() * interval), now -> beat(member, listeners, interval, now));
        }
    }

    private void beat(int member, HeartbeatTargets listeners, long interval, long now) {
        int records = clusterCase.members();
        listeners.forEachListener(member, listener -> {
            heartbeats.sent(member, channel.bytes(records));
            channel.message(member, listener, records, now, handled -> {});
        });
        agenda.add(now + interval, next -> beat(member, listeners, interval, next));
    }

    private long untilNextWrite() {
        double rate = clusterCase.writesPerSecond(assumptions.traffic()) / plan.weight();
        return Math.round(-Math.log(1 - random.nextDouble()) / rate * SECOND);
    }

    private void write(long now) {
        int member = random.nextInt(clusterCase.members());
        var writer = new Writer(member, clusterCase.variant().isShared() ? 0 : member, plan.weight());
        var write = new SimulatedWrite(writer, path, now, this::done);
        if (measuredFrom > 0 && now < plan.nanos()) {
            underWay.add(write);
        }
        write.start();
        agenda.add(now + untilNextWrite(), this::write);
    }

    private void done(SimulatedWrite write, long now) {
        if (underWay.remove(write)) {
            record(write, now);
        }
    }

    private void record(SimulatedWrite write, long now) {
        waits.add(write.waited());
        fences.add(now + assumptions.costs().wire() - write.started());
    }

    private void closeWindow(long now) {
        int asked = ClusterDemand.asked(clusterCase, assumptions.protocol());
        double memberNanos = (double) asked * (now - measuredFrom);
        double memberSeconds = memberNanos / SECOND;
        messages = new Messages(
                publications.messages() / memberSeconds,
                heartbeats.messages() / memberSeconds,
                (publications.bytes() + heartbeats.bytes()) / memberSeconds,
                servers.work(asked) / memberNanos);
    }

    Messages messages() {
        return messages;
    }

    Delays delays() {
        long[] sorted = waits.toLongArray();
        Arrays.sort(sorted);
        return new Delays(quantile(sorted, 0.5), quantile(sorted, 0.99), sorted.length);
    }

    private static long quantile(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(part * sorted.length) - 1];
    }

    /** Returns how long pools were fenced on members other than the writer's, in nanoseconds, approximately. */
    long[] fences() {
        return fences.toLongArray();
    }
}
