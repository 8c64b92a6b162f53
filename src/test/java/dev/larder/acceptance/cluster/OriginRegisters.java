package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Registers at the origin, each with a version that every PUT raises. Answers tell the register and its version, as it was
 * when the request arrived, and take their time, so that reads and writes overtake one another.
 */
final class OriginRegisters {

    /** The longest that the origin takes. */
    static final Duration SLOWEST = Duration.ofMillis(300);

    private static final long USUAL_MILLIS = 15;
    private static final String SLOWLY = "Slowly";

    private static final int POOLS = 4;
    private static final int EACH = 3;

    private final Map<String, AtomicInteger> versions;
    private final List<String> paths;
    private final AtomicInteger slow = new AtomicInteger();

    /** Registers whose paths nobody else uses who has another name. */
    OriginRegisters(String name) {
        versions = IntStream.range(0, POOLS * EACH)
                .mapToObj(number -> "/" + name + number / EACH + "/" + number % EACH)
                .collect(Collectors.toMap(
                        path -> path, path -> new AtomicInteger(1), (a, b) -> a, ConcurrentHashMap::new));
        paths = versions.keySet().stream().sorted().toList();
    }

    /** Answers for them at that cluster's origin. */
    OriginRegisters at(ThreeMemberCluster cluster) {
        paths.forEach(path -> cluster.origin().on(path, this::answer));
        return this;
    }

    /** Their paths. */
    List<String> paths() {
        return paths;
    }

    /** Any of them. */
    String any(Random random) {
        return paths.get(random.nextInt(paths.size()));
    }

    /** Reads or writes one over that connection. */
    static RegisterOperation ask(RawClient connection, int member, String register, boolean write) {
        long begin = System.nanoTime();
        ReceivedResponse response = write
                ? connection.request("PUT", register, "Content-Length", "0").read("PUT")
                : connection.request("GET", register).read();
        return op(response, member, register, write, begin);
    }

    /** Writes one over that connection, and has the origin take its time. */
    static RegisterOperation writeSlowly(RawClient connection, int member, String register) {
        long begin = System.nanoTime();
        ReceivedResponse response = connection
                .request("PUT", register, "Content-Length", "0", SLOWLY, "please")
                .read("PUT");
        return op(response, member, register, true, begin);
    }

    /** How many such writes have reached the origin. */
    int slow() {
        return slow.get();
    }

    /** What that response, which has just arrived, to a request from that time means. */
    static RegisterOperation op(ReceivedResponse response, int member, String register, boolean write, long begin) {
        long end = System.nanoTime();
        int status = response.whole() ? response.status() : 0;
        int version = status == 200 ? version(register, response.content()) : 0;
        String said = response.cacheStatus() + (status == 0 ? response.end() : "");
        return new RegisterOperation(register, write, member, begin, end, status, version, said);
    }

    private static int version(String register, String content) {
        if (!content.startsWith(register + "=")) {
            throw new AssertionError(register + " is answered with " + content);
        }
        return Integer.parseInt(content.substring(register.length() + 1));
    }

    private ResponseScript answer(ReceivedRequest request) {
        AtomicInteger register = versions.get(request.path());
        boolean write = request.method().equals("PUT");
        int version = write ? register.incrementAndGet() : register.get();
        String content = request.path() + "=" + version;
        ResponseScript script =
                write ? ResponseScript.ok(content) : ResponseScript.ok(content, "Cache-Control", "max-age=600");
        return script.latency(latency(request));
    }

    private Duration latency(ReceivedRequest request) {
        if (request.fields().has(SLOWLY)) {
            slow.incrementAndGet();
            return SLOWEST;
        }
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(USUAL_MILLIS));
    }
}
