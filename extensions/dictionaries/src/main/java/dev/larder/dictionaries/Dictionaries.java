package dev.larder.dictionaries;

import dev.larder.dictionaries.EncodedResponses.Pair;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.http.ClientShares;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Earlier responses, and what is encoded with them. Hashes and encodings are computed by one thread, behind the responses: no
 * response waits for it. The thread ends when it is idle, and rests as long as it works, so that it never takes a processor from
 * the requests. What there is no memory for, exceeds the share of the client's address, fails, or has waited for {@link
 * DictionaryLimits#MAX_WAIT} is not done.
 */
public final class Dictionaries implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Dictionaries.class);

    private static final long IDLE_SECONDS = 10;

    private final DictionaryLimits limits;
    private final LongSupplier clock;
    private final DictionaryTable table;
    private final EncodedResponses encoded;
    private final ContentMemory.Account memory;
    private final ClientShares waiting = new ClientShares(DictionaryLimits.WAITING, DictionaryLimits.WAITING_OF_ONE);
    private final Set<Pair> underWay = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor worker;
    private final boolean available;

    /**
     * Creates an empty store of dictionaries.
     *
     * @param clock nanoseconds
     * @param memory from which content in progress is taken, and what is encoded
     */
    public Dictionaries(DictionaryLimits limits, LongSupplier clock, ContentMemory.Account memory) {
        this.clock = clock;
        this.limits = limits;
        this.table = new DictionaryTable(limits.dictionaryBytes());
        this.memory = memory;
        this.encoded =
                new EncodedResponses(limits.encodedBytes(), memory.ofCache().claim());
        this.worker = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(DictionaryLimits.WAITING), task -> {
                    var thread = new Thread(task, "larder-dictionaries");
                    thread.setDaemon(true);
                    return thread;
                });
        worker.allowCoreThreadTimeOut(true);
        this.available = DczEncoder.isAvailable();
    }

    DictionaryLimits limits() {
        return limits;
    }

    /** Returns from what the content of responses is taken. */
    ContentMemory.Account memory() {
        return memory;
    }

    /** Returns the content of a dictionary that a client has. */
    Optional<byte[]> find(String path, ContentHash hash) {
        return available ? table.find(path, hash) : Optional.empty();
    }

    /** Returns whether content is to be added. */
    boolean shouldAdd(String path, String version) {
        return available && !table.hasVersion(path, version);
    }

    /** Adds content that has been sent to a client, soon. */
    void add(ContentMemory client, String path, String version, byte[] content) {
        submit(client, content.length, () -> {
            if (DczEncoder.isRaw(content)) {
                table.add(path, version, ContentHash.of(content), content);
            }
        });
    }

    /** Returns whether a version has been encoded. */
    boolean hasEncoded(Pair pair) {
        return encoded.has(pair);
    }

    /** Returns the encoded content of a version; empty if it is sent as it is. */
    Optional<byte[]> findEncoded(Pair pair, byte[] content) {
        return encoded.find(pair, content);
    }

    /** Encodes content that has been sent to a client, soon, for the next response. */
    void encode(ContentMemory client, Pair pair, byte[] dictionary, byte[] content) {
        if (underWay.add(pair)) {
            submit(client, content.length, () -> {
                        if (!encoded.has(pair)) {
                            encoded.add(pair, content, DczEncoder.encode(dictionary, pair.dictionary(), content));
                        }
                    })
                    .whenComplete((done, fault) -> underWay.remove(pair));
        }
    }

    /** Returns whether nothing waits to be done. */
    boolean isIdle() {
        return underWay.isEmpty()
                && worker.getActiveCount() == 0
                && worker.getQueue().isEmpty();
    }

    private CompletableFuture<Void> submit(ContentMemory client, int octets, Runnable task) {
        InetAddress owner = client.owner();
        if (!waiting.take(owner, 1)) {
            return CompletableFuture.completedFuture(null);
        }
        ContentMemory.Claim claim = client.claim();
        if (!claim.take(octets)) {
            waiting.giveBack(owner, 1);
            return CompletableFuture.completedFuture(null);
        }
        long begun = clock.getAsLong();
        CompletableFuture<Void> result;
        try {
            result = CompletableFuture.runAsync(() -> runInTime(begun, task), worker);
        } catch (RejectedExecutionException full) {
            result = CompletableFuture.failedFuture(full);
        }
        return result.whenComplete((done, fault) -> {
            claim.release();
            waiting.giveBack(owner, 1);
            if (fault != null) {
                log.debug("A response is not encoded with a dictionary.", fault);
            }
        });
    }

    /** What has waited for long is of no use to clients that have asked meanwhile. */
    private void runInTime(long submitted, Runnable task) {
        long begun = clock.getAsLong();
        if (begun - submitted <= DictionaryLimits.MAX_WAIT.toNanos()) {
            task.run();
            LockSupport.parkNanos(clock.getAsLong() - begun);
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
