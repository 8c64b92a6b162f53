package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.Figures.Delays;
import dev.larder.simulator.cluster.Figures.Messages;
import dev.larder.simulator.cluster.Publication.Writer;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;

/** The messages of one cluster for some time: writes that come by chance, heartbeats, pauses. */
final class Exchange {

    private static final double SECOND = 1e9;

    /** Part of the time that passes before anything is measured. */
    private static final double WARM_UP = 0.3;

    private final Assumptions assumptions;
    private final Cell cell;
    private final Random random;
    private final Plan plan;
    private final Agenda agenda = new Agenda();
    private final Servers servers;
    private final Channel channel;
    private final Count publications;
    private final Count heartbeats;
    private final Tree tree;
    private final Spreading spreading;
    private final Write.Path path;
    private final Set<Write> underWay = new LinkedHashSet<>();
    private final LongArrayList waits = new LongArrayList();
    private final LongArrayList fences = new LongArrayList();
    private long measuredFrom;
    private Messages messages = new Messages(0, 0, 0, 0);

    Exchange(Assumptions assumptions, Cell cell, Random random) {
        this.assumptions = assumptions;
        this.cell = cell;
        this.random = random;
        this.plan = Plan.of(assumptions, cell);
        Protocol protocol = assumptions.protocol();
        int asked = Demand.asked(cell, protocol);
        servers = new Servers(cell.members(), assumptions.traffic(), random.nextDouble());
        channel = new Channel(assumptions, servers, agenda, random);
        publications = new Count(asked);
        heartbeats = new Count(asked);
        tree = cell.variant().tree(cell.members(), protocol.degree());
        spreading = new Spreading(tree, this::transport);
        path = new Write.Path(tree, spreading, agenda, protocol.lease(), this::answered);
    }

    private Transport transport(Transport.Inbox inbox) {
        return cell.variant().isBatched() ? batching(inbox) : new Direct(channel, publications, inbox);
    }

    private Transport batching(Transport.Inbox inbox) {
        var pace = new Batching.Pace(
                assumptions.protocol().window(), cell.variant().isShared());
        return new Batching(channel, agenda, pace, publications, inbox);
    }

    private long answered(long forwarded) {
        double spread = Math.exp(assumptions.costs().jitter() * random.nextGaussian());
        return forwarded + Math.round(assumptions.traffic().origin() * spread);
    }

    /** Runs until every write that is measured is done, or far too much has happened. */
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
        for (Write write : underWay) {
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
        var listeners = new Heartbeats(cell, assumptions.protocol().degree());
        for (int i = 0; i < cell.members(); i++) {
            int member = i;
            agenda.add(Math.round(random.nextDouble() * interval), now -> beat(member, listeners, interval, now));
        }
    }

    private void beat(int member, Heartbeats listeners, long interval, long now) {
        int records = cell.members();
        listeners.forEachListener(member, listener -> {
            heartbeats.sent(member, channel.bytes(records));
            channel.message(member, listener, records, now, handled -> {});
        });
        agenda.add(now + interval, next -> beat(member, listeners, interval, next));
    }

    private long untilNextWrite() {
        double rate = cell.writesPerSecond(assumptions.traffic()) / plan.weight();
        return Math.round(-Math.log(1 - random.nextDouble()) / rate * SECOND);
    }

    private void write(long now) {
        int member = random.nextInt(cell.members());
        var writer = new Writer(member, cell.variant().isShared() ? 0 : member, plan.weight());
        var write = new Write(writer, path, now, this::done);
        if (measuredFrom > 0 && now < plan.nanos()) {
            underWay.add(write);
        }
        write.start();
        agenda.add(now + untilNextWrite(), this::write);
    }

    private void done(Write write, long now) {
        if (underWay.remove(write)) {
            record(write, now);
        }
    }

    private void record(Write write, long now) {
        waits.add(write.waited());
        fences.add(now + assumptions.costs().wire() - write.started());
    }

    private void closeWindow(long now) {
        int asked = Demand.asked(cell, assumptions.protocol());
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

    /** How long pools were fenced on members other than the writer's, in nanoseconds, about. */
    long[] fences() {
        return fences.toLongArray();
    }
}
