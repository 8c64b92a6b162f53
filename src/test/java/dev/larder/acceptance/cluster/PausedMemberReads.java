package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.RawClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A member that knows nothing of a write when it wakes: it stands still, another member takes the write, and only then, with
 * the write answered, reads are sent to the sleeper, which finds them the moment it goes on.
 */
final class PausedMemberReads {

    private static final int READERS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MemberProcess sleeper;
    private final MemberProcess writer;
    private final String register;

    PausedMemberReads(ThreeMemberCluster cluster, OriginRegisters registers) {
        this.sleeper = cluster.member(0);
        this.writer = cluster.member(1);
        this.register = registers.paths().get(0);
    }

    /** The write, and the reads that the sleeper answers as it wakes. */
    List<RegisterOperation> wake() {
        RepeatedRequest.holds(
                "the sleeper has hits", PATIENCE, () -> sleeper.get(register).hit());
        List<RawClient> readers = new ArrayList<>();
        try {
            for (int i = 0; i < READERS; i++) {
                readers.add(sleeper.connect());
            }
            return writeAndRead(readers);
        } finally {
            readers.forEach(RawClient::close);
        }
    }

    private List<RegisterOperation> writeAndRead(List<RawClient> readers) {
        List<RegisterOperation> operations = new ArrayList<>();
        sleeper.stop();
        long begin;
        try (RawClient client = writer.connect()) {
            operations.add(OriginRegisters.ask(client, writer.number(), register, true));
            begin = System.nanoTime();
            readers.forEach(reader -> reader.request("GET", register));
        } finally {
            sleeper.resume();
        }
        for (RawClient reader : readers) {
            operations.add(OriginRegisters.op(reader.read(), sleeper.number(), register, false, begin));
        }
        return operations;
    }
}
