package dev.larder.invalidation.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.topic.ITopic;
import dev.larder.invalidation.Invalidation;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.Ledger;
import dev.larder.invalidation.Moved;
import dev.larder.invalidation.cluster.Member;
import dev.larder.invalidation.cluster.Message;
import dev.larder.invalidation.cluster.MessageCodec;
import dev.larder.invalidation.cluster.Outbox;
import dev.larder.invalidation.cluster.Status;
import dev.larder.invalidation.cluster.Tally;
import dev.larder.invalidation.cluster.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bus whose members are processes, over the topics of a Hazelcast cluster: one topic for all, and one for each member.
 * Messages may be lost there: what must not be is seen to by {@link Member}. Works with a member of that cluster and with
 * a client of it.
 */
public final class HazelcastBus implements InvalidationBus, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(HazelcastBus.class.getName());
    private static final Duration GOODBYE = Duration.ofSeconds(3);
    private static final Duration LISTENING = Duration.ofSeconds(4);

    private final HazelcastInstance hazelcast;
    private final Site site;
    private final Terms terms;
    private final Executor executor;
    private final UUID id = UUID.randomUUID();
    private final Ear everybody;
    private final Ear mine;
    private final Map<UUID, ITopic<byte[]>> others = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(daemon("larder-cluster"));
    private final ExecutorService probes = Executors.newCachedThreadPool(daemon("larder-cluster-probe"));
    private final Set<String> probing = ConcurrentHashMap.newKeySet();
    private final Object lock = new Object();
    private final Mail mail = new Mail();
    private volatile @Nullable Member member;
    private volatile long listeningSince;
    private volatile long wellAt = System.nanoTime();
    private volatile boolean down;

    /**
     * Where this member is, and where others may be.
     *
     * @param cluster name that all members share
     * @param address host and port on which this process listens, and no other while it lives
     * @param first the epoch to begin with should nobody else be there
     * @param expected addresses on which others may listen
     */
    public record Site(String cluster, String address, long first, Set<String> expected) {

        public Site {
            expected = Set.copyOf(expected);
        }
    }

    /**
     * A bus over this instance.
     *
     * @param executor runs what waits for others, which Hazelcast's threads must not wait for
     */
    public HazelcastBus(HazelcastInstance hazelcast, Site site, Terms terms, Executor executor) {
        this.hazelcast = hazelcast;
        this.site = site;
        this.terms = terms;
        this.executor = executor;
        this.everybody = new Ear(hazelcast.getTopic("larder/" + site.cluster() + "/all"), this::receive);
        this.mine = new Ear(topicOf(id), this::receive);
    }

    private ITopic<byte[]> topicOf(UUID whose) {
        return hazelcast.getTopic("larder/" + site.cluster() + "/to/" + whose);
    }

    private static ThreadFactory daemon(String name) {
        var count = new AtomicInteger();
        return task -> {
            var thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public void join(Ledger ledger) {
        member = new Member(id, site.address(), ledger, terms, mail);
        act(() -> joining().start(System.nanoTime(), site.first(), site.expected()));
        hazelcast.getLifecycleService().addLifecycleListener(event -> down |= isEnding(event.getState()));
        listen();
        timer.scheduleAtFixedRate(this::tickSafely, terms.beat(), terms.beat(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until this member and all others know of one another; nothing may be written before.
     *
     * @return addresses that did not answer in that time, and may have a member all the same; none if it has joined
     */
    public Set<String> awaitJoined(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        synchronized (lock) {
            while (!joining().joined() && System.nanoTime() - end < 0) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(lock, Math.max(1, end - System.nanoTime()));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    break;
                }
            }
            return joining().joined() ? Set.of() : joining().missing(System.nanoTime());
        }
    }

    /** Without Hazelcast nothing is heard: the port by which others see this process may be closed before it ends. */
    private static boolean isEnding(LifecycleEvent.LifecycleState state) {
        return state == LifecycleEvent.LifecycleState.SHUTTING_DOWN || state == LifecycleEvent.LifecycleState.SHUTDOWN;
    }

    private Member joining() {
        return Objects.requireNonNull(member, "nobody has joined");
    }

    private void receive(byte[] bytes) {
        MessageCodec.decode(bytes).ifPresent(message -> act(() -> joining().receive(System.nanoTime(), message)));
    }

    /**
     * Hazelcast may forget a listener on a member that joins at the same moment, or that comes back from the other side of a
     * cut. So whoever does not hear of the others for a while listens anew; not at once, as somebody may just be joining.
     */
    private void listen() {
        mine.listen();
        everybody.listen();
        listeningSince = System.nanoTime();
    }

    /** An exception here would be the last tick. */
    private void tickSafely() {
        try {
            tick();
        } catch (Throwable fault) {
            LOG.log(System.Logger.Level.WARNING, "The cluster's heartbeat failed once.", fault);
        }
    }

    private void tick() {
        act(() -> joining().tick(System.nanoTime()));
        boolean well = status().joined() && status().others().stream().allMatch(Status.Other::leases);
        long now = System.nanoTime();
        wellAt = well ? now : wellAt;
        long patience = LISTENING.toNanos();
        if (now - wellAt > patience && now - listeningSince > patience && probing.add(id.toString())) {
            probes.execute(() -> {
                try {
                    listen();
                } finally {
                    probing.remove(id.toString());
                }
            });
        }
        joining().expected().forEach(address -> probe(address, () -> joining().absent(System.nanoTime(), address)));
    }

    private void probe(String address, Runnable dead) {
        if (probing.add(address)) {
            probes.execute(() -> {
                try {
                    if (Probe.refuses(address)) {
                        act(dead);
                    }
                } finally {
                    probing.remove(address);
                }
            });
        }
    }

    /** Of this life of this member. */
    public UUID id() {
        return id;
    }

    @Override
    public CompletionStage<Moved> publish(Invalidation message) {
        return acting(() -> joining().publish(System.nanoTime(), message), Runnable::run);
    }

    @Override
    public long stamp() {
        return joining().stamp();
    }

    @Override
    public boolean waits() {
        return terms.strict();
    }

    @Override
    public boolean entitled() {
        return !down && joining().entitled(System.nanoTime());
    }

    /** How this member stands. */
    public Status status() {
        synchronized (lock) {
            return joining().status(System.nanoTime());
        }
    }

    /** What it has done so far. */
    public Tally tally() {
        return joining().tally();
    }

    private void act(Runnable action) {
        acting(
                () -> {
                    action.run();
                    return true;
                },
                executor);
    }

    private <T> T acting(Supplier<T> action, Executor finishing) {
        T result;
        List<Runnable> completions;
        synchronized (lock) {
            result = action.get();
            lock.notifyAll();
            completions = mail.takeCompletions();
        }
        mail.deliver();
        completions.forEach(each -> finish(each, finishing));
        return result;
    }

    private static void finish(Runnable completion, Executor finishing) {
        try {
            finishing.execute(completion);
        } catch (RuntimeException refused) {
            LOG.log(System.Logger.Level.DEBUG, "Nobody finishes what waited for the cluster.", refused);
            completion.run();
        }
    }

    /** Leaves, so that the others need not wait for it any more. Nothing is answered from the store, and nothing written, afterwards. */
    @Override
    public void close() {
        CompletableFuture<Moved> told = acting(() -> joining().leave(System.nanoTime()), Runnable::run);
        try {
            told.orTimeout(GOODBYE.toMillis(), TimeUnit.MILLISECONDS).join();
        } catch (CompletionException unheard) {
            LOG.log(System.Logger.Level.WARNING, "Not every member of the cluster heard this one leave.");
        }
        down = true;
        timer.shutdownNow();
        probes.shutdownNow();
        if (hazelcast.getLifecycleService().isRunning()) {
            everybody.close();
            mine.close();
            mine.topic().destroy();
        }
    }

    /** Sends in the order in which it was told to, one thread at a time. */
    private final class Mail implements Outbox {

        private final Queue<Runnable> outgoing = new ConcurrentLinkedQueue<>();
        private final AtomicInteger toSend = new AtomicInteger();
        private List<Runnable> completions = new ArrayList<>();

        @Override
        public void broadcast(Message message) {
            byte[] bytes = MessageCodec.encode(message);
            outgoing.add(() -> everybody.topic().publishAsync(bytes));
        }

        @Override
        public void send(UUID to, Message message) {
            byte[] bytes = MessageCodec.encode(message);
            outgoing.add(
                    () -> others.computeIfAbsent(to, HazelcastBus.this::topicOf).publishAsync(bytes));
        }

        @Override
        public void probe(UUID silent, String address) {
            HazelcastBus.this.probe(address, () -> joining().dead(System.nanoTime(), silent));
        }

        @Override
        public void run(Runnable completion) {
            completions.add(completion);
        }

        List<Runnable> takeCompletions() {
            List<Runnable> taken = completions;
            completions = new ArrayList<>(2);
            return taken;
        }

        void deliver() {
            if (outgoing.isEmpty() || toSend.getAndIncrement() > 0) {
                return;
            }
            int seen = 1;
            do {
                for (Runnable next = outgoing.poll(); next != null; next = outgoing.poll()) {
                    send(next);
                }
                seen = toSend.addAndGet(-seen);
            } while (seen > 0);
        }

        private void send(Runnable next) {
            try {
                next.run();
            } catch (Throwable lost) {
                LOG.log(System.Logger.Level.DEBUG, "A message to the cluster was lost.", lost);
            }
        }
    }
}
