package dev.larder.acceptance.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The loopback, whose links cannot be cut. The ports lie below those that the kernel gives to clients, so that nobody takes
 * the port of a member that is about to come back.
 */
final class LoopbackNetwork implements ClusterNetwork {

    private static final int LOWEST = 18_000;
    private static final int HIGHEST = 32_000;

    private final List<MemberAddresses> places;

    LoopbackNetwork() {
        Random random = new Random();
        Set<Integer> taken = new HashSet<>();
        places = Stream.generate(() -> new MemberAddresses(
                        List.of(),
                        InetAddress.getLoopbackAddress(),
                        free(random, taken),
                        free(random, taken),
                        InetAddress.getLoopbackAddress(),
                        free(random, taken)))
                .limit(SIZE)
                .toList();
    }

    @Override
    public MemberAddresses place(int member) {
        return places.get(member);
    }

    @Override
    public InetAddress origin() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public boolean divisible() {
        return false;
    }

    @Override
    public void cut(Set<Integer> members) {
        throw new IllegalStateException("the loopback cannot be cut");
    }

    @Override
    public void estrange(Set<Integer> members) {
        cut(members);
    }

    @Override
    public void mute(int member) {
        cut(Set.of(member));
    }

    @Override
    public void mend() {}

    @Override
    public void close() {}

    private static int free(Random random, Set<Integer> taken) {
        return random.ints(LOWEST, HIGHEST)
                .filter(port -> free(port) && taken.add(port))
                .findFirst()
                .orElseThrow();
    }

    private static boolean free(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException e) {
            // Somebody else has it.
            return false;
        }
    }
}
