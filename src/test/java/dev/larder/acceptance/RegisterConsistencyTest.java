package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Readers and writers of a few registers, all at once: no read that begins after the response to a write has arrived
 * returns what was there before that write (design 4.4). Another seed: {@code -Dlarder.seed=N}.
 */
class RegisterConsistencyTest {

    private static final int CLIENTS = 8;
    private static final int STEPS = 250;
    private static final int REGISTERS = 3;
    private static final long SEED = Long.getLong("larder.seed", 9875);

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String base = UniquePath.next();
    private final List<AtomicInteger> versions = new ArrayList<>();

    @Test
    @Tag("hardening-I6")
    void readNeverReturnsVersionOlderThanAcknowledgedWrite() {
        for (int i = 0; i < REGISTERS; i++) {
            AtomicInteger version = new AtomicInteger();
            versions.add(version);
            STAGE.origin().on(base + i, request -> {
                if (request.method().equals("GET")) {
                    return ResponseScript.ok(Integer.toString(version.get()), "Cache-Control", "max-age=60");
                }
                return ResponseScript.ok(Integer.toString(version.incrementAndGet()));
            });
        }
        List<Step> history = new ArrayList<>();
        ConcurrentClients.start(CLIENTS, this::act).results().forEach(history::addAll);
        assertThat(history).filteredOn(Step::write).hasSizeGreaterThan(100);
        for (Step read : history) {
            assertThat(read.write() || read.version() >= acknowledgedBefore(read, history))
                    .as("seed %d: %s is behind %d", SEED, read, acknowledgedBefore(read, history))
                    .isTrue();
        }
    }

    private static int acknowledgedBefore(Step read, List<Step> history) {
        return history.stream()
                .filter(step -> step.write() && step.register() == read.register() && step.end() < read.begin())
                .mapToInt(Step::version)
                .max()
                .orElse(0);
    }

    private List<Step> act(int client) {
        Random random = new Random(SEED + client);
        List<Step> steps = new ArrayList<>();
        try (RawClient connection = STAGE.gateway().connect()) {
            for (int i = 0; i < STEPS; i++) {
                int register = random.nextInt(REGISTERS);
                boolean write = random.nextInt(6) == 0;
                long begin = System.nanoTime();
                String content = ask(connection, register, write);
                steps.add(new Step(register, write, Integer.parseInt(content), begin, System.nanoTime()));
            }
        }
        return steps;
    }

    private String ask(RawClient connection, int register, boolean write) {
        return write
                ? connection
                        .request("PUT", base + register, "Content-Length", "0")
                        .read()
                        .content()
                : connection.request("GET", base + register).read().content();
    }

    /** A read or a write of a register: the version it saw or made, and when it began and ended. */
    private record Step(int register, boolean write, int version, long begin, long end) {}
}
