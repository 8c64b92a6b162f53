package dev.larder.cluster.bus;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.topic.ITopic;
import dev.larder.cluster.protocol.ClusterMember;
import dev.larder.cluster.protocol.ClusterMessage;
import dev.larder.cluster.protocol.ClusterMessageCodec;
import dev.larder.cluster.protocol.LeaseSettings;
import dev.larder.cluster.protocol.MemberActions;
import dev.larder.cluster.protocol.MemberStatus;
import dev.larder.cluster.protocol.PublicationCounters;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.InvalidationState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Invalidation bus over the topics of a Hazelcast cluster: one topic for all members, and one for each. Topics may lose messages;
 * {@link ClusterMember} recovers those that must not be lost. Works with a member and with a client of the Hazelcast cluster.
 *
 * <p>Only {@link #awaitJoined} and {@link #close} block. One thread owns the member, another encodes messages and hands them to
 * Hazelcast, which may block. Values needed at once are read without a lock.
 */
public final class HazelcastInvalidationBus implements InvalidationBus, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(HazelcastInvalidationBus.class.getName());
    private static final Duration GOODBYE = Duration.ofSeconds(3);
    private static final Duration LISTENING = Duration.ofSeconds(4);

    private final HazelcastInstance hazelcast;
    private final Site site;
    private final LeaseSettings lease;
    private final Executor executor;
    private final UUID id = UUID.randomUUID();
    private final TopicListener everybody;
    private final TopicListener mine;
    private final Map<UUID, ITopic<byte[]>> others = new ConcurrentHashMap<>();
    private final ScheduledExecutorService worker =
            Executors.newSingleThreadScheduledExecutor(daemon("larder-cluster"));
    private final ExecutorService sender = Executors.newSingleThreadExecutor(daemon("larder-cluster-send"));
    private final ExecutorService probes = Executors.newCachedThreadPool(daemon("larder-cluster-probe"));
    private final Set<String> probing = ConcurrentHashMap.newKeySet();
    private final LeaseClock leases = LeaseClock.system();
    private final CountDownLatch joined = new CountDownLatch(1);
    private final Mail mail = new Mail();
    private volatile @Nullable ClusterMember member;
    private volatile @Nullable MemberStatus status;
    private volatile long listeningSince;
    private final SilentMembers silent = new SilentMembers();
    private volatile long wellAt = System.nanoTime();
    private volatile boolean down;

    /**
     * The address of this member, and those where others may listen.
     *
     * @param cluster name that all members share
     * @param address host and port on which only this process listens while it lives
     * @param first epoch to begin with if no other member knows a later one
     * @param expected addresses on which others may listen
     */
    public record Site(String cluster, String address, long first, Set<String> expected) {

        public Site {
            expected = Set.copyOf(expected);
        }
    }

    /**
     * Creates a bus over this instance.
     *
     * @param executor runs tasks that wait for other members, for which no thread of the bus may wait
     */
    public HazelcastInvalidationBus(HazelcastInstance hazelcast, Site site, LeaseSettings lease, Executor executor) {
        this.hazelcast = hazelcast;
        this.site = site;
        this.lease = lease;
        this.executor = executor;
        this.everybody = new TopicListener(hazelcast.getTopic("larder/" + site.cluster() + "/all"), this::receive);
        this.mine = new TopicListener(topicOf(id), this::receive);
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
    public void join(InvalidationState invalidationState) {
        var mine = new ClusterMember(id, site.address(), invalidationState, lease, mail);
        member = mine;
        status = mine.status(System.nanoTime());
        act(() -> joining().start(System.nanoTime(), site.first(), site.expected()));
        hazelcast.getLifecycleService().addLifecycleListener(event -> down |= isEnding(event.getState()));
        listen();
        worker.scheduleAtFixedRate(() -> acting(this::tick), lease.beat(), lease.beat(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until this member and all others know of one another; it must not write before.
     *
     * @return addresses that did not answer in time but may have a member all the same; empty if this member has joined
     */
    public Set<String> awaitJoined(Duration patience) {
        try {
            if (joined.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return Set.of();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return CompletableFuture.supplyAsync(() -> joining().missing(System.nanoTime()), worker)
                .join();
    }

    /**
     * To be called after joining and before the first write. If no other member knows which shared data of an earlier life is
     * invalid, all of it is removed first.
     *
     * @param removal removes the data that members share; blocks, and throws if it may have failed
     */
    public void found(Runnable removal) {
        if (CompletableFuture.supplyAsync(() -> joining().isFounding(), worker).join()) {
            removal.run();
            act(() -> joining().founded(System.nanoTime()));
        }
    }

    /** Without Hazelcast no message arrives: the port by which others see this process may close before the process ends. */
    private static boolean isEnding(LifecycleEvent.LifecycleState state) {
        return state == LifecycleEvent.LifecycleState.SHUTTING_DOWN || state == LifecycleEvent.LifecycleState.SHUTDOWN;
    }

    private ClusterMember joining() {
        return Objects.requireNonNull(member, "the bus has no member yet");
    }

    private void receive(byte[] bytes) {
        ClusterMessageCodec.decode(bytes)
                .ifPresent(message -> act(() -> joining().receive(System.nanoTime(), message)));
    }

    /**
     * Registers the listeners anew if this member has not heard from the others for a while: Hazelcast may forget the listener of
     * a member that joins at the same moment, or that returns after a partition. Not at once, as another member may be joining.
     */
    private void listen() {
        mine.listen();
        everybody.listen();
        listeningSince = System.nanoTime();
    }

    private void tick() {
        joining().tick(System.nanoTime());
        boolean well =
                joining().hasJoined() && status().others().stream().allMatch(MemberStatus.PeerStatus::isGrantingLease);
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
                    if (MemberLivenessProbe.isConnectionRefused(address)) {
                        act(dead);
                    }
                } finally {
                    probing.remove(address);
                }
            });
        }
    }

    /** Returns the id of this life of the member. */
    public UUID id() {
        return id;
    }

    @Override
    public CompletionStage<EpochChange> publish(InvalidationMessage message) {
        return asked(() -> joining().publish(System.nanoTime(), message));
    }

    @Override
    public long stamp() {
        return joining().stamp();
    }

    @Override
    public boolean supportsEpochAgreement() {
        return true;
    }

    @Override
    public boolean isSynchronous() {
        return lease.strict();
    }

    @Override
    public boolean mayUseStore() {
        return !down && joining().mayUseStore(leases.now());
    }

    /** Returns the member's status after the latest event or tick, at most one beat old. */
    public MemberStatus status() {
        return Objects.requireNonNull(status, "the bus has no member yet");
    }

    /** Returns the member's counters. */
    public PublicationCounters tally() {
        return joining().tally();
    }

    private void act(Runnable action) {
        try {
            worker.execute(() -> acting(action));
        } catch (RejectedExecutionException closed) {
            LOG.log(System.Logger.Level.DEBUG, "What has come is not heard any more.", closed);
        }
    }

    /** Runs an action that takes until other members know of it; completes on the executor. */
    private CompletableFuture<EpochChange> asked(Supplier<CompletableFuture<EpochChange>> action) {
        var outcome = new CompletableFuture<EpochChange>();
        Runnable acting = () -> acting(() -> {
            CompletableFuture<EpochChange> done = begun(action);
            if (done.isDone()) {
                mail.run(() -> pass(done, outcome));
            } else {
                pass(done, outcome);
            }
        });
        try {
            worker.execute(acting);
        } catch (RejectedExecutionException closed) {
            outcome.completeExceptionally(closed);
        }
        return outcome;
    }

    private static CompletableFuture<EpochChange> begun(Supplier<CompletableFuture<EpochChange>> action) {
        try {
            return action.get();
        } catch (RuntimeException fault) {
            return CompletableFuture.failedFuture(fault);
        }
    }

    private static void pass(CompletableFuture<EpochChange> from, CompletableFuture<EpochChange> to) {
        CompletableFuture<?> unused = from.whenComplete((moved, fault) -> {
            if (fault == null) {
                to.complete(moved);
            } else {
                to.completeExceptionally(fault);
            }
        });
    }

    /** Runs on the worker's thread only. An escaping exception would end the ticks. */
    private void acting(Runnable action) {
        ClusterMember mine = joining();
        try {
            mine.lead(leases.lead());
            action.run();
        } catch (Throwable fault) {
            LOG.log(System.Logger.Level.WARNING, "The cluster's member failed once.", fault);
        }
        status = mine.status(System.nanoTime());
        silent.changes(status).forEach(change -> LOG.log(System.Logger.Level.WARNING, change));
        if (mine.hasJoined()) {
            joined.countDown();
        }
        mail.takeCompletions().forEach(this::finish);
    }

    private void finish(Runnable completion) {
        try {
            executor.execute(completion);
        } catch (RuntimeException refused) {
            LOG.log(System.Logger.Level.DEBUG, "A task that waited for the cluster was not run.", refused);
            completion.run();
        }
    }

    /**
     * Leaves the cluster, so that the others no longer wait for this member. Afterwards it neither answers from its store nor
     * writes.
     */
    @Override
    public void close() {
        CompletableFuture<EpochChange> told = asked(() -> joining().leave(System.nanoTime()));
        try {
            told.orTimeout(GOODBYE.toMillis(), TimeUnit.MILLISECONDS).join();
        } catch (CompletionException unheard) {
            LOG.log(System.Logger.Level.WARNING, "Not every member of the cluster heard this one leave.");
        }
        down = true;
        worker.shutdownNow();
        sender.shutdownNow();
        probes.shutdownNow();
        if (hazelcast.getLifecycleService().isRunning()) {
            everybody.close();
            mine.close();
            mine.topic().destroy();
        }
    }

    /** Sends messages in the order in which they were given to it. */
    private final class Mail implements MemberActions {

        private List<Runnable> completions = new ArrayList<>();

        @Override
        public void broadcast(ClusterMessage message) {
            send(message, everybody::topic);
        }

        @Override
        public void send(UUID to, ClusterMessage message) {
            send(message, () -> others.computeIfAbsent(to, HazelcastInvalidationBus.this::topicOf));
        }

        private void send(ClusterMessage message, Supplier<ITopic<byte[]>> topic) {
            sender.execute(() -> {
                try {
                    topic.get().publishAsync(ClusterMessageCodec.encode(message));
                } catch (Throwable lost) {
                    LOG.log(System.Logger.Level.DEBUG, "A message to the cluster was lost.", lost);
                }
            });
        }

        @Override
        public void probe(UUID silent, String address) {
            HazelcastInvalidationBus.this.probe(address, () -> joining().dead(System.nanoTime(), silent));
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
    }
}
