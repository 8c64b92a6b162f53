package dev.larder.dictionaries;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Earlier responses, and what is encoded with them. Hashes and encodings are computed by one thread, which ends when it is idle;
 * so each pair of dictionary and content is encoded once while it is remembered. What there is no room for, or fails, is not done.
 */
public final class Dictionaries implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Dictionaries.class);

    private static final long IDLE_SECONDS = 10;

    private final DictionaryLimits limits;
    private final DictionaryTable table;
    private final Map<Pair, Optional<byte[]>> encoded = new LinkedHashMap<>(16, 0.75f, true);
    private final ThreadPoolExecutor worker;
    private final boolean available;
    private final AtomicLong heldBytes = new AtomicLong();
    private long encodedBytes;

    private record Pair(ContentHash dictionary, ContentHash content) {

        static long weight(Optional<byte[]> result) {
            return DictionaryLimits.OVERHEAD
                    + result.map(octets -> octets.length).orElse(0);
        }
    }

    /** Creates an empty store of dictionaries. */
    public Dictionaries(DictionaryLimits limits) {
        this.limits = limits;
        this.table = new DictionaryTable(limits.dictionaryBytes());
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

    /** Returns the content of a dictionary that a client has. */
    Optional<byte[]> find(String path, ContentHash hash) {
        return available ? table.find(path, hash) : Optional.empty();
    }

    /** Returns whether content is to be added. */
    boolean lacks(String path, String version) {
        return available && !table.hasVersion(path, version);
    }

    /** Takes room for content that is held; returns false if there is none left. */
    boolean reserve(int octets) {
        if (heldBytes.addAndGet(octets) <= limits.contentBytes()) {
            return true;
        }
        heldBytes.addAndGet(-octets);
        return false;
    }

    /** Gives room back. */
    void release(int octets) {
        heldBytes.addAndGet(-octets);
    }

    /** Adds content that has been sent, soon. */
    void add(String path, String version, byte[] content) {
        submit(content.length, () -> {
            if (DczEncoder.isRaw(content)) {
                table.add(path, version, ContentHash.of(content), content);
            }
            return Optional.empty();
        });
    }

    /** Encodes content; completes empty if it is sent as it is. Never fails. */
    Mono<byte[]> encode(byte[] dictionary, ContentHash hash, byte[] content) {
        return Mono.fromFuture(() -> submit(content.length, () -> encodeOnce(dictionary, hash, content)))
                .flatMap(Mono::justOrEmpty);
    }

    private CompletableFuture<Optional<byte[]>> submit(int octets, Supplier<Optional<byte[]>> task) {
        if (!reserve(octets)) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        CompletableFuture<Optional<byte[]>> result;
        try {
            result = CompletableFuture.supplyAsync(task, worker);
        } catch (RejectedExecutionException full) {
            result = CompletableFuture.failedFuture(full);
        }
        return result.handle((encoding, fault) -> {
            release(octets);
            if (fault != null) {
                log.debug("A response is not encoded with a dictionary.", fault);
            }
            return fault == null ? encoding : Optional.empty();
        });
    }

    private Optional<byte[]> encodeOnce(byte[] dictionary, ContentHash hash, byte[] content) {
        var pair = new Pair(hash, ContentHash.of(content));
        Optional<byte[]> known = encoded.get(pair);
        if (known != null) {
            return known;
        }
        Optional<byte[]> result = DczEncoder.encode(dictionary, hash, content);
        encoded.put(pair, result);
        encodedBytes += Pair.weight(result);
        Iterator<Optional<byte[]>> eldest = encoded.values().iterator();
        while (encodedBytes > limits.encodedBytes()) {
            encodedBytes -= Pair.weight(eldest.next());
            eldest.remove();
        }
        return result;
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
