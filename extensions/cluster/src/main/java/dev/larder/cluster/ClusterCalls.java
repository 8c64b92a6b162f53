package dev.larder.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls between gateways over Hazelcast topics. Calls and answers may be lost: a caller waits no longer than its timeout.
 * Encoding, version {@value #VERSION}: the version, whether it is an answer, the number of the call, the caller or the answering
 * gateway, the service, its argument or result. A gateway ignores calls of an unknown version or service.
 */
public final class ClusterCalls implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ClusterCalls.class);
    private static final int VERSION = 1;

    private final HazelcastInstance hazelcast;
    private final String prefix;
    private final UUID id;
    private final Map<Service, BiFunction<UUID, byte[], CompletionStage<byte[]>>> services = new ConcurrentHashMap<>();
    private final Map<Long, CompletableFuture<byte[]>> open = new ConcurrentHashMap<>();
    private final Map<UUID, ITopic<byte[]>> others = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final String cluster;

    /** Publishes; Hazelcast may block the publishing thread. */
    private final ExecutorService sender = Executors.newSingleThreadExecutor(task -> {
        var thread = new Thread(task, "larder-calls");
        thread.setDaemon(true);
        return thread;
    });

    /** Services that a gateway offers to the others. */
    enum Service {
        /** Claims a request to an origin on behalf of all gateways. */
        CLAIM(1),
        /** Reports that a claimed request is over. */
        OVER(2),
        /** Purges stored responses. */
        PURGE(3);

        private final int code;

        Service(int code) {
            this.code = code;
        }
    }

    /**
     * Creates the endpoint of one gateway.
     *
     * @param cluster name that all gateways share
     * @param id of this gateway
     */
    public ClusterCalls(HazelcastInstance hazelcast, String cluster, UUID id) {
        this.hazelcast = hazelcast;
        this.cluster = cluster;
        this.prefix = "larder/" + cluster + "/calls/";
        this.id = id;
        topic(id).addMessageListener(message -> receive(message.getMessageObject()));
    }

    UUID id() {
        return id;
    }

    /** Returns the digest of claims, keyed with a secret that all gateways share; blocks. */
    FetchClaimDigest claimDigest() {
        return FetchClaimDigest.shared(hazelcast, cluster);
    }

    private ITopic<byte[]> topic(UUID whose) {
        return others.computeIfAbsent(whose, member -> hazelcast.getTopic(prefix + member));
    }

    /** Registers the handler of a service; it receives the caller and the argument, and must not block. */
    void serve(Service service, BiFunction<UUID, byte[], CompletionStage<byte[]>> answer) {
        services.put(service, answer);
    }

    /** Calls a service; completes exceptionally if no answer arrives in time. */
    CompletableFuture<byte[]> call(UUID member, Service service, byte[] argument, Duration patience) {
        long number = numbers.incrementAndGet();
        var answer = new CompletableFuture<byte[]>();
        open.put(number, answer);
        send(member, false, number, service.code, argument);
        return answer.orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
                .whenComplete((done, fault) -> open.remove(number));
    }

    /** Calls a service without expecting an answer. */
    void tell(UUID member, Service service, byte[] argument) {
        send(member, false, 0, service.code, argument);
    }

    private void send(UUID to, boolean answer, long number, int service, byte[] content) {
        var bytes = new ByteArrayOutputStream(content.length + 32);
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeBoolean(answer);
            out.writeLong(number);
            out.writeLong(id.getMostSignificantBits());
            out.writeLong(id.getLeastSignificantBits());
            out.writeByte(service);
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            sender.execute(() -> publish(to, bytes.toByteArray()));
        } catch (RejectedExecutionException closed) {
            log.debug("A call to another gateway was not made.", closed);
        }
    }

    private void publish(UUID to, byte[] bytes) {
        try {
            topic(to).publishAsync(bytes);
        } catch (RuntimeException lost) {
            log.debug("A call to another gateway was lost.", lost);
        }
    }

    /** Stops sending calls. */
    @Override
    public void close() {
        sender.shutdownNow();
    }

    private void receive(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readByte() != VERSION) {
                return;
            }
            boolean answer = in.readBoolean();
            long number = in.readLong();
            var from = new UUID(in.readLong(), in.readLong());
            int service = in.readUnsignedByte();
            byte[] content = in.readAllBytes();
            if (answer) {
                CompletableFuture<byte[]> waiting = open.get(number);
                if (waiting != null) {
                    waiting.complete(content);
                }
            } else {
                answer(from, number, service, content);
            }
        } catch (IOException | RuntimeException malformed) {
            log.debug("A call that cannot be read is not answered.", malformed);
        }
    }

    private void answer(UUID caller, long number, int code, byte[] argument) {
        services.forEach((service, work) -> {
            if (service.code == code) {
                work.apply(caller, argument).thenAccept(result -> {
                    if (number != 0) {
                        send(caller, true, number, code, result);
                    }
                });
            }
        });
    }
}
